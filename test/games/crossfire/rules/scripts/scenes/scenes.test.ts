// Scripts of single places and persons.
import { expect, it } from 'vitest'
import { officeHarness } from '../services/office-harness.ts'

it('[CF-23.17] Midane comments on who opens her shelves or takes her furniture, and neither happens', async () => {
  const yard = await officeHarness([
    ['sack 1,1 shelf', 'apply maps/navar-midane_apply'],
    ['token 3,1 chair', 'pickup maps/navar-midane_pickup'],
  ])
  const ann = yard.join('Ann', 1, 1)
  const bob = yard.join('Bob', 20, 20)
  yard.type(ann, 'apply')
  expect(bob.texts().join()).toMatch(/^Midane says: .*shelf/)
  expect(ann.player.openContainerTag).toBeUndefined()
  yard.stand(ann, 3, 1)
  expect(yard.type(ann, 'take').join()).toMatch(/^Midane says: .*chair/)
  expect(ann.player.inventory).toEqual([])
})

it('[CF-23.17] Midane greets each visitor once per visit, and throws out whoever attacks her, unhurt', async () => {
  const yard = await officeHarness([
    ['portal 5,1 slaying=street hp=30 sp=20'],
    [
      'rat 5,5 Midane unaggressive=1 hp=18 dam=0',
      'time maps/navar-midane_time',
      'attack maps/navar-midane_attack',
      'death maps/navar-midane_attack',
    ],
  ])
  const ann = yard.join('Ann', 5, 6)
  const greeted = () => {
    yard.tick(3)
    return ann.texts().filter((text) => text.startsWith('Midane says'))
  }
  expect(greeted()).toEqual(['Midane says: A stranger! Be welcome.'])
  expect(greeted()).toEqual([])
  yard.leave('Ann')
  yard.join('Bob', 20, 20)
  yard.tick(1)
  const back = yard.comeBack('Ann')
  yard.tick(1)
  expect(back.texts()).toContain('Midane says: You again, stranger. Welcome.')
  yard.stand(back, 5, 6)
  yard.type(back, 'peaceful')
  expect(yard.type(back, 'north')).toEqual([
    'Midane says: Ann, I will have no violence here. Out, NOW!',
    'A mighty force throws you out!',
  ])
  expect([back.player.x, back.player.y]).toEqual([30, 20])
  expect([...yard.level(back).creatures][0]?.archetype.traits.role).toBe('person')
})

it('[CF-23.17] the House of Healing restores five points of each ability for an answer, twice', async () => {
  const yard = await officeHarness([['clerk 2,1', 'say maps/scorn/HouseofHealing']])
  const ann = yard.join('Ann', 3, 1)
  const lost = () => ann.player.effects.get('depletion')?.bonuses?.abilities
  const bonuses = { abilities: { Str: -12, Dex: -6, Con: -5 } }
  ann.player.effects.set('depletion', { endsAt: Number.MAX_SAFE_INTEGER, strength: 23, bonuses })
  expect(yard.type(ann, 'say hello').at(-1)).toBe(
    'The clerk says: To have your strength restored, tell me: which town are you in?',
  )
  expect(yard.type(ann, 'say Scorn')).toContain('The clerk says: That is right. Be whole again!')
  expect(lost()).toEqual({ Str: -7, Dex: -1 })
  expect(yard.type(ann, 'say scorn').at(-1)).toContain('tavern')
  yard.type(ann, 'say goth')
  expect(lost()).toEqual({ Str: -2 })
  expect(yard.type(ann, 'say goth')).toHaveLength(2)
})
