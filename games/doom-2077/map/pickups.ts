// [DM-4.5] [DM-9.9] A taken item disappears, and appears again after a time.

import type { Pickup } from './level/level.ts'
import { eyeHeight } from './level/sector-heights.ts'
import { type Position, toMapUnits } from './position.ts'

/** Maximum distance of a pickup in x and in y, in map units. */
const pickupRange = 32
const maxFloorDifference = 24
/** Milliseconds until a taken pickup appears again. */
const respawnMs = 30_000

/** Health is in points × 1000. */
export interface PickupTaker {
  readonly position: Position
  health: number
}

export class Pickups {
  readonly #pickups: readonly Pickup[]
  /** When each taken pickup appears again, by its index. */
  readonly #takenUntil = new Map<number, number>()

  constructor(pickups: readonly Pickup[]) {
    this.#pickups = pickups
  }

  /** Called at the start of a match. */
  respawnAll(): void {
    this.#takenUntil.clear()
  }

  /** Takes the pickups that raise the player's health. Returns the gains, in points × 1000. */
  takeAt(player: PickupTaker, now: number): readonly number[] {
    const gains: number[] = []
    const { x, y, z } = toMapUnits(player.position)
    for (const [index, pickup] of this.#pickups.entries()) {
      if (Math.abs(pickup.x - x) > pickupRange || Math.abs(pickup.y - y) > pickupRange) continue
      if (
        Math.abs(pickup.floor + eyeHeight - z) > maxFloorDifference ||
        (this.#takenUntil.get(index) ?? 0) > now
      )
        continue
      const gain = Math.min(pickup.gain * 1000, pickup.max * 1000 - player.health)
      if (gain <= 0) continue
      this.#takenUntil.set(index, now + respawnMs)
      player.health += gain
      gains.push(gain)
    }
    return gains
  }
}
