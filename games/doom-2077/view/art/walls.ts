// The arena is a sea fort of 2077 in painted steel, limestone and wood.

import { type Bitmap, BitmapPainter, layeredNoise, positionHash, smoothNoise } from './bitmap.ts'
import { colourIndex, type RampName } from './palette.ts'

function paintWornSurface(
  size: number,
  ramp: RampName,
  shade: number,
  most: number,
  seed: number,
): BitmapPainter {
  return new BitmapPainter(size, 128).each((x, y) =>
    colourIndex(ramp, Math.round(shade + layeredNoise(x, y, 128, most, seed))),
  )
}

function paintRivet(on: BitmapPainter, x: number, y: number): void {
  on.shade(x, y, 2, 2, 3)
    .shade(x, y, 1, 1, 2)
    .shade(x + 1, y + 2, 2, 1, -3)
    .shade(x + 2, y + 1, 1, 1, -3)
}

function paintRust(on: BitmapPainter, x: number, y: number, length: number, seed: number): void {
  for (let n = 0; n < length; n++) {
    if (positionHash(x, y + n, seed) < 40 + (n * 150) / length) continue
    on.put(x, y + n, colourIndex('orange', 5 - Math.floor((n * 3) / length)))
    if (positionHash(x, n, seed + 1) > 190) on.put(x + 1, y + n, colourIndex('orange', 3))
  }
}

function paintTideLine(on: BitmapPainter, from: number, seed: number): void {
  on.each((x, y) => {
    const edge = from + (smoothNoise(x, 0, 16, 8, seed) - 128) / 14
    if (y < edge) return undefined
    const deep = (y - edge) / 3
    const wet = positionHash(x, y, seed) < 90 + deep * 12
    return wet
      ? colourIndex('green', Math.round(7 - deep / 3 + (smoothNoise(x, y, 8, 16, seed) - 128) / 50))
      : undefined
  })
}

/** Wall of the hall: white-painted steel plates with a band of signal orange. */
function drawPlates(): Bitmap {
  const on = paintWornSurface(128, 'white', 9, 1.6, 11)
  for (let x = 0; x < 128; x += 64) {
    for (const [top, height] of [
      [0, 40],
      [40, 48],
      [88, 40],
    ] as const) {
      on.bevel(x, top, 64, height, 3)
      for (const [rx, ry] of [
        [4, 4],
        [57, 4],
        [4, height - 7],
        [57, height - 7],
        [30, 4],
        [30, height - 7],
      ] as const)
        paintRivet(on, x + rx, top + ry)
    }
  }
  on.each((x, y) => {
    if (y < 60 || y > 67) return undefined
    const chipped = positionHash(x, y, 3) > 236 || y === 60 || y === 67
    return chipped ? undefined : colourIndex('orange', 8 + Math.round(layeredNoise(x, y, 128, 1.5, 4)))
  })
  for (const [x, y, length] of [
    [5, 12, 22],
    [58, 46, 12],
    [94, 96, 20],
    [122, 8, 26],
  ] as const)
    paintRust(on, x, y, length, x)
  return on.shade(0, 118, 128, 10, -2).shade(0, 124, 128, 4, -2)
}

/** Wall of the passages: the fort's hull with ribs and a pipe. */
function drawHull(): Bitmap {
  const on = paintWornSurface(128, 'hull', 6, 1.8, 21)
  for (let x = 0; x < 128; x += 32) {
    on.shade(x, 0, 5, 128, 2)
      .shade(x, 0, 1, 128, 2)
      .shade(x + 5, 0, 2, 128, -3)
    for (let y = 6; y < 128; y += 16) paintRivet(on, x + 1, y)
  }
  for (const y of [20, 26]) {
    on.rect(0, y, 128, 5, 'brass', 6)
      .shade(0, y + 1, 128, 1, 5)
      .shade(0, y + 3, 128, 1, -2)
      .shade(0, y + 4, 128, 1, -4)
      .shade(0, y + 5, 128, 1, -3)
    for (let x = 12; x < 128; x += 64) on.shade(x, y, 4, 5, 3).shade(x + 4, y, 1, 5, -4)
  }
  on.each((x, y) =>
    y > 104 && y < 112 ? colourIndex('navy', 3 + Math.round(layeredNoise(x, y, 128, 1, 5))) : undefined,
  )
  return on.shade(0, 120, 128, 8, -2)
}

