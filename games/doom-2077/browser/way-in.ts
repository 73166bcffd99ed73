// Joining a match and staying in it: sends JOIN and keep-alives, and retries after a refusal.
import type { FromClient } from '../packets.ts'

/** [DM-2.4] Milliseconds between two keep-alives. */
const aliveMs = 5000
/** Milliseconds before a retry after a refusal. */
const againMs = 3000

/** `out`: not joined, or the name was refused. `asking`: JOIN sent. `in`: accepted. `refused`: see `why`. */
export type Stage = 'out' | 'asking' | 'in' | 'refused'

export class WayIn {
  stage: Stage = 'out'
  /** Reason of a refusal, for display. */
  why = ''
  name = ''
  readonly #say: (message: FromClient) => void
  #aliveAt = 0
  #askAt = Number.POSITIVE_INFINITY
  /** The room has accepted this name before, so the client retries after a refusal. */
  #wasIn = false

  constructor(say: (message: FromClient) => void) {
    this.#say = say
  }

  /** Joins by this name, and again after every lost connection. */
  join(name: string, now: number): void {
    this.why = ''
    this.name = name
    this.#ask(now)
  }

  /** A new socket has opened. */
  begun(now: number): void {
    if (this.stage !== 'out') this.#ask(now)
  }

  accepted(): void {
    this.stage = 'in'
    this.#wasIn = true
  }

  /** [DM-2.5] */
  refused(reason: string, now: number): void {
    const own = reason === 'Bad name.' || reason === 'Name already in use.'
    // An accepted player retries: the room may not have noticed yet that the old connection is gone.
    const returns = this.#wasIn || !own
    this.stage = returns ? 'refused' : 'out'
    this.why = reason
    const ends = reason === 'Kicked.' || reason === 'Banned.'
    this.#askAt = returns && !ends ? now + againMs : Number.POSITIVE_INFINITY
  }

  leave(): void {
    this.#say({ type: 'QUIT' })
    this.stage = 'out'
    this.#wasIn = false
  }

  /** Advances to `now`: retries or sends a keep-alive when due. */
  advance(now: number): void {
    if (now >= this.#askAt) this.#ask(now)
    if (this.stage !== 'in' || now - this.#aliveAt < aliveMs) return
    this.#aliveAt = now
    this.#say({ type: 'KATC' })
  }

  #ask(now: number): void {
    this.stage = 'asking'
    this.#askAt = Number.POSITIVE_INFINITY
    this.#aliveAt = now
    this.#say({ type: 'JOIN', name: this.name })
  }
}
