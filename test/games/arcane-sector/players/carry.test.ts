import { describe, expect, it } from 'vitest'
import { maxPileItems } from '../../../../games/arcane-sector/items/ground.ts'
import {
  type Item,
  type ItemKind,
  isMovable,
  nameOf,
  pictureNameOf,
} from '../../../../games/arcane-sector/items/items.ts'
import {
  at,
  blocker,
  createSmallWorld,
  door,
  flask,
  herb,
  lever,
  placedItems,
  ring,
  SmallWorld,
  scroll,
  sign,
  startPosition,
} from '../harness/small-world.ts'

describe('HOLD', () => {
  it('[AS-5.1] [AS-5.5] picks up an item from the ground: GRND, HLDI', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll('a'), scroll('b')) })
    client.hold(0)
    expect(client.received()).toEqual(['GRND 185,428:1', 'HLDI 0'])
  })

  it('[AS-5.1] picks up an item from a slot or a hand: INVT, HLDI', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll()) })
    for (const slot of [0, 7, 8, 9]) {
      client.put(0, slot)
      client.received()
      client.hold(0)
      expect(client.received()).toEqual(['INVT - - - - - - - - - -', 'HLDI 0'])
      client.drop(255)
    }
  })

  it('[AS-5.6] is limited to items on the player’s tile, in slots and in hands, so it is refused for the held item', () => {
    const small = new SmallWorld({
      items: [...placedItems(at(184, 428), scroll()), ...placedItems(startPosition, scroll(), scroll())],
    })
    const [client, other] = [small.join(7), small.join(1)]
    other.put(1, 0)
    client.hold(2)
    small.tick()
    client.received()
    // An item on the next tile, an item of another player, the held item, and unknown ids.
    for (const id of [0, 1, 2, 3, -1, 4_000_000_000]) client.hold(id)
    expect(client.received()).toEqual(new Array(6).fill('TEXT Out of reach.'))
    expect(client.heldId).toBe(2)
    client.hold(undefined)
    expect(client.received()).toEqual([])
  })

  it('[AS-5.7] cannot pick up fixed items', () => {
    const fixed: ItemKind[] = [sign(), door('d'), { type: 'lamppost' }, lever('g'), blocker('h')]
    const { client } = createSmallWorld({ items: placedItems(startPosition, ...fixed) })
    for (const id of fixed.keys()) client.hold(id)
    expect(client.received()).toEqual(fixed.map(() => 'TEXT Unable to take this item.'))
    expect(client.player.held).toBeUndefined()
  })

  it('[AS-5.1] swaps the item with a held item, which is never lost', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll('a'), scroll('b')) })
    client.hold(0)
    client.received()
    client.hold(1)
    expect(client.received()).toEqual(['GRND 185,428:0', 'HLDI 1'])
    client.drop(4)
    client.hold(0)
    client.received()
    client.hold(1)
    expect(client.received()).toEqual(['INVT - - - - 0 - - - - -', 'HLDI 1'])
  })
})

describe('DROP', () => {
  it('[AS-5.2] [AS-5.5] puts the held item into a slot or a hand: INVT, HLDI', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll()) })
    client.hold(0)
    client.received()
    client.drop(8)
    expect(client.received()).toEqual(['INVT - - - - - - - - 0 -', 'HLDI -'])
  })

  it('[AS-5.2] swaps with an item in the slot', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll('a'), scroll('b')) })
    client.put(0, 2)
    client.hold(1)
    client.received()
    client.drop(2)
    expect(client.received()).toEqual(['INVT - - 1 - - - - - - -', 'HLDI 0'])
  })

  it('[AS-5.2] puts the item on top of the ground pile if the target is another number: GRND, HLDI', () => {
    for (const to of [10, 11, 255]) {
      const { client } = createSmallWorld({ items: placedItems(startPosition, scroll('a'), scroll('b')) })
      client.hold(0)
      client.received()
      client.drop(to)
      expect(client.received()).toEqual(['GRND 185,428:1+0', 'HLDI -'])
    }
  })

  it('[AS-5.2] is ignored without a held item', () => {
    const { client } = createSmallWorld()
    for (const to of [0, 9, 255]) client.drop(to)
    expect(client.received()).toEqual([])
  })

  it('[AS-5.9] onto a full tile is refused, and the item stays held', () => {
    const [next, pile] = [at(184, 428), Array<ItemKind>(maxPileItems).fill(herb())]
    const items = [...placedItems(next, herb()), ...placedItems(startPosition, ...pile)]
    const { client } = createSmallWorld({ items }, 7, next)
    client.hold(0)
    client.walk('E')
    client.received()
    client.drop(255)
    expect(client.received()).toEqual(['TEXT There is no room here.', 'HLDI 0'])
    // The player can swap the held item for another on a full tile, because a swap needs no space.
    client.hold(1)
    expect(client.player.held?.id).toBe(1)
    expect(client.piles).toMatchObject([{ items: [...new Array(62).keys()].map((n) => n + 2).concat(64, 0) }])
  })
})

