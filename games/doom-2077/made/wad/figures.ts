// Divers and what they hold, as the original's client draws them. It lays a player's picture around the horizon, two map units a
// pixel, and its foot is on the ground if the picture is 41 high; hands lie at the lower edge of a screen of 320 by 200.
import { deaths, falling, poses, sideNames, standing } from '../../view/art/diver.ts'
import { chaingun, fists, pistol, shotgun } from '../../view/art/hands.ts'
import { nothing, rampOf } from '../../view/art/palette.ts'
import type { Sprite } from '../../view/art/picture.ts'
import { marks } from '../../view/art/small.ts'
import { ball, pictureOf, type Solid, scaled } from '../../view/art/solids.ts'
import { bloodNames, burstingPoses, dyingPoses, type HandName, sidedPoses } from './names.ts'
import { trimmed } from './pictures.ts'

/** As high as eyes are over the ground. */
const high = 41
/** Pixels a map unit: somewhat larger than life, as players are in that client. */
const size = 0.62
/** How much who is hurt leans back, of his height. */
const leans = 0.16
/** Map units that pieces fly in the time of one picture, outward and up, and by which they fall in it. */
const [flies, falls] = [4.2, 1.1]

function person(solids: readonly Solid[], width: number): Sprite {
  const room = { width, height: high, left: width / 2, top: high }
  return pictureOf(
    solids.map((solid) => scaled(solid, size)),
    room,
  )
}

/** By name, all of PLAY. */
export function playerPictures(): ReadonlyMap<string, Sprite> {
  const sided = sidedPoses.flatMap((pose) =>
    sideNames(pose).map((name, side) => {
      const as = poses.find((known) => known === pose)
      return [`PLAY${name}`, person(standing(as ?? 'E', side, as ? 0 : leans), 40)] as const
    }),
  )
  const dying = dyingPoses.map((pose, step) => {
    if (!deaths[step]) throw new Error(`nobody dies as ${pose}`)
    return [`PLAY${pose}0`, person(falling(step), 84)] as const
  })
  const bursting = burstingPoses.map((pose, step) => [`PLAY${pose}0`, person(pieces(step), 84)] as const)
  return new Map([...sided, ...dying, ...bursting])
}

/** He comes apart, and his air goes up. */
function pieces(step: number): Solid[] {
  const solids = standing('E', 0).map((solid, n) => {
    const [x, y] = [(solid.from[0] + solid.to[0]) / 2, (solid.from[1] + solid.to[1]) / 2]
    const [out, up] = [x * 0.09 + ((n % 5) - 2) * 0.35, y > 40 ? 1.2 : 0.5]
    const [dx, dy] = [out * flies * step, up * flies * step - falls * step * step]
    const radius = Math.max(...solid.radii)
    const lowest = Math.min(solid.from[1], solid.to[1]) + dy
    const down = lowest < radius ? dy + radius - lowest : dy
    const moved = ([a, b, c]: Solid['from']) => [a + dx, b + down, c] as const
    return { ...solid, from: moved(solid.from), to: moved(solid.to) }
  })
  const bubbles = Array.from({ length: step === 0 || step > 7 ? 0 : 9 }, (_, n) =>
    ball([((n * 11) % 44) - 22, 18 + ((n * 13 + step * 7) % 44), 24], 1.2 + ((n + step) % 3), 'sea', 12, 6),
  )
  return [...solids, ...bubbles]
}

/** By name: what is held, and what lies over it while it fires. */
export function handPictures(): { readonly [name in HandName]: Sprite } {
  const [fired, turned] = [chaingun(1, true), chaingun(2, true)]
  return {
    PUNGA0: hand(fists(0)),
    PUNGB0: hand(fists(0.6)),
    PUNGC0: hand(fists(1)),
    PUNGD0: hand(fists(0.4)),
    PISGA0: hand(pistol(0, false)),
    PISGB0: hand(pistol(6, false)),
    PISGC0: hand(pistol(10, false)),
    PISGD0: hand(pistol(4, false)),
    PISGE0: hand(pistol(0, false)),
    PISFA0: hand(flash(pistol(6, true), pistol(6, false))),
    CHGGA0: hand(chaingun(0, false)),
    CHGGB0: hand(chaingun(1, false)),
    CHGFA0: hand(flash(fired, chaingun(1, false))),
    CHGFB0: hand(flash(turned, chaingun(2, false))),
    SHTGA0: hand(shotgun(0, 0, false)),
    SHTGB0: hand(shotgun(8, 0, false)),
    SHTGC0: hand(shotgun(0, 9, false)),
    SHTGD0: hand(shotgun(0, 16, false)),
    SHTFA0: hand(flash(shotgun(0, 0, true), shotgun(0, 0, false))),
    SHTFB0: hand(flash(shotgun(4, 0, true), shotgun(4, 0, false))),
  }
}

/** Where a screen of 320 by 200 has the foot of a hand: the middle of its lower edge. */
const foot = { x: 160, y: 200 } as const

/** By Doom's way of offsets: where its corner lies on that screen, with the other sign. */
function hand(drawn: Sprite): Sprite {
  const tight = trimmed(drawn)
  return { ...tight, left: tight.left - foot.x, top: tight.top - foot.y }
}

/** The fire alone, of what only who fires has: his weapon may be pushed back besides. */
function flash(fires: Sprite, rests: Sprite): Sprite {
  const burns = (number: number) => fire.has(number)
  return {
    ...fires,
    data: fires.data.map((number, at) => (number !== rests.data[at] && burns(number) ? number : nothing)),
  }
}
const fire: ReadonlySet<number> = new Set(
  (['orange', 'dusk', 'white'] as const).flatMap((ramp) => rampOf(ramp)),
)

export function bloodPictures(): ReadonlyMap<string, Sprite> {
  const { blood } = marks()
  return new Map(bloodNames.map((name, n) => [name, trimmed(blood[n]!)]))
}
