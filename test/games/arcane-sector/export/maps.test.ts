// Exported map files import as the same world.
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { createIsland } from '../../../../games/arcane-sector/builtin/island/island.ts'
import { toMapJson } from '../../../../games/arcane-sector/export/map-json.ts'
import { drawTiles, toTiledMap } from '../../../../games/arcane-sector/export/map-tiled.ts'
import { readMapJson } from '../../../../games/arcane-sector/import/map-json.ts'
import { arcaneSector } from '../../../../games/arcane-sector/index.ts'
import { itemsByAge } from '../../../../games/arcane-sector/items/ground.ts'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import { defaultOptions } from '../../../../games/arcane-sector/options.ts'
import { initialRecords, type WorldMap } from '../../../../games/arcane-sector/state/records.ts'
import { townspersonRoles } from '../../../../games/arcane-sector/state/townsperson.ts'
import { terrainHeight, terrainWidth, tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import { uploadedFile } from '../../../../games/shared/uploaded-file.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { assertProperty } from '../../../property.ts'

const cells = terrainWidth * terrainHeight
/** Invalid layer data: `bomb` is a zip bomb, `odd` has unknown tiles. */
const bomb = deflateSync(Buffer.alloc(16 * 1024 * 1024)).toString('base64')
const odd = Array.from({ length: cells }, () => -1)
const formats = { 'map.json': toMapJson, 'map.tmj': toTiledMap } as const

function read(text: string): WorldMap {
  const answer = readMapJson(uploadedFile('file', new TextEncoder().encode(text)))
  if ('refused' in answer) throw new Error(answer.refused.detail)
  expect(answer.warnings.filter((warning) => /left out|shown as/.test(warning))).toEqual([])
  return answer.map
}

function refusal(json: unknown): string {
  const answer = readMapJson(uploadedFile('file', new TextEncoder().encode(JSON.stringify(json))))
  if (!('refused' in answer)) throw new Error('not refused')
  expect(answer.refused.field).toBe('file')
  return answer.refused.detail
}

const place = fc.record({ x: fc.nat(terrainWidth - 1), y: fc.nat(terrainHeight - 1) })
const text = fc.string({
  unit: fc.oneof(fc.constantFrom('a', 'B', ' ', '"', '\n', '\x12', '\x0f', '\xff\x4a')),
  maxLength: 40,
})
const group = fc.constantFrom('one', 'two')
const kinds: fc.Arbitrary<ItemKind> = fc.oneof(
  fc.record({ type: fc.constantFrom('sign' as const, 'scroll' as const), text }),
  fc.record(
    { type: fc.constant('door' as const), group, locked: fc.boolean() },
    { requiredKeys: ['type', 'group'] },
  ),
  fc.record({ type: fc.constant('switch' as const), group, on: fc.boolean() }),
  fc.record({ type: fc.constant('herb' as const), index: fc.nat(13) }),
  fc.record({ type: fc.constant('flask' as const), herbs: fc.nat(2 ** 14 - 1) }),
  fc.record({ type: fc.constant('teleport_ring' as const), bound: place }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constantFrom('dagger' as const, 'gold_key' as const, 'lamppost' as const) }),
)
const named = fc
  .tuple(kinds, fc.option(text, { nil: undefined }))
  .map(([kind, name]): ItemKind => (name === undefined ? kind : { ...kind, name }))
