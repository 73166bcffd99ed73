// Most pictures are a little larger than their tile and have a ragged rim, so that adjacent grounds blend. Water, wood
// and beams have neither.
import { Random } from '../../../../shared/random.ts'
import type { NoiseGrain } from '../primitives/grain.ts'
import type { Colour } from '../primitives/image.ts'
import { type ColourRamp, Painting, pickShade } from '../primitives/painting.ts'

const side = 128
/**
 * Width of the ragged rim in pixels. The rim is narrower than the overlap of adjacent tiles, so that no gaps remain.
 */
const rim = 12
/** Number of variants of each ground, except of wood and beams. */
const variants = 4

const grassRamp: ColourRamp = [0x3f6b2c, 0x4c7d34, 0x5b8f3e, 0x6b9f48, 0x7fae54, 0x94bd63]
const forestRamp: ColourRamp = [0x23331c, 0x2d4224, 0x3a502a, 0x4a5a30, 0x5a6338, 0x6d6d42]
const sandRamp: ColourRamp = [0xc2a468, 0xd0b479, 0xdbc189, 0xe4cd97, 0xecd8a6, 0xf3e3b8]
const rockRamp: ColourRamp = [0x4a453f, 0x6b645a, 0x857c6e, 0x9b9182, 0xb0a694, 0xc4bba9]
const dirtRamp: ColourRamp = [0x6b4c2c, 0x7f5d38, 0x926d44, 0xa57e51, 0xb68f60, 0xc6a273]
const waterRamp: ColourRamp = [0x1f4f7d, 0x265d8f, 0x2f6ca0, 0x3c7db0, 0x5093c0, 0x77b3d4]
const woodRamp: ColourRamp = [0x5d3a1c, 0x754a26, 0x8a5a30, 0x9c693a, 0xac7845, 0xbb8852]
const petals: readonly Colour[] = [0xf4f0e0, 0xf2d14a, 0xd9637a, 0xa98be0]
const leaves: readonly Colour[] = [0x8a5a2a, 0xa8772f, 0x6e4524, 0x70873a]
const pebble: ColourRamp = [0x574b3d, 0x8b7f6e, 0xb9ae9c]

export interface GroundGrains {
  readonly broad: NoiseGrain
  readonly fine: NoiseGrain
}

type Paint = (painting: Painting, grains: GroundGrains, variant: number, random: Random) => void

/** The order of the entries has no meaning, because the stages of drawing define which tile covers which. */
const paints = {
  water,
  grass,
  forest,
  wood,
  sand,
  rocky,
  dirt,
  beams,
} as const satisfies { readonly [ground: string]: Paint }

export type GroundName = keyof typeof paints

export function groundPainters(grains: GroundGrains): {
  readonly [ground in GroundName]: (() => Painting)[]
} {
  const draw = (ground: GroundName) =>
    Array.from({ length: isWhole(ground) ? 1 : variants }, (_, variant) => () => {
      const painting = new Painting(side, side)
      paints[ground](painting, grains, variant, new Random(variant, ground))
      if (!isWhole(ground) && ground !== 'water') fray(painting, grains.fine, variant)
      return painting
    })
  return Object.fromEntries(Object.keys(paints).map((ground) => [ground, draw(ground as GroundName)])) as {
    [ground in GroundName]: (() => Painting)[]
  }
}

const isWhole = (ground: GroundName) => ground === 'wood' || ground === 'beams'

/** Removes pixels at random, and more of them near the edge. */
function fray(painting: Painting, fine: NoiseGrain, variant: number): void {
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const inward = Math.min(x, y, side - 1 - x, side - 1 - y)
      if (inward < rim && inward < fine.at(x * 2 + 61 * variant, y * 2 + 17) * rim * 1.6) painting.clear(x, y)
    }
}

function grass(painting: Painting, { broad, fine }: GroundGrains, variant: number, random: Random): void {
  painting.fill((x, y) => {
    const value = broad.at(x + 91 * variant, y) * 0.7 + fine.at(x + 37 * variant, y) * 0.55 - 0.12
    return pickShade(grassRamp, value, x, y, 0.6)
  })
  for (let blade = 0; blade < 260; blade++) {
    const [x, y] = [random.below(side), random.below(side)]
    const height = random.between(2, 4)
    const light = random.below(3)
    for (let up = 0; up < height; up++) painting.dot(x, y - up, grassRamp[up < 2 ? light : light + 3]!)
  }
  for (let flower = random.below(5) * (variant & 1 ? 3 : 1); flower > 0; flower--) {
    const [x, y, petal] = [
      random.between(rim, side - rim),
      random.between(rim, side - rim),
      random.pick(petals),
    ]
    painting
      .dot(x, y + 1, grassRamp[0]!)
      .rect(x - 1, y, 3, 1, petal)
      .dot(x, y - 1, petal)
      .dot(x, y, 0xe8b53a)
  }
}

function forest(painting: Painting, { broad, fine }: GroundGrains, variant: number, random: Random): void {
  painting.fill((x, y) => {
    const value = broad.at(x, y + 83 * variant) * 0.75 + fine.at(x + 53 * variant, y) * 0.5 - 0.15
    return pickShade(forestRamp, value, x, y, 0.6)
  })
  for (let leaf = 0; leaf < 130; leaf++) {
    const [x, y, colour] = [random.below(side), random.below(side), random.pick(leaves)]
    painting.rect(x, y, 2, 1, colour).dot(x + random.below(2), y + 1, forestRamp[0]!)
  }
  for (let fern = 0; fern < 14; fern++) {
    const [x, y] = [random.between(8, side - 8), random.between(8, side - 8)]
    for (let n = 0; n < 5; n++)
      painting
        .dot(x - n, y - 2 - n + (n >> 1), grassRamp[1]!)
        .dot(x + n, y - 2 - n + (n >> 1), grassRamp[2]!)
        .dot(x, y - n, grassRamp[0]!)
  }
}

