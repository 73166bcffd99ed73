import { Zip, ZipDeflate, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { uploadedFile } from '../../../../games/shared/uploaded-file.ts'
import { readArchive } from '../../../../games/soaprun/import/archive.ts'
import { encodeArchive } from '../../../../games/soaprun/import/encode-archive.ts'
import type { ImportedMap } from '../../../../games/soaprun/import/map-error.ts'
import { readTextMap } from '../../../../games/soaprun/import/text-map.ts'
import { maxUnpackedBytes } from '../../../../games/soaprun/import/zip.ts'
import { type Files, worldA, zipFiles } from '../fixture-world.ts'

const text = (json: unknown) =>
  new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json))

function read(files: Files): ImportedMap {
  const answer = readArchive(uploadedFile('file', zipFiles(files)))
  if ('refused' in answer) throw new Error(answer.refused.detail)
  return answer
}

function refusal(files: Files): string {
  return refusalOf(zipFiles(files))
}

function refusalOf(zip: Uint8Array): string {
  const answer = readArchive(uploadedFile('file', zip))
  if (!('refused' in answer)) throw new Error('it was not refused')
  expect(answer.refused.field).toBe('file')
  return answer.refused.detail
}

function grid(width: number, height: number, tile: number): Uint8Array {
  const bytes = new Uint8Array(4 + width * height).fill(tile)
  new DataView(bytes.buffer).setUint16(0, width, true)
  new DataView(bytes.buffer).setUint16(2, height, true)
  return bytes
}

const original = () => worldA('original-format')
const rooms = () => worldA('soapdispenser-format')
const room = (tile: number) => new Uint8Array(336).fill(tile)

