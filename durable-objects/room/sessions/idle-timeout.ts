// Idle timeout of sessions that stay silent while others play: a few checks per timeout, because the timer keeps the
// room in memory. While nobody plays, idle sessions cost nothing, and their gateway times them out.
import type { Clock } from '../../../wire/util/clock.ts'
import { OneShotTimer } from '../../platform/one-shot-timer.ts'
import type { ClientSession } from './client-session.ts'

/** Checks per timeout. Checks are counted instead of time: a clock that is set forward would end all sessions. */
const checksPerTimeout = 10

export interface IdleTimeoutSettings {
  readonly clock: Clock
  clients(): readonly ClientSession[]
  /** The idle timeout in milliseconds; 0: none, or nobody plays. */
  timeoutMs(): number
  onTimeout(client: ClientSession): void
}

export class IdleTimeout {
  readonly #settings: IdleTimeoutSettings
  readonly #timer: OneShotTimer

  constructor(settings: IdleTimeoutSettings) {
    this.#settings = settings
    this.#timer = new OneShotTimer(settings.clock, () => this.#check())
  }

  /** Schedules the next check, or none. */
  schedule(): void {
    const ms = this.#settings.timeoutMs()
    if (ms > 0) this.#timer.start(ms / checksPerTimeout)
    else this.#timer.cancel()
  }

  cancel(): void {
    this.#timer.cancel()
  }

  #check(): void {
    for (const client of this.#settings.clients())
      if (++client.idleChecks > checksPerTimeout) this.#settings.onTimeout(client)
    this.schedule()
  }
}