describe('bystanders', () => {
  it('[AS-4.5] within eight tiles get one GRND in the next tick when an item is picked up or put down', () => {
    const { small, client } = createSmallWorld({ items: placedItems(startPosition, scroll()) })
    // The first player is eight tiles away, the second 5.66 tiles on the diagonal, and the third just too far away.
    const [near, diagonal, far] = [at(193, 428), at(189, 432), at(193, 429)].map((place, id) =>
      small.join(id, place),
    )
    small.tick()
    for (const each of [near!, diagonal!, far!]) each.received()
    client.hold(0)
    expect(near!.received()).toEqual([])
    small.tick()
    expect([near!, diagonal!, far!].map((each) => each.received())).toEqual([['GRND'], ['GRND'], []])
    client.drop(255)
    client.put(0, 255)
    small.tick()
    expect([near!, diagonal!, far!].map((each) => each.received())).toEqual([
      ['GRND'],
      ['GRND 185,428:0'],
      [],
    ])
  })

  it('[AS-4.5] get no packet when another player moves an item between slots and hands', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll()) })
    const [client, watcher] = [small.join(7), small.join(1)]
    client.hold(0)
    small.tick()
    watcher.received()
    client.drop(0)
    client.put(0, 8)
    small.tick()
    expect(watcher.received()).toEqual([])
  })
})

describe('an item', () => {
  const kinds: readonly [ItemKind, picture: string, name: string, movable: boolean][] = [
    [sign(), 'sign', 'Sign', false],
    [scroll(), 'scroll', 'Scroll of Unnamed', true],
    [door('d'), 'door', 'Door', false],
    [{ type: 'lamppost' }, 'lamppost', '', false],
    [lever('g'), 'switch', 'Switch (off)', false],
    [{ type: 'switch', group: 'g', on: true }, 'switch_on', 'Switch (on)', false],
    [blocker('g'), 'blocker', 'Blocked secret passage', false],
    [{ type: 'blocker', group: 'g', open: true }, 'blocker_open', 'Blocked secret passage', false],
    [flask(), 'empty_flask', 'Empty flask', true],
    [flask(1 << 6), 'unknown_potion', 'Unspecified potion (#64)', true],
    [flask((1 << 6) | (1 << 8)), 'mana_potion', 'Mana potion', true],
    [flask((1 << 3) | (1 << 10)), 'health_potion', 'Health potion', true],
    [flask(0b101_0100_1000), 'unknown_potion', 'Unspecified potion (#1352)', true],
    [herb(6), 'herb_6', 'Fria', true],
    [herb(13), 'herb_13', 'Kingsberry', true],
    [ring(), 'teleport_ring', 'Teleport Ring (Unbound)', true],
    [{ type: 'teleport_ring', bound: at(3, 4) }, 'teleport_ring', 'Teleport Ring (3, 4)', true],
    [{ type: 'dagger' }, 'dagger', 'Dagger', true],
    [{ type: 'gold_key' }, 'gold_key', 'Gold key', true],
    [{ ...sign(), name: 'Old sign' }, 'sign', 'Old sign', false],
  ]

  it('[AS-1.12] has a picture that the client knows', () => {
    const known = [
      ...['scroll', 'gold_key', 'teleport_ring', 'dagger', 'sign', 'lamppost', 'switch', 'switch_on'],
      ...['blocker', 'blocker_open', 'empty_flask', 'unknown_potion', 'health_potion', 'mana_potion', 'door'],
      ...Array.from({ length: 14 }, (_, n) => `herb_${n}`),
    ]
    const herbs = Array.from({ length: 14 }, (_, n) => herb(n))
    const flasks = Array.from({ length: 1 << 14 }, (_, herbs) => flask(herbs))
    for (const kind of [...kinds.map(([kind]) => kind), ...herbs, ...flasks])
      expect(known).toContain(pictureNameOf(kind))
  })

  it.each(kinds)('[AS-5.8] %j has the picture %s and the name %j', (kind, picture, name, movable) => {
    const item: Item = { id: 1, ...kind }
    expect([pictureNameOf(item), nameOf(item), isMovable(item)]).toEqual([picture, name, movable])
  })
})
