// [DM-4.5] [DM-9.9] The map's healing items, and which of them are taken.

import { eyeHeight } from './heights.ts'
import type { Pickup } from './level.ts'
import { type Place, spotOf } from './place.ts'

/** Maximum distance from a pickup in x and in y, in map units. */
const near = 32
/** Maximum difference in floor height to the pickup. */
const step = 24
const backMs = 30_000

/** A player who takes pickups. Health in points × 1000. */
export interface Taker {
  readonly place: Place
  health: number
}

export class Pickups {
  readonly #pickups: readonly Pickup[]
  /** By index, when it respawns. */
  readonly #takenUntil = new Map<number, number>()

  constructor(pickups: readonly Pickup[]) {
    this.#pickups = pickups
  }

  /** Restores all pickups at the start of a match. */
  restore(): void {
    this.#takenUntil.clear()
  }

  /** Takes every pickup here that raises the player's health. Returns the gains, in points × 1000. */
  take(player: Taker, now: number): readonly number[] {
    const gains: number[] = []
    const { x, y, z } = spotOf(player.place)
    for (const [index, pickup] of this.#pickups.entries()) {
      if (Math.abs(pickup.x - x) > near || Math.abs(pickup.y - y) > near) continue
      if (Math.abs(pickup.floor + eyeHeight - z) > step || (this.#takenUntil.get(index) ?? 0) > now) continue
      const gain = Math.min(pickup.gain * 1000, pickup.max * 1000 - player.health)
      if (gain <= 0) continue
      this.#takenUntil.set(index, now + backMs)
      player.health += gain
      gains.push(gain)
    }
    return gains
  }
}