describe('the original format', () => {
  it('reads the size, tiles, 256 attributes and units of world A in file order', () => {
    const { map, warnings } = read(original())
    expect(warnings).toEqual([])
    expect([map.width, map.height, map.tiles.length]).toEqual([61, 46, 61 * 46])
    expect([map.tiles[0], map.tiles[61 + 1], map.tiles[22 * 61 + 30]]).toEqual([1, 2, 4])
    expect(map.attributes).toHaveLength(256)
    expect([...map.attributes.subarray(0, 34)]).toEqual([
      ...[0, 1, 0, 3, 2, 0, 1, 3, 1, 1, 1, 0, 0, 2, 2, 2],
      ...[0, 1, 0, 3, 2, 0, 1, 3, 1, 1, 1, 0, 0, 2, 2, 2],
      ...[0, 0],
    ])
    expect(map.units).toHaveLength(16)
    expect(map.units[0]).toEqual({ type: 'Goal', x: 22, y: 28, param: 0 })
    expect(map.units[6]).toEqual({ type: 'Rounder', x: 52, y: 26, param: 1 })
    expect(map.units[9]).toEqual({ type: 'Gate', x: 50, y: 35, param: 0 })
  })

  it('[SR-8.2] uses the saved state instead of the map, with a warning if both exist', () => {
    const files = original()
    const saved = files['map.bin']!.slice()
    saved[4 + 61 + 1] = 18
    const { map, warnings } = read({ ...files, 'map(sub).bin': saved })
    expect(map.tiles[61 + 1]).toBe(18)
    expect(warnings).toEqual(['map(sub).bin, the saved state, is used as the map; map.bin is ignored'])
    const { 'map.bin': _, ...others } = files
    expect(read({ ...others, 'map(sub).bin': saved }).warnings).toEqual([])
  })

  it('[SR-8.3] has default attributes if the attribute file is missing, with a warning', () => {
    const { 'mparts.pxattr': usual, ...files } = original()
    const { map, warnings } = read(files)
    expect(map.attributes.subarray(0, 32)).toEqual(usual!.subarray(4))
    expect(warnings).toEqual(['mparts.pxattr is missing; tiles get their default attributes'])
  })

  it('[SR-8.4] skips units whose valid bit is not set', () => {
    const files = original()
    files['unit.bin']![2] = 0
    expect(read(files).map.units[0]?.type).toBe('Closer')
  })

  it('[SR-8.2] causes warnings about a size that is not a whole number of rooms, and about trailing bytes', () => {
    const files = original()
    const longer = new Uint8Array(files['unit.bin']!.length + 3)
    longer.set(files['unit.bin']!)
    const { warnings } = read({ ...files, 'map.bin': grid(70, 50, 2), 'unit.bin': longer })
    expect(warnings).toEqual([
      'map.bin: 70x50 is not a whole number of rooms; tiles beyond the last room become wall',
      'unit.bin: 3 bytes after its last unit are ignored',
    ])
  })

  it('[SR-8.2] allows maps of 320x240 tiles', () => {
    expect(read({ ...original(), 'map.bin': grid(320, 240, 2) }).map.width).toBe(320)
  })

  it.each(
    Object.entries<Files>({
      'map.bin: ends at byte 2000; 61x46 tiles need 2810': {
        'map.bin': original()['map.bin']!.subarray(0, 2000),
      },
      'map.bin: 2 bytes, too short for a width and a height': { 'map.bin': Uint8Array.of(61, 0) },
      'map.bin: its size is 0x46': { 'map.bin': grid(0, 46, 0) },
      'map.bin: its size is 321x240, over 320x240': { 'map.bin': grid(321, 240, 2) },
      'map.bin: its size is 320x241, over 320x240': { 'map.bin': grid(320, 241, 2) },
      'unit.bin: ends at byte 100; 16 units need 114': {
        'unit.bin': original()['unit.bin']!.subarray(0, 100),
      },
      'unit.bin: 1 bytes, too short for a count': { 'unit.bin': Uint8Array.of(1) },
      'unit.bin: its count is -1': { 'unit.bin': Uint8Array.of(255, 255) },
      'unit.bin: unit 0 has type 12; it must be 0 to 11': {
        'unit.bin': Uint8Array.of(1, 0, 1, 12, 0, 5, 0, 5, 0),
      },
      'unit.bin: unit 0 (Sword) is at 61,5, outside the map of 61x46': {
        'unit.bin': Uint8Array.of(1, 0, 1, 2, 0, 61, 0, 5, 0),
      },
      'unit.bin: unit 0 (Sword) is at 5,-1, outside the map of 61x46': {
        'unit.bin': Uint8Array.of(1, 0, 1, 2, 0, 5, 0, 255, 255),
      },
      'mparts.pxattr: its size is 16x4; it must be 16x2 or 16x16': { 'mparts.pxattr': grid(16, 4, 0) },
      'mparts.pxattr: tile 0 has attribute 4; it must be 0 to 3': { 'mparts.pxattr': grid(16, 2, 4) },
      'players start at 30,22, but tile 1 there blocks players': { 'map.bin': grid(61, 46, 1) },
      'players start at 30,22, but tile 7 there blocks players': { 'map.bin': grid(61, 46, 7) },
      'the map is 61x22; players start at 30,22, which is outside it': {
        'map.bin': grid(61, 22, 2),
        'unit.bin': Uint8Array.of(0, 0),
      },
    }),
  )('[SR-8.2] is refused with the name of the file and the position: %s', (detail, changed) => {
    expect(refusal({ ...original(), ...changed })).toBe(detail)
  })

  it('refuses a map without unit.bin', () => {
    const { 'unit.bin': _, ...files } = original()
    expect(refusal(files)).toBe('unit.bin is missing')
  })

  it('[SR-8.4] keeps the first 64 units, with a warning', () => {
    const units = new Uint8Array(2 + 66 * 7)
    units[0] = 66
    for (let i = 0; i < 66; i++) units.set([1, 1, 0, i % 61, 0, 3, 0], 2 + i * 7)
    const { map, warnings } = read({ ...original(), 'unit.bin': units })
    expect(map.units).toHaveLength(64)
    expect(warnings).toEqual(['unit.bin: 66 units, but a client supports only 64; the rest are skipped'])
  })
})

