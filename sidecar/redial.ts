// When a link that was lost or refused is dialled again, and when patience with the room ends. wire/LINK.md, LINK-8
// and LINK-15.
import type { Clock, Timer } from '../wire/clock.ts'

const patienceMs = 60_000
const firstRedialMs = 60
const lastRedialMs = 5_000
/** Of a sidecar with many links, which are lost all at once, each waits so much longer for each of them; so much at most. */
const spreadMs = 10
const widestMs = 2_000
/** [LINK-15] The first wait after a refusal, the longest, and the refusals in a row that end the link. */
const firstRefusedMs = 250
const lastRefusedMs = 30_000
const mostRefusals = 8
/** [LINK-15] A room that is refused now and then is as wrong as one that is refused at once. */
const forgivenMs = 60_000

export interface RedialSettings {
  readonly clock: Clock
  /** 0 ≤ n < 1: spreads redials. */
  random(): number
  /** How many links the sidecar has. */
  links(): number
  dial(): void
  /** The room has been away for 60 s, or was refused too often. */
  giveUp(): void
}

export class Redial {
  readonly #settings: RedialSettings
  /** Since a message was accepted. */
  #losses = 0
  #refusals = 0
  #refusedAt = 0
  #next: Timer | undefined
  #patience: Timer | undefined

  constructor(settings: RedialSettings) {
    this.#settings = settings
  }

  /** It will be dialled again. */
  get due(): boolean {
    return this.#next !== undefined
  }

  /** The room is away: from now on, if it was not before. */
  away(): void {
    this.#patience ??= this.#settings.clock.after(patienceMs, () => {
      this.#patience = undefined
      this.#settings.giveUp()
    })
  }

  /** Dials after a wait that grows from loss to loss. Returns the wait in milliseconds. */
  lost(): number {
    const { random, links } = this.#settings
    const first = Math.min(widestMs, Math.max(firstRedialMs, links() * spreadMs))
    return this.#dialIn(
      random() * Math.max(first, Math.min(lastRedialMs, firstRedialMs * 2 ** this.#losses++)),
    )
  }

  /**
   * [LINK-15] One end did not understand the other, and would not the next time: dials after a longer wait. Returns the
   * wait in milliseconds; undefined: it has given up.
   */
  refused(): number | undefined {
    const { clock, random, giveUp } = this.#settings
    if (this.#refusals === mostRefusals) {
      giveUp()
      return undefined
    }
    this.#refusedAt = clock.now()
    const most = Math.min(lastRefusedMs, firstRefusedMs * 2 ** this.#refusals++)
    return this.#dialIn(most * (0.5 + random() / 2))
  }

  /** The room is there, or nobody may dial it: patience ends no more. Whether it is of use only an accepted message shows. */
  met(): void {
    this.#patience?.cancel()
    this.#patience = undefined
  }

  /** [LINK-15] A message of the room, other than `who`, was read and acted on. */
  accepted(): void {
    this.#losses = 0
    if (this.#refusals > 0 && this.#settings.clock.now() - this.#refusedAt >= forgivenMs) this.#refusals = 0
  }

  stop(): void {
    this.#next?.cancel()
    this.#patience?.cancel()
  }

  #dialIn(ms: number): number {
    this.#next = this.#settings.clock.after(ms, () => {
      this.#next = undefined
      this.#settings.dial()
    })
    return ms
  }
}
