import type { Sprite } from './bitmap.ts'
import { createBall, createLimb, renderSolids, type Solid } from './solids.ts'

/** The origin of these sprites is the middle of the lower edge of a screen 320 pixels wide. */
const spriteBounds = { width: 200, height: 120, left: 100, top: 120 } as const

function drawSolids(...solids: readonly (Solid | readonly Solid[])[]): Sprite {
  return renderSolids(solids.flat(), spriteBounds)
}

/** A sleeve and a glove, knuckles forward. */
function armSolids(fromX: number, toX: number, toY: number, size = 1): Solid[] {
  return [
    createLimb([fromX, -14, 40], [toX, toY - 8, 0], [24 * size, 15 * size], 'lime', 6),
    createLimb([toX - 9 * size, toY - 7, 4], [toX + 9 * size, toY - 7, 4], 7 * size, 'brass', 6),
    createBall([toX, toY, 6], 13 * size, 'rubber', 7),
    ...[-9, -3, 3, 9].map((x) => createBall([toX + x * size, toY + 8 * size, 10], 5 * size, 'rubber', 9)),
  ]
}

function flashSolids(x: number, y: number, size: number): Solid[] {
  const rays = [
    [-1, 0.3],
    [1, 0.3],
    [0, 1.2],
    [-0.7, 0.9],
    [0.7, 0.9],
  ] as const
  return [
    ...rays.map(([dx, dy]) =>
      createLimb(
        [x, y, -22],
        [x + dx * size * 1.5, y + dy * size * 1.4, -22],
        [size * 0.6, 1],
        'orange',
        13,
        0,
      ),
    ),
    createBall([x, y, -20], size, 'dusk', 14, 0),
    createBall([x, y, -16], size * 0.55, 'white', 15, 0),
  ]
}

export function drawFists(out: number): Sprite {
  const [left, right] = [
    armSolids(-80, -42 + out * 4, 34),
    armSolids(84, 40 - out * 12, 36 + out * 20, 1 + out * 0.12),
  ]
  return drawSolids(left, right)
}

/** A flare pistol: a short wide barrel of brass. */
export function drawPistol(kick: number, fires: boolean): Sprite {
  return drawSolids(
    armSolids(78, 14, 34 + kick * 0.6),
    createLimb([4, 34 + kick, 22], [4, 62 + kick * 1.6, -12], [13, 8.4], 'steel', 5),
    createLimb([4, 50 + kick, 27], [4, 69 + kick * 1.8, -14], [5, 3.4], 'steel', 9),
    createLimb([4, 62 + kick * 1.6, -6], [4, 66 + kick * 1.7, -14], 7.4, 'brass', 7),
    createLimb([-3, 51 + kick, 24], [11, 51 + kick, 24], 2.2, 'brass', 8),
    createBall([4, 74 + kick * 1.9, -14], 1.7, 'orange', 11),
    createLimb([-7, 34 + kick, 24], [-7, 44 + kick, 12], 4, 'wood', 7),
    fires ? flashSolids(4, 86 + kick, 16) : [],
  )
}

/** A harpoon gun with five barrels. */
export function drawChaingun(turn: number, fires: boolean): Sprite {
  const shift = fires ? (turn % 2) * 2 : 0
  const barrels = [-10, -5, 0, 5, 10].map((x, n) => {
    const high = 58 + (n % 2 === turn % 2 ? 4 : 0) - Math.abs(x) * 0.3
    return createLimb(
      [x * 1.5, high - 20 - shift, 22],
      [x * 0.95, high + 6 - shift, -18],
      [5.4, 3.6],
      'steel',
      6 + ((n + turn) % 2) * 2,
    )
  })
  return drawSolids(
    armSolids(-84, -34, 30 - shift),
    armSolids(88, 36, 28 - shift),
    createLimb([-22, 26 - shift, 24], [22, 26 - shift, 24], 17, 'hull', 7),
    createLimb([-20, 44 - shift, 26], [20, 44 - shift, 26], 6, 'brass', 7),
    barrels,
    createLimb([-11, 60 - shift, -4], [11, 60 - shift, -4], 3.4, 'brass', 8),
    fires ? flashSolids(turn % 2 === 0 ? -3 : 3, 74, 14) : [],
  )
}

/** A shotgun with two barrels, a pump and a wooden stock. */
export function drawShotgun(kick: number, pump: number, fires: boolean): Sprite {
  return drawSolids(
    armSolids(92, 42, 22 + kick * 0.5),
    createLimb([46, 6 + kick, 40], [18, 38 + kick, 16], [15, 11], 'wood', 7),
    createLimb([12, 40 + kick, 22], [2, 74 + kick * 1.6, -16], [7.4, 4.4], 'steel', 6),
    createLimb([22, 38 + kick, 20], [8, 73 + kick * 1.6, -16], [7.4, 4.4], 'steel', 8),
    createLimb(
      [18 + pump * 0.5, 44 - pump + kick, 30],
      [10 + pump * 0.3, 56 - pump + kick, 12],
      [11, 9.5],
      'wood',
      6,
    ),
    armSolids(-62, -4 + pump, 34 - pump + kick, 0.86),
    fires ? [...flashSolids(4, 88 + kick, 18), ...flashSolids(0, 84 + kick, 12)] : [],
  )
}

/** Sprites of each weapon: at rest, then the firing animation. */
export function drawWeapons(): readonly (readonly Sprite[])[] {
  return [
    [drawFists(0), drawFists(1), drawFists(2), drawFists(1)],
    [drawPistol(0, false), drawPistol(6, true), drawPistol(10, false), drawPistol(4, false)],
    [drawChaingun(0, false), drawChaingun(1, true), drawChaingun(2, true)],
    [
      ...[
        drawShotgun(0, 0, false),
        drawShotgun(9, 0, true),
        drawShotgun(12, 0, false),
        drawShotgun(5, 0, false),
      ],
      ...[drawShotgun(0, 9, false), drawShotgun(0, 16, false), drawShotgun(0, 9, false)],
    ],
  ]
}
