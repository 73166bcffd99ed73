// Machines of imported maps, such as levers, buttons, gates, altars and holes. Each machine has a row on a map of the
// small world.
import { beforeEach, describe, expect, it } from 'vitest'
import { listPiles, positionOf, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { archFolder, latin1, openImportedYard } from '../../import/harness/imported-world.ts'
import { mapOf } from '../../import/harness/object-lines.ts'

let yard: Yard
let ann: RecordingListener

function enterWorks(name: string): RecordingListener {
  const listener = yard.join(name, 1, 1)
  yard.type(listener, 'apply')
  yard.stand(listener, 3, 0)
  yard.type(listener, 'apply')
  return listener
}

beforeEach(async () => {
  yard = await openImportedYard()
  ann = enterWorks('Ann')
  expect(yard.level(ann).name).toBe('/land/works')
})

const stops = (x: number, y: number) => yard.level(ann).blocksMovement(x, y)
const nameAt = (x: number, y: number) => listPiles(yard.level(ann).thingsAt(x, y)).slice(1)
const milk = (count: number) => yard.give(ann, 'arch milk', count)
function lay(x: number, y: number, words: string): void {
  yard.stand(ann, x, y)
  yard.type(ann, `drop ${words}`)
}

describe('levers and gates', () => {
  it('[CF-20.10] a lever toggles all parts with its connection number, each by its archetype', () => {
    yard.stand(ann, 1, 0)
    expect([stops(3, 0), stops(4, 0)]).toEqual([true, false])
    expect(yard.type(ann, 'apply')).toEqual(['You turn the lever.'])
    expect([stops(3, 0), stops(4, 0)]).toEqual([false, true])
    yard.type(ann, 'apply')
    expect([stops(3, 0), stops(4, 0)]).toEqual([true, false])
    expect(stops(3, 1)).toBe(false)
  })

  it('[CF-20.10] part states survive a restart, and are cleared by a map reset', () => {
    yard.stand(ann, 1, 0)
    yard.type(ann, 'apply')
    yard.world.save()
    yard.restart()
    expect([stops(3, 0), stops(4, 0)]).toEqual([false, true])
    yard.stand(ann, 1, 0)
    yard.type(ann, 'apply')
    expect([stops(3, 0), stops(4, 0)]).toEqual([true, false])
    yard.type(ann, 'apply')
    yard.world.leave(ann.player, ann)
    yard.tick(50)
    yard.now += 7_300_000
    const bob = enterWorks('Bob')
    expect(yard.level(bob).blocksMovement(3, 0)).toBe(true)
  })

  it('[CF-20.10] a trigger resets by itself, and at once after a restart', () => {
    yard.stand(ann, 6, 0)
    yard.type(ann, 'apply')
    expect(stops(8, 0)).toBe(false)
    expect(yard.type(ann, 'apply')).toEqual(['The handle does not move.'])
    yard.tick(9)
    expect(stops(8, 0)).toBe(false)
    yard.tick(2)
    expect(stops(8, 0)).toBe(true)
    yard.type(ann, 'apply')
    expect(stops(8, 0)).toBe(false)
    yard.world.save()
    yard.restart()
    expect(stops(8, 0)).toBe(false)
    yard.tick(1)
    expect(stops(8, 0)).toBe(true)
  })

  it('[CF-20.13] a gate damages a player in its cell until they leave, then closes', () => {
    yard.stand(ann, 6, 0)
    yard.type(ann, 'apply')
    yard.stand(ann, 8, 0)
    const before = ann.player.hp
    yard.tick(20)
    expect(stops(8, 0)).toBe(false)
    expect(ann.player.hp).toBeLessThan(before)
    expect(ann.texts()).toContain('You are crushed by the grate!')
    yard.stand(ann, 9, 0)
    yard.tick(1)
    expect(stops(8, 0)).toBe(true)
  })
})

describe('buttons, pedestals and altars', () => {
  it('[CF-20.12] a button is pressed by enough weight; buttons with one connection number share their state', () => {
    yard.stand(ann, 0, 1)
    yard.walk(ann, 'e')
    expect(stops(4, 1)).toBe(false)
    yard.walk(ann, 'e')
    expect(stops(4, 1)).toBe(true)
    milk(1)
    lay(1, 1, 'milk')
    yard.stand(ann, 0, 0)
    yard.tick(1)
    expect(stops(4, 1)).toBe(false)
    yard.stand(ann, 1, 1)
    yard.type(ann, 'take milk')
    yard.stand(ann, 0, 0)
    yard.tick(1)
    expect(stops(4, 1)).toBe(true)
  })

  it('[CF-20.12] a timed button opens a gate that closes by itself', () => {
    yard.stand(ann, 6, 1)
    yard.tick(1)
    expect(stops(8, 1)).toBe(false)
    yard.tick(15)
    expect(stops(8, 1)).toBe(false)
    yard.tick(6)
    expect(stops(8, 1)).toBe(true)
  })

  it('[CF-20.12] a pedestal reacts to players, and a detector to an item name', () => {
    yard.stand(ann, 5, 7)
    yard.tick(1)
    expect(stops(5, 9)).toBe(false)
    yard.stand(ann, 0, 9)
    yard.tick(1)
    expect(stops(5, 9)).toBe(true)
    milk(1)
    lay(8, 6, 'milk')
    expect(stops(10, 6)).toBe(false)
    yard.type(ann, 'take milk')
    expect(stops(10, 6)).toBe(true)
  })

  it('[CF-20.12] an altar accepts a sufficient offering with a message, and leaves a smaller one', () => {
    milk(5)
    lay(1, 2, '1 milk')
    expect([stops(3, 2), nameAt(1, 2)]).toEqual([true, ['1 board', '1 bowl of milk']])
    expect(yard.type(ann, 'drop 2 milk')).toContain('Thank you.')
    expect([stops(3, 2), nameAt(1, 2)]).toEqual([false, ['1 board', '1 bowl of milk']])
    yard.tick(100)
    expect(stops(3, 2)).toBe(false)
  })

  it('[CF-20.12] a trigger altar accepts offerings again after its time; with last_sp each offering alternates its signal', () => {
    milk(4)
    lay(5, 2, '1 milk')
    expect(stops(7, 2)).toBe(false)
    yard.tick(11)
    expect(stops(7, 2)).toBe(true)
    lay(9, 2, '1 milk')
    yard.tick(11)
    expect(stops(11, 2)).toBe(false)
    lay(9, 2, '1 milk')
    expect(stops(11, 2)).toBe(true)
  })
})

describe('teleporters, holes and movers', () => {
  it('[CF-20.14] a teleporter moves a player to its destination at its own rate', () => {
    yard.stand(ann, 0, 3)
    yard.walk(ann, 'e')
    yard.tick(2)
    expect(positionOf(ann)).toEqual([5, 3])
  })

  it('[CF-20.14] a teleporter without a destination moves items to a teleporter nearby on a signal', () => {
    milk(1)
    lay(1, 9, 'milk')
    yard.stand(ann, 7, 9)
    yard.type(ann, 'apply')
    expect(nameAt(3, 9)).toContain('1 bowl of milk')
    expect(nameAt(1, 9)).toEqual(['1 ring of stones'])
  })

  it('[CF-20.14] an opening hole drops players in its cell and those who enter', () => {
    const bob = enterWorks('Bob')
    yard.stand(bob, 8, 3)
    yard.tick(1)
    expect(positionOf(bob)).toEqual([8, 3])
    expect(yard.level(ann).thingsAt(8, 3).at(-1)!.archetype.traits).toMatchObject({ state: 1, frame: -1 })
    yard.stand(ann, 7, 3)
    yard.type(ann, 'apply')
    expect(positionOf(bob)).toEqual([10, 3])
    expect(yard.type(ann, 'east')).toContain('You fall through the hole!')
    // Bob is already in the cell.
    expect(positionOf(ann)).toEqual([9, 2])
  })

  it('[CF-20.14] a trapdoor opens under the weight of a player, but not under that of a bowl', () => {
    const level = yard.level(ann)
    expect(level.thingsAt(11, 3).at(-1)!.archetype.traits).toMatchObject({
      part: { type: 'trapdoor', weight: 60_000 },
    })
    yard.stand(ann, 10, 4)
    yard.walk(ann, 'N')
    expect(positionOf(ann)).toEqual([0, 3])
  })

  it('[CF-20.14] a mover pushes players and delays their next action', () => {
    yard.stand(ann, 7, 4)
    yard.walk(ann, 'e')
    yard.tick(1)
    expect(positionOf(ann)).toEqual([9, 4])
    expect(yard.world.msUntilAction(ann.player)).toBeGreaterThan(150)
  })
})

describe('checkers, markers, ears, traps and earth walls', () => {
  it('[CF-20.15] a checker sends a signal if the player carries the item, and consumes one piece', () => {
    yard.stand(ann, 0, 5)
    yard.walk(ann, 'e')
    expect(stops(3, 5)).toBe(true)
    milk(2)
    yard.walk(ann, 'we')
    expect(stops(3, 5)).toBe(false)
    expect(listPiles(ann.player.inventory)).toContain('1 bowl of milk')
    yard.walk(ann, 'we')
    expect(stops(3, 5)).toBe(true)
    expect(listPiles(ann.player.inventory)).not.toContain('1 bowl of milk')
  })

  it('[CF-20.15] a marker marks players, who keep the mark after a death, and a checker blocks unmarked players', () => {
    yard.stand(ann, 5, 5)
    expect(yard.type(ann, 'east')).toEqual(['Not without.'])
    expect(positionOf(ann)).toEqual([5, 5])
    yard.stand(ann, 8, 5)
    yard.tick(4)
    expect(ann.texts().filter((text) => text === 'You are remembered.')).toHaveLength(1)
    yard.stand(ann, 5, 5)
    yard.walk(ann, 'e')
    expect(positionOf(ann)).toEqual([6, 5])
  })

  it('[CF-20.17] an ear reacts to its words', () => {
    yard.stand(ann, 0, 7)
    yard.type(ann, 'say water')
    expect(stops(3, 7)).toBe(true)
    expect(yard.type(ann, 'say CHEESE!')).toContain('Somewhere something moves.')
    expect(stops(3, 7)).toBe(false)
  })

  it('[CF-20.18] a hidden trap triggers a limited number of times; a discovered one can be disarmed', () => {
    const level = yard.level(ann)
    expect(level.visibleFacesAt(7, 8)).toHaveLength(1)
    yard.stand(ann, 6, 8)
    expect(yard.type(ann, 'east')).toContain('It snaps shut!')
    yard.walk(ann, 'w')
    for (let tries = 0; tries < 30 && level.visibleFacesAt(7, 8).length === 1; tries++)
      yard.type(ann, 'search')
    expect(level.visibleFacesAt(7, 8).length).toBe(2)
    yard.stand(ann, 7, 8)
    ann.player.hp = 100
    for (let tries = 0; tries < 30 && level.visibleFacesAt(7, 8).length > 2; tries++) yard.type(ann, 'apply')
    expect(level.thingsAt(7, 8).map(({ archetype }) => archetype.traits)).toContainEqual(
      expect.objectContaining({ gone: true }),
    )
  })

  it('[CF-20.18] players who arrive together trigger a trap only as often as it can be triggered', () => {
    const all = ['Bob', 'Cid', 'Dan'].map(enterWorks)
    for (const each of all) yard.stand(each, 7, 8)
    yard.tick(1)
    const caught = all.filter((each) => each.texts().includes('It snaps shut!'))
    expect(caught).toHaveLength(2)
  })

  it('[CF-20.18] an earth wall is destroyed by attacks', () => {
    yard.stand(ann, 8, 8)
    for (let blows = 0; blows < 60 && stops(9, 8); blows++) yard.walk(ann, 'e')
    expect([stops(9, 8), yard.level(ann).blocksView(9, 8)]).toEqual([false, false])
  })
})

describe('creators, converters and shooters', () => {
  it('[CF-20.16] a creator works a limited number of times, and a duplicator multiplies items', () => {
    milk(3)
    lay(4, 6, '3 milk')
    yard.stand(ann, 1, 6)
    yard.type(ann, 'apply')
    expect([nameAt(2, 6), nameAt(4, 6)]).toEqual([
      ['1 font', '1 bowl of milk'],
      ['1 mirror', '6 bowl of milk'],
    ])
    for (let pulls = 0; pulls < 4; pulls++) yard.type(ann, 'apply')
    expect(nameAt(2, 6)).toEqual(['1 font', '2 bowl of milk'])
  })

  it('[CF-20.16] a converter turns items into its product and leaves the remainder', () => {
    milk(5)
    lay(6, 6, '5 milk')
    expect(nameAt(6, 6)).toEqual(['1 dairy', '1 bowl of milk', '1 crate', '1 crate'])
  })

  it('[CF-20.17] a shooter fires while players are on the map, and a director redirects missiles', () => {
    yard.stand(ann, 7, 9)
    const level = yard.level(ann)
    yard.tick(4)
    const seen = new Set<string>()
    for (let ticks = 0; ticks < 12; ticks++) {
      for (const { location, flight } of level.effects)
        if (location?.in === 'cell' && flight) seen.add(`${location.x},${location.y} ${flight.direction}`)
      yard.tick(1)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['10,7 7', '8,7 7', '7,7 1', '7,6 1']))
  })
})

