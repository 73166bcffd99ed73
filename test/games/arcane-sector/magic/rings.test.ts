// Binding and using teleport rings. [AS-7]
import { describe, expect, it } from 'vitest'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import { tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import {
  at,
  blocker,
  type Client,
  createSmallWorld,
  placedItems,
  ring,
  type SmallWorld,
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

function wearer(...items: ItemKind[]) {
  const { small, client } = createSmallWorld(
    { items: [...placedItems(startPosition, ...items), ...placedItems(at(210, 428), blocker('x'))] },
    1,
  )
  client.player.mana = 60
  return { small, client }
}

function pocket(client: Client, id: number): void {
  client.put(id, 0)
  client.received()
}

function bind(small: SmallWorld, client: Client, id: number): void {
  client.cast(...binds)
  client.received()
  small.world.choose(client.player, client.selection!, { kind: 'item', id })
}

describe('binding a ring', () => {
  it('[AS-7.7] sends INFO TEXT SLCT, five texts a second apart, then TEXT INVT GRND', () => {
    const { small, client } = wearer(ring())
    pocket(client, 0)
    client.cast(...binds)
    expect(client.received()).toEqual([
      'INFO 40 40 40 60',
      'TEXT Select the ring to bind to this place.',
      'SLCT 2',
    ])
    small.world.choose(client.player, client.selection!, { kind: 'item', id: 0 })
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
    const { small, client } = wearer(ring())
    const other = small.join(2)
    bind(small, client, 0)
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
    const { small, client } = wearer(ring(), scroll())
    client.cast(...binds)
    client.received()
    small.world.choose(client.player, client.selection!, { kind, id })
    small.pass(10_000)
    expect(client.received()).toEqual([`TEXT ${text}`])
  })

  it.each([1, 2, 3, 4, 5])(
    '[AS-7.8] is cancelled by a move after %i texts, even if the player moves back',
    (count) => {
      const { small, client } = wearer(boundRing())
      pocket(client, 0)
      bind(small, client, 0)
      small.pass(1000 * (count - 1) + 500)
      expect(client.texts()).toEqual(ritual.slice(0, count))
      client.walk('NS')
      expect(client.texts()).toEqual([failed])
      small.pass(10_000)
      expect(client.texts()).toEqual([])
      expect(client.player.slots[0]).toMatchObject({ bound: far })
    },
  )

  it('[AS-7.8] is cancelled by a step and by a push', () => {
    const { small, client } = wearer(ring())
    pocket(client, 0)
    const other = small.join(2)
    other.player.mana = 15
    bind(small, client, 0)
    client.face('N')
    client.walk('NS')
    expect(client.texts()).toEqual([ritual[0], failed])
    bind(small, client, 0)
    client.received()
    other.cast(0x51, 0x51, 0x51)
    small.world.choose(other.player, other.selection!, { kind: 'mob', id: 1 })
    expect(client.texts()).toEqual([failed, 'A wall of force pushes you away.'])
  })

  it('[AS-7.8] is not cancelled by turning or by walking against a closed passage', () => {
    const { small, client } = wearer(ring())
    pocket(client, 0)
    client.walk('E'.repeat(24))
    expect(client.player.place).toEqual(at(209, 428))
    bind(small, client, 0)
    client.face('E')
    client.walk('E')
    small.pass(5000)
    expect(client.player.slots[0]).toMatchObject({ bound: at(209, 428) })
  })

  it('[AS-7.7] fails if the ring is out of reach at the end', () => {
    const { small, client } = wearer(ring())
    const other = small.join(2)
    bind(small, client, 0)
    other.hold(0)
    client.received()
    small.pass(5000)
    expect(client.texts()).toEqual([...ritual.slice(1), 'The binding comes to nothing.'])
    expect(other.player.held).toEqual({ id: 0, type: 'teleport_ring' })
  })

  it('[AS-7.8] is cancelled if the player leaves', () => {
    const { small, client } = wearer(ring())
    bind(small, client, 0)
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
    const { small, client } = wearer(boundRing())
    pocket(client, 0)
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
    const { small, client } = wearer(ring())
    client.use(0)
    small.pass(5000)
    expect(client.texts()).toEqual(['This ring is bound to no place yet.'])
    expect(client.player.place).toEqual(startPosition)
  })

  it('[AS-7.8] is cancelled by any move', () => {
    const { small, client } = wearer(boundRing())
    pocket(client, 0)
    client.use(0)
    small.pass(2500)
    client.received()
    client.walk('W')
    expect(client.texts()).toEqual(['You moved, and the ring falls silent.'])
    small.pass(5000)
    expect(client.texts()).toEqual([])
    expect(client.player.place).toEqual(at(184, 428))
  })

  it('[AS-7.9] fails if another player takes the ring before the teleport', () => {
    const { small, client } = wearer(boundRing())
    client.use(0)
    small.join(2).hold(0)
    client.received()
    small.pass(3000)
    expect(client.texts().at(-1)).toBe('The ring is out of reach.')
    expect(client.player.place).toEqual(startPosition)
  })

  const shut = [
    ['a closed passage', at(210, 428)],
    ['the sea', at(100, 100)],
    ['the outside', at(-1, 900)],
  ] as const
  it.each(shut)('[AS-7.10] does not teleport the player into %s', (_, place) => {
    const { small, client } = wearer(boundRing(place))
    client.use(0)
    small.pass(3000)
    expect(client.texts().at(-1)).toBe('The place is closed to the ring.')
    expect(client.player.place).toEqual(startPosition)
  })

  it('[AS-7.11] is limited to one ring at a time', () => {
    const { small, client } = wearer(boundRing(), ring())
    client.use(0)
    client.received()
    client.use(0)
    expect(client.texts()).toEqual(['Too busy with another ring.'])
    bind(small, client, 1)
    expect(client.texts()).toEqual(['Too busy with another ring.'])
    small.pass(3000)
    expect(client.player.place).toEqual(far)
    client.received()
    small.pass(5000)
    expect(client.texts()).toEqual([])
  })
})

it('[AS-7.9] a bound ring also works from indoors', () => {
  const { small, client } = createSmallWorld(
    {
      items: placedItems(at(8, 525), boundRing(startPosition)),
      paint: { [tileKinds.wood]: [at(8, 526)] },
    },
    1,
    at(8, 525),
  )
  client.use(0)
  small.pass(3000)
  expect(client.player.place).toEqual(startPosition)
})
