// Faces and animations. Tests each picture in each format, and the numbers that must never change.
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import facesPng from '../../../../../games/crossfire/builtin/faces/faces.png'
import smallFacesPng from '../../../../../games/crossfire/builtin/faces/small-faces.png'
import {
  animationByName,
  builtinAnimations,
  facingAnimation,
  missileFaceNumber,
} from '../../../../../games/crossfire/builtin/pictures/animations.ts'
import { builtinFaces, faceNumberOf } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { builtinGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import { joinedFace } from '../../../../../games/crossfire/builtin/pictures/wall-joins.ts'
import { encodeBitmap } from '../../../../../games/crossfire/pictures/bitmap.ts'
import type { Picture } from '../../../../../games/crossfire/pictures/picture.ts'
import { cutPicture, decodePng } from '../../../../../games/crossfire/pictures/png.ts'

describe('[CF-6.11] face numbers and names', () => {
  test('numbers count from 1, and names are unique and within client limits', () => {
    expect(builtinFaces.map(({ number }) => number)).toEqual(builtinFaces.map((_, index) => index + 1))
    expect(new Set(builtinFaces.map(({ name }) => name)).size).toBe(builtinFaces.length)
    expect(builtinFaces.length).toBeLessThan(10_000)
    for (const { name } of builtinFaces) expect(name).toMatch(/^[a-z0-9_]+\.11[1-3]$/)
  })
  test('published numbers and names never change', () => {
    const given = { 'blank.111': 1, 'grass.111': 5, 'wall_stone_0.111': 21, 'water.111': 18, 'tree.111': 91 }
    for (const [name, number] of Object.entries(given)) expect(faceNumberOf(name), name).toBe(number)
    expect(faceNumberOf('spider.112')).toBe(298)
  })
  test('an unknown name or number throws', () => {
    expect(() => faceNumberOf('unicorn.111')).toThrow('there is no face unicorn.111')
    for (const number of [0, -1, builtinFaces.length + 1, 1.5])
      expect(() => builtinGallery.png(number)).toThrow(RangeError)
  })
})

describe('[CF-6.8] face checksums', () => {
  test('published checksums never change while the pictures are the same', () => {
    const given = { 'blank.111': 0xf4deb1c5, 'grass.111': 0xdeb2d62c, 'spider.112': 0x2fd42184 }
    for (const [name, checksum] of Object.entries(given))
      expect(builtinFaces[faceNumberOf(name) - 1]!.checksum, name).toBe(checksum)
  })
  test('checksums are distinct unsigned 32-bit numbers', () => {
    const sums = builtinFaces.map(({ checksum }) => checksum)
    for (const sum of sums) expect(sum >>> 0).toBe(sum)
    expect(new Set(sums).size).toBe(sums.length)
  })
})

describe('[CF-6.12] face pictures', () => {
  test('grounds and walls are opaque, and things are transparent around their shape', () => {
    const opacities = (name: string) => [...builtinGallery.pixels(faceNumberOf(name)).opacities]
    for (const name of ['grass.111', 'water.112', 'wall_stone_7.111', 'front_stone_door.111'])
      expect(new Set(opacities(name)), name).toEqual(new Set([255]))
    for (const name of ['tree.111', 'sword.111', 'rat_west.111', 'door_open.111'])
      expect(opacities(name), name).toContain(0)
  })
  test('the sheets of large and small pictures have a picture for each face, and nothing after the last picture', () => {
    for (const [file, size] of [
      [facesPng, 32],
      [smallFacesPng, 24],
    ] as const) {
      const { width, height } = decode(new Uint8Array(file))
      expect([width / size, height / size]).toEqual([16, Math.ceil(builtinFaces.length / 16)])
    }
  })
  test('variants of a thing have different pictures', () => {
    for (const { faces: steps } of builtinAnimations)
      expect(new Set(steps.map((number) => builtinFaces[number - 1]!.checksum)).size).toBe(steps.length)
  })
})

describe('[CF-6.7] PNG pictures', () => {
  test('a PNG has 32 by 32 pixels with opacity and is encoded once', () => {
    for (const { number, name } of builtinFaces) {
      const { width, height, channels, depth, data } = decode(builtinGallery.png(number))
      expect({ width, height, channels, depth }, name).toEqual({
        width: 32,
        height: 32,
        channels: 4,
        depth: 8,
      })
      // The arrays are compared without a matcher, which is slow for thousands of numbers.
      expect(Buffer.compare(rgba(builtinGallery.pixels(number)), Uint8Array.from(data)), name).toBe(0)
      expect(builtinGallery.png(number)).toBe(builtinGallery.png(number))
      expect(builtinGallery.png(number).length).toBeLessThan(2048)
    }
  })
})

describe('[CF-6.3] XPM pictures', () => {
  test('an XPM has 24 by 24 pixels, each opaque or transparent', () => {
    const sheet = decodePng('small-faces.png', new Uint8Array(smallFacesPng))
    for (const { number, name } of builtinFaces) {
      const [left, top] = [((number - 1) % 16) * 24, Math.floor((number - 1) / 16) * 24]
      const { colours, opacities } = cutPicture(sheet, left, top, 24)
      const shown = [...colours].map((colour, pixel) => (opacities[pixel]! >= 128 ? colour : undefined))
      const { width, height, pixels } = readXpm(builtinGallery.xpm(number))
      expect([width, height, pixels.join()], name).toEqual([24, 24, shown.join()])
    }
  })
  test('an XPM is plain text far below the smallest client buffer', () => {
    for (const { number } of builtinFaces) {
      expect(builtinGallery.xpm(number).every((byte) => byte === 10 || (byte >= 32 && byte < 127))).toBe(true)
      expect(builtinGallery.xpm(number).length).toBeLessThan(4096)
    }
  })
})

describe('[CF-6.4] bitmap pictures', () => {
  test('a bitmap has 72 bytes and uses client colours', () => {
    for (const { number, colour } of builtinFaces) {
      expect(builtinGallery.bitmap(number).length).toBe(72)
      for (const index of Object.values(colour)) expect(index >= 0 && index <= 12).toBe(true)
    }
  })
  test("the lowest bit of a bitmap's first byte is the upper left pixel", () => {
    const opacities = new Uint8Array(24 * 24)
    opacities[0] = 255
    opacities.fill(255, 23 * 24)
    const bytes = encodeBitmap({ size: 24, colours: new Uint32Array(24 * 24), opacities })
    expect([...bytes.subarray(0, 3)]).toEqual([1, 0, 0])
    expect([...bytes.subarray(69)]).toEqual([0xff, 0xff, 0xff])
  })
  test('the bitmap of every face that is not blank has set pixels', () => {
    for (const { number, name } of builtinFaces.slice(1)) {
      const bits = [...builtinGallery.bitmap(number)].join()
      expect(bits === [...new Uint8Array(72)].join(), name).toBe(false)
    }
  })
})

test.each([
  ['dark1.111', 1 / 4],
  ['dark2.111', 1 / 2],
  ['dark3.111', 7 / 8],
] as const)('[CF-6.13] %s covers its part of the small picture with black', (name, part) => {
  const { pixels } = readXpm(builtinGallery.xpm(faceNumberOf(name)))
  const black = pixels.filter((colour) => colour !== undefined)
  expect(black.length / (24 * 24)).toBe(part)
  expect(new Set(black)).toEqual(new Set([0x1b1522]))
})

test('[CF-6.15] every face has a colour on the magic map', () => {
  for (const { name, colour } of builtinFaces)
    expect(colour.magic >= 0 && colour.magic <= 12, name).toBe(true)
  expect(builtinFaces.some(({ colour: { fg, bg, magic } }) => magic !== fg && magic !== bg)).toBe(true)
})

describe('[CF-6.10] animations', () => {
  test('numbers count from 1, names are unique and within client limits, and each has 2 to 32 faces', () => {
    expect(builtinAnimations.map(({ number }) => number)).toEqual(
      builtinAnimations.map((_, index) => index + 1),
    )
    expect(new Set(builtinAnimations.map(({ name }) => name)).size).toBe(builtinAnimations.length)
    expect(builtinAnimations.length).toBeLessThan(2000)
    for (const { faces: steps, name } of builtinAnimations) {
      expect(steps.length, name).toBeGreaterThanOrEqual(2)
      expect(steps.length, name).toBeLessThanOrEqual(32)
      for (const number of steps) expect(builtinFaces[number - 1]!.name.startsWith(`${name}.`)).toBe(true)
    }
  })
  test('published animations never change', () => {
    expect(animationByName('water').number).toBe(1)
    expect(animationByName('spider').number).toBe(39)
    expect(() => animationByName('unicorn')).toThrow('there is no animation unicorn')
  })
  test('[CF-6.14] people have four animations, rats and wolves two, all others one', () => {
    const ways = (name: string) => /_(north|east|south|west)$/.exec(name)?.[1]
    const bySubject = new Map<string, string[]>()
    for (const { name } of builtinAnimations) {
      const subject = ways(name) ? name.slice(0, name.lastIndexOf('_')) : name
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), ways(name) ?? 'any'])
    }
    for (const look of ['fighter', 'wizard', 'priest', 'rogue', 'guard']) {
      expect(bySubject.get(look), look).toEqual(['north', 'east', 'south', 'west'])
      bySubject.delete(look)
    }
    for (const beast of ['rat', 'wolf']) {
      expect(bySubject.get(beast), beast).toEqual(['west', 'east'])
      bySubject.delete(beast)
    }
    expect(bySubject.size).toBeGreaterThan(10)
    for (const [name, all] of bySubject) expect(all, name).toEqual(['any'])
  })
  test('an animation faces the direction of its creature', () => {
    const ways = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((way) =>
      facingAnimation('fighter', way).name.slice(8),
    )
    expect(ways).toEqual(['north', 'east', 'east', 'east', 'south', 'west', 'west', 'west'])
    expect(facingAnimation('rat', 7).name).toBe('rat_west')
    expect(facingAnimation('bat', 3).name).toBe('bat')
    expect(missileFaceNumber('arrow', 8)).toBe(faceNumberOf('arrow_northwest.111'))
  })
})

