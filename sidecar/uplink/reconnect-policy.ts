// Decides when a link is dialled again: wire/LINK.md, LINK-8 and LINK-15.
import type { Timer } from '../../wire/util/clock.ts'
import type { ChannelSettings } from './channel-settings.ts'

const giveUpMs = 60_000
const firstDelayMs = 60
const maxDelayMs = 5_000
/**
 * Milliseconds by which each link of the sidecar extends the first wait, up to `maxSpreadMs`. It spreads redials,
 * because all links are often lost at once.
 */
const spreadPerChannelMs = 10
const maxSpreadMs = 2_000
/**
 * [LINK-15] Wait after the first rejection, which doubles with each further one up to `maxRejectedDelayMs`. After
 * `maxRejections` consecutive rejections the link ends.
 */
const firstRejectedDelayMs = 250
const maxRejectedDelayMs = 30_000
const maxRejections = 8
/**
 * [LINK-15] An accepted message resets the count of rejections only if the last rejection was this many milliseconds
 * ago, because rejections may be intermittent.
 */
const rejectionResetMs = 60_000

export interface ReconnectSettings extends Pick<ChannelSettings, 'clock' | 'random' | 'channelCount'> {
  dial(): void
  /** Called when the room was unavailable for 60 s, or the link was rejected too often. */
  giveUp(): void
}

export class ReconnectPolicy {
  readonly #settings: ReconnectSettings
  /** Losses since the last accepted message. */
  #losses = 0
  #rejections = 0
  #rejectedAt = 0
  #redialTimer: Timer | undefined
  #giveUpTimer: Timer | undefined

  constructor(settings: ReconnectSettings) {
    this.#settings = settings
  }

  get isScheduled(): boolean {
    return this.#redialTimer !== undefined
  }

  /** Starts the timeout after which the link gives up, unless it already runs. */
  startGiveUpTimer(): void {
    this.#giveUpTimer ??= this.#settings.clock.after(giveUpMs, () => {
      this.#giveUpTimer = undefined
      this.#settings.giveUp()
    })
  }

  /** Schedules a redial after a lost connection; the wait grows with each loss. Returns the wait in milliseconds. */
  scheduleAfterLoss(): number {
    const { random, channelCount } = this.#settings
    const first = Math.min(maxSpreadMs, Math.max(firstDelayMs, (channelCount?.() ?? 1) * spreadPerChannelMs))
    return this.#scheduleDial(
      random() * Math.max(first, Math.min(maxDelayMs, firstDelayMs * 2 ** this.#losses++)),
    )
  }

  /**
   * [LINK-15] Schedules a redial after a rejection. The wait is longer than after a loss, because the rejection will
   * probably repeat. Returns the wait in milliseconds; undefined if the link gives up.
   */
  scheduleAfterRejection(): number | undefined {
    const { clock, random, giveUp } = this.#settings
    if (this.#rejections === maxRejections) {
      giveUp()
      return undefined
    }
    this.#rejectedAt = clock.now()
    const upper = Math.min(maxRejectedDelayMs, firstRejectedDelayMs * 2 ** this.#rejections++)
    return this.#scheduleDial(upper * (0.5 + random() / 2))
  }

  /**
   * Call when the room has responded or must not be dialled. Losses and rejections are reset only by an accepted
   * message.
   */
  stopGiveUpTimer(): void {
    this.#giveUpTimer?.cancel()
    this.#giveUpTimer = undefined
  }

  /** [LINK-15] Call for every processed message of the room except `resync`. */
  onAcceptedMessage(): void {
    this.#losses = 0
    if (this.#rejections > 0 && this.#settings.clock.now() - this.#rejectedAt >= rejectionResetMs)
      this.#rejections = 0
  }

  stop(): void {
    this.#redialTimer?.cancel()
    this.#giveUpTimer?.cancel()
  }

  #scheduleDial(ms: number): number {
    this.#redialTimer = this.#settings.clock.after(ms, () => {
      this.#redialTimer = undefined
      this.#settings.dial()
    })
    return ms
  }
}
