// [DM-9.1] [DM-9.2] [DM-9.3] Valid and hostile WADs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arenaWad } from '../../../../games/doom-2077/builtin/arena/arena.ts'
import { MapError } from '../../../../games/doom-2077/import/map-error.ts'
import { findMaps, type Lump, readWad, writeWad } from '../../../../games/doom-2077/import/wad.ts'
import { levelFromLumps, parseLevel } from '../../../../games/doom-2077/map/level/level.ts'
import { assertProperty } from '../../../property.ts'
import { corridor, noSide, type RawMap, rawLumps, wadOf } from '../map/level/small-maps.ts'

const empty = new Uint8Array(0)
const lump = (name: string, ...bytes: number[]): Lump => ({ name, bytes: new Uint8Array(bytes) })

/** A WAD with another value at an offset: 4 and 8 are in the header, 16 and 20 in the directory entry. */
function spoiled(at: number, value: number): Uint8Array {
  const wad = writeWad([lump('DATA', 1, 2, 3, 4)])
  new DataView(wad.buffer).setInt32(at, value, true)
  return wad
}

describe('[DM-9.1] a WAD', () => {
  it('decodes as it was encoded', () => {
    const lumps = [lump('MAP01'), lump('THINGS', 1, 2, 3), lump('EIGHTCHR', 9)]
    expect(readWad(writeWad(lumps))).toEqual(lumps)
  })

  it('may be an IWAD, at any offset of a buffer', () => {
    const wad = writeWad([lump('A', 7)])
    wad[0] = 'I'.charCodeAt(0)
    const within = new Uint8Array(100)
    within.set(wad, 13)
    expect(readWad(within.subarray(13, 13 + wad.length))).toEqual([lump('A', 7)])
  })

  it('without a complete WAD header is refused', () => {
    for (const bytes of [empty, new Uint8Array(11), new Uint8Array(100), wadOf().subarray(0, 11)]) {
      const read = () => readWad(bytes)
      expect(read).toThrow('not a WAD')
      expect(read).toThrow(expect.objectContaining({ isUnparseable: true }))
    }
  })

  it.each([
    ['a directory beyond the end', 8, 1000, 'the directory (1 lumps at 1000) is outside the file'],
    ['a directory in the header', 8, 4, 'the directory (1 lumps at 4) is outside the file'],
    ['a directory before the file', 8, -16, 'is outside the file'],
    ['a truncated directory', 4, 2, 'the directory (2 lumps at 16) is outside the file'],
    ['a negative count', 4, -1, 'the maximum is 65536'],
    ['a huge count', 4, 2 ** 31 - 1, 'the maximum is 65536'],
    ['a lump beyond the end', 16, 1000, 'lump 0 (DATA: 4 bytes at 1000) is outside the file'],
    ['a lump before the file', 16, -4, 'is outside the file'],
    ['a lump that is too long', 20, 1000, 'lump 0 (DATA: 1000 bytes at 12) is outside the file'],
    ['a negative length', 20, -1, 'is outside the file'],
    ['a lump in the header', 16, 8, 'lump 0 (DATA) overlaps the header or the directory'],
    ['a lump in the directory', 16, 14, 'lump 0 (DATA) overlaps the header or the directory'],
  ])('with %s is refused', (_what, at, value, sentence) => {
    expect(() => readWad(spoiled(at, value))).toThrow(sentence)
    expect(() => readWad(spoiled(at, value))).toThrow(MapError)
  })
})