function sand(painting: Painting, { broad, fine }: GroundGrains, variant: number, random: Random): void {
  painting.fill((x, y) => {
    const bend = Math.floor(broad.at(x + 47 * variant, y) * 26)
    const ripple = (y + bend) % 9
    const value =
      broad.at(x, y + 31 * variant) * 0.6 +
      fine.at(x, y) * 0.35 +
      (ripple < 2 ? 0.12 : ripple === 4 ? -0.08 : 0)
    return pickShade(sandRamp, value, x, y)
  })
  scatter(painting, random, 9, pebble)
}

function dirt(painting: Painting, { broad, fine }: GroundGrains, variant: number, random: Random): void {
  painting.fill((x, y) => {
    const value = broad.at(x + 71 * variant, y + 11) * 0.7 + fine.at(x, y + 43 * variant) * 0.55 - 0.12
    return pickShade(dirtRamp, value, x, y, 0.7)
  })
  scatter(painting, random, 40, pebble)
}

function scatter(painting: Painting, random: Random, stones: number, ramp: ColourRamp): void {
  for (let stone = 0; stone < stones; stone++) {
    const [x, y, width] = [random.below(side), random.below(side), random.between(2, 4)]
    painting
      .rect(x, y + 1, width + 1, 2, ramp[0]!)
      .rect(x, y, width, 2, ramp[1]!)
      .rect(x, y, width - 1, 1, ramp[2]!)
  }
}

/** Draws flat stones with gaps. A pixel belongs to the stone with the nearest of some scattered centres. */
function rocky(painting: Painting, { broad, fine }: GroundGrains, variant: number, random: Random): void {
  const cells = 9
  const size = side / cells
  const jitter = Array.from(
    { length: cells * cells },
    () => [random.unit(), random.unit(), random.unit()] as const,
  )
  painting.fill((x, y) => {
    let [first, second, tone, dx, dy] = [1e9, 1e9, 0, 0, 0]
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++) {
        const [jx, jy, light] = jitter[((r + cells) % cells) * cells + ((c + cells) % cells)]!
        const [ox, oy] = [x - (c + 0.15 + 0.7 * jx) * size, y - (r + 0.15 + 0.7 * jy) * size]
        const far = ox * ox + oy * oy
        if (far < first) [first, second, tone, dx, dy] = [far, first, light, ox, oy]
        else if (far < second) second = far
      }
    const edge = Math.sqrt(second) - Math.sqrt(first)
    const value =
      0.45 +
      tone * 0.22 +
      (fine.at(x + 29 * variant, y) - 0.5) * 0.5 -
      (dx + dy) * 0.012 +
      (broad.at(x, y) - 0.5) * 0.3
    return pickShade(rockRamp, edge < 1.6 ? 0.02 : edge < 3.2 ? value - 0.22 : value, x, y, 0.6)
  })
}

function wood(painting: Painting, { broad, fine }: GroundGrains, _variant: number, random: Random): void {
  const plank = 16
  const joints = Array.from({ length: side / plank }, () => random.below(side))
  const tones = Array.from({ length: side / plank }, () => random.unit() * 0.25)
  painting.fill((x, y) => {
    const [n, within] = [Math.floor(x / plank), x % plank]
    const [joint, tone] = [joints[n]!, tones[n]!]
    if (within === 0 || y === joint) return woodRamp[0]!
    const isNail = (within === 3 || within === plank - 4) && (y === joint + 3 || y === joint - 3)
    if (isNail) return 0x3a2a1c
    const streak = fine.at(x * 3, y >> 2) * 0.4 + broad.at(x * 2, y >> 1) * 0.35
    const value = 0.1 + streak + (y > joint ? tone : 0.2 - tone) + (within === 1 ? 0.15 : 0)
    return pickShade(woodRamp, value, x, y, 0.5)
  })
}

/** Draws the ceiling of a house: boards with two beams across them. */
function beams(painting: Painting, { broad, fine }: GroundGrains): void {
  painting.fill((x, y) => {
    const beam = y % 64
    const streak = fine.at(beam < 18 ? x : x * 3, beam < 18 ? y * 3 : y >> 2) * 0.4 + broad.at(x, y) * 0.25
    if (beam < 18)
      return pickShade(woodRamp, 0.02 + streak + (beam < 2 ? 0.2 : beam > 15 ? -0.2 : 0), x, y, 0.5)
    return pickShade(woodRamp, x % 16 === 0 ? -0.2 : streak - (beam < 26 ? 0.16 : 0), x, y, 0.5)
  })
}

function water(painting: Painting, { broad, fine }: GroundGrains, variant: number, random: Random): void {
  painting.fill((x, y) => {
    const value =
      broad.at(x * 2 + 13 * variant, y * 2 + 64 * variant) * 0.55 + fine.at(x, y * 2 + 21 * variant) * 0.35
    return pickShade(waterRamp, value, x, y, 0.8)
  })
  for (let crest = 0; crest < 44; crest++) {
    const [x, y, length] = [random.below(side), random.below(side), random.between(4, 15)]
    for (let n = 0; n < length; n++) {
      const bow = n < 2 || n > length - 3 ? 1 : 0
      painting
        .dot((x + n) % side, y + bow, waterRamp[bow ? 4 : 5]!)
        .dot((x + n) % side, y + bow + 1, waterRamp[1]!)
    }
  }
}