describe("soapdispenser's format", () => {
  const entities = (...list: unknown[]) => ({ ...rooms(), 'entities.json': text(list) })

  it('[SR-8.5] has the edge tiles of the southern or eastern room where two rooms differ, with a warning', () => {
    const files = rooms()
    for (let row = 3; row < 13; row++) files['1,1.room']![row * 21 + 20] = 5
    files['1,1.room']![15 * 21 + 7] = 5
    const { map, warnings } = read(files)
    expect(warnings).toEqual(['room 2,1: 10 edge tiles differ', 'room 1,2: 1 edge tiles differ'])
    expect(map.tiles[(15 + 3) * 61 + 40]).toBe(2)
    expect(map.tiles[30 * 61 + 27]).toBe(2)
  })

  it('[SR-8.5] fills missing rooms with default.room, and adjacent rooms override its edges', () => {
    const { '2,0.room': _, ...files } = rooms()
    files['default.room'] = room(7)
    const { map, warnings } = read(files)
    expect(warnings).toEqual(["1 of the map's 3x3 rooms have no file and are default.room"])
    expect(map.tiles[5 * 61 + 50]).toBe(7)
    expect(map.tiles[5 * 61 + 40]).toBe(2)
    expect(map.tiles[15 * 61 + 50]).toBe(2)
  })

  it('[SR-8.5] fills missing rooms with wall if default.room is also missing', () => {
    const { '2,0.room': _, 'default.room': __, ...files } = rooms()
    const { map, warnings } = read(files)
    expect(map.tiles[5 * 61 + 50]).toBe(1)
    expect(warnings).toEqual([
      "1 of the map's 3x3 rooms have no file and are filled with wall because default.room is missing",
    ])
  })

  it('[SR-8.5] skips rooms at negative coordinates, with a warning', () => {
    const { map, warnings } = read({ ...rooms(), '-1,0.room': room(2) })
    expect(map.width).toBe(61)
    expect(warnings).toEqual(['room -1,0 is outside the map, which starts at room 0,0; it is skipped'])
  })

  it('[SR-8.5] accepts rooms up to 31,31', () => {
    const { map } = read({ ...rooms(), '31,31.room': room(2) })
    expect([map.width, map.height]).toEqual([641, 481])
  })

  it.each(
    Object.entries<Files>({
      '32,0.room: the last room is 31,31': { '32,0.room': room(2) },
      '1,0.room: 335 bytes; a room file must have 336': { '1,0.room': new Uint8Array(335) },
      'default.room: 0 bytes; a room file must have 336': { 'default.room': new Uint8Array(0) },
      "a,b.room: a room's file must be named x,y.room, with decimal coordinates": { 'a,b.room': room(2) },
      "01,1.room: a room's file must be named x,y.room, with decimal coordinates": { '01,1.room': room(2) },
      'players start at 30,22, but tile 1 there blocks players': { '1,1.room': room(1) },
      'map.attributes: ends at byte 200; 16x16 tiles need 260': {
        'map.attributes': grid(16, 16, 0).subarray(0, 200),
      },
      'entities.json: must be a list of units': { 'entities.json': text({}) },
      'entities.json: unit 0 is not an object': { 'entities.json': text([7]) },
      'entities.json: not UTF-8': { 'entities.json': Uint8Array.of(0x5b, 0xff, 0x5d) },
    }),
  )('is refused with the file name: %s', (detail, changed) => {
    expect(refusal({ ...rooms(), ...changed })).toBe(detail)
  })

  it('refuses a map without entities.json, or with rooms only at negative coordinates', () => {
    const { 'entities.json': _, ...files } = rooms()
    expect(refusal(files)).toBe('entities.json is missing')
    expect(refusal({ '-1,-1.room': room(2) })).toBe('no room has coordinates of 0,0 or more')
  })

  it('[SR-8.6] allows unknown keys, tabs and a byte order mark in the list of units', () => {
    const json = '\uFEFF[\n\t{\n"type":\t"Snail", "x": 3,\n\t\t"y": 4, "direction": 9, "note": "slow" }]'
    const { map } = read({ ...rooms(), 'entities.json': text(json) })
    expect(map.units).toEqual([{ type: 'Snail', x: 3, y: 4, param: 0 }])
  })

  it('[SR-8.6] has direction 0 for flames and open direction 2 for gates by default', () => {
    const { map } = read(
      entities(
        { type: 'Cross', x: 1, y: 1, direction: 3 },
        { type: 'Hummer', x: 2, y: 1 },
        { type: 'Gate', x: 3, y: 1, switches: [] },
      ),
    )
    expect(map.units).toEqual([
      { type: 'Cross', x: 1, y: 1, param: 3 },
      { type: 'Hummer', x: 2, y: 1, param: 0 },
      { type: 'Gate', x: 3, y: 1, param: 0, openValue: 2, switches: [] },
    ])
  })

  it.each<[detail: string, unit: unknown]>([
    ['unit 1 has the unknown type "Cloud"; known types: Goal, Closer,', { type: 'Cloud', x: 1, y: 1 }],
    ['unit 1 has the unknown type "toString"; known types: Goal, Closer,', { type: 'toString', x: 1, y: 1 }],
    ['unit 1 has the unknown type undefined; known types: Goal, Closer,', { x: 1, y: 1 }],
    ['unit 1 (Goal) is at 1.5,1; x and y must be whole numbers', { type: 'Goal', x: 1.5, y: 1 }],
    ['unit 1 (Goal) is at "1",1; x and y must be whole numbers', { type: 'Goal', x: '1', y: 1 }],
    ['unit 1 (Goal) is at 61,1, outside the map of 61x46', { type: 'Goal', x: 61, y: 1 }],
    ['unit 1 (Goal) is at 1,-1, outside the map of 61x46', { type: 'Goal', x: 1, y: -1 }],
    [
      'unit 1 (Rounder) has the direction 4; it must be 0 to 3',
      { type: 'Rounder', x: 1, y: 1, direction: 4 },
    ],
    ['unit 1 (Gate) has no list of switches', { type: 'Gate', x: 1, y: 1 }],
    [
      'unit 1 (Gate) has 64 switches; the maximum is 63',
      { type: 'Gate', x: 1, y: 1, switches: Array(64).fill({ x: 1, y: 1 }) },
    ],
    ['unit 1 (Gate), switch 0 is not an object', { type: 'Gate', x: 1, y: 1, switches: [3] }],
    [
      'unit 1 (Gate) has the open_direction -1; it must be 0 to 3',
      { type: 'Gate', x: 1, y: 1, open_direction: -1, switches: [] },
    ],
    [
      'unit 1 (Gate), switch 0 is at 1,46, outside the map of 61x46',
      { type: 'Gate', x: 1, y: 1, switches: [{ x: 1, y: 46 }] },
    ],
  ])('[SR-8.6] refuses a unit and names its index: %s', (detail, unit) => {
    expect(refusal(entities({ type: 'Goal', x: 5, y: 5 }, unit))).toContain(`entities.json: ${detail}`)
  })

  it('[SR-8.6] refuses a value nested too deeply to be quoted', () => {
    const deep = 100_000
    const json = `[{"type":${'['.repeat(deep)}${']'.repeat(deep)}}]`
    expect(refusal({ ...rooms(), 'entities.json': text(json) })).toContain('unit 0 has the unknown type [')
  })

  it('[SR-8.6] keeps the first 64 units, with a warning', () => {
    const { map, warnings } = read(
      entities(...Array.from({ length: 65 }, (_, x) => ({ type: 'Goal', x: x % 60, y: 1 }))),
    )
    expect(map.units).toHaveLength(64)
    expect(warnings).toEqual(['entities.json: 65 units, but a client supports only 64; the rest are skipped'])
  })
})

