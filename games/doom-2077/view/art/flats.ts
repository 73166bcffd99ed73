import { type Bitmap, BitmapPainter, layeredNoise, positionHash, smoothNoise } from './bitmap.ts'
import { colourIndex } from './palette.ts'

const flatSize = 64

/** Floor of the hall and the lift: steel with a raised tread. */
function drawTread(): Bitmap {
  return new BitmapPainter(flatSize, flatSize).each((x, y) => {
    const [u, v] = [x & 15, y & 15]
    const [a, b] = [(u + v) & 15, (u - v + 16) & 15]
    const ridge =
      ((x >> 4) + (y >> 4)) & 1
        ? a > 5 && a < 9 && Math.abs(b - 8) > 2
        : b > 5 && b < 9 && Math.abs(a - 8) > 2
    const seam = x === 0 || y === 0 ? -3 : 0
    return colourIndex(
      'steel',
      Math.round(6 + (ridge ? 2 : 0) + seam + layeredNoise(x, y, flatSize, 1.2, 201)),
    )
  })
}

/** Floor of the passages: caulked deck planks. */
function drawDeck(): Bitmap {
  return new BitmapPainter(flatSize, flatSize).each((x, y) => {
    const plank = x >> 3
    const end = (y + plank * 27) & 63
    const seam = (x & 7) === 0 || end === 0
    const tone = (positionHash(plank, (y + plank * 27) >> 6, 211) - 128) / 100
    const fibre = (smoothNoise(x * 4, y, 16, 16, 212) - 128) / 70
    if (!seam && (end === 2 || end === 61) && (x & 7) === 4) return colourIndex('rubber', 5)
    return seam
      ? colourIndex('wood', 2)
      : colourIndex('wood', Math.round(8 + tone + fibre + ((x & 7) === 1 ? 1 : 0)))
  })
}

/** Floor of the court: flagstones. */
function drawFlagstones(): Bitmap {
  return new BitmapPainter(flatSize, flatSize).each((x, y) => {
    const row = y >> 5
    const across = (x + row * 16) & 63
    const [u, v] = [across & 31, y & 31]
    const tone = (positionHash(across >> 5, row, 221) - 128) / 100
    const joint = u < 1 || v < 1
    if (joint) return colourIndex(positionHash(x, y, 222) > 150 ? 'green' : 'stone', 4)
    const lit = u === 1 || v === 1 ? 1 : u === 31 || v === 31 ? -1 : 0
    return colourIndex('stone', Math.round(8.5 + tone + lit + layeredNoise(x, y, flatSize, 1.6, 223)))
  })
}

/** Floor of the gallery: white and navy tiles. */
function drawTiles(): Bitmap {
  return new BitmapPainter(flatSize, flatSize).each((x, y) => {
    const dark = ((x >> 5) + (y >> 5)) & 1
    const [u, v] = [x & 31, y & 31]
    const joint = u === 0 || v === 0 ? -4 : u === 1 || v === 1 ? 1 : 0
    const worn = layeredNoise(x, y, flatSize, 1, 231)
    return dark
      ? colourIndex('navy', Math.round(5 + joint / 2 + worn))
      : colourIndex('white', Math.round(9 + joint + worn))
  })
}

/** The top of a crate. */
function drawCrateLid(): Bitmap {
  const on = new BitmapPainter(flatSize, flatSize).each((x, y) => {
    const lit = (x & 15) === 0 ? -5 : (x & 15) === 1 ? 2 : 0
    return colourIndex('wood', Math.round(9 + lit + layeredNoise(x * 8, y * 2, 512, 2, 241)))
  })
  return on.bevel(0, 0, 64, 64, 4).bevel(6, 6, 52, 52, -3)
}

/** Ceiling with beams and a lamp between the beams. */
function drawBeams(): Bitmap {
  const on = new BitmapPainter(flatSize, flatSize).each((x, y) =>
    colourIndex('navy', Math.round(4 + layeredNoise(x, y, flatSize, 1, 251))),
  )
  on.rect(0, 0, 64, 8, 'wood', 6)
    .rect(0, 8, 8, 56, 'wood', 5)
    .bevel(0, 0, 64, 8, 2)
    .shade(8, 8, 56, 2, -3)
    .shade(8, 8, 2, 56, -2)
  return on.rect(32, 32, 10, 10, 'brass', 7).rect(34, 34, 6, 6, 'white', 15).bevel(32, 32, 10, 10, 2)
}

/** `horizon`: row of the horizon, counted from the top. */
export interface Sky extends Bitmap {
  readonly horizon: number
}

const skySize = { width: 1024, height: 256, horizon: 150 } as const

/** The open sea at dusk, with a low sun in the west. */
export function drawSky(): Sky {
  const { width, height, horizon } = skySize
  const { data } = new BitmapPainter(width, height).each((x, y) => {
    const sun = { x: 512, y: horizon - 16 }
    const [dx, dy] = [x - sun.x, (y - sun.y) * 1.1]
    const far = Math.sqrt(dx * dx + dy * dy)
    const dither = (positionHash(x, y, 260) - 128) / 256
    if (y < horizon) {
      if (far < 13) return colourIndex('dusk', 15)
      const glow = Math.max(0, 1 - far / 330)
      const bank =
        smoothNoise(x, y * 5, 64, 16, 261) * 3 +
        smoothNoise(x, y * 6, 32, 32, 262) * 2 +
        smoothNoise(x, y * 4, 8, 128, 263)
      const over = (bank / 6 - 140) / 24 - Math.abs(y - horizon + 62) / 34
      const up = (horizon - y) / horizon
      const clear = 4.2 + glow * 8 + (1 - up) * 2.6
      if (over > 0)
        return colourIndex('dusk', Math.round(clear + Math.min(3, over * 2) - (over > 1 ? 1.5 : 0) + dither))
      return up > 0.5 - glow * 0.4
        ? colourIndex('navy', Math.round(4 + (1 - up) * 9 + glow * 3 + dither))
        : colourIndex('dusk', Math.round(clear + dither))
    }
    const deep = y - horizon
    const swell =
      (smoothNoise(x, y * 8, 32, 32, 264) - 128) / 70 + (smoothNoise(x, y * 12, 8, 128, 265) - 128) / 90
    const path = Math.abs(dx) < 12 + deep * 1.3 && swell > -0.2 + Math.abs(dx) / (40 + deep * 3)
    if (path) return colourIndex('dusk', Math.round(13 - deep / 20 + swell + dither))
    return colourIndex('sea', Math.round(8 - deep / 16 + swell * 1.5 + dither + (deep < 2 ? 2 : 0)))
  })
  return { width, height, horizon, data }
}

/** The flats, indexed by the Doom names that a map uses. */
export function drawFlats(): ReadonlyMap<string, Bitmap> {
  return new Map<string, Bitmap>([
    ['FLOOR4_8', drawTread()],
    ['FLOOR5_1', drawDeck()],
    ['FLAT5_4', drawFlagstones()],
    ['FLOOR0_1', drawTiles()],
    ['CRATOP1', drawCrateLid()],
    ['CEIL3_5', drawBeams()],
  ])
}
