// A door is a wall tile with one free side.
import { directions, placeInDirection } from '../../../terrain/directions.ts'
import { type Place, tileKinds } from '../../../terrain/terrain.ts'
import type { IslandDraft } from '../draft/draft.ts'

/** The place of a door, and the place of the tile in front of it. */
export interface DoorFront {
  readonly door: Place
  readonly front: Place
}

export interface DoorKind {
  readonly group: string
  readonly threshold: number
  /** [AS-10.6] */
  readonly locked?: boolean
  /**
   * [AS-3.7] Whether players can only leave through the door. A door leads to the last door of its group. This door
   * becomes the first item, so no door leads to it.
   */
  readonly outOnly?: boolean
}

/** `facing`: 0 to 3. The door's other three sides become walls. */
export function placeDoor(
  draft: IslandDraft,
  door: Place,
  facing: number,
  { group, threshold, locked, outOnly }: DoorKind,
): DoorFront {
  draft.set(door.x, door.y, tileKinds.wall)
  for (const side of Object.values(directions)) {
    const { x, y } = placeInDirection(door, side)
    draft.set(x, y, side === facing ? threshold : tileKinds.wall)
  }
  draft.put(door, { type: 'door', group, ...(locked && { locked }) }, outOnly ? 'first' : 'last')
  return { door, front: placeInDirection(door, facing) }
}
