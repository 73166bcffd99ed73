// An action takes 120 ms divided by the player's speed, independently of ticks. [CF-9.4]
import type { GameState, Player } from '../state/game-state.ts'

/** [CF-11.7] Milliseconds by which the world's clock advances in each tick. */
export const tickMs = 120
/** Microseconds of a tick, and of an action at speed 1. */
export const tickMicros = tickMs * 1000
/**
 * [CF-9.4] Maximum time that a player can save by waiting. A command that arrives late by at most this time does not
 * delay the player's later actions.
 */
const maxSavedMicros = 120_000

/** An integer of at least 1, which the packet `comc` contains. */
export function actionMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.stats.speed))
}

/** An integer of at least 1. */
export function attackMicros(player: Player): number {
  return Math.max(1, Math.round(tickMicros / player.stats.weaponSpeed))
}

/** Rounded up, so that a timer never fires too early. */
export function msUntilReady(player: Player, now: number): number {
  return Math.max(0, Math.ceil((player.readyAtMicros - now * 1000) / 1000))
}

/**
 * The time of the next action is counted from the time at which this action could start, so fractions of milliseconds
 * are not lost. A player saves at most one tick by waiting.
 */
export function spendActionTime(player: Player, micros: number, now: number): void {
  player.readyAtMicros = Math.max(player.readyAtMicros, now * 1000 - maxSavedMicros) + micros
}

/**
 * Keeps the player from acting for this time from now. Several causes do not add up; otherwise many monsters together
 * could keep a player from acting for minutes.
 */
export function blockActionsFor(player: Player, ms: number, now: number): void {
  player.readyAtMicros = Math.max(player.readyAtMicros, (now + ms) * 1000)
}

/**
 * The number of events in this tick if `count` events are spread evenly over `period` ticks, without stored state.
 * Different `phase`s prevent the events of all players from occurring in the same tick.
 */
export function eventsInTick(
  { ticks }: Pick<GameState, 'ticks'>,
  count: number,
  period: number,
  phase = 0,
): number {
  const at = ticks + phase
  return Math.floor((at * count) / period) - Math.floor(((at - 1) * count) / period)
}

/** Whether there is an event in this tick. The parameters are the same as in `eventsInTick`. */
export function isEventTick(...spread: Parameters<typeof eventsInTick>): boolean {
  return eventsInTick(...spread) > 0
}
