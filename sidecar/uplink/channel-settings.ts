// The settings of a link.

import type { Hello } from '../../wire/link/link-codec.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { GameLatencies } from '../monitoring/latency-histograms.ts'
import type { ChannelSocket, SocketEvents } from './dial.ts'

export interface ChannelSettings {
  /** `game/room`. */
  readonly name: string
  readonly hello: Hello
  readonly clock: Clock
  /** Returns a random number `n`, 0 ≤ n < 1, which spreads redials in time. */
  random(): number
  /** Returns the current number of links of this sidecar. Absent: it has one. */
  channelCount?(): number
  /** Generates a session token of 32 hexadecimal digits that cannot be guessed. */
  newToken(): string
  dial(events: SocketEvents): ChannelSocket
  /** Returns whether the site's disk has space. Absent: it is assumed to have space. */
  hasSpace?(): boolean
  /**
   * Milliseconds for which records wait to share a message. 0: they wait until the current event-loop iteration ends.
   */
  readonly flushMs: number
  /**
   * Whether records are sent as soon as the room has answered the previous message. Set for a Room on the same machine,
   * for which messages are cheap.
   */
  readonly isNearby?: boolean
  /** Number of unacknowledged bytes of a session at which its client is paused. */
  windowBytes: number
  /** Whether the room ticks, and so needs a message now and then to avoid eviction. */
  ticks: boolean
  /** Milliseconds without a frame after which a client is closed; 0: never. */
  idleMs: number
  /** Records the latencies of the link. Absent: nothing is timed. */
  readonly latencies?: Pick<GameLatencies, 'recordRoundTrip' | 'recordQueueTime'>
  /** Called when the link has ended. It must not be used again. */
  onEnded(): void
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    fields?: { readonly [name: string]: string | number },
  ): void
}
