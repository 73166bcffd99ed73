import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ImportedMap, readMapJson } from '../../../../games/arcane-sector/import/map-json.ts'
import { mapLimits } from '../../../../games/arcane-sector/import/map-parts.ts'
import { terrainHeight, terrainWidth, tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import { uploadedFile } from '../../../../games/shared/uploaded-file.ts'
import { assertProperty } from '../../../property.ts'
import { worldFile } from '../transcripts.ts'

const cells = terrainWidth * terrainHeight
const grass = new Uint8Array(cells).fill(tileKinds.grass)
const packed = (terrain: Uint8Array) => deflateSync(terrain).toString('base64')
const zlib = deflateSync(grass)
const plain = zlib.toString('base64')

const anyObject = { id: 7, comment: '', pos_x: 10, pos_y: 20 }
const object = (type: string, more: object = {}) => ({ ...anyObject, type, ...more })
const at = (pos_x: number, pos_y: number) => ({ pos_x, pos_y })
const validFile = { w: 512, h: 768, terrain: plain, items: [], system_objects: [] }
const file = (more: object = {}) => ({ ...validFile, ...more })
const bytes = (json: unknown) => Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))

function read(more: object = {}): ImportedMap {
  const answer = readMapJson(uploadedFile('file', bytes(file(more))))
  if ('refused' in answer) throw new Error(answer.refused.detail)
  return answer
}

function refusal(json: unknown) {
  const answer = readMapJson(uploadedFile('file', bytes(json)))
  if (!('refused' in answer)) throw new Error('not refused')
  expect(answer.refused.field).toBe('file')
  expect(answer.refused.detail.length).toBeLessThan(300)
  return answer.refused
}