describe('an archive', () => {
  it('[SR-8.1] may use backslashes or data descriptors', () => {
    for (const zip of [zipFiles(original(), 'a\\b\\'), streamed(rooms())])
      expect(readArchive(uploadedFile('file', zip))).toMatchObject({ map: { width: 61 } })
  })

  it('is refused if it is not a zip', () => {
    expect(refusalOf(text('hello'))).toMatch(/^not a zip: /)
    expect(refusalOf(new Uint8Array(0))).toMatch(/^not a zip: /)
  })

  it('[SR-8.1] is refused without a map, with both formats, or with two maps', () => {
    expect(refusal({ 'readme.txt': text('hi') })).toBe(
      'the zip has no map: neither map.bin with unit.bin, nor .room files with entities.json',
    )
    expect(refusal({ ...original(), ...rooms() })).toBe(
      'the zip has both map.bin and .room files; it must contain exactly one map',
    )
    const one = original()
    expect(refusalOf(zipSync({ one, two: one }))).toMatch(
      /^the zip has one\/\S+ and two\/\S+; it must contain exactly one map$/,
    )
  })

  it('[SR-8.1] is refused over 4,096 entries', () => {
    const many = Object.fromEntries(Array.from({ length: 4097 }, (_, i) => [`${i}.txt`, new Uint8Array(0)]))
    expect(refusalOf(zipSync(many, { level: 0 }))).toBe('the zip has over 4096 entries')
  })

  it('[SR-8.1] is refused before unpacking if its declared size is too large', () => {
    const bomb = zipSync({ 'map.bin': new Uint8Array(maxUnpackedBytes + 1) }, { level: 1 })
    expect(bomb.length).toBeLessThan(100_000)
    expect(refusalOf(bomb)).toBe("the zip's files are over 16 MiB in all")
    expect(refusalOf(declaring(zipFiles(original()), 'map.bin', 0xfffffff0))).toBe(
      "the zip's files are over 16 MiB in all",
    )
  })

  it('[SR-8.1] is refused if it unpacks to more bytes than it declares', () => {
    // The data unpacks to several chunks, so unpacking stops after the first chunk.
    const bomb = zipSync({ 'map.bin': new Uint8Array(8 * 1024 * 1024) }, { level: 1 })
    expect(refusalOf(declaring(bomb, 'map.bin', 100))).toBe(
      'map.bin: unpacks to more than the 100 bytes that the zip declares',
    )
  })

  it('is refused if it unpacks to fewer bytes than it declares', () => {
    const zip = declaring(zipFiles(original()), 'map.bin', 3000)
    expect(refusalOf(zip)).toBe('map.bin: unpacks to 2810 bytes, but the zip declares 3000')
  })

  it('is refused with a message if damaged or truncated, and never causes another error', () => {
    const zip = zipFiles(original())
    for (let at = 0; at < zip.length; at += 7) expect(refusalOf(zip.subarray(0, at))).toMatch(/^not a zip: /)
    for (let at = 0; at < zip.length; at++) {
      const damaged = zip.slice()
      damaged[at]! ^= 0xff
      const answer = readArchive(uploadedFile('file', damaged))
      if ('refused' in answer) expect(answer.refused.detail).not.toBe('')
      else expect(answer.map.tiles.length).toBe(answer.map.width * answer.map.height)
    }
  })
})

