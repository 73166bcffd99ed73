import { Random } from '../../../../shared/random.ts'
import type { NoiseGrain } from '../primitives/grain.ts'
import type { Colour } from '../primitives/image.ts'
import { type ColourRamp, Painting, pickShade } from '../primitives/painting.ts'

const rockRamp: ColourRamp = [0x393634, 0x4e4a47, 0x65605b, 0x7d7770, 0x958f86, 0xaca69c, 0xc3bdb3]
const ashlarRamp: ColourRamp = [0x3f3a37, 0x5c554e, 0x746b61, 0x8a8073, 0x9f9484, 0xb3a796]
const oakRamp: ColourRamp = [0x2e1c0f, 0x452a16, 0x5d3a1f, 0x744a28, 0x8a5b33, 0xa06e41]
const ironRamp: ColourRamp = [0x1b1c20, 0x2e3036, 0x4a4d55, 0x6e727c, 0x9a9faa]
const gold: ColourRamp = [0x7a5212, 0xb07f22, 0xe0b040, 0xf6dc83]

/** Draws 5 by 5 m of a mountain side. `light`: added to the brightness, and different for each side. */
export function drawRock({ broad, fine }: { broad: NoiseGrain; fine: NoiseGrain }, light: number): Painting {
  return new Painting(128, 128).fill((x, y) => {
    const lean = y + Math.floor(broad.at(x * 2, y * 2) * 44)
    const layer = lean & 31
    const relief = broad.at(x * 2, lean * 3) - broad.at(x * 2 + 5, lean * 3 + 7)
    const crack = layer < 3 ? -0.22 : layer < 6 ? 0.12 : 0
    const value = 0.44 + relief * 2.2 + (fine.at(x * 2, y * 2) - 0.5) * 0.5 + crack + light
    return pickShade(rockRamp, value, x, y, 0.6)
  })
}

/** Draws 5 m of the ragged upper edge of a mountain. */
export function drawCrest(grains: { broad: NoiseGrain; fine: NoiseGrain }, light: number): Painting {
  const rock = drawRock(grains, light + 0.06)
  const painting = new Painting(128, 38)
  const edgeAt = (x: number) => 6 + grains.broad.at(x * 2, 77) * 34 + (grains.fine.at(x * 3, 9) - 0.5) * 12
  return painting.fill((x, y) => {
    const edge = edgeAt(x)
    if (y < edge) return undefined
    if (y < edge + 2) return rockRamp[light < 0 ? 4 : 6]!
    const pixel = rock.pixels[(90 + y) * 128 + x] ?? rock.pixels[y * 128 + x]!
    return ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 0xff)
  })
}

/** The wall is 5 by 3 m. */
export function drawWall(fine: NoiseGrain): Painting {
  const painting = new Painting(160, 96)
  const random = new Random(3, 'wall')
  const course = 16
  for (let row = 0; row < 6; row++) {
    let x = -random.between(4, 20)
    while (x < 160) {
      const width = random.between(20, 36)
      stone(painting, fine, { x, y: row * course, width, height: course }, random.unit() * 0.22 - 0.11)
      x += width
    }
  }
  return painting
}

interface Stone {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Mortar is to the right and below. The upper and left edges of the stone are lit. */
function stone(painting: Painting, fine: NoiseGrain, { x, y, width, height }: Stone, tone: number): void {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const isMortar = row >= height - 2 || column >= width - 2
      const edge = row === 0 || column === 0 ? 0.17 : row === height - 3 || column === width - 3 ? -0.16 : 0
      const value = isMortar
        ? 0.05
        : 0.5 + tone + edge + (fine.at((x + column) * 3, (y + row) * 3) - 0.5) * 0.5
      painting.dot(x + column, y + row, pickShade(ashlarRamp, value, x + column, y + row, 0.6))
    }
}

export function drawDoor(fine: NoiseGrain): Painting {
  const painting = drawWall(fine)
  const [left, right, top, bottom] = [54, 106, 20, 96]
  const middle = (left + right) / 2
  const isIn = (x: number, y: number, wider: number) => {
    if (x < left - wider || x >= right + wider || y >= bottom) return false
    const round = top + 26
    if (y >= round) return true
    const [dx, dy] = [(x + 0.5 - middle) / (26 + wider), (y + 0.5 - round) / (26 + wider)]
    return dx * dx + dy * dy <= 1
  }
  painting.fill((x, y) => {
    if (isIn(x, y, 0)) return oakAt(x, y, fine)
    if (isIn(x, y, 2)) return 0x1d1611
    if (isIn(x, y, 9)) return archAt(x, y, fine)
    return undefined
  })
  for (const y of [40, 74]) {
    painting.rect(left + 1, y, 40, 4, ironRamp[1]!).rect(left + 1, y, 40, 1, ironRamp[3]!)
    for (let x = left + 5; x < left + 40; x += 9) painting.rect(x, y + 1, 2, 2, ironRamp[4]!)
    painting.rect(left + 41, y - 2, 3, 8, ironRamp[1]!)
  }
  return painting.ball(right - 8, 60, 4, 4, gold).rect(right - 9, 66, 2, 4, 0x14100c)
}

function oakAt(x: number, y: number, fine: NoiseGrain): Colour {
  const plank = (x - 54) % 13
  if (plank === 0) return oakRamp[0]!
  const value = 0.3 + fine.at(x * 4, y) * 0.5 + (plank === 1 ? 0.16 : plank === 12 ? -0.14 : 0)
  return pickShade(oakRamp, value, x, y, 0.5)
}

function archAt(x: number, y: number, fine: NoiseGrain): Colour {
  const joint = y > 46 && y % 14 < 2
  return joint ? ashlarRamp[0]! : pickShade(ashlarRamp, 0.62 + (fine.at(x * 3, y * 3) - 0.5) * 0.5, x, y, 0.6)
}

/** An open passage: pillars, and a lintel with glowing runes. */
export function drawGateway(fine: NoiseGrain): Painting {
  const wall = drawWall(fine)
  const painting = new Painting(160, 96)
  for (let y = 0; y < 96; y++)
    for (let x = 0; x < 160; x++)
      if (x < 22 || x >= 138 || y < 15) painting.pixels[y * 160 + x] = wall.pixels[y * 160 + x]!
  painting
    .rect(21, 15, 2, 81, ashlarRamp[0]!)
    .rect(137, 15, 2, 81, ashlarRamp[0]!)
    .rect(21, 14, 118, 2, ashlarRamp[0]!)
  for (const x of [8, 149])
    for (let y = 28; y < 90; y += 14) painting.rect(x - 2, y, 5, 1, 0x8fe8ff).rect(x, y - 3, 1, 7, 0x57c3f0)
  return painting
}