describe('the ground', () => {
  it('[CF-20.11] a swamp drowns players who stay, and releases those who leave', () => {
    yard.stand(ann, 1, 8)
    yard.tick(1)
    expect(ann.texts()).toEqual(['You are up to your knees in the mire.'])
    yard.stand(ann, 0, 8)
    yard.tick(1)
    expect(ann.player.effects.size).toBe(0)
    yard.stand(ann, 1, 8)
    yard.tick(2000)
    expect(ann.texts()).toContain('You were killed by drowning in a mire.')
  })

  it('[CF-20.11] a battleground moves a defeated player to its edge with full hp and without loss', () => {
    yard.stand(ann, 3, 8)
    const { player } = ann
    Object.assign(player, { experience: 5000, hp: 1, food: 0 })
    for (let ticks = 0; ticks < 60 && player.x === 3; ticks++) yard.tick(1)
    expect([positionOf(ann), player.experience, player.hp]).toEqual([[0, 8], 5000, player.stats.maxHp])
  })

  it('[CF-20.11] lava damages players', () => {
    yard.stand(ann, 5, 8)
    yard.tick(1)
    expect(ann.texts().some((text) => text.startsWith('You were killed by embers'))).toBe(true)
  })
})

/** Six cells in a row. The player is in the first cell. */
async function rowWith(...things: readonly string[]) {
  const land = await openImportedYard(archFolder, { 'maps/row': latin1(mapOf([6, 1], things)) })
  return { land, bob: land.join('Bob', 0, 0) }
}

