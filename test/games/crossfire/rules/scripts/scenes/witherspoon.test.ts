import { beforeEach, expect, it } from 'vitest'
import { questStageOf } from '../../../../../../games/crossfire/model/players/quest-progress.ts'
import { removeThing } from '../../../../../../games/crossfire/model/things/move-things.ts'
import { listPiles, type RecordingListener, type Yard } from '../../../harness/small-maps.ts'
import { officeHarness } from '../services/office-harness.ts'

let yard: Yard
let ann: RecordingListener

beforeEach(async () => {
  const at = 'maps/witherspoon_manor'
  yard = await officeHarness([
    [
      'rat 5,5 spectre unaggressive=1 no_damage=1 dam=0 level=50 speed=0.15',
      `say ${at}/ghost`,
      `timer ${at}/ghost`,
    ],
    ['plate 9,9', `step ${at}/tomb`],
    ...(['weapon_shop 15', 'devourers 25'] as const).map((person) => {
      const [script, x] = person.split(' ')
      const events = ['give', 'time', 'timer'].map((on) => `${on} ${at}/${script}`)
      return [`clerk ${x},5`, ...events] as const
    }),
    ['clerk 35,5 Rolanda', ...['give', 'say', 'time', 'timer'].map((on) => `${on} ${at}/rolanda`)],
    ['board 33,6 chair'],
  ])
  ann = yard.join('Ann', 5, 6)
  ann.player.facing = 1
})

const stage = () => questStageOf(ann.player, 'scorn/Witherspoon-ghost')
const say = (words: string) => yard.type(ann, `say ${words}`).slice(1).join('\n')
function later(seconds: number): string {
  ann.texts()
  yard.tick(Math.ceil((seconds * 1000) / 120) + 1)
  return ann.texts().join('\n')
}
function standBefore(x: number): void {
  yard.stand(ann, x, 6)
  ann.player.facing = 1
}
function dig(): void {
  say('yes')
  say('where')
  yard.give(ann, 'arch shovel_1')
  yard.stand(ann, 9, 8)
  yard.type(ann, 'south')
}
const carried = () => listPiles(ann.player.inventory).filter((pile) => /body|dagger/.test(pile))

it('[CF-23.18] the ghost asks for its body, which a player with a shovel can find once', () => {
  expect(say('hello')).toMatch(/Help me|Heeelp|beg you/)
  yard.stand(ann, 9, 8)
  expect(yard.type(ann, 'south')).toEqual([])
  standBefore(5)
  expect(say('how can I help?')).toContain('Will you find it?')
  expect(say('hm')).toContain('body')
  expect([say('where?'), stage()]).toEqual([expect.stringContaining('lake west of Scorn'), 10])
  yard.stand(ann, 9, 8)
  expect(yard.type(ann, 'south').at(-1)).toContain('something to dig with')
  yard.give(ann, 'arch shovel_1')
  const full = Array.from({ length: 99 - ann.player.inventory.length }, (_, n) =>
    yard.give(ann, 'arch shovel_1', 1, { text: String(n) }),
  )
  yard.stand(ann, 9, 8)
  expect([yard.type(ann, 'south').at(-1), carried()]).toEqual(['You cannot carry more things.', []])
  for (const each of full) removeThing(each)
  yard.stand(ann, 9, 8)
  expect(yard.type(ann, 'south')).toContain('You find a body, and a dagger in it!')
  expect([carried(), stage()]).toEqual([['1 tortured body', '1 strange dagger'], 20])
  yard.stand(ann, 9, 8)
  expect(yard.type(ann, 'south')).toEqual([])
})

it('[CF-23.18] the ghost gives gems for its body and disappears', () => {
  dig()
  standBefore(5)
  expect(say('here')).toContain('The spectre begins to fade...')
  expect([say('wait'), carried(), stage()]).toEqual(['', ['1 strange dagger'], 60])
  expect(later(4)).toBe('')
  expect(later(2)).toContain('Thank you!')
  const left = listPiles(yard.level(ann).thingsAt(5, 5)).at(-1)!
  expect(Number(left.split(' ')[0])).toBeGreaterThanOrEqual(3)
  expect(yard.level(ann).creatureAt(5, 5)).toBeUndefined()
})

it('[CF-23.18] a player who has lost the body is attacked ten seconds later', () => {
  dig()
  for (const thing of [...ann.player.inventory]) removeThing(thing)
  standBefore(5)
  expect(say('here')).toContain('You had better run!')
  const role = () => yard.level(ann).creatureAt(5, 5)!.archetype.traits.role
  expect([role(), stage()]).toEqual(['person', 70])
  expect(later(11)).toContain('Feel my wrath!')
  expect(role()).toBe('monster')
})

it('[CF-23.18] the smith and the priest study the dagger, Rolanda confesses on a chair, and the truth earns 25 gems more', () => {
  dig()
  standBefore(15)
  expect(yard.type(ann, 'give shovel').join()).toContain('A fine')
  expect(yard.type(ann, 'give dagger').join()).toContain('interesting dagger')
  expect(yard.type(ann, 'give dagger')).toEqual(['The owner has no time now.'])
  expect([later(9), stage()]).toEqual([expect.stringContaining('Try a priest.'), 30])

  standBefore(25)
  expect(yard.type(ann, 'give dagger').join()).toContain('needs repairs')
  yard.give(ann, 'arch platinacoin', 60)
  expect(yard.type(ann, 'give platinacoin')).toContain('The priest takes your money.')
  expect(listPiles(ann.player.inventory)).toContain('10 platinacoin')
  yard.type(ann, 'give dagger')
  expect([later(9), stage()]).toEqual([expect.stringContaining('witch south of Scorn'), 40])

  standBefore(35)
  expect(yard.type(ann, 'give dagger').join()).toContain('staggers')
  expect(say('speak')).toContain('Oh...')
  expect(later(15)).toMatch(/sits down on the chair.*Neither of us thought/s)
  expect(stage()).toBe(50)

  standBefore(5)
  expect(say('I know')).toContain('Poor Rolanda')
  later(6)
  expect(Number(listPiles(yard.level(ann).thingsAt(5, 5)).at(-1)!.split(' ')[0])).toBeGreaterThanOrEqual(28)
})

it('[CF-23.18] the smith complains if the player leaves, and the command give needs a carried thing and a creature that wants it', () => {
  dig()
  standBefore(15)
  yard.type(ann, 'give dagger')
  const bob = yard.join('Bob', 14, 6)
  yard.leave('Ann')
  yard.tick(80)
  expect(bob.texts().join()).toContain('nobody has any patience')
  expect(yard.type(bob, 'give dagger')).toEqual(['You have no such thing.'])
  yard.give(bob, 'arch token')
  bob.player.facing = 5
  expect(yard.type(bob, 'give token')).toEqual(['Nobody is there to give it to.'])
  yard.stand(bob, 5, 6)
  bob.player.facing = 1
  expect(yard.type(bob, 'give token')).toEqual(['The spectre does not want it.'])
})
