// A picture is as wide as the crown, and the tree stands on the picture's lower edge.
import { Random } from '../../../../shared/random.ts'
import type { NoiseGrain } from '../primitives/grain.ts'
import { type ColourRamp, Painting, pickShade } from '../primitives/painting.ts'

const barkRamp: ColourRamp = [0x2b1e14, 0x3d2b1c, 0x533b26, 0x6a4d33, 0x836243]
const greyRamp: ColourRamp = [0x35302b, 0x4d463f, 0x686058, 0x857c72, 0xa39a8e]
const birchRamp: ColourRamp = [0x77746c, 0xa3a097, 0xc9c6bc, 0xe4e2da, 0xf4f3ee]
const pineRamp: ColourRamp = [0x10261c, 0x17352a, 0x1f4835, 0x2f6b45, 0x47875a, 0x66a372]
const firRamp: ColourRamp = [0x15261a, 0x1f3a24, 0x2c5130, 0x3f6c3c, 0x58874c, 0x77a262]
const oakRamp: ColourRamp = [0x1b3016, 0x29481d, 0x376328, 0x4a8036, 0x659d48, 0x8aba60]
const limeRamp: ColourRamp = [0x2a4218, 0x3b5d20, 0x51782b, 0x6d953b, 0x8fb250, 0xb4cd6e]
const birchLeafRamp: ColourRamp = [0x33501f, 0x4a6f2a, 0x64903a, 0x82ad4e, 0xa5c868, 0xc8de8a]

export type Tree =
  | 'pine'
  | 'spruce'
  | 'fir'
  | 'sapling'
  | 'oak'
  | 'lime'
  | 'birch'
  | 'bush'
  | 'berries'
  | 'dead'
  | 'snag'
  | 'stump'

export function createTreePainters(fine: NoiseGrain): { readonly [tree in Tree]: () => Painting } {
  return {
    pine: () => conifer({ width: 84, height: 168, tiers: 7, ramp: pineRamp, trunk: 26 }, fine),
    spruce: () => conifer({ width: 72, height: 184, tiers: 10, ramp: firRamp, trunk: 12 }, fine),
    fir: () => conifer({ width: 96, height: 152, tiers: 8, ramp: pineRamp, trunk: 10 }, fine),
    sapling: () => conifer({ width: 56, height: 76, tiers: 5, ramp: firRamp, trunk: 6 }, fine),
    oak: () =>
      leafy({ width: 136, height: 148, trunk: 54, thick: 8, ramp: oakRamp, bark: barkRamp, tufts: 46 }, fine),
    lime: () =>
      leafy(
        { width: 108, height: 164, trunk: 44, thick: 6, ramp: limeRamp, bark: barkRamp, tufts: 50 },
        fine,
      ),
    birch: () =>
      leafy(
        { width: 76, height: 160, trunk: 56, thick: 3.4, ramp: birchLeafRamp, bark: birchRamp, tufts: 30 },
        fine,
      ),
    bush: () =>
      leafy({ width: 88, height: 58, trunk: 6, thick: 2, ramp: oakRamp, bark: barkRamp, tufts: 26 }, fine),
    berries: () => berries(fine),
    dead: () => bare({ width: 108, height: 152, reach: 46, thick: 5.5, forks: 6 }),
    snag: () => bare({ width: 72, height: 116, reach: 50, thick: 5, forks: 3 }),
    stump: () => stump(),
  }
}

interface Conifer {
  readonly width: number
  readonly height: number
  readonly tiers: number
  readonly ramp: ColourRamp
  /** Length of the trunk in pixels, below the lowest branches. */
  readonly trunk: number
}

/** Upper tiers of branches cover lower ones. A tier is darker at its underside and on the right. */
function conifer({ width, height, tiers, ramp, trunk }: Conifer, fine: NoiseGrain): Painting {
  const painting = new Painting(width, height)
  const random = new Random(width, `conifer ${height}`)
  const middle = width / 2
  painting.limb(middle, height * 0.5, 2, middle, height + 4, 4.2, barkRamp)
  const crown = height - trunk
  const pitch = crown / (tiers + 1.2)
  for (let tier = tiers - 1; tier >= 0; tier--) {
    const top = tier * pitch
    const skirt = pitch * 2.2
    const half = (middle - 2) * (0.24 + (0.76 * (tier + 1)) / tiers)
    const droops = Array.from({ length: 12 }, () => random.unit())
    for (let x = Math.ceil(middle - half); x < middle + half; x++) {
      const across = (x - middle) / half
      const out = Math.abs(across)
      const droop = droops[Math.floor((across + 1) * 5.99)]!
      const upper = top + out * out * skirt * 0.62 + out * skirt * 0.2
      const lower =
        top + skirt * (0.72 + 0.26 * droop) - (x & 1) * 3 - fine.at(x * 5, tier * 31) * 7 + out * skirt * 0.06
      for (let y = Math.ceil(upper); y < lower; y++) {
        const down = (y - upper) / Math.max(1, lower - upper)
        const lit = 0.72 - 0.3 * across - 0.45 * down + (fine.at(x * 3, y * 2 + tier * 40) - 0.5) * 0.75
        painting.dot(x, y, pickShade(ramp, lit, x, y, 0.5))
      }
    }
  }
  painting.rect(Math.floor(middle), 0, 1, 5, ramp[3]!)
  return painting
}

interface Leafy {
  readonly width: number
  readonly height: number
  readonly trunk: number
  readonly thick: number
  readonly ramp: ColourRamp
  readonly bark: ColourRamp
  readonly tufts: number
}

