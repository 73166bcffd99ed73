// How one comes into a match and stays in it: asks by a name, is let in or refused, asks again, and shows that he is there.
import type { FromClient } from '../packets.ts'

/** [DM-2.4] Milliseconds between two signs of life. */
const aliveMs = 5000
/** Milliseconds after which one who was refused asks again. */
const againMs = 3000

/** `out`: has not asked, or may not by that name. `in`: plays, or waits for a map. `refused`: asks again. `why` says why. */
export type Stage = 'out' | 'asking' | 'in' | 'refused'

export class WayIn {
  stage: Stage = 'out'
  /** Of a refusal, for people. */
  why = ''
  name = ''
  readonly #say: (message: FromClient) => void
  #aliveAt = 0
  #askAt = Number.POSITIVE_INFINITY
  /** The room has let him in by his name: if it refuses him now, he comes back by himself. */
  #wasIn = false

  constructor(say: (message: FromClient) => void) {
    this.#say = say
  }

  /** By this name, from now on and after every loss. */
  join(name: string, now: number): void {
    this.why = ''
    this.name = name
    this.#ask(now)
  }

  /** There is a new socket. */
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
    // Who was in comes back by himself: of a line that was cut the room may not know yet.
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

  /** To this time: asks again, or says that he is there, when that is due. */
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
