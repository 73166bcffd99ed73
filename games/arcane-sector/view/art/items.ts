// Items that players can carry, 16 x 16 pixels each.
import type { Colour } from './primitives/image.ts'
import { type ColourRamp, createColourRamp, Painting } from './primitives/painting.ts'

const side = 16
const outline = 0x1a1218
const stem = createColourRamp(0x4e8a3a)

/** Functions that draw an item, indexed by the picture's name on the wire. */
const drawn: { readonly [gfxId: string]: () => Painting } = {
  scroll: () =>
    lettered(0xe8d8a8, 0x7a5a34, [
      '................',
      '..KKKKKKKKKKK...',
      '.K5554444444bK..',
      '.KcKKKKKKKKKbK..',
      '..K444444443KK..',
      '..K4bb4bbb43K...',
      '..K444444443K...',
      '..K4bbb4bb43K...',
      '..K444444443K...',
      '..K4bb4bb443K...',
      '..K444444443K...',
      '..K4b4bbb443K...',
      '.KKKKKKKKKKK3K..',
      '.K555444444bbK..',
      '..KKKKKKKKKKK...',
      '................',
    ]),
  gold_key: () =>
    lettered(0xe0b040, 0x7a5212, [
      '................',
      '...KKKK.........',
      '..K5544K........',
      '.K54KK43K.......',
      '.K4K..K3K.......',
      '.K4K..K3K.......',
      '.K43KK32K.......',
      '..K4333K........',
      '...KKK43K.......',
      '.....K543K......',
      '......K543K.....',
      '.......K543KK...',
      '........K5433K..',
      '.......K43K43K..',
      '.......K3KK33K..',
      '........K..KK...',
    ]),
  teleport_ring: () =>
    lettered(0xe0b040, 0x38b8f0, [
      '................',
      '......KKKK......',
      '.....KeddcK.....',
      '....KeddccbK....',
      '....KddccbbK....',
      '.....KccbbK.....',
      '....K5KKKK2K....',
      '...K54K..K32K...',
      '..K54K....K32K..',
      '..K4K......K2K..',
      '..K4K......K2K..',
      '..K43K....K22K..',
      '...K433KK322K...',
      '....K433322K....',
      '.....KKKKKK.....',
      '................',
    ]),
  dagger: () =>
    lettered(0xb8c2d0, 0x8a5a34, [
      '................',
      '.............KK.',
      '............K5K.',
      '...........K54K.',
      '..........K543K.',
      '.........K543K..',
      '........K543K...',
      '.......K543K....',
      '..KK..K543K.....',
      '..KeKK543K......',
      '...KeKd3K.......',
      '....KdeK........',
      '...KcKdeK.......',
      '..KcbK.KeK......',
      '.KcbK...KK......',
      '..KK............',
    ]),
  empty_flask: () => flask(undefined),
  unknown_potion: () => flask(0x8a6a3a),
  health_potion: () => flask(0xd03048),
  mana_potion: () => flask(0x3a6ae0),
  herb_0: () =>
    herb((on) =>
      on
        .shape(
          [
            [8, 1],
            [13, 7],
            [9, 13],
            [7, 13],
            [3, 7],
          ],
          createColourRamp(0xb8c87a),
        )
        .limb(8, 3, 0.5, 8, 15, 0.6, stem),
    ),
  herb_1: () =>
    herb((on) => {
      stalks(on, [3, 6, 10, 13])
      for (const [x, y] of [
        [3, 5],
        [6, 3],
        [10, 4],
        [13, 6],
        [8, 7],
      ] as const)
        on.ball(x, y, 2, 2, createColourRamp(0x3a3040))
    }),
  herb_2: () => herb((on) => flower(stalks(on, [8]), 8, 5, 0xf09030, 0xffe07a)),
  herb_3: () =>
    herb((on) => {
      stalks(on, [5, 8, 11])
      for (const [x, y] of [
        [4, 5],
        [8, 3],
        [12, 5],
        [6, 8],
        [11, 9],
      ] as const)
        on.ball(x, y, 1.7, 2.2, createColourRamp(0x8a54c0))
    }),
  herb_4: () => mushroom(0xc8302c, true),
  herb_5: () =>
    herb((on) => {
      on.limb(5, 15, 1, 10, 11, 1, createColourRamp(0x5a6a3a))
        .limb(10, 11, 1, 5, 7, 1, createColourRamp(0x5a6a3a))
        .limb(5, 7, 1, 11, 3, 0.8, createColourRamp(0x5a6a3a))
        .limb(11, 3, 0.7, 13, 6, 0.6, createColourRamp(0x5a6a3a))
      for (const [x, y] of [
        [12, 11],
        [3, 9],
        [12, 3],
      ] as const)
        on.ball(x, y, 2, 1.3, stem)
    }),
  herb_6: () =>
    herb((on) => {
      stalks(on, [5, 11])
      flower(on, 5, 5, 0x6aa0f0, 0xf4f0d0)
      flower(on, 11, 7, 0x4a80e0, 0xf4f0d0)
    }),
  herb_7: () =>
    fruits(0x78b83a, [
      [5, 10],
      [10, 11],
      [8, 7],
      [12, 8],
    ]),
  herb_8: () =>
    herb((on) => {
      stalks(on, [8])
      for (const [n, y] of [12, 9, 6, 3].entries())
        on.ball(8 - 4 + n * 0.6, y, 2.8 - n * 0.4, 1.6, createColourRamp(0x48d8b8)).ball(
          8 + 4 - n * 0.6,
          y - 1,
          2.8 - n * 0.4,
          1.6,
          createColourRamp(0x48d8b8),
        )
      on.dot(4, 11, 0xe8fff8).dot(11, 8, 0xe8fff8).dot(6, 5, 0xe8fff8)
    }),
  herb_9: () =>
    herb((on) => {
      for (const [x, top] of [
        [4, 6],
        [7, 3],
        [10, 4],
        [13, 7],
      ] as const)
        on.limb(8, 14, 1.2, x, top, 1.4, createColourRamp(0xa8c8b0))
      for (const [x, y] of [
        [4, 5],
        [7, 2],
        [10, 3],
        [13, 6],
      ] as const)
        on.dot(x, y, 0xffffff)
    }),
  herb_10: () =>
    herb((on) => {
      stalks(on, [8])
      for (const [x, y] of [
        [5, 7],
        [11, 7],
        [8, 3],
      ] as const)
        on.ball(x, y, 3, 2.8, createColourRamp(0x58a040)).dot(x, y, 0xc0e090)
    }),
  herb_11: () => mushroom(0x4a4658, false),
  herb_12: () =>
    herb((on) => {
      for (const [x, top] of [
        [3, 4],
        [6, 6],
        [10, 5],
        [13, 8],
      ] as const)
        on.limb(8, 15, 0.8, x, top, 0.5, createColourRamp(0x7a9aa8))
      on.ball(9, 4, 3.4, 3.4, createColourRamp(0xe8ecff), 0.1).ball(
        10.6,
        3.2,
        2.6,
        2.6,
        createColourRamp(0x7a9aa8),
        -0.3,
      )
    }),
  herb_13: () =>
    herb((on) => {
      stalks(on, [8])
      on.ball(8, 9, 4, 4, createColourRamp(0x9a2878)).rect(4, 4, 9, 2, createColourRamp(0xe8b83a)[3]!)
      for (const x of [4, 8, 12]) on.rect(x, 1, 1, 3, createColourRamp(0xe8b83a)[4]!).dot(x, 5, 0xb03040)
    }),
}

