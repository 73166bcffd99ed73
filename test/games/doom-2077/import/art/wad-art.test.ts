// [DM-9.17] Uploaded art: valid lumps are drawn. Invalid lumps are refused with an error that describes the defect.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assets } from '../../../../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../../../../games/doom-2077/builtin/wad/net-wad.ts'
import { encodePicture } from '../../../../../games/doom-2077/builtin/wad/picture-lumps.ts'
import { encodePatchNames, encodeTextures } from '../../../../../games/doom-2077/builtin/wad/texture-lumps.ts'
import { WadArt } from '../../../../../games/doom-2077/import/art/wad-art.ts'
import { readWadPicture } from '../../../../../games/doom-2077/import/art/wad-picture.ts'
import { composeTexture, readTextures } from '../../../../../games/doom-2077/import/art/wad-textures.ts'
import { MapError } from '../../../../../games/doom-2077/import/map-error.ts'
import { readWad } from '../../../../../games/doom-2077/import/wad.ts'
import { assertProperty } from '../../../../property.ts'

const lump = (name: string, bytes: Uint8Array) => ({ name, bytes })
const marker = (name: string) => lump(name, new Uint8Array(0))
const picture = {
  width: 3,
  height: 4,
  left: 1,
  top: 4,
  data: Uint8Array.of(0, 5, 6, 7, 0, 8, 9, 9, 9, 0, 0, 1),
}
const whole = () => encodePicture(picture)

function changed(bytes: Uint8Array, at: number, value: number, bits: 16 | 32 = 16): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const view = new DataView(copy.buffer)
  if (bits === 16) view.setInt16(at, value, true)
  else view.setUint32(at, value, true)
  return copy
}

