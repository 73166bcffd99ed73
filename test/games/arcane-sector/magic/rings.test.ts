// Binding and using teleport rings. [AS-7]
import { describe, expect, it } from 'vitest'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import {
  at,
  blocker,
  type Client,
  createSmallWorld,
  placedItems,
  ring,
  scroll,
  startPosition,
} from '../harness/small-world.ts'

const binds = [0x76, 0x77, 0x78, 0x79] as const
const ritual = [
  'You draw a circle round the ring...',
  'The ring grows warm and listens...',
  'It learns the ground under your feet...',
  'It learns the wind of this place...',
  'The circle closes...',
]
const failed = 'You moved, and the circle breaks.'
const far = at(200, 440)
const boundRing = (place = far): ItemKind => ({ type: 'teleport_ring', bound: place })

/** The player has full mana and stands on these items. */
function onItems(...items: ItemKind[]) {
  const world = createSmallWorld(
    { items: [...placedItems(startPosition, ...items), ...placedItems(at(210, 428), blocker('x'))] },
    1,
  )
  world.client.player.mana = 60
  return world
}

function bind(client: Client, id: number): void {
  client.cast(...binds)
  client.received()
  client.choose('item', id)
}

describe('binding a ring', () => {
  it('[AS-7.7] sends INFO TEXT SLCT, five texts a second apart, then TEXT INVT GRND', () => {
    const { small, client } = onItems(ring())
    client.pocket(0)
    client.cast(...binds)
    expect(client.received()).toEqual([
      'INFO 40 40 40 60',
      'TEXT Select the ring to bind to this place.',
      'SLCT 2',
    ])
    client.choose('item', 0)
    for (const text of ritual) {
      expect(client.received()).toEqual([`TEXT ${text}`])
      small.pass(900)
      expect(client.received()).toEqual([])
      small.tick()
    }
    expect(client.received()).toEqual([
      'TEXT The ring is bound to this place.',
      'INVT 0 - - - - - - - - -',
      'GRND',
    ])
    expect(client.player.slots[0]).toEqual({ id: 0, type: 'teleport_ring', bound: startPosition })
    small.restart()
    expect(small.join(1).player.slots[0]).toEqual({ id: 0, type: 'teleport_ring', bound: startPosition })
  })

  it('[AS-7.7] works for a ring on the ground, and other players see the change', () => {
    const { small, client } = onItems(ring())
    const other = small.join(2)
    bind(client, 0)
    other.received()
    small.pass(5000)
    expect(other.received()).toContainEqual('GRND 185,428:0')
    expect(small.store.get('ground/185,428')).toEqual([
      { id: 0, type: 'teleport_ring', bound: startPosition },
    ])
  })

  it.each([
    ['no item', 'ground', 0, 'The binding comes to nothing.'],
    ['no ring', 'item', 1, 'Only a teleport ring can be bound.'],
  ] as const)('[AS-7.7] fails if the player selects %s', (_, kind, id, text) => {
    const { small, client } = onItems(ring(), scroll())
    client.cast(...binds)
    client.received()
    client.choose(kind, id)
    small.pass(10_000)
    expect(client.received()).toEqual([`TEXT ${text}`])
  })

  it.each([1, 2, 3, 4, 5])(
    '[AS-7.8] is cancelled by a move after %i texts, even if the player moves back',
    (count) => {
      const { small, client } = onItems(boundRing())
      client.pocket(0)
      bind(client, 0)
      small.pass(1000 * (count - 1) + 500)
      expect(client.texts()).toEqual(ritual.slice(0, count))
      client.walk('NS')
      expect(client.texts()).toEqual([failed])
      small.pass(10_000)
      expect(client.texts()).toEqual([])
      expect(client.player.slots[0]).toMatchObject({ bound: far })
    },
  )

  it('[AS-7.8] is cancelled by a push', () => {
    const { small, client } = onItems(ring())
    client.pocket(0)
    const other = small.join(2)
    other.player.mana = 15
    bind(client, 0)
    other.cast(0x51, 0x51, 0x51)
    other.choose('mob', 1)
    expect(client.texts()).toEqual([ritual[0], failed, 'A wall of force pushes you away.'])
  })

  it('[AS-7.8] is not cancelled by turning or by walking against a closed passage', () => {
    const { small, client } = onItems(ring())
    client.pocket(0)
    client.walk('E'.repeat(24))
    expect(client.player.place).toEqual(at(209, 428))
    bind(client, 0)
    client.face('E')
    client.walk('E')
    small.pass(5000)
    expect(client.player.slots[0]).toMatchObject({ bound: at(209, 428) })
  })

  it('[AS-7.7] fails if the ring is out of reach at the end', () => {
    const { small, client } = onItems(ring())
    const other = small.join(2)
    bind(client, 0)
    other.hold(0)
    client.received()
    small.pass(5000)
    expect(client.texts()).toEqual([...ritual.slice(1), 'The binding comes to nothing.'])
    expect(other.player.held).toEqual({ id: 0, type: 'teleport_ring' })
  })

  it('[AS-7.8] is cancelled if the player leaves', () => {
    const { small, client } = onItems(ring())
    bind(client, 0)
    client.leave()
    client.player = small.world.enter(1, client)
    client.received()
    small.pass(10_000)
    expect(client.texts()).toEqual([])
    expect(small.store.get('ground/185,428')).toEqual([{ id: 0, type: 'teleport_ring' }])
  })
})