describe('[DM-9.2] maps', () => {
  it('are found by name in file order, and the first of two maps with the same name counts', () => {
    const wad = readWad(
      writeWad([
        ...[lump('PLAYPAL', 1), lump('E1M3'), lump('THINGS', 1), lump('SKY1', 2)],
        ...[lump('map02'), lump('THINGS', 3), lump('LINEDEFS', 4), lump('E1M3'), lump('THINGS', 5)],
        ...[lump('E10M1'), lump('MAP100'), lump('E1M0')],
      ]),
    )
    expect([...findMaps(wad).values()]).toEqual([
      { name: 'E1M3', lumps: [lump('THINGS', 1)] },
      { name: 'MAP02', lumps: [lump('THINGS', 3), lump('LINEDEFS', 4)] },
    ])
  })

  it('of other formats and missing maps are refused with an error that describes the defect', () => {
    const read = (...lumps: Lump[]) => parseLevel(wadOf(['MAP01', lumps]), 'MAP01')
    expect(() => read(lump('TEXTMAP', 1), lump('ENDMAP'))).toThrow('MAP01 is in the UDMF format')
    expect(() => read(...rawLumps(corridor([{}])), lump('BEHAVIOR', 1))).toThrow("MAP01 is in Hexen's format")
    expect(() => parseLevel(wadOf(), 'MAP01')).toThrow('unknown map MAP01')
  })
})

describe('[DM-9.3] a map', () => {
  const valid = corridor([{}, {}])
  const replaced = (name: string, bytes: Uint8Array) =>
    rawLumps(valid).map((one) => (one.name === name ? { name, bytes } : one))
  const line = (...record: number[]): RawMap => ({ ...valid, lines: [record, ...valid.lines] })

  it('with a missing, truncated, duplicate or empty lump is refused with an error that names the lump', () => {
    const read = (lumps: readonly Lump[]) => parseLevel(wadOf(['MAP01', lumps]), 'MAP01')
    for (const name of ['THINGS', 'LINEDEFS', 'SIDEDEFS', 'VERTEXES', 'SECTORS']) {
      expect(() => read(rawLumps(valid).filter((one) => one.name !== name))).toThrow(
        `MAP01 has no lump ${name}`,
      )
      expect(() => read(replaced(name, empty))).toThrow(`MAP01 ${name} is empty`)
      expect(() => read(replaced(name, new Uint8Array(27)))).toThrow(`MAP01 ${name} has 27 bytes; expected`)
    }
    const doubled = [...rawLumps(valid).slice(0, 9), lump('THINGS', ...Array(10).fill(0))]
    expect(() => read(doubled)).toThrow('MAP01 has two lumps THINGS')
  })

  it('with more records than an index can address is refused', () => {
    const wad = (count: number) => wadOf(['MAP01', replaced('LINEDEFS', new Uint8Array(14 * count))])
    expect(() => parseLevel(wad(65_536), 'MAP01')).toThrow(
      'MAP01 LINEDEFS has 65536 records; the maximum is 65535',
    )
    expect(() => parseLevel(wad(65_535), 'MAP01')).toThrow('MAP01 LINEDEFS 0 has no length')
  })

  it('with overlapping lumps is refused', () => {
    const wad = wadOf(['MAP01', rawLumps(valid)])
    const view = new DataView(wad.buffer)
    const entry = view.getUint32(8, true) + 16
    // Moves LINEDEFS to the offset of THINGS.
    view.setUint32(entry + 16, view.getUint32(entry, true), true)
    expect(() => parseLevel(wad, 'MAP01')).toThrow('MAP01: THINGS and LINEDEFS overlap in the file')
  })

  it.each([
    ['a first vertex', line(9, 0, 1, 0, 0, 0, noSide), 'LINEDEFS 0 begins at vertex 9; MAP01 VERTEXES has 6'],
    ['a second vertex', line(0, 6, 1, 0, 0, 0, noSide), 'LINEDEFS 0 ends at vertex 6; MAP01 VERTEXES has 6'],
    ['a front side', line(0, 1, 1, 0, 0, 99, noSide), 'LINEDEFS 0 has front side 99; MAP01 SIDEDEFS has'],
    ['a back side', line(0, 1, 4, 0, 0, 0, 99), 'LINEDEFS 0 has back side 99; MAP01 SIDEDEFS has'],
    ['no front side', line(0, 1, 1, 0, 0, noSide, 0), 'LINEDEFS 0 has no front side'],
    ['no length', line(0, 0, 1, 0, 0, 0, noSide), 'LINEDEFS 0 has no length: both ends are at 0,0'],
    ['a sector', { ...valid, sides: valid.sides.map(() => 2) }, 'faces sector 2; MAP01 SECTORS has 2'],
    [
      'no start',
      { ...valid, things: [[9, 9, 0, 2012]] },
      'THINGS: no deathmatch start (11) and no player start',
    ],
    [
      'starts in rock',
      { ...valid, things: [[-9, 9, 0, 11]] },
      'THINGS: none of the 1 starts has enough headroom',
    ],
    [
      'starts without headroom',
      { ...valid, sectors: [[0, 55, 0] as const, [0, 128, 0] as const] },
      'THINGS: none of the 1 starts has enough headroom',
    ],
  ])(
    'with an index out of range or an invalid record (%s) is refused with an error that names it',
    (_what, map, sentence) => {
      const read = () => parseLevel(wadOf(['MAP01', rawLumps(map as RawMap)]), 'MAP01')
      expect(read).toThrow(sentence)
      expect(read).toThrow(MapError)
    },
  )

  it('with too many starts or pickups is refused', () => {
    const crowd = (type: number) => ({ ...valid, things: Array(1001).fill([9, 9, 0, type]) })
    const read = (type: number) => () => parseLevel(wadOf(['E1M1', rawLumps(crowd(type))]), 'E1M1')
    expect(read(11)).toThrow('E1M1 THINGS has 1001 starts; the maximum is 1000')
    expect(read(2012)).toThrow('E1M1 THINGS: no deathmatch start')
    const both = { ...valid, things: [...valid.things, ...crowd(2012).things] }
    expect(() => parseLevel(wadOf(['E1M1', rawLumps(both)]), 'E1M1')).toThrow(
      '1001 healing items; the maximum is 1000',
    )
  })

  it('with more lifts than fit a datagram is refused', () => {
    // A lift without a tag moves every sector without a tag.
    const rooms = Array.from({ length: 1001 }, () => ({ width: 8 }))
    const map = { ...corridor(rooms, [{ special: 62 }]), things: [[4, 128, 0, 1]] }
    const read = () => parseLevel(wadOf(['MAP07', rawLumps(map)]), 'MAP07')
    expect(read).toThrow('MAP07 has 1001 lifts; the maximum is 1000')
  })
})

