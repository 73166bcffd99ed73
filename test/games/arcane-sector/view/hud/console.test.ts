// Texts over the world, and names at the mouse.
import { describe, expect, test } from 'vitest'
import { defaultColour, layOutGlyphs, textColours } from '../../../../../games/arcane-sector/view/hud/font.ts'
import { cameraPosition, createViewInput, TestView } from '../plain-art.ts'

const see = (more: Parameters<typeof createViewInput>[1] = {}) => new TestView(createViewInput([], more))
function rowsOf(seen: TestView, colour: number): number[] {
  const rows = Array.from({ length: 179 }, (_, row) => row)
  return rows.filter((row) => Array.from({ length: 350 }, (_, x) => seen.at(x, row)).includes(colour))
}

describe('[AS-16.8] a text', () => {
  test('has colours, letters and runes', () => {
    const [first, second] = layOutGlyphs('a\x12b\x0f~\xff\x4a\nc\xff\x20\xff')
    expect(first).toEqual([
      { code: 0x61, isRune: false, colour: defaultColour },
      { code: 0x62, isRune: false, colour: textColours[2] },
      { code: 0x4a, isRune: true, colour: defaultColour },
    ])
    expect(second).toEqual([{ code: 0x63, isRune: false, colour: defaultColour }])
  })

  test('is at the bottom, with older texts above it', () => {
    const lines = ['one', '\x11two', '\x12three'].map((text) => ({ text, age: 0 }))
    const seen = see({ lines })
    const bottoms = [defaultColour, textColours[1]!, textColours[2]!].map((colour) =>
      Math.max(...rowsOf(seen, colour)),
    )
    expect(bottoms).toEqual([154, 163, 172])
  })

  test.for([
    [10_000, true],
    [10_900, false],
    [11_000, false],
  ] as const)(
    'at an age of %i ms has its full colour: %s; it fades after 10 s and is gone after 11 s',
    ([age, isWhole]) => {
      const seen = see({ lines: [{ text: '\x12hello', age }] })
      expect(rowsOf(seen, textColours[2]!).length > 0).toBe(isWhole)
      const gone = see({ lines: [{ text: '\x12hello', age: 11_000 }] })
      expect(rowsOf(gone, 0xc0c0c0)).toEqual(rowsOf(see(), 0xc0c0c0))
    },
  )

  test('is wrapped between words, or inside long words', () => {
    const rows = (text: string) => {
      const tops = rowsOf(see({ lines: [{ text: `\x12${text}`, age: 0 }] }), textColours[2]!)
      return new Set(tops.map((row) => Math.floor((174 - row) / 9))).size
    }
    expect([rows('a'.repeat(57)), rows('word '.repeat(30)), rows('x'.repeat(200)), rows('a\nb')]).toEqual([
      1, 3, 3, 2,
    ])
  })

  test('that is being typed is below all other texts', () => {
    const seen = see({ typed: 'help', lines: [{ text: '\x12hello', age: 0 }] })
    expect(Math.max(...rowsOf(seen, textColours[2]!))).toBe(163)
    expect(Math.max(...rowsOf(seen, defaultColour))).toBeGreaterThan(163)
  })

  test('of any bytes and length is drawn safely', () => {
    const all = String.fromCharCode(...Array.from({ length: 256 }, (_, n) => n))
    expect(() => see({ lines: Array.from({ length: 60 }, () => ({ text: all, age: 0 })) })).not.toThrow()
  })
})

describe('[AS-16.8] the name at the mouse', () => {
  const piles = [
    {
      x: cameraPosition.x,
      y: cameraPosition.y - 1,
      items: [{ id: 1n, gfxId: 'sign', name: 'Q'.repeat(60) }],
    },
  ]

  test('is above the mouse, with at most 40 letters', () => {
    const seen = see({ piles, mouse: { x: 214, y: 90 } })
    const columns = Array.from({ length: 428 }, (_, x) => x).filter((x) =>
      [74, 75, 76, 77, 78, 79, 80].some((row) => seen.at(x, row) === 0xffc706),
    )
    expect([columns[0], columns.at(-1)]).toEqual([214 - 120, 214 + 118])
  })

  test('is not drawn without an object', () => {
    expect(see({ piles, mouse: { x: 30, y: 90 } }).isSame(see({ piles }))).toBe(true)
  })

  test.for([
    [0, 0],
    [427, 239],
    [-5, 900],
  ])('stays inside the picture at %i, %i', ([x, y]) => {
    const all = Array.from({ length: 25 }, (_, n) => ({
      ...piles[0]!,
      x: cameraPosition.x - 2 + (n % 5),
      y: cameraPosition.y - Math.floor(n / 5),
    }))
    expect(() => see({ piles: all, mouse: { x: x!, y: y! } })).not.toThrow()
  })
})
