import type { NoiseGrain } from '../primitives/grain.ts'
import { type ColourRamp, Painting, pickShade } from '../primitives/painting.ts'
import { drawGateway, drawWall } from './stone.ts'

const oakRamp: ColourRamp = [0x2e1c0f, 0x4a2f1a, 0x674325, 0x835832, 0x9e6e42, 0xb98755]
const ironRamp: ColourRamp = [0x17181c, 0x2a2c32, 0x43464e, 0x646872, 0x8e939e]
const glassRamp: ColourRamp = [0xd98a1e, 0xf2b532, 0xffd873, 0xfff1b8, 0xfffbe8]
const outline = 0x1a120c

export type Fixture = 'sign' | 'lamppost' | 'switch' | 'switch_on' | 'blocker' | 'blocker_open'

export function drawFixtures(fine: NoiseGrain): { readonly [thing in Fixture]: Painting } {
  return {
    sign: drawSign(fine),
    lamppost: drawLamppost(),
    switch: drawSwitch(false),
    switch_on: drawSwitch(true),
    blocker: drawWall(fine),
    blocker_open: drawGateway(fine),
  }
}

/** Draws a sign, 1 m wide and 1.8 m high. */
function drawSign(fine: NoiseGrain): Painting {
  const painting = new Painting(66, 120)
  painting.limb(33, 6, 4, 33, 124, 4.6, oakRamp, -0.1)
  for (let y = 14; y < 58; y++)
    for (let x = 3 + ((y * 7) % 3 === 0 ? 1 : 0); x < 63; x++) {
      const plank = (y - 14) % 15
      const value =
        0.5 + fine.at(x, y * 5) * 0.4 - 0.12 + (plank === 0 ? 0.2 : plank === 14 ? -0.5 : 0) - x * 0.002
      painting.dot(x, y, pickShade(oakRamp, value, x, y, 0.5))
    }
  const words = [
    [9, 14],
    [27, 10],
    [41, 16],
    [12, 20],
    [36, 18],
    [10, 9],
    [23, 16],
    [43, 13],
  ] as const
  for (const [n, [x, width]] of words.entries())
    painting
      .rect(x, 20 + Math.floor(n / 3) * 14, width, 2, oakRamp[0]!)
      .rect(x + 1, 23 + Math.floor(n / 3) * 14, width - 3, 1, oakRamp[1]!)
  for (const x of [7, 58]) for (const y of [18, 33, 48]) painting.rect(x, y, 2, 2, ironRamp[3]!)
  return painting.outline(outline)
}

/** Draws a lamppost, 0.5 m wide and 1.5 m high. */
function drawLamppost(): Painting {
  const painting = new Painting(34, 100)
  painting.limb(17, 34, 2.4, 17, 104, 2.8, ironRamp).limb(17, 94, 4, 17, 104, 6, ironRamp)
  painting.rect(10, 32, 15, 3, ironRamp[2]!).rect(10, 32, 15, 1, ironRamp[4]!)
  painting.ball(17.5, 22, 7.5, 10, glassRamp, 0.15)
  for (const x of [9, 17, 25]) painting.rect(x, 12, 1, 20, ironRamp[1]!)
  painting
    .shape(
      [
        [17, 1],
        [18, 1],
        [28, 12],
        [7, 12],
      ],
      ironRamp,
    )
    .rect(7, 12, 21, 2, ironRamp[1]!)
  return painting.ball(17, 64, 4, 2, ironRamp).outline(outline)
}

/** Draws a switch, 0.5 m wide and 1.5 m high. */
function drawSwitch(on: boolean): Painting {
  const painting = new Painting(34, 100)
  const stoneRamp: ColourRamp = [0x3f3a37, 0x5c554e, 0x746b61, 0x8a8073, 0x9f9484, 0xb3a796]
  painting
    .shape(
      [
        [7, 46],
        [27, 46],
        [31, 100],
        [3, 100],
      ],
      stoneRamp,
    )
    .rect(5, 44, 24, 4, stoneRamp[4]!)
    .rect(5, 47, 24, 1, stoneRamp[1]!)
  painting.rect(12, 56, 10, 26, stoneRamp[0]!).rect(13, 57, 8, 24, on ? 0x143a2a : 0x3a1714)
  painting.ball(17, on ? 62 : 76, 3, 3, on ? [0x2a8a4a, 0x5fe08a, 0xc8ffd8] : [0x7a1c14, 0xc23a2a, 0xf08a70])
  const [x, y] = on ? [25, 10] : [9, 22]
  painting.limb(17, 45, 2.6, x, y, 2, ironRamp)
  return painting
    .ball(x, y, 4.5, 4.5, on ? [0x2a8a4a, 0x44c86e, 0x8ff0b0] : [0x7a1c14, 0xb03024, 0xe0705a])
    .outline(outline)
}
