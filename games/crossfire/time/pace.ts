// Each player's own time. An act takes 120 ms divided by his speed, whenever the ticks fall. [CF-9.4]
import type { Player } from '../scene/scene.ts'

/** [CF-11.7] Of a tick; the world's clock counts by them. */
export const tickMs = 120
/** What a tick is, and so what an act takes at speed 1: microseconds. */
export const tickMicros = tickMs * 1000
/** [CF-9.4] So late he may be and still lose nothing of his pace: what his client needs to say what is next. */
const graceMicros = 120_000

/** Microseconds of one act: what `comc` tells. Whole, from 1 on. */
export function actMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.figures.speed))
}

/** Microseconds of one blow. */
export function blowMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.figures.weaponSpeed))
}

/** Milliseconds from `now` until he may act; whole, so that then he may indeed. 0: he may. */
export function waitToAct(player: Player, now: number): number {
  return Math.max(0, Math.ceil((player.readyAt - now * 1000) / 1000))
}

/**
 * His act has taken so long. Its time runs from when he could have acted, not from when he did: parts of milliseconds
 * are not lost, and ten acts take ten times as long as one. Who has rested has no more than one tick to his credit.
 */
export function spend(player: Player, micros: number, now: number): void {
  player.readyAt = Math.max(player.readyAt, now * 1000 - graceMicros) + micros
}
