// Doors: a tile of wall in a wall, with one free side.
import { directions, stepped } from '../../land/directions.ts'
import { type Place, tiles } from '../../land/terrain.ts'
import type { Draft } from './draft.ts'

/** The place before a door. */
export interface Front {
  readonly door: Place
  readonly front: Place
}

export interface DoorKind {
  readonly group: string
  /** The kind of the tile before it. */
  readonly threshold: number
  /** [AS-10.6] It wants a gold key. */
  readonly locked?: boolean
  /** [AS-3.7] A door leads to the last of its group: who takes another comes out there, and never here. */
  readonly outOnly?: boolean
}

/** Hangs a door that opens to `facing` (0-3): wall on its other three sides, a free tile before it. */
export function hangDoor(
  draft: Draft,
  door: Place,
  facing: number,
  { group, threshold, locked, outOnly }: DoorKind,
): Front {
  draft.set(door.x, door.y, tiles.wall)
  for (const side of Object.values(directions)) {
    const { x, y } = stepped(door, side)
    draft.set(x, y, side === facing ? threshold : tiles.wall)
  }
  draft.put(door, { type: 'door', group, ...(locked && { locked }) }, outOnly ? 'first' : 'last')
  return { door, front: stepped(door, facing) }
}