/** Wall of the court: limestone blocks with mortar and weed at the base. */
function drawBlocks(): Bitmap {
  const on = new BitmapPainter(128, 256)
  const height = 32
  on.each((x, y) => {
    const row = Math.floor(y / height)
    const across = (x + (row % 2) * 32 + 128) % 128
    const block = Math.floor(across / 64)
    const [u, v] = [across % 64, y % height]
    const tone = (positionHash(block, row, 31) - 128) / 110
    const wavy = (smoothNoise(x, y, 16, 8, 33) - 128) / 90
    if (u < 2 || v < 2) return colourIndex('stone', Math.round(3 + wavy))
    const lit = (u === 2 || v === 2 ? 2 : 0) - (u === 63 || v === height - 1 ? 3 : 0)
    return colourIndex('stone', Math.round(8.4 + tone + wavy + lit + layeredNoise(x, y, 128, 1.7, 32)))
  })
  for (let n = 0; n < 26; n++) {
    const [x, y] = [positionHash(n, 1, 35) >> 1, positionHash(n, 2, 35) >> 1]
    on.shade(x, y, 2 + (n % 3), 1, -3).shade(x, y + 1, 2, 1, 2)
    on.shade(x, y + 128, 2 + (n % 3), 1, -3).shade(x, y + 129, 2, 1, 2)
  }
  paintTideLine(on, 243, 34)
  return on
}

/** Wall of the gallery: wainscot below and portholes above, as in a ship's saloon. */
function drawSaloon(): Bitmap {
  const on = paintWornSurface(128, 'white', 10, 1.1, 41)
  for (let x = 0; x < 128; x += 16) on.shade(x, 0, 1, 80, -2).shade(x + 1, 0, 1, 80, 1)
  paintPorthole(on, 32, 34, 16)
  paintPorthole(on, 96, 34, 16)
  on.each((x, y) => {
    if (y < 74) return undefined
    const board = (x + 4) % 16
    const lit = board === 0 ? -5 : board === 1 ? 2 : 0
    return colourIndex(
      'wood',
      Math.round(7 + lit + (smoothNoise(x * 4, y, 32, 16, 42) - 128) / 60 + layeredNoise(x, y, 128, 1, 43)),
    )
  })
  on.rect(0, 72, 128, 6, 'navy', 6)
    .shade(0, 72, 128, 1, 5)
    .shade(0, 77, 128, 1, -4)
    .rect(0, 74, 128, 1, 'brass', 11)
  return on.shade(0, 120, 128, 8, -2).shade(0, 126, 128, 2, -3)
}

function paintPorthole(on: BitmapPainter, cx: number, cy: number, radius: number): void {
  for (let y = -radius - 2; y <= radius + 2; y++)
    for (let x = -radius - 2; x <= radius + 2; x++) {
      const far = Math.sqrt(x * x + y * y)
      if (far > radius + 1.5) continue
      const lean = (-x - y) / (far || 1)
      if (far > radius - 4) {
        const round = 2.5 - Math.abs(far - radius + 1.2)
        on.put(cx + x, cy + y, colourIndex('brass', Math.round(6 + lean * 3 + round)))
      } else {
        const swell = (smoothNoise(x + 64, y * 3 + 64, 8, 16, 44) - 128) / 50
        const sky = y < 1
        const glint = !sky && positionHash(x, y, 45) > 235 ? 4 : 0
        on.put(
          cx + x,
          cy + y,
          sky
            ? colourIndex('dusk', Math.round(12 + y / 2))
            : colourIndex('sea', Math.round(6 + swell - y / 6 + glint)),
        )
      }
    }
  on.put(cx - 5, cy - 8, colourIndex('white', 15))
  for (let n = 0; n < 4; n++) on.shade(cx - 8 + n, cy - 4 - n, 2, 1, 3)
  for (const [x, y] of [
    [0, -radius + 1],
    [0, radius - 2],
    [-radius + 1, 0],
    [radius - 2, 0],
  ] as const)
    paintRivet(on, cx + x, cy + y)
}

