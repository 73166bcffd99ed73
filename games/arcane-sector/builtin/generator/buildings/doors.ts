// Doors: a wall tile with one free side.
import { directions, placeInDirection } from '../../../terrain/directions.ts'
import { type Place, tiles } from '../../../terrain/terrain.ts'
import type { IslandDraft } from '../draft/draft.ts'

/** A door and the tile in front of it. */
export interface DoorFront {
  readonly door: Place
  readonly front: Place
}

export interface DoorKind {
  readonly group: string
  /** The kind of the tile in front of it. */
  readonly threshold: number
  /** [AS-10.6] Whether it requires a gold key. */
  readonly locked?: boolean
  /**
   * [AS-3.7] Whether it is only a way out. A door leads to the last one of its group, and this one is placed first, so
   * no door leads to it.
   */
  readonly outOnly?: boolean
}

/** Places a door that opens to `facing` (0-3): wall on its other three sides, a free tile in front. */
export function hangDoor(
  draft: IslandDraft,
  door: Place,
  facing: number,
  { group, threshold, locked, outOnly }: DoorKind,
): DoorFront {
  draft.set(door.x, door.y, tiles.wall)
  for (const side of Object.values(directions)) {
    const { x, y } = placeInDirection(door, side)
    draft.set(x, y, side === facing ? threshold : tiles.wall)
  }
  draft.put(door, { type: 'door', group, ...(locked && { locked }) }, outOnly ? 'first' : 'last')
  return { door, front: placeInDirection(door, facing) }
}
