// All art of the first-person view. Building it takes a third of a second.

import { deaths, diver, dying, type Pose, poses } from './art/diver.ts'
import { flats, sky } from './art/flats.ts'
import { hands } from './art/hands.ts'
import { nothing, paletteBytes, rampOf, suits } from './art/palette.ts'
import type { Sprite } from './art/picture.ts'
import { digits, marks, remedies } from './art/small.ts'
import { walls } from './art/walls.ts'
import { lightTables } from './hall/frame.ts'

export class Art {
  readonly walls = walls()
  readonly flats = flats()
  readonly sky = sky()
  /** By pose, five sides from front to back. */
  readonly divers = Object.fromEntries(
    poses.map((pose) => [pose, [0, 1, 2, 3, 4].map((side) => diver(pose, side))]),
  ) as unknown as { readonly [pose in Pose]: readonly Sprite[] }
  readonly deaths = deaths.map((_, step) => dying(step))
  readonly hands = hands()
  readonly remedies = remedies()
  readonly marks = marks()
  readonly digits = digits()
  /** See `Figure.suit`. */
  readonly suits = suits.map(suitOf)
  /** Light tables of the palette, plain and tinted for a player who is hurt, healed or dead. */
  readonly tables = tablesOf([paletteBytes()])
}

/** For several palettes, concatenated. */
export function tablesOf(palettes: readonly Uint8Array[]) {
  return {
    clear: lightTables(palettes),
    hurt: lightTables(palettes, { colour: [190, 20, 30], part: 0.28 }),
    healed: lightTables(palettes, { colour: [120, 230, 190], part: 0.2 }),
    dead: lightTables(palettes, { colour: [10, 40, 60], part: 0.55 }),
  }
}

/** Replaces the lime ramp with this one. */
function suitOf(ramp: (typeof suits)[number]): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, number) => number)
  const [from, to] = [rampOf('lime'), rampOf(ramp)]
  for (const [shade, number] of from.entries()) table[number] = to[shade]!
  table[nothing] = nothing
  return table
}