/** [AS-1.12] */
export const itemNames: readonly string[] = Object.keys(drawn)

/** Draws a sack for an unknown name. */
export function drawItem(gfxId: string): Painting {
  const draw = Object.hasOwn(drawn, gfxId) ? drawn[gfxId] : undefined
  return draw?.() ?? sack()
}

export function drawHand(): Painting {
  return lettered(0x4a3524, 0x4a3524, [
    '................',
    '................',
    '.......44.......',
    '....44.44.......',
    '....44.44.44....',
    '....44.44.44....',
    '..4.44.44.44....',
    '.44.44.44.44....',
    '.44.44444444....',
    '.444444444443...',
    '..44444444443...',
    '..44444444433...',
    '...444444433....',
    '....4444433.....',
    '....444443......',
    '................',
  ])
}

export function drawSpark(): Painting {
  const painting = new Painting(side, side)
  const glow = createColourRamp(0x57c3f0)
  painting.ball(7.5, 7.5, 4, 4, glow, 0.1)
  for (const [x, y] of [
    [7, 0],
    [7, 15],
    [0, 7],
    [15, 7],
    [2, 2],
    [13, 13],
    [13, 2],
    [2, 13],
  ] as const)
    painting.limb(7.5, 7.5, 1.6, x, y, 0.5, glow, 0.2)
  return painting.ball(7.5, 7.5, 2, 2, [0xeafaff]).outline(outline)
}

