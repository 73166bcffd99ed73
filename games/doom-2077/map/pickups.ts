// [DM-4.5] [DM-9.9] The things on the map that heal, and which of them have been taken.

import { eyeHeight } from './heights.ts'
import type { Pickup } from './level.ts'
import { type Place, spotOf } from './place.ts'

/** How far one may stand from a pickup, in x and in y, in map units. */
const near = 32
/** How far his floor may be above or below the pickup's. */
const step = 24
const backMs = 30_000

/** Who may take them. Health in points × 1000. */
export interface Taker {
  readonly place: Place
  health: number
}

export class Pickups {
  readonly #pickups: readonly Pickup[]
  /** By index: when it is there again. */
  readonly #takenUntil = new Map<number, number>()

  constructor(pickups: readonly Pickup[]) {
    this.#pickups = pickups
  }

  /** A match begins with all of them. */
  restore(): void {
    this.#takenUntil.clear()
  }

  /** Takes what lies where a player stands that is of use to him, and heals him; the gains, in points × 1000. */
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
