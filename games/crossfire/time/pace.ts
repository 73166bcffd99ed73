// Each player's own time. An act takes 120 ms divided by his speed, whenever the ticks fall. [CF-9.4]
import type { Player, Scene } from '../scene/scene.ts'

/** [CF-11.7] Of a tick; the world's clock counts by them. */
export const tickMs = 120
/** What a tick is, and so what an act takes at speed 1: microseconds. */
export const tickMicros = tickMs * 1000
/** [CF-9.4] A command may come so late and his pace loses nothing: the time that a client takes to say the next one. */
const graceMicros = 120_000

/** Microseconds of one act: what `comc` tells. Whole, from 1 on. */
export function actMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.figures.speed))
}

/** Microseconds of one blow. */
export function blowMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.figures.weaponSpeed))
}

/** Milliseconds from `now` until he may act, rounded up, so that he may indeed when they are over. 0: he may now. */
export function waitToAct(player: Player, now: number): number {
  return Math.max(0, Math.ceil((player.readyAt - now * 1000) / 1000))
}

/**
 * Charges him an act of so many microseconds. They count from when he could have acted, not from when he did: so parts
 * of milliseconds are not lost, and ten acts take ten times as long as one. Waiting saves up one tick at most.
 */
export function spend(player: Player, micros: number, now: number): void {
  player.readyAt = Math.max(player.readyAt, now * 1000 - graceMicros) + micros
}

/** Whether one of `count` in `period` ticks, evenly spread, falls on this one; at most one does. Nothing is stored for it. */
export function fallsOnTick({ ticks }: Pick<Scene, 'ticks'>, count: number, period: number): boolean {
  return Math.floor((ticks * count) / period) !== Math.floor(((ticks - 1) * count) / period)
}