it('[CF-20.14] a mover moves the creature in its cell', async () => {
  const { land, bob } = await rowWith('current 3,0', 'cat 3,0 speed 0')
  land.tick(1)
  expect([3, 4, 5].map((x) => land.level(bob).creatureAt(x, 0)?.archetype.traits.role)).toEqual([
    undefined,
    'monster',
    undefined,
  ])
})

it('[CF-20.19] a mood floor calms or angers creatures permanently', async () => {
  const { land, bob } = await rowWith(
    ...['calmer 3,0 connected 1', 'lever 0,0 connected 1', 'cat 3,0 hp 7 speed 0'],
    ...['provoker 5,0', 'cat 5,0 hp 9 speed 0 unaggressive 1'],
  )
  const roles = () => [3, 5].map((x) => land.level(bob).creatureAt(x, 0)!.archetype.traits.role)
  expect(roles()).toEqual(['monster', 'person'])
  land.tick(1)
  expect([roles(), land.level(bob).creatureAt(5, 0)!.life!.hp]).toEqual([['monster', 'monster'], 9])
  land.type(bob, 'apply')
  expect(roles()).toEqual(['person', 'monster'])
  land.world.save()
  land.restart()
  expect(roles()).toEqual(['person', 'monster'])
})

it('[CF-20.19] a sleeping creature notices only adjacent players', () => {
  const { registry } = yard.level(ann).thingsAt(0, 0)[0]!.archetype
  const cat = registry!.get('arch cat')
  const asleep = registry!.withMood(cat, 'asleep')
  expect([cat.traits, asleep.traits].map((is) => is.role === 'monster' && is.sightRange)).toEqual([6, 1])
  expect(registry!.withMood(asleep, 'asleep')).toBe(asleep)
})