/** Tufts in front and at the upper left are lighter. */
function leafy({ width, height, trunk, thick, ramp, bark, tufts }: Leafy, fine: NoiseGrain): Painting {
  const painting = new Painting(width, height)
  const random = new Random(height, `leafy ${width}`)
  const middle = width / 2
  const [rx, ry] = [width / 2 - 2, (height - trunk) / 2]
  const heart = ry + 1
  painting.limb(middle, heart, thick * 0.5, middle + 1, height + 3, thick, bark)
  painting.shape(
    [
      [middle - thick, height - 8],
      [middle + thick, height - 8],
      [middle + thick * 1.7, height],
      [middle - thick * 1.7, height],
    ],
    bark,
  )
  for (const side of [-0.55, 0.5, -0.2, 0.25]) {
    const [x, y] = [middle + side * rx, heart + Math.abs(side) * 8 - 6]
    painting.limb(middle, height - trunk * 0.9, thick * 0.55, x, y, 1, bark)
  }
  for (let mark = 0; bark === birchRamp && mark < 18; mark++) {
    const [x, y] = [Math.floor(middle) - 3 + random.below(5), heart + random.below(height - heart)]
    painting.rect(x, y, 3, 1, 0x2a2724)
  }
  const crown = Array.from({ length: tufts }, (_, n) => {
    const [u, v] = scattered(random)
    return { x: middle + u * rx * 0.72, y: heart + v * ry * 0.74, behind: n < tufts * 0.35 }
  })
  const radius = Math.max(5, Math.min(rx, ry) * 0.34)
  for (const { x, y, behind } of crown.sort((a, b) => Number(b.behind) - Number(a.behind) || b.y - a.y)) {
    const fade = behind ? -0.3 : -0.05 - ((y - heart) / ry) * 0.16 - ((x - middle) / rx) * 0.12
    tuft(painting, x, y, radius * (0.75 + random.unit() * 0.4), ramp, fade, fine)
  }
  return painting
}

/** Uniformly distributed on a disc with the radius 1. */
function scattered(random: Random): readonly [number, number] {
  for (;;) {
    const [u, v] = [random.unit() * 2 - 1, random.unit() * 2 - 1]
    if (u * u + v * v <= 1) return [u, v]
  }
}

function tuft(
  painting: Painting,
  x: number,
  y: number,
  r: number,
  ramp: ColourRamp,
  fade: number,
  fine: NoiseGrain,
): void {
  for (let row = Math.ceil(y - r); row <= y + r; row++)
    for (let column = Math.ceil(x - r); column <= x + r; column++) {
      const [dx, dy] = [(column - x) / r, (row - y) / r]
      const away = dx * dx + dy * dy
      const ragged = fine.at(column * 5, row * 5)
      if (away > 0.62 + ragged * 0.5) continue
      const lit = 0.5 - 0.3 * dx - 0.4 * dy + (ragged - 0.5) * 0.9 + fade
      painting.dot(column, row, pickShade(ramp, lit, column, row, 0.4))
    }
}

function berries(fine: NoiseGrain): Painting {
  const bush = leafy(
    { width: 80, height: 54, trunk: 5, thick: 2, ramp: limeRamp, bark: barkRamp, tufts: 24 },
    fine,
  )
  const random = new Random(5, 'berries')
  for (let berry = 0; berry < 40; berry++) {
    const [x, y] = [random.between(8, 70), random.between(8, 44)]
    if (bush.isPainted(x, y) && bush.isPainted(x + 1, y + 1))
      bush.rect(x, y, 2, 2, 0xb3243a).dot(x, y, 0xf08a8a)
  }
  return bush
}

interface Bare {
  readonly width: number
  readonly height: number
  readonly reach: number
  readonly thick: number
  readonly forks: number
}

/** A tree without leaves. Each branch forks in two, down to the twigs. */
function bare({ width, height, reach, thick, forks }: Bare): Painting {
  const painting = new Painting(width, height)
  const random = new Random(height, 'bare')
  const branch = (x: number, y: number, dx: number, dy: number, length: number, r: number, left: number) => {
    const [ex, ey] = [x + dx * length, y + dy * length]
    painting.limb(x, y, r, ex, ey, r * 0.66, greyRamp)
    if (left === 0) return
    for (const side of [-1, 1]) {
      const turn = side * (0.35 + random.unit() * 0.45)
      const [tx, ty] = [dx - dy * turn, dy + dx * turn - 0.12]
      const norm = Math.sqrt(tx * tx + ty * ty)
      const shorter = length * (0.62 + random.unit() * 0.26)
      branch(ex, ey, tx / norm, ty / norm, shorter, Math.max(0.6, r * 0.62), left - 1)
    }
  }
  const x = width / 2
  painting.shape(
    [
      [x - thick, height - 10],
      [x + thick, height - 10],
      [x + thick * 1.8, height],
      [x - thick * 1.8, height],
    ],
    greyRamp,
  )
  branch(x, height, 0.03, -1, reach, thick, forks)
  return painting
}

function stump(): Painting {
  const painting = new Painting(56, 44)
  painting.limb(28, 14, 15, 28, 60, 19, barkRamp)
  for (const [x, y] of [
    [8, 42],
    [48, 42],
    [20, 43],
    [38, 44],
  ] as const)
    painting.limb(28, 34, 6, x, y, 3, barkRamp)
  painting.ball(28, 10, 15, 6, [0x8a6a42, 0xa98453, 0xc29c66, 0xd6b37c])
  for (const r of [11, 7, 3]) painting.ball(28, 10, r, r * 0.4, [r & 4 ? 0xb38d58 : 0xcaa46c])
  return painting.rect(40, 30, 6, 3, 0xc9804a).rect(41, 29, 4, 1, 0xe2a26a)
}
