import { describe, expect, it } from 'vitest'
import {
  cellIndex,
  type FromServer,
  type MapSpace,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { WireError } from '../../../../../wire/index.ts'
import { decodeServerPacket, encodeServerPacket } from './packet-text.ts'

describe('[CF-5.1] map', () => {
  it('lists empty cells and layers with end marks', () => {
    const told: FromServer = {
      type: 'map',
      empty: [cellIndex(0, 0), cellIndex(10, 10)],
      layers: [
        [
          { face: 0x577, cells: [cellIndex(6, 2), cellIndex(6, 3)] },
          { face: 2, cells: [1] },
        ],
        [{ face: 0x7fff, cells: [cellIndex(6, 3)] }],
      ],
    }
    expect(encodeServerPacket(told)).toBe('map \0\x78\xff\x05\x77\x44\xc5\x80\x02\x81\xff\xff\xc5')
    expect(decodeServerPacket(encodeServerPacket(told))).toEqual(told)
  })

  it('may be empty', () => {
    const nothing: FromServer = { type: 'map', empty: [], layers: [] }
    expect(decodeServerPacket('map ')).toEqual(nothing)
    expect(encodeServerPacket(nothing)).toBe('map \xff')
  })

  it('an unterminated list is refused', () => {
    for (const layers of [[[]], [[{ face: 1, cells: [] }]], [[{ face: 0x8000, cells: [1] }]]]) {
      expect(() => encodeServerPacket({ type: 'map', empty: [], layers })).toThrow('map.layers[0]')
    }
    for (const bytes of ['\x01', '\xff\x80', '\xff\x80\x01\x05', '\xff\0\x01\x85']) {
      expect(() => decodeServerPacket(`map ${bytes}`)).toThrow(WireError)
    }
  })

  it('a cell number that is not an integer from 0 to 120 is refused', () => {
    for (const bytes of ['\x79\xff', '\xff\x80\x01\xf9', '\xfe\xff']) {
      expect(() => decodeServerPacket(`map ${bytes}`)).toThrow('(a cell)')
    }
    for (const cell of [121, -1, 0.5]) {
      expect(() => encodeServerPacket({ type: 'map', empty: [cell], layers: [] })).toThrow('map.empty')
      const layers = [[{ face: 1, cells: [cell] }]]
      expect(() => encodeServerPacket({ type: 'map', empty: [], layers })).toThrow('map.layers[0]')
    }
  })
})

describe('[CF-5.3] map2', () => {
  it('encodes a scroll and changed spaces', () => {
    const told: FromServer = {
      type: 'map2',
      scroll: { dx: -1, dy: 0 },
      spaces: [
        { x: 0, y: 1, changes: [{ change: 'clear' }] },
        {
          x: -15,
          y: 48,
          changes: [
            { change: 'darkness', value: 200 },
            { change: 'label', kind: 'player', text: 'Ann' },
            { change: 'label', kind: 'none', text: '' },
            { change: 'face', layer: 0, face: 0x7fff },
            { change: 'face', layer: 9, face: 0, smooth: 7 },
            { change: 'animation', layer: 6, anim: 0x1fff, start: 'random', speed: 3 },
            { change: 'animation', layer: 1, anim: 1, start: 'together', speed: 2, smooth: 255 },
          ],
        },
      ],
    }
    expect(encodeServerPacket(told)).toBe(
      'map2 \x38\xf1\x3d\x00\x00\xff\x03\xf0\x21\xc8\xe2\x05\x01\x03Ann\xe2\x02\0\0\x50\x7f\xff\x79\0\0\x07\x76\xbf\xff\x03\x91\xc0\x01\x02\xff\xff',
    )
    expect(decodeServerPacket(encodeServerPacket(told))).toEqual(told)
  })

  it('a scroll is allowed only as the first entry', () => {
    expect(decodeServerPacket('map2 \x38\xf1')).toEqual({
      type: 'map2',
      scroll: { dx: -1, dy: 0 },
      spaces: [],
    })
    expect(() => decodeServerPacket('map2 \x38\xf0\xff\x38\xf1')).toThrow('map2.spaces[1]')
    expect(() => decodeServerPacket('map2 \x38\xf2\xff')).toThrow('unknown coordinate kind 2')
  })

  it('refuses values that no client can read', () => {
    const changes = ['\x01', '\x20\0', '\x41\0\0', '\x02', '\x4f\0\0', '\x5a\0\0', '\x30\0', '\x90\0\0\0\0']
    changes.push('\xe2\x03\x01\x03Ann', '\xe2\x05\x09\x03Ann', '\x42\x01\0')
    for (const change of [...changes, '\x50\x80\x01', '\x70\xe0\0\x01', '\x50\0']) {
      expect(() => decodeServerPacket(`map2 \x3c\xf0${change}\xff`), JSON.stringify(change)).toThrow(
        WireError,
      )
    }
    expect(() => decodeServerPacket('map2 \x3c\xf0\x00')).toThrow('1 byte expected, 0 left')
  })

  it.each([
    { x: 49, y: 0, changes: [] },
    { x: 0, y: -16, changes: [] },
    { x: 0.5, y: 0, changes: [] },
    { x: 0, y: 0, changes: [{ change: 'face', layer: 10, face: 1 }] },
    { x: 0, y: 0, changes: [{ change: 'face', layer: 0, face: 0x8000 }] },
    { x: 0, y: 0, changes: [{ change: 'face', layer: 1.5, face: 1 }] },
    { x: 0, y: 0, changes: [{ change: 'animation', layer: 0, anim: 0x2000, start: 'first', speed: 1 }] },
    { x: 0, y: 0, changes: [{ change: 'animation', layer: 0, anim: 1, start: 'late' as 'first', speed: 1 }] },
    { x: 0, y: 0, changes: [{ change: 'darkness', value: 256 }] },
    { x: 0, y: 0, changes: [{ change: 'label', kind: 'nobody' as 'none', text: '' }] },
    { x: 0, y: 0, changes: [{ change: 'label', kind: 'say', text: 'x'.repeat(254) }] },
    { x: 0, y: 0, changes: [{ change: 'sound' } as never] },
  ] satisfies MapSpace[])('cannot encode %j', (space) => {
    expect(() => encodeServerPacket({ type: 'map2', spaces: [space] })).toThrow('map2.spaces[0]')
  })
})