describe('hostile bytes', () => {
  const wad = arenaWad()
  const readAll = (bytes: Uint8Array) => {
    try {
      for (const map of findMaps(readWad(bytes)).values())
        expect(levelFromLumps(map).spawns.length).toBeGreaterThan(0)
    } catch (error) {
      if (!(error instanceof MapError)) throw error
      expect(error.message).not.toBe('')
    }
  }

  it('in a mutated WAD result in a map or a MapError', () => {
    const mutation = fc.tuple(fc.nat(wad.length - 1), fc.integer({ min: 0, max: 255 }))
    assertProperty(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 40 }), (mutations) => {
        const mutated = wad.slice()
        for (const [at, byte] of mutations) mutated[at] = byte
        readAll(mutated)
      }),
      { numRuns: 200 },
    )
  })

  it('in records, directory or header, with or without a truncation, result in a map or a MapError', () => {
    const ends = [...Array(12).keys(), ...Array.from({ length: 176 }, (_, at) => wad.length - 1 - at)]
    const mutation = fc.tuple(fc.constantFrom(...ends), fc.constantFrom(0, 1, 127, 128, 255))
    assertProperty(
      fc.property(fc.array(mutation, { maxLength: 4 }), fc.nat(wad.length), (mutations, cut) => {
        const mutated = wad.slice()
        for (const [at, byte] of mutations) mutated[at] = byte
        readAll(mutated)
        readAll(mutated.subarray(0, cut))
      }),
      { numRuns: 200 },
    )
  })
})