describe('using a ring', () => {
  it('[AS-7.9] sends three texts a second apart, then POSI GRND MOBS TEXT, and keeps the ring', () => {
    const { small, client } = onItems(boundRing())
    client.pocket(0)
    const other = small.join(2, at(186, 428))
    small.tick()
    other.received()
    client.received()
    client.use(0)
    for (const text of ['The ring hums: three...', 'The ring hums: two...', 'The ring hums: one...']) {
      expect(client.received()).toEqual([`TEXT ${text}`])
      small.pass(900)
      expect(client.received()).toEqual([])
      small.tick()
    }
    expect(client.received()).toEqual([
      'POSI 200 440 2',
      'GRND',
      'MOBS',
      'TEXT The world turns once, and you are there.',
    ])
    expect(other.received()).toEqual(['MOBS'])
    expect(client.player.slots[0]).toMatchObject({ bound: far })
  })

  it('[AS-7.9] sends nothing but a message if the ring is unbound', () => {
    const { small, client } = onItems(ring())
    client.use(0)
    small.pass(5000)
    expect(client.texts()).toEqual(['This ring is bound to no place yet.'])
    expect(client.player.place).toEqual(startPosition)
  })

  it('[AS-3.8] [AS-7.8] is cancelled by a step, but not by a turn', () => {
    const { small, client } = onItems(boundRing())
    client.pocket(0)
    client.use(0)
    client.face('N')
    small.pass(2500)
    client.received()
    client.walk('W')
    expect(client.texts()).toEqual(['You moved, and the ring falls silent.'])
    small.pass(5000)
    expect(client.texts()).toEqual([])
    expect(client.player.place).toEqual(at(184, 428))
  })

  it('[AS-7.9] fails if another player takes the ring before the teleport', () => {
    const { small, client } = onItems(boundRing())
    client.use(0)
    small.join(2).hold(0)
    client.received()
    small.pass(3000)
    expect(client.texts().at(-1)).toBe('The ring is out of reach.')
    expect(client.player.place).toEqual(startPosition)
  })

  it.each([
    ['into a closed passage', at(210, 428)],
    ['into the sea', at(100, 100)],
    ['off the map', at(-1, 900)],
  ])('[AS-7.10] does not teleport the player %s', (_, place) => {
    const { small, client } = onItems(boundRing(place))
    client.use(0)
    small.pass(3000)
    expect(client.texts().at(-1)).toBe('The place is closed to the ring.')
    expect(client.player.place).toEqual(startPosition)
  })

  it('[AS-7.11] is limited to one ring at a time', () => {
    const { small, client } = onItems(boundRing(), ring())
    client.use(0)
    client.received()
    client.use(0)
    expect(client.texts()).toEqual(['Too busy with another ring.'])
    bind(client, 1)
    expect(client.texts()).toEqual(['Too busy with another ring.'])
    small.pass(3000)
    expect(client.player.place).toEqual(far)
    client.received()
    small.pass(5000)
    expect(client.texts()).toEqual([])
  })
})

it('[AS-7.9] a bound ring also works from indoors', () => {
  const indoors = at(8, 525)
  const { small, client } = createSmallWorld(
    { items: placedItems(indoors, boundRing(startPosition)) },
    1,
    indoors,
  )
  client.use(0)
  small.pass(3000)
  expect(client.player.place).toEqual(startPosition)
})
