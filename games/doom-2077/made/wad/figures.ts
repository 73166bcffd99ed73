// Divers and weapons for the original client. It centres a player's picture on the horizon at two map units per pixel,
// so the feet touch the ground if the picture is 41 high. Hands sit at the lower edge of a 320 × 200 screen.
import { deaths, falling, poses, sideNames, standing } from '../../view/art/diver.ts'
import { chaingun, fists, pistol, shotgun } from '../../view/art/hands.ts'
import { nothing, rampOf } from '../../view/art/palette.ts'
import type { Sprite } from '../../view/art/picture.ts'
import { marks } from '../../view/art/small.ts'
import { ball, pictureOf, type Solid, scaled } from '../../view/art/solids.ts'
import { bloodNames, burstingPoses, dyingPoses, type HandName, sidedPoses } from './names.ts'
import { trimmed } from './pictures.ts'

/** Eye height over the ground. */
const high = 41
/** Pixels per map unit: slightly larger than life, as in the original client. */
const size = 0.62
/** How far a hurt player leans back, as a share of their height. */
const leans = 0.16
/** Map units that pieces move outward and up per picture, and by which they then fall. */
const [flies, falls] = [4.2, 1.1]

function person(solids: readonly Solid[], width: number): Sprite {
  const room = { width, height: high, left: width / 2, top: high }
  return pictureOf(
    solids.map((solid) => scaled(solid, size)),
    room,
  )
}

/** All PLAY sprites by name. */
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

/** The diver bursts and bubbles rise. */
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

/** Weapon sprites by name, and the muzzle flashes drawn over them. */
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

/** Origin of a hand on a 320 × 200 screen: the middle of the lower edge. */
const foot = { x: 160, y: 200 } as const

/** Converts to Doom's offsets: the negated position of the corner on that screen. */
function hand(drawn: Sprite): Sprite {
  const tight = trimmed(drawn)
  return { ...tight, left: tight.left - foot.x, top: tight.top - foot.y }
}

/** Only the flash of the firing picture, because the weapon itself may also move back. */
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