/** A crate of planks with bands of rope. */
function drawCrate(): Bitmap {
  const on = new BitmapPainter(64, 64).each((x, y) => {
    const plank = y % 16
    const lit = plank === 0 ? -5 : plank === 1 ? 2 : plank === 15 ? -2 : 0
    return colourIndex(
      'wood',
      Math.round(8 + lit + (positionHash(0, y >> 4, 51) - 128) / 90 + layeredNoise(x * 2, y * 8, 128, 2, 52)),
    )
  })
  for (const [left, top, width, height] of [
    [0, 0, 64, 7],
    [0, 57, 64, 7],
    [0, 7, 7, 50],
    [57, 7, 7, 50],
  ] as const)
    on.shade(left, top, width, height, 2).bevel(left, top, width, height, 3)
  for (const [x, y] of [
    [2, 2],
    [59, 2],
    [2, 59],
    [59, 59],
  ] as const)
    paintRivet(on, x, y)
  return paintAnchor(on, 32, 32, 'navy')
}

function paintAnchor(on: BitmapPainter, cx: number, cy: number, ramp: RampName): BitmapPainter {
  for (let y = -15; y <= 15; y++)
    for (let x = -13; x <= 13; x++) {
      const ring = Math.abs(Math.sqrt(x * x + (y + 12) * (y + 12)) - 3) < 1.3
      const shank = Math.abs(x) <= 1 && y > -9 && y < 13
      const stock = Math.abs(y + 5) <= 1 && Math.abs(x) <= 7
      const far = Math.sqrt(x * x + y * y)
      const arms = far > 10.5 && far < 14 && y > 3
      if ((ring || shank || stock || arms) && positionHash(x, y, 53) < 215)
        on.put(cx + x, cy + y, colourIndex(ramp, 4 + (positionHash(x, y, 54) >> 7)))
    }
  return on
}

/** A watertight door with its frame and wheel. */
function drawDoor(): Bitmap {
  const on = paintWornSurface(128, 'steel', 7, 1.6, 61)
  on.bevel(0, 0, 128, 128, 3)
  for (const left of [6, 68]) {
    on.bevel(left, 6, 54, 116, 3)
      .shade(left + 6, 14, 42, 100, -1)
      .bevel(left + 6, 14, 42, 100, -3)
    for (let y = 10; y < 120; y += 21) {
      paintRivet(on, left + 2, y)
      paintRivet(on, left + 49, y)
    }
  }
  for (let y = -18; y <= 18; y++)
    for (let x = -18; x <= 18; x++) {
      const far = Math.sqrt(x * x + y * y)
      const rim = Math.abs(far - 15.5) < 2.2
      const spoke = far < 15 && (Math.abs(x) < 1.6 || Math.abs(y) < 1.6 || far < 4)
      if (rim || spoke) on.put(64 + x, 62 + y, colourIndex('red', Math.round(8 + (-x - y) / 8)))
    }
  on.each((x, y) => {
    if (y < 104 || y > 115) return undefined
    return (x + y) % 24 < 12 ? colourIndex('brass', 11) : colourIndex('rubber', 3)
  })
  return on
}

function drawTrack(): Bitmap {
  const on = paintWornSurface(64, 'rubber', 6, 1.2, 71)
  for (let y = 0; y < 128; y += 8) on.shade(0, y, 64, 2, 3).shade(0, y + 6, 64, 2, -3)
  return on
    .rect(0, 0, 6, 128, 'brass', 8)
    .rect(58, 0, 6, 128, 'brass', 8)
    .bevel(0, 0, 6, 128, 3)
    .bevel(58, 0, 6, 128, 3)
}

