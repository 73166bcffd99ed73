import type { Hello } from '../../wire/link/link-codec.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { GameLatencies } from '../monitoring/latency-histograms.ts'
import type { ChannelSocket, SocketEvents } from './open-socket.ts'

export interface ChannelSettings {
  /** `game/room`. */
  readonly name: string
  readonly hello: Hello
  readonly clock: Clock
  /** A random number, 0 ≤ n < 1, which spreads redials in time. */
  random(): number
  /** Absent: this sidecar has one link. */
  channelCount?(): number
  /** A session token of 32 hexadecimal digits that cannot be guessed. */
  newToken(): string
  dial(events: SocketEvents): ChannelSocket
  /** Absent: the site's disk is assumed to have space. */
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
  /** Unacknowledged bytes of a session at which its client is paused. */
  windowBytes: number
  /** Whether the room ticks, and so needs a message now and then to avoid eviction. */
  ticks: boolean
  /** Milliseconds without a frame after which a client is closed; 0: never. */
  idleMs: number
  /** Absent: nothing is timed. */
  readonly latencies?: Pick<GameLatencies, 'recordRoundTrip' | 'recordQueueTime'>
  /** Called when the link has ended. It must not be used again. */
  onEnded(): void
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    fields?: { readonly [name: string]: string | number },
  ): void
}