test('[CF-12.2] walls and roofs have a face for every combination of neighbours', () => {
  const none = { north: false, east: false, south: false, west: false }
  expect(joinedFace('wall_stone', none)).toBe(faceNumberOf('wall_stone_0.111'))
  expect(joinedFace('wall_wood', { ...none, north: true, west: true })).toBe(faceNumberOf('wall_wood_9.111'))
  expect(joinedFace('roof_red', { ...none, east: true, south: true })).toBe(faceNumberOf('roof_red_1.111'))
  expect(joinedFace('roof_slate', { ...none, north: true, west: true })).toBe(
    faceNumberOf('roof_slate_6.111'),
  )
})

function rgba({ colours, opacities }: Picture): Uint8Array {
  const bytes = new Uint8Array(colours.length * 4)
  for (const [pixel, colour] of colours.entries())
    bytes.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff, opacities[pixel]!], pixel * 4)
  return bytes
}

/** Reads an XPM like libXpm: its first string has the size, and the next strings are the colours and pixels. */
function readXpm(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes)
  expect(text.startsWith('/* XPM */\nstatic char *')).toBe(true)
  const strings = [...text.matchAll(/"([^"\\]*)"/g)].map(([, string]) => string!)
  const [width, height, count, letters] = strings[0]!.split(' ').map(Number)
  expect({ letters, strings: strings.length }).toEqual({ letters: 1, strings: 1 + count! + height! })
  const colours = new Map(
    strings.slice(1, 1 + count!).map((line) => {
      const [, letter, colour] = /^(.) c (None|#[0-9a-f]{6})$/.exec(line)!
      return [letter, colour === 'None' ? undefined : Number.parseInt(colour!.slice(1), 16)]
    }),
  )
  expect(colours.size).toBe(count)
  const rows = strings.slice(1 + count!)
  expect(rows.filter((row) => row.length !== width)).toEqual([])
  expect([...new Set(rows.join(''))].filter((letter) => !colours.has(letter))).toEqual([])
  const pixels = [...rows.join('')].map((letter) => colours.get(letter))
  return { width, height, pixels }
}