/** The edge of a step: a brass nosing over wood. */
function drawStep(): Bitmap {
  const on = paintWornSurface(64, 'wood', 6, 1.5, 81)
  on.rect(0, 0, 64, 4, 'brass', 8).shade(0, 0, 64, 1, 4).shade(0, 3, 64, 1, -3).shade(0, 4, 64, 2, -4)
  for (let x = 0; x < 64; x += 16) on.shade(x, 4, 1, 124, -3)
  return on.shade(0, 20, 64, 4, -2)
}

function drawLift(): Bitmap {
  const on = paintWornSurface(64, 'hull', 7, 1.4, 91)
  on.each((x, y) => {
    if (y % 128 < 12) return (x + y) % 16 < 8 ? colourIndex('brass', 12) : colourIndex('rubber', 3)
    return y % 16 === 0 ? colourIndex('rubber', 4) : undefined
  })
  for (const x of [8, 52]) on.rect(x, 12, 4, 116, 'steel', 9).bevel(x, 12, 4, 116, 3)
  return on
}

/** Wall under windows: plain grey plates. */
function drawSill(): Bitmap {
  const on = paintWornSurface(64, 'steel', 8, 1.3, 101)
  for (let y = 0; y < 128; y += 32) on.bevel(0, y, 64, 32, 2)
  return on.rect(0, 0, 64, 3, 'brass', 9).shade(0, 3, 64, 2, -4)
}

/** Wall of the vault: gold leaf with engraved waves. */
function drawVault(): Bitmap {
  const on = paintWornSurface(128, 'brass', 9, 1.6, 111)
  on.each((x, y) => {
    const wave = [0, 1, 2, 2, 3, 2, 2, 1, 0, -1, -2, -2, -3, -2, -2, -1][(x >> 1) & 15]!
    const line = (y + wave + 32) % 16
    const number = on.at(x, y)
    return line === 0 ? number - 4 : line === 1 ? number + 2 : undefined
  })
  for (const x of [0, 64]) on.shade(x, 0, 5, 128, 3).shade(x + 5, 0, 2, 128, -4)
  return on.shade(0, 0, 128, 4, 3).shade(0, 120, 128, 8, -3)
}

/** `thrown`: whether the lever is down. */
function drawLever(thrown = false): Bitmap {
  const on = drawPlates() as BitmapPainter
  on.rect(44, 64, 40, 52, 'rubber', 4).bevel(44, 64, 40, 52, 4).rect(49, 69, 30, 42, 'rubber', 2)
  on.rect(62, 74, 4, 32, 'steel', 9).bevel(62, 74, 4, 32, 3)
  for (let y = -7; y <= 7; y++)
    for (let x = -7; x <= 7; x++)
      if (x * x + y * y < 50)
        on.put(64 + x, (thrown ? 98 : 80) + y, colourIndex('red', Math.round(9 + (-x - y) / 3)))
  on.rect(52, thrown ? 72 : 104, 24, 4, thrown ? 'red' : 'lime', 12)
  return on
}

/** The walls, indexed by the Doom names that a map uses. */
export function drawWalls(): ReadonlyMap<string, Bitmap> {
  return new Map<string, Bitmap>([
    ['STARTAN3', drawPlates()],
    ['BROWN1', drawHull()],
    ['STONE2', drawBlocks()],
    ['STARG3', drawSaloon()],
    ['CRATE1', drawCrate()],
    ['DOOR3', drawDoor()],
    ['DOORTRAK', drawTrack()],
    ['STEP4', drawStep()],
    ['PLAT1', drawLift()],
    ['GRAY1', drawSill()],
    ['SHAWN2', drawVault()],
    ['SW1STRTN', drawLever()],
    ['SW2STRTN', drawLever(true)],
  ])
}
