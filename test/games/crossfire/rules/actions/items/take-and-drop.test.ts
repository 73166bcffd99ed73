import { beforeEach, describe, expect, it } from 'vitest'
import { maxThingsInWorld } from '../../../../../../games/crossfire/model/level/cell-records.ts'
import type { Thing } from '../../../../../../games/crossfire/model/state/game-state.ts'
import {
  maxPilesInContainer,
  openContainer,
} from '../../../../../../games/crossfire/model/things/containers.ts'
import { putThing } from '../../../../../../games/crossfire/model/things/move-things.ts'
import { maxPilesInPack } from '../../../../../../games/crossfire/model/things/pile-limits.ts'
import { createThing, maxPilesPerCell } from '../../../../../../games/crossfire/model/things/thing.ts'
import { listPiles, type RecordingListener, Yard } from '../../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
})

const pack = () => listPiles(ann.player.inventory)
const ground = () =>
  listPiles(
    ann.player
      .level!.thingsAt(ann.player.x, ann.player.y)
      .filter(({ archetype }) => archetype.layer === 'item'),
  )
function bagWith(...things: readonly (readonly [id: string, count: number])[]): Thing {
  const bag = yard.give(ann, 'bag')
  for (const [id, count] of things)
    putThing(createThing(++tag, id, count), { in: 'container', container: bag })
  yard.type(ann, 'apply bag')
  return bag
}
let tag = 500_000

describe('take', () => {
  it('[CF-7.17] picks up the topmost pile and reports it', () => {
    yard.lay(ann, 'sword')
    yard.lay(ann, 'apple', 3)
    expect(yard.type(ann, 'take')).toEqual(['You pick up three apples.'])
    expect([pack(), ground()]).toEqual([['3 apple'], ['1 sword']])
  })

  it.each([
    ['take 2 apple', undefined, ['2 apple']],
    ['take apples', 2, ['2 apple']],
    ['get 99 apple', undefined, ['3 apple']],
    ['take all', undefined, ['3 apple', '1 sword']],
    ['take all sw', undefined, ['1 sword']],
    ['take sw', undefined, ['1 sword']],
    ['take pear', undefined, []],
  ])('[CF-9.6] selects things for %j with count %s', (text, count, taken) => {
    yard.lay(ann, 'sword')
    yard.lay(ann, 'apple', 3)
    yard.type(ann, text, count)
    expect(pack().sort()).toEqual([...taken].sort())
  })

  it('[CF-7.17] picks up no more than the player can carry', () => {
    const { weightLimit } = ann.player.stats
    const most = Math.floor(weightLimit / 11_000)
    for (let n = 0; n < most; n++) yard.give(ann, 'long_sword')
    const sword = yard.lay(ann, 'long_sword')
    expect(yard.type(ann, 'take')).toEqual(['The long sword is too heavy for you to carry.'])
    yard.lay(ann, 'coin_gold', 100_000)
    yard.type(ann, 'take coin')
    expect(ann.player.carriedWeight).toBeLessThanOrEqual(weightLimit)
    expect(ann.player.carriedWeight).toBeGreaterThan(weightLimit - 5)
    expect(sword.location?.in).toBe('cell')
  })

  it('[CF-7.17] refuses fixed things and things out of reach', () => {
    const chest = ann.player.level!.thingsAt(2, 12).at(-1)!
    yard.stand(ann, 2, 12)
    expect(yard.type(ann, 'take')).toEqual(['There is no such thing here to pick up.'])
    yard.world.moveItem(ann.player, ann.player.tag, chest.tag, 0)
    expect(ann.texts()).toEqual(['You cannot pick up the chest.'])
    const sword = yard.lay(ann, 'sword', 1, 9, 9)
    yard.world.moveItem(ann.player, ann.player.tag, sword.tag, 0)
    expect([pack(), ann.texts()]).toEqual([[], []])
  })

  it('[CF-16.4] is limited to a hundred piles, except for pieces that merge with a pile', () => {
    for (let n = 0; n < maxPilesInPack - 1; n++) yard.give(ann, 'note')
    yard.give(ann, 'apple')
    yard.lay(ann, 'note')
    expect(yard.type(ann, 'take note')).toEqual(['You cannot carry more things.'])
    yard.lay(ann, 'apple')
    yard.type(ann, 'take apple')
    expect(ann.player.inventory).toHaveLength(maxPilesInPack)
    expect(pack()).toContain('2 apple')
  })
})

