// The original client centres a player's picture on the horizon at two map units per pixel, so the feet touch the
// ground if the picture is 41 pixels high. Hands are drawn at the lower edge of a 320 × 200 screen.

import { eyeHeight } from '../../map/level/sector-heights.ts'
import type { Sprite } from '../../view/art/bitmap.ts'
import { deathFrames, fallingDiver, poses, sideNames, standingDiver } from '../../view/art/diver-sprites.ts'
import { drawHitMarks } from '../../view/art/item-sprites.ts'
import { rampColours, transparentIndex } from '../../view/art/palette.ts'
import { createBall, renderSolids, type Solid, scaleSolid } from '../../view/art/solids.ts'
import { drawChaingun, drawFists, drawPistol, drawShotgun } from '../../view/art/weapon-sprites.ts'
import { bloodNames, burstingPoses, dyingPoses, sidedPoses, type WeaponPictureName } from './lump-names.ts'
import { trimSprite } from './picture-lumps.ts'

/** The figure is slightly larger than life, as in the original client. */
const pixelsPerUnit = 0.62
/** How far a hurt player leans back, as a fraction of the player's height. */
const hurtLean = 0.16
/** The speed of a bursting player's pieces in map units per picture, and the acceleration of their fall. */
const [outwardSpeed, gravity] = [4.2, 1.1]

function drawPerson(solids: readonly Solid[], width: number): Sprite {
  const room = { width, height: eyeHeight, left: width / 2, top: eyeHeight }
  return renderSolids(
    solids.map((solid) => scaleSolid(solid, pixelsPerUnit)),
    room,
  )
}

/** The sprites, indexed by name. */
export function playerSprites(): ReadonlyMap<string, Sprite> {
  const sided = sidedPoses.flatMap((pose) =>
    sideNames(pose).map((name, side) => {
      const as = poses.find((known) => known === pose)
      return [`PLAY${name}`, drawPerson(standingDiver(as ?? 'E', side, as ? 0 : hurtLean), 40)] as const
    }),
  )
  const dying = dyingPoses.map((pose, step) => {
    if (!deathFrames[step]) throw new Error(`no death picture for ${pose}`)
    return [`PLAY${pose}0`, drawPerson(fallingDiver(step), 84)] as const
  })
  const bursting = burstingPoses.map(
    (pose, step) => [`PLAY${pose}0`, drawPerson(burstPieces(step), 84)] as const,
  )
  return new Map([...sided, ...dying, ...bursting])
}

/** The diver bursts and bubbles rise. */
function burstPieces(step: number): Solid[] {
  const solids = standingDiver('E', 0).map((solid, n) => {
    const [x, y] = [(solid.from[0] + solid.to[0]) / 2, (solid.from[1] + solid.to[1]) / 2]
    const [out, up] = [x * 0.09 + ((n % 5) - 2) * 0.35, y > 40 ? 1.2 : 0.5]
    const [dx, dy] = [out * outwardSpeed * step, up * outwardSpeed * step - gravity * step * step]
    const radius = Math.max(...solid.radii)
    const lowest = Math.min(solid.from[1], solid.to[1]) + dy
    const down = lowest < radius ? dy + radius - lowest : dy
    const moved = ([a, b, c]: Solid['from']) => [a + dx, b + down, c] as const
    return { ...solid, from: moved(solid.from), to: moved(solid.to) }
  })
  const bubbles = Array.from({ length: step === 0 || step > 7 ? 0 : 9 }, (_, n) =>
    createBall(
      [((n * 11) % 44) - 22, 18 + ((n * 13 + step * 7) % 44), 24],
      1.2 + ((n + step) % 3),
      'sea',
      12,
      6,
    ),
  )
  return [...solids, ...bubbles]
}

/** The sprites, indexed by name. Muzzle flashes are drawn over the weapons. */
export function weaponSprites(): { readonly [name in WeaponPictureName]: Sprite } {
  const [fired, turned] = [drawChaingun(1, true), drawChaingun(2, true)]
  return {
    PUNGA0: toHandSprite(drawFists(0)),
    PUNGB0: toHandSprite(drawFists(0.6)),
    PUNGC0: toHandSprite(drawFists(1)),
    PUNGD0: toHandSprite(drawFists(0.4)),
    PISGA0: toHandSprite(drawPistol(0, false)),
    PISGB0: toHandSprite(drawPistol(6, false)),
    PISGC0: toHandSprite(drawPistol(10, false)),
    PISGD0: toHandSprite(drawPistol(4, false)),
    PISGE0: toHandSprite(drawPistol(0, false)),
    PISFA0: toHandSprite(muzzleFlash(drawPistol(6, true), drawPistol(6, false))),
    CHGGA0: toHandSprite(drawChaingun(0, false)),
    CHGGB0: toHandSprite(drawChaingun(1, false)),
    CHGFA0: toHandSprite(muzzleFlash(fired, drawChaingun(1, false))),
    CHGFB0: toHandSprite(muzzleFlash(turned, drawChaingun(2, false))),
    SHTGA0: toHandSprite(drawShotgun(0, 0, false)),
    SHTGB0: toHandSprite(drawShotgun(8, 0, false)),
    SHTGC0: toHandSprite(drawShotgun(0, 9, false)),
    SHTGD0: toHandSprite(drawShotgun(0, 16, false)),
    SHTFA0: toHandSprite(muzzleFlash(drawShotgun(0, 0, true), drawShotgun(0, 0, false))),
    SHTFB0: toHandSprite(muzzleFlash(drawShotgun(4, 0, true), drawShotgun(4, 0, false))),
  }
}

/** The middle of the lower edge of a 320 × 200 screen. */
const handOrigin = { x: 160, y: 200 } as const

/** Doom's offsets are the negated position of the picture's corner on the screen. */
function toHandSprite(drawn: Sprite): Sprite {
  const tight = trimSprite(drawn)
  return { ...tight, left: tight.left - handOrigin.x, top: tight.top - handOrigin.y }
}

/** Other differences in the picture of a firing weapon, such as a weapon that moves back, are left out. */
function muzzleFlash(fires: Sprite, rests: Sprite): Sprite {
  const burns = (number: number) => fireColours.has(number)
  return {
    ...fires,
    data: fires.data.map((number, at) =>
      number !== rests.data[at] && burns(number) ? number : transparentIndex,
    ),
  }
}
const fireColours: ReadonlySet<number> = new Set(
  (['orange', 'dusk', 'white'] as const).flatMap((ramp) => rampColours(ramp)),
)

export function bloodSprites(): ReadonlyMap<string, Sprite> {
  const { blood } = drawHitMarks()
  return new Map(bloodNames.map((name, n) => [name, trimSprite(blood[n]!)]))
}
