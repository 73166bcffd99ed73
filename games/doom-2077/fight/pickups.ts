// [DM-4.5] [DM-9.9] What heals, and what of it has been taken.

import { eyeHeight } from '../map/heights.ts'
import type { Heal } from '../map/level.ts'
import { spotOf } from '../move/place.ts'
import { fullHealth, type Player } from '../people/player.ts'
import type { Heard } from '../scene/events.ts'
import type { Scene } from '../scene/scene.ts'

/** Map units, in x and y. */
const near = 32
/** Of the floors. */
const step = 24
const backMs = 30_000

export class Heals {
  readonly #heals: readonly Heal[]
  /** By index: when it is there again. */
  readonly #back = new Map<number, number>()

  constructor(heals: readonly Heal[]) {
    this.#heals = heals
  }

  /** A match begins with all of them. */
  restore(): void {
    this.#back.clear()
  }

  /** Takes what lies where a player stands that is of use to him; the gains, in points × 1000. */
  take(player: Player, now: number): readonly number[] {
    const gains: number[] = []
    const { x, y, z } = spotOf(player.place)
    for (const [index, heal] of this.#heals.entries()) {
      if (Math.abs(heal.x - x) > near || Math.abs(heal.y - y) > near) continue
      if (Math.abs(heal.floor + eyeHeight - z) > step || (this.#back.get(index) ?? 0) > now) continue
      const gain = Math.min(heal.gain * 1000, heal.max * 1000 - player.health)
      if (gain <= 0) continue
      this.#back.set(index, now + backMs)
      player.health += gain
      gains.push(gain)
    }
    return gains
  }
}

/** Whoever stands on what heals him has it. */
export function tickHeals(scene: Scene, now: number): void {
  for (const player of scene.players.values()) {
    if (!player.plays) continue
    for (const gain of scene.heals.take(player, now)) {
      scene.show({ kind: 'healed', id: player.id, gain })
      scene.show(healthOf(player))
    }
  }
}

/** [DM-4.4] The maximum is never below what he has: the client would cut it. */
export function healthOf({ id, health }: Pick<Player, 'id' | 'health'>): Heard {
  return { kind: 'health', id, health, max: Math.max(fullHealth, health) }
}