describe('drop', () => {
  it.each([
    ['drop 2 apple', ['3 apple'], ['2 apple']],
    ['drop apple', [], ['5 apple']],
    ['drop pear', ['5 apple'], []],
    ['drop', ['5 apple'], []],
  ])('[CF-9.6] selects things for %j', (text, kept, dropped) => {
    yard.give(ann, 'apple', 5)
    yard.type(ann, text)
    expect([pack(), ground()]).toEqual([kept, dropped])
  })

  it('[CF-7.18] all skips locked and applied things, which can be dropped by name', () => {
    const [sword] = [yard.give(ann, 'sword'), yard.give(ann, 'shield'), yard.give(ann, 'bread')]
    yard.world.lockItem(ann.player, sword.tag, true)
    yard.type(ann, 'apply shield')
    yard.type(ann, 'drop all')
    expect([pack(), ground()]).toEqual([['1 sword', '1 shield'], ['1 loaf of bread']])
    yard.type(ann, 'drop sword')
    expect(pack()).toEqual(['1 shield'])
  })

  it('[CF-7.18] takes worn things off first', () => {
    const shield = yard.give(ann, 'shield')
    yard.type(ann, 'apply shield')
    const { ac } = ann.player.stats
    yard.type(ann, 'drop shield')
    expect([shield.applied, ann.player.stats.ac > ac]).toEqual([undefined, true])
  })

  it('[CF-16.4] is refused on a cell with fifty piles', () => {
    for (let n = 0; n < maxPilesPerCell; n++) yard.lay(ann, 'sword')
    yard.give(ann, 'apple')
    expect(yard.type(ann, 'drop apple')).toEqual(['There is no room here.'])
    expect(pack()).toEqual(['1 apple'])
  })

  it('[CF-16.13] is refused while the world is full, unless the thing merges with a pile', () => {
    yard.lay(ann, 'apple')
    yard.type(ann, 'look')
    yard.store.put('lying', maxThingsInWorld)
    yard.restart()
    const full = ['The world is full of things. Keep it, or pick something up first.']
    yard.give(ann, 'sword')
    yard.give(ann, 'apple')
    expect(yard.type(ann, 'drop sword')).toEqual(full)
    expect(yard.type(ann, 'drop apple')).toEqual(['You drop an apple.'])
    expect([pack(), ground()]).toEqual([['1 sword'], ['2 apple']])
    yard.type(ann, 'take apples')
    expect(yard.type(ann, 'drop sword')).toEqual(['You drop a sword.'])
    expect(yard.type(ann, 'drop apples')).toEqual(full)
  })
})

describe('move by tag', () => {
  it('[CF-7.7] moves to the ground, the inventory or the open container; count 0 moves the whole pile', () => {
    const apples = yard.give(ann, 'apple', 5)
    const { player } = ann
    const bag = bagWith()
    yard.world.moveItem(player, 0, apples.tag, 2)
    expect([pack(), ground()]).toEqual([['3 apple', '1 bag'], ['2 apple']])
    yard.world.moveItem(player, bag.tag, apples.tag, 0)
    expect([pack(), listPiles(bag.inside!)]).toEqual([['1 bag'], ['3 apple']])
    yard.world.moveItem(player, player.tag, bag.inside![0]!.tag, 1)
    expect([pack(), listPiles(bag.inside!)]).toEqual([['1 bag', '1 apple'], ['2 apple']])
    yard.world.moveItem(player, 0, bag.inside![0]!.tag, 0)
    expect([ground(), listPiles(bag.inside!)]).toEqual([['4 apple'], []])
  })

  it('[CF-7.7] takes as many pieces as there are, but does not drop or store more than there are', () => {
    const apple = yard.give(ann, 'apple')
    const { player } = ann
    const bag = bagWith()
    ann.texts()
    for (const to of [0, bag.tag]) {
      yard.world.moveItem(player, to, apple.tag, 2)
      expect([pack(), ann.texts()]).toEqual([['1 apple', '1 bag'], ['You have only an apple.']])
    }
    yard.world.moveItem(player, 0, apple.tag, 1)
    yard.world.moveItem(player, player.tag, apple.tag, 2)
    expect(pack()).toEqual(['1 bag', '1 apple'])
  })

  it('[CF-7.7] [CF-7.16] does nothing for an invalid target, tag or count, or a thing out of reach', () => {
    const apples = yard.give(ann, 'apple', 5)
    const bag = yard.give(ann, 'bag')
    for (const to of [bag.tag, apples.tag, 77, -1]) yard.world.moveItem(ann.player, to, apples.tag, 1)
    yard.world.moveItem(ann.player, 0, 12_345, 1)
    const sword = yard.lay(ann, 'sword', 1, 3, 3)
    yard.world.moveItem(ann.player, ann.player.tag, sword.tag, 0)
    yard.world.moveItem(ann.player, 0, apples.tag, -3)
    expect([pack(), ground()]).toEqual([['1 bag'], ['5 apple']])
  })
})

