// Using items that have no rules of their own. [AS-5.3]
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import type { SelectionAnswer } from '../../../../games/arcane-sector/state/player.ts'
import { assertProperty, type Drawn, weighted } from '../../../property.ts'
import {
  at,
  blocker,
  type Client,
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

function used(item: ItemKind) {
  const client = new SmallWorld({ items: placedItems(startPosition, item) }).join(1)
  client.use(0)
  return client.received()
}

describe('USEI', () => {
  it('[AS-5.3] reads a sign or a scroll', () => {
    expect(used(sign('North shore'))).toEqual(['TEXT The sign reads: North shore'])
    expect(used(scroll('klaatu'))).toEqual(['TEXT The scroll says: klaatu'])
  })

  it('[AS-5.3] toggles a switch', () => {
    expect(used(lever('a'))).toEqual(['TEXT The switch is on now.', 'GRND 185,428:0'])
  })

  it.each<ItemKind>([
    herb(),
    door('a'),
    blocker('a'),
    { type: 'lamppost' },
    { type: 'gold_key' },
    { type: 'dagger' },
  ])('[AS-5.3] does nothing with $type', (item) => expect(used(item)).toEqual([]))

  it('[AS-5.3] is refused for the held item and for unknown ids, and ignored for the id of no item', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll()) }, 1)
    client.hold(0)
    client.received()
    client.use(0)
    client.use(7)
    client.use(undefined)
    expect(client.texts()).toEqual(['Out of reach.', 'Out of reach.'])
  })
})

describe('random item actions of two players', () => {
  const things = [
    flask(),
    flask(),
    ...[3, 10, 6, 8, 0].map(herb),
    ring(),
    ring(),
    scroll(),
    { type: 'dagger' } as const,
  ]
  const ids = fc.integer({ min: -1, max: things.length + 2 })
  const deed = fc.oneof(
    weighted(1, ['use', 'hold'], { id: ids }),
    weighted(1, ['drop'], { to: fc.integer({ min: 0, max: 11 }) }),
    weighted(1, ['choose'], {
      kind: fc.constantFrom<SelectionAnswer['kind']>(
        'item',
        'item',
        'item',
        'mob',
        'ground',
        'slot',
        'other',
      ),
      id: ids,
    }),
    weighted(1, ['cast'], {
      runes: fc.constantFrom([0x51, 0x51, 0x51], [0x76, 0x77, 0x78, 0x79], [0x4a, 0x5a]),
    }),
    weighted(1, ['walk'], { way: fc.constantFrom('N', 'S', 'NS') }),
    weighted(1, ['wait'], { ms: fc.constantFrom(100, 1000, 5000, 61_000) }),
  )

  function act(small: SmallWorld, client: Client, what: Drawn<typeof deed>): void {
    client.player.mana = 60
    if (what.type === 'use') client.use(what.id)
    if (what.type === 'hold') client.hold(what.id)
    if (what.type === 'drop') client.drop(what.to)
    if (what.type === 'choose')
      small.world.choose(client.player, client.selection ?? 0, { kind: what.kind, id: what.id })
    if (what.type === 'cast') client.cast(...what.runes)
    if (what.type === 'walk') client.walk(what.way)
    if (what.type === 'wait') small.pass(what.ms)
  }

  function stored({ store }: SmallWorld): number[] {
    const ground = [...store.list('ground/')].flatMap(([, pile]) => pile as unknown as { id: number }[])
    const carried = [...store.list('player/')].flatMap(([, record]) => {
      const { slots, held } = record as unknown as {
        slots: ({ id: number } | null)[]
        held: { id: number } | null
      }
      return [...slots, held].flatMap((item) => item ?? [])
    })
    return [...ground, ...carried].map(({ id }) => id).sort((a, b) => a - b)
  }

  it('[AS-6.3] duplicate no item and consume only herbs, also across a restart', () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(fc.boolean(), deed), { maxLength: 60 }), (deeds) => {
        const small = new SmallWorld({ items: placedItems(at(185, 428), ...things) })
        const [one, two] = [small.join(1), small.join(2)]
        for (const [first, what] of deeds) act(small, first ? one : two, what)
        const left = stored(small)
        const herbs = things.flatMap(({ type }, id) => (type === 'herb' ? [id] : []))
        const others = things.flatMap(({ type }, id) => (type === 'herb' ? [] : [id]))
        expect(new Set(left).size).toBe(left.length)
        expect(left.filter((id) => !herbs.includes(id))).toEqual(others)
        const before = [one, two].map(({ player: { slots, held } }) => ({ slots, held }))
        small.restart()
        const after = [small.join(1), small.join(2)].map(({ player: { slots, held } }) => ({ slots, held }))
        expect(after).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })
})
