// The pace of players. An action takes 120 ms divided by the player's speed, independently of ticks. [CF-9.4]
import type { GameState, Player } from '../state/game-state.ts'

/** [CF-11.7] Milliseconds per tick. The world's clock advances by this number in each tick. */
export const tickMs = 120
/** Microseconds per tick. An action at speed 1 takes as long. */
export const tickMicros = tickMs * 1000
/**
 * [CF-9.4] Maximum time that a player can save by waiting. A command that arrives late by less does not reduce the
 * player's pace.
 */
const maxSavedMicros = 120_000

/** Microseconds per action of the player, as an integer of at least 1. The packet `comc` contains this number. */
export function actionMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.stats.speed))
}

/** Microseconds per attack of the player, as an integer of at least 1. */
export function attackMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.stats.weaponSpeed))
}

/**
 * Milliseconds until the player can act; 0 if the player can act now. The number is rounded up, so that a timer never
 * fires too early.
 */
export function msUntilReady(player: Player, now: number): number {
  return Math.max(0, Math.ceil((player.readyAtMicros - now * 1000) / 1000))
}

/**
 * Charges the time of an action, starting from the time at which the player could act. So fractions of milliseconds are
 * not lost, and ten actions take ten times as long as one. A player saves at most one tick by waiting.
 */
export function spendActionTime(player: Player, micros: number, now: number): void {
  player.readyAtMicros = Math.max(player.readyAtMicros, now * 1000 - maxSavedMicros) + micros
}

/**
 * Whether an event occurs in this tick, if `count` events are spread evenly over `period` ticks. The function needs no
 * stored state. `phase`: number of ticks by which the events occur earlier. Different phases prevent the events of all
 * players from occurring in the same tick.
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