describe('[AS-12.4] a map.json', () => {
  it('from the recordings imports completely: terrain, items in order, spawners, default start', () => {
    const original = JSON.parse(Buffer.from(worldFile()).toString())
    const answer = readMapJson(uploadedFile('file', worldFile()))
    if ('refused' in answer) throw new Error(answer.refused.detail)
    const { map, warnings } = answer
    expect(map.items.map(({ item }) => item.type)).toEqual(
      original.items.map(({ type }: { type: string }) => type),
    )
    expect(map.items.map(({ place: { x, y } }) => [x, y])).toEqual(
      original.items.map(({ pos_x, pos_y }: { pos_x: number; pos_y: number }) => [pos_x, pos_y]),
    )
    expect(map.spawners).toHaveLength(9)
    expect(map.spawners[2]).toEqual({ place: { x: 10, y: 526 }, class: 'teleport_ring', cooldown: 30 })
    expect(map.start).toEqual({ x: 185, y: 428, facing: 2 })
    expect(map.terrain[185 + 512 * 428]).toBe(tileKinds.dirt)
    expect(map.variants).toHaveLength(cells)
    expect(warnings).toEqual(['system_objects[9]: skipped: monsters are placed by the game'])
  })

  it('[AS-12.5] has its terrain as base64 of zlib data, in one line or several', () => {
    const terrain = Uint8Array.from({ length: cells }, (_, cell) => (cell * 7) % 10)
    terrain[185 + 512 * 428] = tileKinds.grass
    const text = packed(terrain)
    expect(Buffer.compare(read({ terrain: text }).map.terrain, terrain)).toBe(0)
    expect(Buffer.compare(read({ terrain: text.replace(/(.{76})/g, '$1\n') }).map.terrain, terrain)).toBe(0)
    expect(
      Buffer.compare(read({ terrain: `${text.replace(/(.{76})/g, '$1\r\n')}\n` }).map.terrain, terrain),
    ).toBe(0)
  })

  it('[AS-12.5] may use any zlib compression and any base64 padding', () => {
    const tile = fc.constantFrom(...Object.values(tileKinds))
    const patches = fc.array(fc.tuple(fc.nat(cells - 1), tile), { maxLength: 40 })
    assertProperty(
      fc.property(patches, fc.constantFrom(0, 1, 6, 9), (patch, level) => {
        const terrain = grass.slice()
        for (const [cell, kind] of patch) terrain[cell] = kind
        terrain[185 + 512 * 428] = tileKinds.grass
        const text = deflateSync(terrain, { level }).toString('base64')
        expect(Buffer.compare(read({ terrain: text }).map.terrain, terrain)).toBe(0)
      }),
      { numRuns: 8 },
    )
  })

  it('[AS-12.6] supports every kind of item', () => {
    const items = [
      object('sign', { text: 'Beware' }),
      object('scroll', { text: 'ab\xffJ', name: 'Old scroll' }),
      object('door', { teleport_group: 'a' }),
      object('door', { teleport_group: 'a', ...at(30, 30) }),
      object('lamppost'),
      object('switch', { switch_group: 's' }),
      object('blocker', { blocker_group: 's' }),
      object('flask'),
      object('herb', { index: 13 }),
      object('herb'),
      object('teleport_ring'),
      object('dagger'),
      object('gold_key'),
    ]
    const { map, warnings } = read({ items })
    expect(map.items.map(({ item }) => item)).toEqual([
      { type: 'sign', text: 'Beware' },
      { type: 'scroll', text: 'ab\xffJ', name: 'Old scroll' },
      { type: 'door', group: 'a' },
      { type: 'door', group: 'a' },
      { type: 'lamppost' },
      { type: 'switch', group: 's', on: false },
      { type: 'blocker', group: 's', open: false },
      { type: 'flask', herbs: 0 },
      { type: 'herb', index: 13 },
      { type: 'herb', index: 6 },
      { type: 'teleport_ring' },
      { type: 'dagger' },
      { type: 'gold_key' },
    ])
    expect(map.items[0]!.place).toEqual({ x: 10, y: 20 })
    expect(warnings).toEqual([])
  })

  it('[AS-12.6] [AS-15.1] can place townspeople and locked doors', () => {
    const { map, warnings } = read({
      items: [
        object('door', { teleport_group: 'a', locked: true }),
        object('door', { teleport_group: 'a', locked: false, ...at(30, 30) }),
      ],
      system_objects: [
        object('spawn', { mob_class: 'innkeeper' }),
        object('spawn', { mob_class: 'warden', cooldown: 1800, ...at(40, 41) }),
      ],
    })
    expect(map.items.map(({ item }) => item)).toEqual([
      { type: 'door', group: 'a', locked: true },
      { type: 'door', group: 'a', locked: false },
    ])
    expect(map.townsfolk).toEqual([
      { role: 'innkeeper', place: { x: 10, y: 20 } },
      { role: 'warden', place: { x: 40, y: 41 } },
    ])
    expect(map.spawners).toEqual([])
    expect(warnings).toEqual([])
  })

  it('[AS-12.6] may contain a flag_sign, which becomes a sign whose text is unreadable, and whose file is not read', () => {
    const { map, warnings } = read({ items: [object('flag_sign', { flag_file: '/etc/passwd' })] })
    expect(map.items[0]!.item).toEqual({ type: 'sign', text: 'Too weathered to be read.' })
    expect(warnings).toEqual([
      'items[0]: a flag_sign becomes a sign whose text is unreadable; no file is read',
    ])
    expect(JSON.stringify(map.items)).not.toContain('passwd')
  })

  it('[AS-12.6] imports each character of a text that the client cannot draw as ?', () => {
    const { map, warnings } = read({
      items: [object('sign', { text: 'caf\xe9 ~ \x12green\x0f\n\x07 \u{1f40c} \xffJ\xff' })],
    })
    expect(map.items[0]!.item).toMatchObject({ text: 'caf? ? \x12green\x0f\n? ?? \xffJ?' })
    expect(warnings).toEqual(['items[0].text: characters that the client cannot draw are shown as ?'])
  })

  it('[AS-12.2] can set the start', () => {
    expect(read({ start: { ...at(3, 700), facing: 0 } }).map.start).toEqual({ x: 3, y: 700, facing: 0 })
    expect(read({ start: at(3, 700) }).map.start).toEqual({ x: 3, y: 700, facing: 2 })
  })

  it('gets warnings of bounded length for skipped parts', () => {
    const items = [
      object('dragon'),
      object('dagger', { gfx_id: 'sword', damage: 3 }),
      object('constructor'),
      object('lamppost', at(5, 5)),
      object('door', { teleport_group: 'a', ...at(5, 6) }),
      object('door', { teleport_group: 'a', ...at(5, 4) }),
    ]
    const system_objects = [
      object('spawn', { mob_class: 'spider', cooldown: 1800 }),
      object('spawn_item', { item_class: 'sword', cooldown: 60 }),
      object('spawn_item', { item_class: 'herb', cooldown: 60, ...at(5, 5) }),
    ]
    const terrain = grass.slice()
    for (const [x, y] of [
      [5, 5],
      [4, 6],
      [6, 6],
      [5, 7],
    ])
      terrain[x! + terrainWidth * y!] = tileKinds.wall
    const { map, warnings } = read({ items, system_objects, terrain: packed(terrain), version: 2 })
    expect(map.items).toHaveLength(4)
    expect(map.spawners).toHaveLength(1)
    expect(warnings).toEqual([
      'skipped unknown fields: version',
      'items[0]: skipped the unknown type "dragon"',
      'items[1]: "gfx_id", "damage" skipped as unknown',
      'items[2]: skipped the unknown type "constructor"',
      'system_objects[0]: skipped: monsters are placed by the game',
      'system_objects[1]: skipped: "sword" cannot grow; known items: herb, flask, teleport_ring',
      'items[3]: is on a tile where players cannot stand',
      'items[4]: a door without a free side; players cannot leave through it',
      'system_objects: 1 of them create items where players cannot stand',
    ])
    const many = read({ items: Array(300).fill(object('dragon')) }).warnings
    expect(many).toHaveLength(21)
    expect(many.at(-1)).toBe('and 280 more')
  })
})