/**
 * Draws a picture from letters, one per pixel. `1` to `5` are shades of the first colour, and `a` to `e` of the second,
 * from dark to light. `K` is dark, and a dot is transparent.
 */
function lettered(one: Colour, other: Colour, rows: readonly string[]): Painting {
  const painting = new Painting(side, side)
  const shades: { readonly [letters: string]: ColourRamp } = {
    '12345': createColourRamp(one),
    abcde: createColourRamp(other),
  }
  for (const [y, row] of rows.entries())
    for (const [x, letter] of [...row].entries()) {
      if (letter === 'K') painting.dot(x, y, outline)
      for (const [letters, ramp] of Object.entries(shades))
        if (letters.includes(letter)) painting.dot(x, y, ramp[letters.indexOf(letter) + 1]!)
    }
  return painting
}

/** Two thirds full of `liquid`, or empty if `liquid` is undefined. */
function flask(liquid: Colour | undefined): Painting {
  const painting = lettered(liquid ?? 0xa8d0dc, 0xb08050, [
    '......KKKK......',
    '......KedK......',
    '.....KKddKK.....',
    '......K..K......',
    '......K..K......',
    '.....KK..KK.....',
    '....K......K....',
    '...K........K...',
    '..K3555544443K..',
    '..K4544443333K..',
    '..K4443333332K..',
    '..K4433333222K..',
    '..K3333322222K..',
    '...K33222221K...',
    '....KK2221KK....',
    '......KKKK......',
  ])
  const glass = 0xd4ecf2
  for (let y = 3; y < 15; y++)
    for (let x = 3; x < 13; x++) {
      const isIn =
        painting.pixels[y * side + x] === 0 &&
        (y < 6 ? x > 6 && x < 9 : y === 6 ? x > 4 && x < 11 : x > 3 && x < 12)
      if (isIn || (liquid === undefined && y > 7 && ((x + y) & 1) === 0 && painting.isPainted(x, y)))
        painting.dot(x, y, glass)
    }
  return painting.dot(4, 9, 0xffffff).dot(4, 10, 0xffffff).dot(5, 8, 0xffffff)
}

function herb(draw: (on: Painting) => unknown): Painting {
  const painting = new Painting(side, side)
  draw(painting)
  return painting.outline(outline)
}

/** The stalks rise from the middle of the lower edge to the columns `tops`. */
function stalks(on: Painting, tops: readonly number[]): Painting {
  for (const x of tops) on.limb(8, 15, 0.8, x, 5, 0.6, stem)
  return on.ball(5, 12, 2.4, 1.2, stem).ball(11, 13, 2.4, 1.2, stem)
}

function flower(on: Painting, x: number, y: number, petals: Colour, heart: Colour): Painting {
  for (const [dx, dy] of [
    [-2, 0],
    [2, 0],
    [0, -2],
    [0, 2],
  ] as const)
    on.ball(x + dx, y + dy, 1.7, 1.7, createColourRamp(petals))
  return on.ball(x, y, 1, 1, createColourRamp(heart), 0.2)
}

function mushroom(cap: Colour, dots: boolean): Painting {
  return herb((on) => {
    on.limb(8, 8, 1.6, 8, 14, 2, createColourRamp(0xe8dcc0))
      .ball(8, 6.5, dots ? 6 : 4, dots ? 4.4 : 5.4, createColourRamp(cap))
      .rect(3, 10, 11, 1, outline)
    if (dots)
      on.dot(5, 5, 0xfff4e4).dot(6, 5, 0xfff4e4).dot(9, 3, 0xfff4e4).dot(11, 7, 0xfff4e4).dot(8, 7, 0xfff4e4)
    else for (const x of [5, 7, 9, 11]) on.rect(x, 7, 1, 4, createColourRamp(cap)[0]!)
    on.limb(8, 11, 1.6, 8, 14, 2, createColourRamp(0xe8dcc0))
  })
}

function fruits(colour: Colour, places: readonly (readonly [number, number])[]): Painting {
  return herb((on) => {
    stalks(on, [5, 11])
    for (const [x, y] of places) on.ball(x, y, 2.2, 2.2, createColourRamp(colour)).dot(x - 1, y - 1, 0xf0ffd0)
  })
}

function sack(): Painting {
  return herb((on) =>
    on
      .ball(8, 10, 5.5, 5, createColourRamp(0xa07a4a))
      .limb(6, 4, 1, 10, 4, 1, createColourRamp(0xa07a4a))
      .rect(5, 5, 6, 1, 0x5a3a1c),
  )
}
