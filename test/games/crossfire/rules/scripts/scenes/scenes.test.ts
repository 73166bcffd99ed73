import { expect, it } from 'vitest'
import { removeThing } from '../../../../../../games/crossfire/model/things/move-things.ts'
import { mapOf } from '../../../import/harness/object-lines.ts'
import { officeHarness } from '../services/office-harness.ts'

it('[CF-23.17] Midane comments when a player tries to open her shelves or take her furniture, and prevents both', async () => {
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

it('[CF-23.17] Midane greets each visitor once per visit, and throws out a player who attacks her', async () => {
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

it('[CF-23.17] the House of Healing restores up to five points of each ability for the right answer to each of two questions', async () => {
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

it('[CF-23.17] the amulet points to Scorn and Navar, but only on the outdoor maps of the world', async () => {
  const amulet = 'arch token\npacketboat_events 1\x1fpython/items/rhyzian_amulet.py\x1f'
  const world = { 'world/world_105_115': mapOf([50, 50], []) }
  const [town, yard] = await Promise.all([officeHarness([]), officeHarness([], world)])
  const [bob, ann] = [town.join('Bob'), yard.join('Ann')]
  town.give(bob, amulet)
  yard.give(ann, amulet)
  expect(town.type(bob, 'apply token').join()).toContain('works only out in the world')
  const at = (x: number, y: number) => {
    yard.stand(ann, x, y)
    return yard.type(ann, 'apply token').join()
  }
  expect([at(22, 36), at(22, 26), at(25, 36)]).toEqual([
    'The red arrow spins. The blue arrow flashes 105 times and points southeast.',
    'The red arrow glows and points south. The blue arrow flashes 105 times and points southeast.',
    'The red arrow glows and points west. The blue arrow flashes 105 times and points southeast.',
  ])
})

it('[CF-23.19] Darcap’s lever needs four kobolds', async () => {
  const yard = await officeHarness([
    ['lever 1,1', 'apply maps/darcap/manor blue'],
    ...[1, 2, 3, 4].map((x) => [`rat ${30 + x},20 kobold dam=0`] as const),
  ])
  const ann = yard.join('Ann', 1, 1)
  expect(yard.type(ann, 'apply')).toEqual(['You turn the lever.'])
  removeThing([...yard.level(ann).creatures][0]!)
  expect(yard.type(ann, 'apply').join()).toContain('exactly four kobolds')
})

it('[CF-23.19] Kaptel dies only while the boulder is in place', async () => {
  const yard = await officeHarness([
    ['rat 5,5 Kaptel dam=0 hp=20', 'death maps/darcap/manor kaptel'],
    ['lever 20,20'],
  ])
  const ann = yard.join('Ann', 5, 6)
  const until = (text: string) => {
    for (let tries = 0; tries < 300; tries++) if (yard.type(ann, 'north').join().includes(text)) return true
    return false
  }
  expect(until('Kaptel roars')).toBe(true)
  expect([...yard.level(ann).creatures][0]?.life?.hp).toBeGreaterThan(5)
  yard.lay(ann, 'boulder', 1, 24, 1, { name: { one: 'boulder', many: 'boulders' } })
  expect(until('Aaaaaaah!')).toBe(true)
  expect([...yard.level(ann).creatures]).toEqual([])
})

it('[CF-23.19] the judge asks one question until the map resets, and sends a signal for the right answer', async () => {
  const jewels = ['gem', 'gem'].map((arch, place) => [`${arch} ${[8, 10][place]},${[2, 7][place]}`] as const)
  const yard = await officeHarness([
    ['ear 5,5', 'say maps/darcap/manor white'],
    ['mouth 30,5 msg=Open! move_on=0 connected=60'],
    ...jewels,
  ])
  const ann = yard.join('Ann', 5, 6)
  const say = (words: string) => yard.type(ann, `say ${words}`).slice(1)
  expect(say('hello')).toEqual([])
  const asked = say('ready').join()
  const count = asked.includes('diamonds') ? '2' : '0'
  expect(say(count)).toEqual(['The ear says: Right!', 'Open!'])
  expect(say(count)).toEqual(['The ear says: You had your answer!'])
})
