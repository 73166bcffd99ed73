// The player's gloves and weapons: each at rest, then its firing animation.
import type { Sprite } from './picture.ts'
import { ball, limb, pictureOf, type Solid } from './solids.ts'

/** The origin is the middle of the lower edge of a screen 320 wide. */
const room = { width: 200, height: 120, left: 100, top: 120 } as const

function draw(...solids: readonly (Solid | readonly Solid[])[]): Sprite {
  return pictureOf(solids.flat(), room)
}

/** A sleeve and a glove, knuckles forward. */
function arm(fromX: number, toX: number, toY: number, size = 1): Solid[] {
  return [
    limb([fromX, -14, 40], [toX, toY - 8, 0], [24 * size, 15 * size], 'lime', 6),
    limb([toX - 9 * size, toY - 7, 4], [toX + 9 * size, toY - 7, 4], 7 * size, 'brass', 6),
    ball([toX, toY, 6], 13 * size, 'rubber', 7),
    ...[-9, -3, 3, 9].map((x) => ball([toX + x * size, toY + 8 * size, 10], 5 * size, 'rubber', 9)),
  ]
}

function flash(x: number, y: number, size: number): Solid[] {
  const rays = [
    [-1, 0.3],
    [1, 0.3],
    [0, 1.2],
    [-0.7, 0.9],
    [0.7, 0.9],
  ] as const
  return [
    ...rays.map(([dx, dy]) =>
      limb([x, y, -22], [x + dx * size * 1.5, y + dy * size * 1.4, -22], [size * 0.6, 1], 'orange', 13, 0),
    ),
    ball([x, y, -20], size, 'dusk', 14, 0),
    ball([x, y, -16], size * 0.55, 'white', 15, 0),
  ]
}

export function fists(out: number): Sprite {
  const [left, right] = [arm(-80, -42 + out * 4, 34), arm(84, 40 - out * 12, 36 + out * 20, 1 + out * 0.12)]
  return draw(left, right)
}

/** A flare pistol: a short wide barrel of brass. */
export function pistol(kick: number, fires: boolean): Sprite {
  const up = kick
  return draw(
    arm(78, 14, 34 + up * 0.6),
    limb([4, 34 + up, 22], [4, 62 + up * 1.6, -12], [13, 8.4], 'steel', 5),
    limb([4, 50 + up, 27], [4, 69 + up * 1.8, -14], [5, 3.4], 'steel', 9),
    limb([4, 62 + up * 1.6, -6], [4, 66 + up * 1.7, -14], 7.4, 'brass', 7),
    limb([-3, 51 + up, 24], [11, 51 + up, 24], 2.2, 'brass', 8),
    ball([4, 74 + up * 1.9, -14], 1.7, 'orange', 11),
    limb([-7, 34 + up, 24], [-7, 44 + up, 12], 4, 'wood', 7),
    fires ? flash(4, 86 + up, 16) : [],
  )
}

/** A harpoon gun with six barrels. */
export function chaingun(turn: number, fires: boolean): Sprite {
  const shift = fires ? (turn % 2) * 2 : 0
  const barrels = [-10, -5, 0, 5, 10].map((x, n) => {
    const high = 58 + (n % 2 === turn % 2 ? 4 : 0) - Math.abs(x) * 0.3
    return limb(
      [x * 1.5, high - 20 - shift, 22],
      [x * 0.95, high + 6 - shift, -18],
      [5.4, 3.6],
      'steel',
      6 + ((n + turn) % 2) * 2,
    )
  })
  return draw(
    arm(-84, -34, 30 - shift),
    arm(88, 36, 28 - shift),
    limb([-22, 26 - shift, 24], [22, 26 - shift, 24], 17, 'hull', 7),
    limb([-20, 44 - shift, 26], [20, 44 - shift, 26], 6, 'brass', 7),
    barrels,
    limb([-11, 60 - shift, -4], [11, 60 - shift, -4], 3.4, 'brass', 8),
    fires ? flash(turn % 2 === 0 ? -3 : 3, 74, 14) : [],
  )
}

/** Two barrels, a pump and a wooden stock. */
export function shotgun(kick: number, pump: number, fires: boolean): Sprite {
  const up = kick
  return draw(
    arm(92, 42, 22 + up * 0.5),
    limb([46, 6 + up, 40], [18, 38 + up, 16], [15, 11], 'wood', 7),
    limb([12, 40 + up, 22], [2, 74 + up * 1.6, -16], [7.4, 4.4], 'steel', 6),
    limb([22, 38 + up, 20], [8, 73 + up * 1.6, -16], [7.4, 4.4], 'steel', 8),
    limb([18 + pump * 0.5, 44 - pump + up, 30], [10 + pump * 0.3, 56 - pump + up, 12], [11, 9.5], 'wood', 6),
    arm(-62, -4 + pump, 34 - pump + up, 0.86),
    fires ? [...flash(4, 88 + up, 18), ...flash(0, 84 + up, 12)] : [],
  )
}

/** By weapon: at rest, then the firing animation. */
export function hands(): readonly (readonly Sprite[])[] {
  return [
    [fists(0), fists(1), fists(2), fists(1)],
    [pistol(0, false), pistol(6, true), pistol(10, false), pistol(4, false)],
    [chaingun(0, false), chaingun(1, true), chaingun(2, true)],
    [
      ...[shotgun(0, 0, false), shotgun(9, 0, true), shotgun(12, 0, false), shotgun(5, 0, false)],
      ...[shotgun(0, 9, false), shotgun(0, 16, false), shotgun(0, 9, false)],
    ],
  ]
}
