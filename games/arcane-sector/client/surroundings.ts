// Each GRND replaces all items, and each MOBS all mobs. [AS-4]

import type { ServerPacket, WireItem } from '../packets.ts'
import { directionOfMove, directions, isDirection, moveDirections } from '../terrain/directions.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Viewpoint, VisibleItem, VisibleMob, VisiblePile } from '../view/first-person/view-input.ts'

/** Milliseconds of the view's movement to a new position, which makes walking look continuous. */
const glideMs = 220
/** Names are cut off after this many characters. */
const maxLetters = 120

export interface Item extends VisibleItem {
  /** Whether players can pick the item up. */
  readonly movable: boolean
}

/** Undefined for the item of an empty slot, which has no picture and name. */
export function toItem({ id, movable, gfxId, name }: WireItem): Item | undefined {
  if (gfxId === undefined || name === undefined) return undefined
  return { id, movable: movable ?? false, gfxId, name: name.slice(0, maxLetters) }
}

/**
 * The view moves from this offset to the player's position, in tiles. `turn`: in quarter turns to the right. `at`: the
 * start of the movement.
 */
interface Glide {
  readonly ahead: number
  readonly right: number
  readonly turn: number
  readonly at: number
}

export class Surroundings {
  /** Undefined until the first POSI. */
  place: Place | undefined
  facing: number = directions.north
  piles: readonly (VisiblePile & { readonly items: readonly Item[] })[] = []
  mobs: readonly VisibleMob[] = []
  #glide: Glide | undefined

  reset(): void {
    this.place = undefined
    this.#glide = undefined
    this.piles = []
    this.mobs = []
  }

  onPosition({ x, y, direction }: ServerPacket<'POSI'>, now: number): void {
    const facing = isDirection(direction) ? direction : this.facing
    this.#glide = this.place && this.#glideTo({ x, y }, facing, now)
    this.place = { x, y }
    this.facing = facing
  }

  onGround({ lists }: ServerPacket<'GRND'>): void {
    this.piles = lists.map(({ x, y, items }) => ({
      ...{ x, y },
      items: items.flatMap((item) => toItem(item) ?? []),
    }))
  }

  onMobs({ mobs }: ServerPacket<'MOBS'>): void {
    this.mobs = mobs.flatMap(({ id, x, y, gfxId = '', name = '' }) =>
      x === undefined || y === undefined ? [] : [{ id, x, y, gfxId, name: name.slice(0, maxLetters) }],
    )
  }

  /** The items in reach [AS-5.6]. */
  get itemsHere(): readonly Item[] {
    const { place } = this
    return this.piles.find(({ x, y }) => x === place?.x && y === place.y)?.items ?? []
  }

  /** `still`: whether the user prefers reduced motion. */
  eye(now: number, still: boolean): Viewpoint | undefined {
    const { place, facing } = this
    if (!place) return undefined
    const left = still ? 0 : this.#leftAt(now)
    if (!this.#glide || left <= 0) return { ...place, facing }
    const { ahead, right, turn } = this.#glide
    return { ...place, facing, ahead: ahead * left, right: right * left, turn: turn * left }
  }

  isGliding(now: number): boolean {
    return this.#leftAt(now) > 0
  }

  /** The fraction of the movement that is still ahead, 0 to 1. */
  #leftAt(now: number): number {
    return this.#glide ? Math.max(0, 1 - (now - this.#glide.at) / glideMs) : 0
  }

  /** Animates a step of one tile or a quarter turn. A longer move is a teleport, which is not animated. */
  #glideTo(to: Place, facing: number, now: number): Glide | undefined {
    const from = this.place!
    const [east, south] = [from.x - to.x, from.y - to.y]
    const moved = Math.abs(east) + Math.abs(south)
    if (moved === 0 && facing === this.facing) return this.#glide
    if (moved === 0) return { ahead: 0, right: 0, turn: this.#turnTo(facing), at: now }
    if (moved > 1 || facing !== this.facing) return undefined
    const [ahead, right] = inDirectionsOf(facing, east, south)
    const left = this.#leftAt(now)
    const { ahead: stillAhead = 0, right: stillRight = 0 } = this.#glide ?? {}
    const within = (tiles: number) => Math.max(-1, Math.min(1, tiles))
    return {
      ahead: within(ahead + stillAhead * left),
      right: within(right + stillRight * left),
      turn: 0,
      at: now,
    }
  }

  /** Quarter turns to the right, -1 to 1. A half turn is 0, because the view shows it without a movement. */
  #turnTo(facing: number): number {
    if (directionOfMove(this.facing, moveDirections.right) === facing) return 1
    return directionOfMove(this.facing, moveDirections.left) === facing ? -1 : 0
  }
}

function inDirectionsOf(
  facing: number,
  east: number,
  south: number,
): readonly [ahead: number, right: number] {
  switch (facing) {
    case directions.north:
      return [-south, east]
    case directions.south:
      return [south, -east]
    case directions.west:
      return [-east, -south]
    default:
      return [east, south]
  }
}
