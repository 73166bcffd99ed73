import { expect, it } from 'vitest'
import { officeHarness } from './office-harness.ts'

it('[CF-23.9] a hall of fame records each visitor once, and its sign lists them after a restart', async () => {
  const yard = await officeHarness([
    ['board 1,1', 'apply misc/hall_of_fame hill'],
    ['portal 5,1 Cave slaying=street hp=9 sp=9', 'apply misc/hall_of_fame hill\nYou have climbed it.'],
    ['notice 20,1', 'apply misc/hall_of_fame valley'],
  ])
  const ann = yard.join('Ann', 1, 1)
  expect(yard.type(ann, 'apply')).toEqual(['Nobody yet.'])
  yard.stand(ann, 5, 1)
  expect(yard.type(ann, 'apply')).toContain('You have climbed it.')
  expect([ann.player.x, ann.player.y]).toEqual([9, 9])
  yard.stand(ann, 5, 1)
  expect(yard.type(ann, 'apply')).not.toContain('You have climbed it.')
  yard.restart()
  yard.stand(ann, 1, 1)
  expect(yard.type(ann, 'apply')).toEqual(['Ann the fighter'])
  yard.stand(ann, 20, 1)
  expect(yard.type(ann, 'apply')).toEqual(['Heroes:\nNobody yet.'])
})

it('[CF-23.9] the board for a quest stage lists the players whose recorded rank has that stage', async () => {
  const yard = await officeHarness([
    ['ball 5,1', 'apply quests/QuestAdvance scorn/Aristocracy 0>10 10>20'],
    ['wire 5,5', 'step maps/scorn/castle_write'],
    ['board 9,1 Knights', 'apply maps/scorn/castle_read 10'],
    ['board 12,1 Barons', 'apply maps/scorn/castle_read 20'],
  ])
  const ann = yard.join('Ann', 5, 4)
  const told = (x: number) => {
    yard.stand(ann, x, 1)
    return yard.type(ann, 'apply')
  }
  yard.walk(ann, 's')
  expect(told(9)).toEqual(['Knights:\nNobody yet.'])
  for (const [knights, barons] of [
    ['Ann the fighter', 'Nobody yet.'],
    ['Nobody yet.', 'Ann the fighter'],
  ]) {
    told(5)
    yard.stand(ann, 5, 4)
    yard.walk(ann, 's')
    yard.restart()
    expect(told(9)).toEqual([`Knights:\n${knights}`])
    expect(told(12)).toEqual([`Barons:\n${barons}`])
  }
})

it('[CF-23.9] the witness reports whether a player is online, offline or unknown', async () => {
  const yard = await officeHarness([['clerk 2,1', 'say IPO/seen']])
  const ann = yard.join('Ann', 3, 1)
  yard.join('Bob_2', 9, 9)
  expect(yard.type(ann, 'say seen bob_2')).toContain('The clerk says: Bob_2 is in the game, at The Street.')
  yard.leave('Bob_2')
  expect(yard.type(ann, 'say seen bob_2')).toContain('The clerk says: bob_2 is not in the game now.')
  expect(yard.type(ann, 'say seen Zoe')).toContain('The clerk says: I have never seen Zoe.')
  expect(yard.type(ann, 'say hello')).toContain('The clerk says: Say seen NAME.')
})

it('[CF-23.9] a creature greets each player once when it pursues them, and shouts when it dies', async () => {
  const yard = await officeHarness([
    [
      'rat 5,5 dam=0 speed=1',
      'notice misc/greet_message Squeak, %e!',
      'death misc/death_message The %m curses %k.',
    ],
  ])
  const ann = yard.join('Ann', 5, 7)
  yard.tick(5)
  expect(ann.texts().filter((text) => text.includes('Squeak'))).toEqual(['The rat says: Squeak, Ann!'])
  yard.stand(ann, 30, 25)
  yard.tick(3)
  yard.stand(ann, 5, 6)
  const texts: string[] = []
  for (let n = 0; n < 20; n++) texts.push(...yard.type(ann, 'north'))
  expect(texts.filter((text) => text.includes('Squeak'))).toEqual([])
  expect(texts).toContain('The rat curses Ann.')
})
