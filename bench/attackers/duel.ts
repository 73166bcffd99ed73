// What honest players and those who attack them are, in every game.
import type { Target } from './crowd-process.ts'

/** Comes in as the `nth` (from 0) of those who play. */
export type Player = (
  target: Target,
  nth: number,
) => Promise<{
  /**
   * Asks one thing; back when it was answered, with the milliseconds that this took if it was asked by its own clock.
   * Rejects when the connection is lost.
   */
  ask(): Promise<number | void>
  /** Milliseconds from an answer to the next question: within what the game allows one player. */
  readonly everyMs: number
}>

/** Come in and attack until what they give back is called. `how`: the second word of the attack's name. */
export type Attackers = (target: Target, how: string, count: number) => Promise<() => void>

/** Does something to each again and again; who has gone is left alone. */
export function again(everyMs: number, act: () => void): () => void {
  const timer = setInterval(act, everyMs)
  return () => clearInterval(timer)
}