const fixed = { type: 'door', group: 'one' } as const
const maps: fc.Arbitrary<WorldMap> = fc.record({
  terrain: fc.array(fc.tuple(fc.nat(cells - 1), fc.nat(9)), { maxLength: 50 }).map((odd) => {
    const terrain = new Uint8Array(cells).fill(tileKinds.grass)
    for (const [cell, kind] of odd) terrain[cell] = kind
    terrain[0] = tileKinds.grass
    return terrain
  }),
  variants: fc.nat(127).map((look) => new Uint8Array(cells).fill(look)),
  // The items of a valid map: each door has a pair, and none blocks the start.
  items: fc.array(fc.record({ place, item: named }), { maxLength: 30 }).map((items) => [
    ...(['one', 'two', 'one', 'two'] as const).map((each, x) => ({
      place: { x: x + 1, y: 5 },
      item: { ...fixed, group: each },
    })),
    ...items,
    { place: { x: 3, y: 9 }, item: { type: 'blocker', group: 'one', open: true } as const },
  ]),
  spawners: fc.array(
    fc.record({
      place,
      class: fc.constantFrom('herb' as const, 'flask' as const, 'teleport_ring' as const),
      cooldown: fc.integer({ min: 1, max: 31_536_000 }),
    }),
    { maxLength: 5 },
  ),
  townsfolk: fc.array(fc.record({ role: fc.constantFrom(...townspersonRoles), place }), { maxLength: 3 }),
  start: fc.record({ x: fc.constant(0), y: fc.constant(0), facing: fc.nat(3) }),
})

/** The map as in an exported file, which has variant 0 for walls and for `nothing`, because they have no variants. */
function withLooks(map: WorldMap): WorldMap {
  const variants = map.variants.map((look, cell) =>
    map.terrain[cell] === tileKinds.wall || map.terrain[cell] === tileKinds.nothing ? 0 : look,
  )
  return { ...map, variants }
}

describe.each(Object.entries(formats))('[AS-12.15] [AS-12.16] a world as %s', (_, write) => {
  test('imports as the same world', () => {
    assertProperty(
      fc.property(maps, (drawn) => {
        const map = withLooks(drawn)
        const back = read(write(map))
        for (const part of ['terrain', 'variants'] as const)
          expect(Buffer.compare(back[part], map[part])).toBe(0)
        expect({ ...back, terrain: 0, variants: 0 }).toEqual({ ...map, terrain: 0, variants: 0 })
      }),
      { numRuns: 8 },
    )
  })

  test('round-trips the built-in island after it has been opened', async () => {
    const made = createIsland(1)
    const store = new MemoryStore(initialRecords(made))
    const context = { now: () => 0, random: () => 0.5 } as never
    const world = arcaneSector.openWorld(store, context, defaultOptions, 1)
    const map = (world as unknown as { readonly map: WorldMap }).map
    // By now the spawners have created items, which follow the items of the map.
    expect(map.items.length).toBeGreaterThan(made.items.length)
    expect(map.items.slice(0, 50)).toEqual(made.items.slice(0, 50))
    const back = read(write(map))
    expect(back.items).toEqual(map.items)
    expect(Buffer.compare(back.variants, made.variants!)).toBe(0)
    expect(back.start).toEqual(map.start)
    expect(write(back)).toBe(write(map))
  })
})

test('[AS-12.16] an exported map orders items by id, and items on one tile by their arrival', () => {
  const key = { type: 'gold_key' } as const
  const pile = (x: number, ...ids: readonly number[]) => ({
    x,
    y: 0,
    items: ids.map((id) => ({ id, ...key, name: `${id}` })),
  })
  const order = itemsByAge([pile(0, 0, 4), pile(1, 7, 1), pile(2, 2, 9)]).map(({ item }) => item.name)
  expect(order).toEqual(['0', '2', '4', '7', '1', '9'])
})

