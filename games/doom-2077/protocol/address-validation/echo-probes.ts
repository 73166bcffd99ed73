// [DM-2.14] Probes are MOVEs with the client's own id to a position very close to the current one. When the original
// client receives a new position, it sends its position in the same tick, even if the player stands still. So an echoed
// probe shows that the client has read the whole datagram, and that its UDP address is not forged.
import { isPositionEcho, type Position } from '../../map/position.ts'
import type { FromClient } from '../../packets.ts'

/** If more probes await an echo, the server forgets the oldest. */
const maxPending = 16
/** [DM-8.9] A datagram whose probe has no echo after this many milliseconds counts as lost. */
const lossTimeoutMs = 2000
/**
 * [DM-2.17] An echo that takes longer than this many milliseconds is late. The client then counts as behind for
 * `recentEchoMs`.
 */
const lateEchoMs = 1000
const recentEchoMs = 3000

interface EchoProbe {
  readonly position: Position
  readonly sentAt: number
  /** JOINs of other players in the datagram of the probe. */
  readonly announcesPlayers: boolean
}

export class EchoProbes {
  #pending: EchoProbe[] = []
  #lastSentAt = Number.NEGATIVE_INFINITY
  #lastEcho: { readonly at: number; readonly delayMs: number } | undefined

  /** The time of the last probe, in milliseconds of `GameContext.now()`. */
  get lastSentAt(): number {
    return this.#lastSentAt
  }

  add(place: Position, now: number, announces = false): void {
    this.#pending.push({ position: place, sentAt: now, announcesPlayers: announces })
    if (this.#pending.length > maxPending) this.#pending.shift()
    this.#lastSentAt = now
  }

  /** Removes the probes that the messages echo, and returns whether there were any. */
  takeEchoes(messages: readonly FromClient[], now: number): boolean {
    const answered = this.#pending.filter(({ position }) =>
      messages.some((message) => message.type === 'MOVE' && isPositionEcho(message, position)),
    )
    this.#pending = this.#pending.filter((probe) => !answered.includes(probe))
    const newest = answered.at(-1)
    if (newest) this.#lastEcho = { at: now, delayMs: now - newest.sentAt }
    return answered.length > 0
  }

  /** The delay of the newest echo, or 0 if the client has sent none. */
  get echoDelayMs(): number {
    return this.#lastEcho?.delayMs ?? 0
  }

  /** [DM-2.17] Whether the client is still reading datagrams that the server sent over a second ago. */
  isBehind(now: number): boolean {
    const echo = this.#lastEcho
    return echo !== undefined && echo.delayMs > lateEchoMs && now - echo.at < recentEchoMs
  }

  get hasPending(): boolean {
    return this.#pending.length > 0
  }

  hasLostAnnouncement(now: number): boolean {
    return this.#pending.some(
      ({ sentAt, announcesPlayers }) => announcesPlayers && now - sentAt >= lossTimeoutMs,
    )
  }

  get hasNoPendingAnnouncement(): boolean {
    return !this.#pending.some(({ announcesPlayers }) => announcesPlayers)
  }

  clear(): void {
    this.#pending = []
  }
}