describe('a container', () => {
  it('[CF-7.14] opens and closes when applied, one at a time', () => {
    const [bag, quiver] = [yard.give(ann, 'bag'), yard.give(ann, 'quiver')]
    expect(yard.type(ann, 'apply bag')).toEqual(['You open the bag.'])
    expect(openContainer(ann.player)).toBe(bag)
    yard.type(ann, 'apply quiver')
    expect(openContainer(ann.player)).toBe(quiver)
    expect(yard.type(ann, 'apply quiver')).toEqual(['You close the quiver.'])
    expect(openContainer(ann.player)).toBeUndefined()
  })

  it('[CF-7.14] closes when the player leaves it on the ground, and stays open in the inventory', () => {
    yard.lay(ann, 'bag')
    yard.type(ann, 'apply')
    yard.walk(ann, 'e')
    expect(ann.player.openContainerTag).toBeUndefined()
    const bag = bagWith()
    yard.walk(ann, 'w')
    expect(openContainer(ann.player)).toBe(bag)
    yard.type(ann, 'drop bag')
    yard.walk(ann, 'n')
    expect(openContainer(ann.player)).toBeUndefined()
  })

  it('[CF-7.14] is the source of take while it is open', () => {
    bagWith(['apple', 3])
    yard.lay(ann, 'sword')
    yard.type(ann, 'take 2')
    expect(pack()).toEqual(['1 bag', '2 apple'])
  })

  it.each([
    ['a container', 'bag', 'bag', 'The bag does not go into the bag.'],
    ['things of another kind', 'quiver', 'sword', 'The quiver does not hold items of this kind.'],
    ['things that are too heavy', 'bag', 'mail', 'It is too heavy for the bag.'],
  ])('[CF-7.14] refuses %s', (_, container, id, text) => {
    const filled = yard.give(ann, container)
    yard.type(ann, `apply ${container}`)
    if (id === 'mail') putThing(createThing(++tag, 'sword'), { in: 'container', container: filled })
    const thing = yard.give(ann, id)
    ann.takeTexts()
    yard.world.moveItem(ann.player, filled.tag, thing.tag, 0)
    expect(ann.texts()).toEqual([text])
    expect(thing.location?.in).toBe('pack')
  })

  it('[CF-7.14] does not change when its own content is put into it', () => {
    const bag = bagWith(['apple', 3], ['sword', 1])
    const before = listPiles(bag.inside!)
    ann.takeTexts()
    yard.world.moveItem(ann.player, bag.tag, bag.inside![0]!.tag, 0)
    expect([listPiles(bag.inside!), ann.texts()]).toEqual([before, []])
  })

  it('[CF-16.4] holds at most fifty piles', () => {
    const bag = bagWith()
    for (let n = 0; n < maxPilesInContainer; n++)
      putThing(createThing(++tag, 'note'), { in: 'container', container: bag })
    const note = yard.give(ann, 'note')
    ann.takeTexts()
    yard.world.moveItem(ann.player, bag.tag, note.tag, 0)
    expect(ann.texts()).toEqual(['The bag is full.'])
  })

  it('[CF-12.13] that belongs to the map is refilled some time after it was emptied, and items on the ground return, too', () => {
    yard.stand(ann, 2, 12)
    yard.type(ann, 'apply')
    yard.type(ann, 'take all')
    expect(pack().sort()).toEqual(['1 copper ring', '5 gold coin'])
    yard.stand(ann, 1, 10)
    yard.type(ann, 'take 2 apple')
    const chest = ann.player.level!.thingsAt(2, 12).find(({ inside }) => inside)!
    const apples = () => ann.player.level!.thingsAt(1, 10).at(-1)!.count
    yard.tick(500)
    expect([listPiles(chest.inside!), apples()]).toEqual([[], 1])
    yard.tick(50)
    expect([listPiles(chest.inside!), apples()]).toEqual([['5 gold coin', '1 copper ring'], 1])
    yard.tick(500)
    expect(apples()).toBe(3)
  })
})