describe('[DM-9.17] pictures', () => {
  it('decode as they were encoded, holes included', () => {
    assertProperty(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 254 }),
        fc.infiniteStream(fc.nat(255)),
        (width, height, numbers) => {
          const data = Uint8Array.from({ length: width * height }, () => numbers.next().value!)
          const read = readWadPicture(lump('P', encodePicture({ width, height, left: -3, top: 7, data })))
          expect(read).toMatchObject({ width, height, left: -3, top: 7 })
          expect([...read.pixels].map((number) => Math.max(0, number))).toEqual([...data])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('taller than 254 pixels have posts whose rows count from the previous post', () => {
    const posts = [200, 2, 0, 5, 6, 0, 100, 1, 0, 7, 0, 255]
    const bytes = new Uint8Array(12 + posts.length)
    new DataView(bytes.buffer).setInt16(0, 1, true)
    new DataView(bytes.buffer).setInt16(2, 400, true)
    new DataView(bytes.buffer).setUint32(8, 12, true)
    bytes.set(posts, 12)
    const { pixels } = readWadPicture(lump('TALL', bytes))
    expect([pixels[200], pixels[201], pixels[300], pixels[299]]).toEqual([5, 6, 7, -1])
  })

  it.each([
    ['empty', new Uint8Array(0), 'the picture P has 0 bytes'],
    ['without width', changed(whole(), 0, 0), 'is 0 by 4'],
    ['too wide', changed(whole(), 0, 5000), 'is 5000 by 4'],
    ['of over a million pixels', changed(changed(whole(), 0, 4000), 2, 4000), 'is 4000 by 4000'],
    ['with more columns than bytes', changed(whole(), 0, 900), 'bytes for 900 columns'],
    ['lower than their columns', changed(whole(), 2, 3), 'has a column 2 taller than 3 pixels'],
    [
      'with a column outside the lump',
      changed(whole(), 12, 70_000, 32),
      'has a column 1 that is outside the lump',
    ],
    ['that are truncated', whole().subarray(0, -1), 'that is outside the lump'],
  ])('%s are refused with an error that describes the defect', (_, bytes, says) => {
    expect(() => readWadPicture(lump('P', bytes))).toThrow(says)
  })

  it('with endlessly overlapping posts are refused', () => {
    // A picture with 2,000 columns that share one long series of posts.
    const posts = Array.from({ length: 16_000 }, () => [0, 1, 0, 9, 0]).flat()
    const bytes = new Uint8Array(8 + 2000 * 4 + posts.length + 1)
    const view = new DataView(bytes.buffer)
    view.setInt16(0, 2000, true)
    view.setInt16(2, 16, true)
    for (let x = 0; x < 2000; x++) view.setUint32(8 + x * 4, 8008, true)
    bytes.set(posts, 8008)
    bytes[bytes.length - 1] = 255
    expect(() => readWadPicture(lump('BOMB', bytes))).toThrow(
      'the picture BOMB has too many overlapping posts',
    )
  })
})

describe('[DM-9.17] textures', () => {
  const names = encodePatchNames(['A', 'B'])
  const list = encodeTextures([
    {
      name: 'WALL',
      width: 3,
      height: 8,
      patches: [
        { x: 0, y: 0, patch: 0 },
        { x: -1, y: 4, patch: 1 },
      ],
    },
    { name: 'WALL', width: 1, height: 1, patches: [] },
  ])

  it('are composed of patches, cropped at their edges', () => {
    const textures = readTextures([lump('TEXTURE1', list)], lump('PNAMES', names))
    expect([...textures.keys()]).toEqual(['WALL'])
    const wall = composeTexture(textures.get('WALL')!, (name) =>
      name === 'A' ? readWadPicture(lump('A', whole())) : undefined,
    )
    expect([...wall.pixels]).toEqual([-1, 5, 6, 7, -1, 8, 9, 9, 9, -1, -1, 1, ...Array(12).fill(-1)])
  })

  it.each([
    ['a list that is too short', list.subarray(0, 2), names, 'TEXTURE1 has 2 bytes'],
    ['more textures than fit the lump', changed(list, 0, 999, 32), names, 'bytes for 999 textures'],
    ['one outside the lump', changed(list, 4, 9000, 32), names, 'texture 0 is outside'],
    ['one without height', changed(list, 12 + 14, 0), names, 'the texture WALL is 3 by 0'],
    ['one with missing patches', changed(list, 12 + 20, 500), names, 'the texture WALL has 500 patches'],
    ['a patch without a name', changed(list, 12 + 22 + 4, 7), names, 'a patch that is not in PNAMES'],
    ['fewer names than the count', list, changed(names, 0, 99, 32), 'PNAMES has 20 bytes for 99 names'],
  ])('with %s are refused', (_, textures, patches, says) => {
    expect(() => readTextures([lump('TEXTURE1', textures)], lump('PNAMES', patches))).toThrow(says)
  })

  it('that share bytes are refused, so that a small file cannot expand into large pictures', () => {
    const count = 3000
    const laid = Array.from({ length: 900 }, () => ({ x: 0, y: 0, patch: 0 }))
    const one = encodeTextures([{ name: 'W', width: 8, height: 8, patches: laid }])
    const bytes = new Uint8Array(4 + count * 4 + one.length)
    const view = new DataView(bytes.buffer)
    view.setInt32(0, count, true)
    for (let n = 0; n < count; n++) view.setInt32(4 + n * 4, 4 + count * 4, true)
    bytes.set(one.subarray(8), 4 + count * 4)
    expect(() => readTextures([lump('TEXTURE1', bytes)], lump('PNAMES', names))).toThrow('shares bytes')
  })
})

describe('[DM-9.17] WADs of art', () => {
  it('count a wall once against their limit, however many maps have it', () => {
    const walls = encodeTextures([{ name: 'WALL', width: 1024, height: 1024, patches: [] }])
    const art = new WadArt([[lump('PNAMES', encodePatchNames([])), lump('TEXTURE1', walls)]])
    const all = Array.from({ length: 33 }, () => art.wall('WALL'))
    expect(new Set(all).size).toBe(1)
  })

  it('have separate sections for sprites and flats, and later files override earlier ones', () => {
    const flat = new Uint8Array(4096)
    const first = [
      marker('S_START'),
      lump('TROOA1', whole()),
      marker('S_END'),
      marker('F_START'),
      marker('F1_START'),
    ]
    const wad = [...first, lump('GRASS', flat), marker('F1_END'), marker('F_END'), lump('TROOB1', whole())]
    const second = [
      marker('FF_START'),
      lump(
        'GRASS',
        flat.map(() => 7),
      ),
      marker('FF_END'),
    ]
    const art = new WadArt([wad, second])
    expect([art.sprite('TROOA1')?.width, art.sprite('TROOB1'), art.sprite('GRASS')]).toEqual([
      3,
      undefined,
      undefined,
    ])
    expect([art.flat('GRASS')?.[0], art.flat('TROOA1')]).toEqual([7, undefined])
  })

  it.each([
    [
      'a section without an end',
      () => new WadArt([[marker('S_START'), lump('X', whole())]]),
      'S_START has no end',
    ],
    [
      'a short palette',
      () => new WadArt([[lump('PLAYPAL', new Uint8Array(9))]]).palette,
      'PLAYPAL has 9 bytes',
    ],
    [
      'a flat of another size',
      () => new WadArt([[marker('F_START'), lump('G', new Uint8Array(64)), marker('F_END')]]).flat('G'),
      'the flat G has 64 bytes',
    ],
  ])('with %s are refused with a message', (_, read, says) => {
    expect(read).toThrow(says)
  })

  it('never crash the reader: each mutated lump is read or refused with a message', () => {
    const file = assets[netWadName]!()
    const end = file.length
    assertProperty(
      fc.property(
        fc.array(fc.tuple(fc.nat(end - 1), fc.nat(255)), { minLength: 1, maxLength: 400 }),
        (hits) => {
          const hurt = Uint8Array.from(file)
          for (const [at, byte] of hits) hurt[at] = byte
          try {
            const art = new WadArt([readWad(hurt)])
            for (const name of ['PLAYA1', 'PISGA0']) art.sprite(name)
            for (const name of ['STONE2', 'CRATE1']) art.wall(name)
          } catch (error) {
            expect(error).toBeInstanceOf(MapError)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
