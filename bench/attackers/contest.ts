// Honest players and an attacker, for every game.
import type { Target } from './attacks.ts'

/** Connects as the `nth` (from 0) player. */
export type Player = (
  target: Target,
  nth: number,
) => Promise<{
  /**
   * Makes a request and waits for the answer; returns its milliseconds if the client measures them itself. Rejects
   * when the connection is lost.
   */
  ask(): Promise<number | void>
  /** Milliseconds from an answer to the next request: within the game's limits for a player. */
  readonly everyMs: number
}>

/** Connects and attacks until the returned function is called. `how`: the second part of the attack's name. */
export type Attacker = (target: Target, how: string) => Promise<() => void>

/** Runs `act` repeatedly; returns a function that stops it. */
export function repeatEvery(everyMs: number, act: () => void): () => void {
  const timer = setInterval(act, everyMs)
  return () => clearInterval(timer)
}