describe('[AS-12.15] a Tiled map', () => {
  const plain = {
    terrain: new Uint8Array(cells).fill(tileKinds.grass),
    variants: new Uint8Array(cells).fill(200),
  }
  const map = { ...plain, items: [], spawners: [], start: { x: 185, y: 428, facing: 2 } }
  const written = toTiledMap(map)
  const tiled = () => JSON.parse(written)
  const object = (more: object) => ({ type: 'sign', x: 0, y: 0, properties: [], ...more })
  const withObject = (more: object) => {
    const json = tiled()
    json.layers[1].objects = [object(more)]
    return json
  }
  const withLayer = (more: object) => {
    const json = tiled()
    Object.assign(json.layers[0], more)
    return json
  }
  const withPlain = (data: readonly number[]) => {
    const json = withLayer({ data })
    delete json.layers[0].encoding
    return json
  }
  const sign = [{ name: 'text', type: 'string', value: 'Ahoy' }]

  test('may have its tiles as a list, objects anywhere on a tile, and a `class` in place of an object’s `type`', () => {
    const json = withPlain([...map.terrain].map((kind) => kind + 1))
    json.layers.reverse()
    const [, items] = json.layers
    items.objects = [
      object({ x: 31.9, y: 16, properties: sign }),
      { class: 'dagger', x: 32, y: 48.5, gid: 3, height: 16 },
    ]
    const back = read(JSON.stringify(json))
    expect(back.items).toEqual([
      { place: { x: 1, y: 1 }, item: { type: 'sign', text: 'Ahoy' } },
      { place: { x: 2, y: 2 }, item: { type: 'dagger' } },
    ])
    expect(Buffer.compare(back.terrain, map.terrain)).toBe(0)
  })

  test('with changed tiles gets variants that fit the new kinds of tiles', () => {
    const terrain = map.terrain.slice()
    terrain.fill(tileKinds.wall, 1000, 1100)
    terrain.fill(tileKinds.mountain, 1100, 1200)
    const json = withPlain([...terrain].map((kind) => kind + 1))
    const { variants } = read(JSON.stringify(json))
    expect(Math.max(...variants.slice(1000, 1100))).toBe(0)
    expect(Math.max(...variants.slice(1100, 1200))).toBeLessThan(128)
  })

  const looks = [{ name: 'looks', value: '!' }]
  const start = [{ name: 'start_x', value: 1 }]
  test.for<[detail: RegExp, json: () => unknown]>([
    [/^width: /, () => ({ ...tiled(), width: 100 })],
    [/^infinite: must be false/, () => ({ ...tiled(), infinite: true })],
    [/^layers: must be a list/, () => ({ ...tiled(), layers: {} })],
    [/^layers: a layer named terrain is required/, () => ({ ...tiled(), layers: [] })],
    [/^layers\[0\]\.data: 0.75 tiles/, () => withLayer({ data: 'AAAA', compression: '' })],
    [/^layers\[0\]\.compression: must be zlib or none/, () => withLayer({ compression: 'zstd' })],
    [/^layers\[0\]\.data: not base64/, () => withLayer({ data: '???' })],
    [/^layers\[0\]\.data: over 1.5 MiB/, () => withLayer({ data: bomb })],
    [/^layers\[0\]\.data\[0\]: must be the number of a tile/, () => withPlain(odd)],
    [/^layers\[0\]\.data: 1 tiles/, () => withPlain([1])],
    [/^tilesets\[0\]\.firstgid: /, () => ({ ...tiled(), tilesets: [{ firstgid: 0 }] })],
    [/^layers\[0\]\.data: tile \d+ at 0,0/, () => ({ ...tiled(), tilesets: [] })],
    [/^properties\.looks: not base64/, () => ({ ...tiled(), properties: looks })],
    [/^properties\.start_y: /, () => ({ ...tiled(), properties: start })],
    [/^layers\[1\]\.objects\[0\]\.x: /, () => withObject({ x: 1e9 })],
    [/^layers\[1\]\.objects\[0\]\.y: /, () => withObject({ y: 'north' })],
    [/^layers\[1\]\.objects\[0\]\.type: /, () => withObject({ type: 5 })],
    [/^layers\[1\]\.objects\[0\]\.text: /, () => withObject({})],
    [/^layers\[1\]\.objects\[0\]\.text: /, () => withObject({ properties: [{ name: 'text' }] })],
    [/^layers\[1\]\.objects\[0\]\.properties: must be a list/, () => withObject({ properties: 7 })],
  ])('is refused with the place of the error: %s', ([detail, json]) => {
    expect(refusal(json())).toMatch(detail)
  })

  test('comes with a tileset picture', () => {
    const { width: across, height: down } = decode(drawTiles())
    expect([across, down]).toEqual([160, 16])
  })
})
