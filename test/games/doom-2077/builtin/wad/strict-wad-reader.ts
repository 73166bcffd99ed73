// Reads a WAD like the original client, and checks everything that would crash the original client.
import { expect } from 'vitest'
import { type Lump, readWad } from '../../../../../games/doom-2077/import/wad.ts'

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const nameAt = (bytes: Uint8Array, at: number) =>
  String.fromCharCode(...bytes.subarray(at, at + 8)).replace(/\0.*$/s, '')

export interface StrictTexture {
  readonly name: string
  readonly width: number
  readonly height: number
}

export class StrictWadReader {
  readonly lumps: readonly Lump[]
  readonly names: readonly string[]

  constructor(wad: Uint8Array) {
    this.lumps = readWad(wad)
    this.names = this.lumps.map(({ name }) => name)
  }

  /** The original client uses the first of several lumps with the same name. */
  lump(name: string): Uint8Array {
    const at = this.names.indexOf(name)
    expect([name, at >= 0]).toEqual([name, true])
    return this.lumps[at]!.bytes
  }

  between(start: string, end: string): readonly Lump[] {
    const [from, to] = [this.names.indexOf(start), this.names.indexOf(end)]
    expect([start, from >= 0 && to > from]).toEqual([start, true])
    return this.lumps.slice(from + 1, to)
  }

  /**
   * Checks that every column of a picture ends inside the lump and is not taller than the picture. `whole`: whether the
   * picture must have no holes. Returns its size.
   */
  picture(
    name: string,
    bytes: Uint8Array,
    whole = false,
  ): { readonly width: number; readonly height: number } {
    const view = viewOf(bytes)
    const [width, height] = [view.getInt16(0, true), view.getInt16(2, true)]
    expect([name, width > 0, height > 0]).toEqual([name, true, true])
    for (let x = 0; x < width; x++) {
      let at = view.getUint32(8 + x * 4, true)
      let filled = 0
      expect([name, x, at >= 8 + width * 4]).toEqual([name, x, true])
      for (; bytes[at] !== 255; at += bytes[at + 1]! + 4) {
        expect([name, x, at + 4 + bytes[at + 1]! <= bytes.length]).toEqual([name, x, true])
        expect([name, x, bytes[at]! + bytes[at + 1]! <= height]).toEqual([name, x, true])
        filled += bytes[at + 1]!
      }
      if (whole) expect([name, x, filled]).toEqual([name, x, height])
    }
    return { width, height }
  }

  /** Checks that every patch in PNAMES is a picture and that patches cover every texture. */
  textures(): readonly StrictTexture[] {
    const [names, list] = [this.lump('PNAMES'), this.lump('TEXTURE1')]
    const patches = Array.from({ length: viewOf(names).getInt32(0, true) }, (_, n) => {
      const name = nameAt(names, 4 + n * 8)
      return this.picture(name, this.lump(name), true)
    })
    expect(names.length).toBe(4 + patches.length * 8)
    const view = viewOf(list)
    return Array.from({ length: view.getInt32(0, true) }, (_, n) => {
      const at = view.getInt32(4 + n * 4, true)
      const name = nameAt(list, at)
      const [width, height, count] = [12, 14, 20].map((field) => view.getInt16(at + field, true)) as Three
      expect([name, at + 22 + count * 10 <= list.length]).toEqual([name, true])
      const rows = new Set<number>()
      for (let m = 0; m < count; m++) {
        const [x, y, patch] = [0, 2, 4].map((field) => view.getInt16(at + 22 + m * 10 + field, true)) as Three
        expect([name, x, patches[patch]?.width]).toEqual([name, 0, width])
        for (let row = 0; row < patches[patch]!.height; row++) rows.add(y + row)
      }
      expect([name, rows.size]).toEqual([name, height])
      return { name, width, height }
    })
  }

  /** The original client treats a lump as a sound if its name begins with D and its data begins with the bytes 3, 0. */
  sounds(): readonly string[] {
    const found = this.lumps.filter(({ name, bytes }) => name[0] === 'D' && bytes[0] === 3 && bytes[1] === 0)
    for (const { name, bytes } of found) {
      const view = viewOf(bytes)
      expect([name, view.getUint16(2, true), view.getUint32(4, true)]).toEqual([
        name,
        11_025,
        bytes.length - 8,
      ])
    }
    return found.map(({ name }) => name)
  }
}
type Three = [number, number, number]