describe('a text map', () => {
  it('consists of rows of tiles, with units on floor tiles, and of turn lines and comments', () => {
    expect(readTextMap('; a yard\n 0 ##o\n 1 X_+\n\nturn 0,1 3\n')).toMatchObject({
      width: 3,
      height: 2,
      tiles: Uint8Array.of(1, 1, 10, 2, 12, 32),
      units: [{ type: 'Cross', x: 0, y: 1, param: 3 }],
    })
  })

  it.each([
    ['0 ##\n2 ##', 'line 2 is neither row 1 nor a turn line: 2 ##'],
    ['0 ##\n1 #', 'row 1 has 1 tiles, row 0 has 2'],
    ['0 #?', 'row 0 has the unknown character ? at 1'],
    ['0 #.\nturn 1,0 2', 'turn 1,0: there is no unit there'],
  ])('is refused if it is %j', (drawing, message) => {
    expect(() => readTextMap(drawing)).toThrow(message)
  })
})

/** A zip that contains the lengths in descriptors after the data. */
function streamed(files: Files): Uint8Array {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  for (const [name, bytes] of Object.entries(files)) {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(parts))
}

function declaring(zip: Uint8Array, name: string, length: number): Uint8Array {
  const changed = Buffer.from(zip)
  const local = changed.indexOf(name)
  const central = changed.lastIndexOf(name)
  changed.writeUInt32LE(length, local - 30 + 22)
  changed.writeUInt32LE(length, central - 46 + 24)
  return new Uint8Array(changed)
}

describe('an exported map', () => {
  it.each(['original-format', 'soapdispenser-format'] as const)(
    '[SR-8.7] of %s imports as the same map',
    (format) => {
      const { map } = read(worldA(format))
      const again = readArchive(uploadedFile('map.zip', encodeArchive(map)))
      const gates = (units: typeof map.units) =>
        units.map(({ openValue = 0, ...unit }) => (unit.type === 'Gate' ? { ...unit, openValue } : unit))
      expect(again).toEqual({ map: { ...map, units: expect.anything() }, warnings: [] })
      if (!('map' in again)) throw new Error('refused')
      expect(gates(again.map.units)).toMatchObject(gates(map.units))
      // A second export is equal to the first.
      expect(encodeArchive(again.map)).toEqual(encodeArchive(map))
    },
  )

  it('[SR-8.7] is filled up with wall if its size is not a whole number of rooms', () => {
    const map = {
      width: 22,
      height: 17,
      tiles: new Uint8Array(22 * 17),
      attributes: new Uint8Array(256),
      units: [],
    }
    const again = readArchive(uploadedFile('map.zip', encodeArchive(map)))
    if (!('map' in again)) throw new Error('refused')
    const { width, height, tiles } = again.map
    expect([width, height]).toEqual([41, 31])
    expect([tiles[16 * width + 21], tiles[16 * width + 22], tiles[17 * width]]).toEqual([0, 1, 1])
  })
})