describe('[AS-12.7] an invalid map.json', () => {
  it('is refused if it is not JSON', () => {
    for (const text of ['', 'map', '{"w":512', '\xff\xfe'])
      expect(refusal(text)).toMatchObject({
        unparseable: true,
        detail: expect.stringContaining('not a map.json'),
      })
    expect(readMapJson(uploadedFile('file', Uint8Array.of(0x7b, 0xff)))).toMatchObject({
      refused: { unparseable: true },
    })
  })

  it('is refused if nested too deeply or too large', () => {
    expect(
      refusal(`{"w":512,"h":768,"terrain":${'['.repeat(500_000)}${']'.repeat(500_000)}}`).detail,
    ).toMatch(/^terrain: must be text/)
    expect(refusal('['.repeat(1_000_000))).toMatchObject({ unparseable: true })
    expect(refusal(`[${' '.repeat(mapLimits.bytes)}]`).detail).toBe(
      `the map has ${mapLimits.bytes + 2} bytes; the maximum is ${mapLimits.bytes}`,
    )
  })

  it.each(
    Object.entries<object[]>({
      'w: must be 512': [{ w: 256 }],
      'h: must be 768': [{ h: '768' }],
      'terrain: must be text of at most 4194304 characters': [{ terrain: undefined }, { terrain: [1] }],
      'items: must be a list of at most 8192 objects': [
        { items: undefined },
        { items: {} },
        { items: Array(8193).fill(0) },
      ],
      'system_objects: must be a list of at most 8192 objects': [{ system_objects: Array(8193).fill(0) }],
      'items[0]: must be an object': [{ items: [null] }, { items: [[]] }],
      'items[0].type: must be text of at most 64 characters': [{ items: [at(1, 1)] }],
      'items[0].pos_x: must be a whole number from 0 to 511': [
        { items: [object('dagger', at(512, 0))] },
        { items: [object('dagger', at(-1, 0))] },
        { items: [object('dagger', at(1.5, 0))] },
        { items: [object('dragon', { pos_x: '1' })] },
      ],
      'items[1].pos_y: must be a whole number from 0 to 767': [
        { items: [object('lamppost'), object('dagger', at(0, 768))] },
      ],
      'items[0].text: must be text of at most 1024 characters': [
        { items: [object('sign', { text: 'x'.repeat(1025) })] },
        { items: [object('sign')] },
      ],
      'items[0].name: must be text of at most 64 characters': [
        { items: [object('dagger', { name: 'x'.repeat(65) })] },
      ],
      'items[0].teleport_group: must be text of at most 64 characters': [{ items: [object('door')] }],
      'items[0].locked: must be true or false': [
        { items: [object('door', { teleport_group: 'a', locked: 1 })] },
      ],
      'items[0].index: must be a whole number from 0 to 13': [{ items: [object('herb', { index: 14 })] }],
      'items[0]: no other door belongs to the group "a"': [
        { items: [object('door', { teleport_group: 'a' }), object('door', { teleport_group: 'b' })] },
      ],
      'items[64]: a tile holds at most 64 items': [{ items: Array(65).fill(object('dagger')) }],
      'system_objects[0].cooldown: must be a whole number from 1 to 31536000': [
        { system_objects: [object('spawn_item', { item_class: 'herb', cooldown: 0 })] },
      ],
      'system_objects[0].pos_y: must be a whole number from 0 to 767': [
        { system_objects: [object('spawn_item', { item_class: 'herb', cooldown: 60, ...at(0, 9999) })] },
      ],
      'start: must be an object': [{ start: 5 }],
      'start.pos_x: must be a whole number from 0 to 511': [{ start: at(512, 1) }],
      'start.facing: must be a whole number from 0 to 3': [{ start: { ...at(1, 1), facing: 4 } }],
    }),
  )('is refused: %s', (detail, maps) => {
    for (const more of maps) expect(refusal(file(more)).detail).toBe(detail)
  })

  const required = '393216 tiles are required, one byte for each of 512 x 768 tiles'
  it.each([
    ['not base64', 'e$$$', 'not base64'],
    ['truncated base64', plain.slice(0, -1), 'not base64'],
    ['base64 with padding in the middle', `${plain.slice(0, 8)}====${plain.slice(8)}`, 'not base64'],
    ['empty', '', 'damaged: .*'],
    [
      'zlib data with a wrong checksum',
      Buffer.from(zlib.with(-1, zlib.at(-1)! ^ 1)).toString('base64'),
      'damaged: the checksum does not match; .*',
    ],
    [
      'not zlib data',
      Buffer.from('hello, world').toString('base64'),
      `incomplete zlib data: .*; ${required}`,
    ],
    ['a tile too short', packed(grass.subarray(1)), `393215 tiles; ${required}`],
    ['a tile too long', packed(new Uint8Array(cells + 1)), `over 0.375 MiB when unpacked; ${required}`],
    ['a zip bomb', packed(new Uint8Array(32 * 1024 * 1024)), `over 0.375 MiB when unpacked; ${required}`],
    ['a tile of an unknown kind', packed(grass.with(1030, 10)), 'tile 10 at 6,2; it must be 0 to 9'],
  ])('is refused for a terrain: %s', (_, terrain, detail) => {
    expect(refusal(file({ terrain })).detail).toMatch(new RegExp(`^terrain: ${detail}$`))
  })

  it('is refused for a blocked start', () => {
    const water = grass.with(185 + 512 * 428, tileKinds.water)
    expect(refusal(file({ terrain: packed(water) })).detail).toMatch(
      /^start: players cannot stand at 185,428/,
    )
    const shut = [object('blocker', { blocker_group: 'x', ...at(185, 428) })]
    expect(refusal(file({ items: shut })).detail).toMatch(/^start: players cannot stand at 185,428/)
  })

  it('is imported or refused for any field values, without an exception', () => {
    const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.constant([]))
    const fields = 'type pos_x text teleport_group switch_group index cooldown item_class name'.split(' ')
    const types = 'sign door switch blocker herb spawn_item spawn __proto__ toString'.split(' ')
    const odd = fc
      .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...fields), value))
      .map(([type, more]) => object(type, more))
    assertProperty(
      fc.property(
        fc.array(odd, { maxLength: 3 }),
        fc.array(odd, { maxLength: 3 }),
        (items, system_objects) => {
          const answer = readMapJson(uploadedFile('file', bytes(file({ items, system_objects }))))
          expect('refused' in answer ? typeof answer.refused.detail : answer.map.start).toBeTruthy()
        },
      ),
      { numRuns: 30 },
    )
  })
})
