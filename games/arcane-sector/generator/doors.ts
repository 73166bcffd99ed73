// Doors: a tile of wall in a wall, with one free side.
import { directions, stepped } from '../directions.ts'
import { type Place, tiles } from '../terrain.ts'
import type { Draft } from './draft.ts'

/** The place before a door. */
export interface Front {
  readonly door: Place
  readonly front: Place
}

/** Hangs a door that opens to `facing` (0-3): wall on its other three sides, a free tile before it. */
export function hangDoor(draft: Draft, door: Place, facing: number, group: string, threshold: number): Front {
  draft.set(door.x, door.y, tiles.wall)
  for (const side of Object.values(directions)) {
    const { x, y } = stepped(door, side)
    if (side === facing) draft.set(x, y, threshold)
    else draft.set(x, y, tiles.wall)
  }
  draft.put(door, { type: 'door', group })
  return { door, front: stepped(door, facing) }
}
