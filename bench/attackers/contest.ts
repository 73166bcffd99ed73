import type { AttackedRoom } from './attacks.ts'

export type ConnectPlayer = (
  target: AttackedRoom,
  nth: number,
) => Promise<{
  /**
   * Makes a request and waits for the answer. A client that measures the latency itself returns it in milliseconds.
   * Rejects when the connection is lost.
   */
  ask(): Promise<number | void>
  /** Milliseconds from an answer to the next request, so that the player stays within the game's rate limits. */
  readonly everyMs: number
}>

/** Connects and attacks until the returned function is called. `variant`: the variant of the attack. */
export type StartAttack = (target: AttackedRoom, variant: string) => Promise<() => void>

export function repeatEvery(everyMs: number, act: () => void): () => void {
  const timer = setInterval(act, everyMs)
  return () => clearInterval(timer)
}
