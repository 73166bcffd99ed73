// Pace of players: an action takes 120 ms divided by the player's speed, independent of ticks. [CF-9.4]
import type { GameState, Player } from '../state/game-state.ts'

/** [CF-11.7] Milliseconds per tick; the world's clock counts in ticks. */
export const tickMs = 120
/** Microseconds per tick, and per action at speed 1. */
export const tickMicros = tickMs * 1000
/** [CF-9.4] Delay of a command that does not reduce the pace: the time that a client takes to send the next one. */
const maxSavedMicros = 120_000

/** Whole microseconds per action, at least 1, as sent in `comc`. */
export function actionMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.stats.speed))
}

/** Microseconds per attack. */
export function attackMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.stats.weaponSpeed))
}

/** Milliseconds until the player may act, rounded up so that the player may act after waiting that long; 0 for now. */
export function msUntilReady(player: Player, now: number): number {
  return Math.max(0, Math.ceil((player.readyAtMicros - now * 1000) / 1000))
}

/**
 * Charges an action. It counts from the time when the player could have acted, so that fractions of milliseconds are
 * not lost and ten actions take ten times as long as one. Waiting saves up at most one tick.
 */
export function spendActionTime(player: Player, micros: number, now: number): void {
  player.readyAtMicros = Math.max(player.readyAtMicros, now * 1000 - maxSavedMicros) + micros
}

/**
 * Whether one of `count` events, spread evenly over `period` ticks, falls on this tick. Needs no stored state. `phase`:
 * ticks by which the events are earlier, so that not everybody's fall on the same tick.
 */
export function isEventTick(
  { ticks }: Pick<GameState, 'ticks'>,
  count: number,
  period: number,
  phase = 0,
): boolean {
  const at = ticks + phase
  return Math.floor((at * count) / period) !== Math.floor(((at - 1) * count) / period)
}
