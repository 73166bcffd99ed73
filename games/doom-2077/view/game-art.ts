// Building the art takes a third of a second.

import type { Sprite } from './art/bitmap.ts'
import { deathFrames, drawDiver, drawDyingDiver, type Pose, poses } from './art/diver-sprites.ts'
import { drawFlats, drawSky } from './art/flats.ts'
import { drawDigits, drawHealingItems, drawHitMarks } from './art/item-sprites.ts'
import { paletteBytes, rampColours, suitRamps, transparentIndex } from './art/palette.ts'
import { drawWalls } from './art/walls.ts'
import { drawWeapons } from './art/weapon-sprites.ts'
import { lightTables } from './raycaster/frame.ts'

export class GameArt {
  readonly walls = drawWalls()
  readonly flats = drawFlats()
  readonly sky = drawSky()
  /** Pictures of a diver's five sides, from front to back. */
  readonly divers = Object.fromEntries(
    poses.map((pose) => [pose, [0, 1, 2, 3, 4].map((side) => drawDiver(pose, side))]),
  ) as unknown as { readonly [pose in Pose]: readonly Sprite[] }
  readonly deathFrames = deathFrames.map((_, step) => drawDyingDiver(step))
  readonly hands = drawWeapons()
  readonly healingItems = drawHealingItems()
  readonly hitMarks = drawHitMarks()
  readonly digits = drawDigits()
  /** Diving suits, indexed by player id (see `SpriteInScene.suit`). */
  readonly suits = suitRamps.map(recolourSuit)
  /** Light tables without a tint, and with the tints for a player who is hurt, healed or dead. */
  readonly lightTables = tintedLightTables([paletteBytes()])
}

/** For each tint, the light tables of all palettes, one after the other. */
export function tintedLightTables(palettes: readonly Uint8Array[]) {
  return {
    clear: lightTables(palettes),
    hurt: lightTables(palettes, { colour: [190, 20, 30], part: 0.28 }),
    healed: lightTables(palettes, { colour: [120, 230, 190], part: 0.2 }),
    dead: lightTables(palettes, { colour: [10, 40, 60], part: 0.55 }),
  }
}

/** Replaces the ramp `lime` with this ramp. */
function recolourSuit(ramp: (typeof suitRamps)[number]): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, number) => number)
  const [from, to] = [rampColours('lime'), rampColours(ramp)]
  for (const [shade, number] of from.entries()) table[number] = to[shade]!
  table[transparentIndex] = transparentIndex
  return table
}
