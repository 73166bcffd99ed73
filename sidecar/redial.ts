// Decides when a lost or rejected link is dialled again, and when it gives up. wire/LINK.md, LINK-8 and LINK-15.
import type { Clock, Timer } from '../wire/clock.ts'

const patienceMs = 60_000
const firstRedialMs = 60
const lastRedialMs = 5_000
/** All links of a sidecar are lost at once, so the first wait grows by this much for each of them, up to `widestMs`. */
const spreadMs = 10
const widestMs = 2_000
/** [LINK-15] The first and the longest wait after a rejection, and the consecutive rejections that end the link. */
const firstRefusedMs = 250
const lastRefusedMs = 30_000
const mostRefusals = 8
/** [LINK-15] An accepted message resets the count only this long after a rejection: rejections may be intermittent. */
const forgivenMs = 60_000

export interface RedialSettings {
  readonly clock: Clock
  /** 0 ≤ n < 1. Spreads redials. */
  random(): number
  /** The number of links of the sidecar. */
  links(): number
  dial(): void
  /** Called when the room was unavailable for 60 s, or the link was rejected too often. */
  giveUp(): void
}

export class Redial {
  readonly #settings: RedialSettings
  /** Losses since the last accepted message. */
  #losses = 0
  #refusals = 0
  #refusedAt = 0
  #next: Timer | undefined
  #patience: Timer | undefined

  constructor(settings: RedialSettings) {
    this.#settings = settings
  }

  /** Whether a redial is scheduled. */
  get due(): boolean {
    return this.#next !== undefined
  }

  /** Starts the timeout of an unavailable room, unless it runs already. */
  away(): void {
    this.#patience ??= this.#settings.clock.after(patienceMs, () => {
      this.#patience = undefined
      this.#settings.giveUp()
    })
  }

  /** Schedules a redial after a wait that grows with each loss. Returns the wait in milliseconds. */
  lost(): number {
    const { random, links } = this.#settings
    const first = Math.min(widestMs, Math.max(firstRedialMs, links() * spreadMs))
    return this.#dialIn(
      random() * Math.max(first, Math.min(lastRedialMs, firstRedialMs * 2 ** this.#losses++)),
    )
  }

  /**
   * [LINK-15] One end rejected the other, and would do so again: schedules a redial after a longer wait. Returns the
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

  /** [LINK-15] A message of the room, other than `who`, was processed. */
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