describe('equipment', () => {
  it('[CF-7.15] is put on and off by applying it, and changes the stats', () => {
    yard.give(ann, 'mail')
    const { ac } = ann.player.stats
    expect(yard.type(ann, 'apply mail')).toEqual(['You wear the chain mail.'])
    expect(ann.player.stats.ac).toBe(ac - 4)
    expect(yard.type(ann, 'apply mail')).toEqual(['You take off the chain mail.'])
    expect(ann.player.stats.ac).toBe(ac)
  })

  it('[CF-7.15] replaces the thing in its slot; a two-handed weapon also replaces the shield', () => {
    const [sword, staff, shield] = [
      yard.give(ann, 'sword'),
      yard.give(ann, 'staff'),
      yard.give(ann, 'shield'),
    ]
    const inUse = () => [sword, staff, shield].map(({ applied }) => applied ?? '-')
    yard.type(ann, 'apply sword')
    yard.type(ann, 'apply shield')
    expect(inUse()).toEqual(['wielded', '-', 'worn'])
    yard.type(ann, 'apply staff')
    expect(inUse()).toEqual(['-', 'wielded', '-'])
    yard.type(ann, 'apply shield')
    expect(inUse()).toEqual(['-', '-', 'worn'])
  })

  it('[CF-7.15] includes up to two rings; a third replaces the oldest', () => {
    const rings = ['ring', 'ring_wits', 'ring_warmth'].map((id) => yard.give(ann, id))
    for (const { tag: ring } of rings) {
      while (yard.world.applyItem(ann.player, ring) > 0) yard.now += yard.world.msUntilAction(ann.player)
    }
    expect(rings.map(({ applied }) => applied)).toEqual([undefined, 'worn', 'worn'])
  })

  it('[CF-7.15] is readied by applying it: a bow for fire, and arrows as a whole pile', () => {
    const bow = yard.give(ann, 'bow')
    const arrows = yard.give(ann, 'arrow', 20)
    yard.type(ann, 'apply bow')
    yard.type(ann, 'apply arrow')
    expect(ann.player.readied).toEqual({ with: 'launcher', tag: bow.tag })
    expect([arrows.applied, arrows.count]).toEqual(['readied', 20])
    yard.type(ann, 'apply bow')
    expect(ann.player.readied).toBeUndefined()
  })

  it('[CF-12.11] cannot be put on from the ground or from a bag', () => {
    yard.lay(ann, 'sword')
    expect(yard.type(ann, 'apply')).toEqual(['Pick it up first.'])
    const bag = bagWith(['sword', 1])
    yard.now += 1000
    ann.takeTexts()
    yard.world.applyItem(ann.player, bag.inside![0]!.tag)
    expect(ann.texts()).toEqual(['Take it out first.'])
  })
})

describe('automatic pickup', () => {
  it.each([
    [0, []],
    [1, ['1 sword', '3 gold coin', '2 apple']],
    [0x40, ['3 gold coin']],
    [0x10 + 0x2_0000, ['1 sword', '2 apple']],
    [0x4000_0001, []],
  ])('[CF-7.13] in mode %i picks up %j', (mode, taken) => {
    for (const [id, count] of [
      ['sword', 1],
      ['coin_gold', 3],
      ['apple', 2],
    ] as const)
      yard.lay(ann, id, count, 11, 10)
    yard.type(ann, `pickup ${mode}`)
    yard.walk(ann, 'e')
    expect(pack().sort()).toEqual([...taken].sort())
  })
})
