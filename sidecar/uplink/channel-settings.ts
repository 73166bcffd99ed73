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
  /** Number of the sidecar's links; absent if it has only one. */
  channelCount?(): number
  /** Returns a session token of 32 hexadecimal digits that cannot be guessed. */
  newToken(): string
  dial(events: SocketEvents): ChannelSocket
  /** Whether the site's disk has space; absent: the link assumes that it has. */
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
  /** Records the link's latencies; absent if they are not measured. */
  readonly latencies?: Pick<GameLatencies, 'recordRoundTrip' | 'recordQueueTime'>
  /** Called when the link has ended. The link must not be used again. */
  onEnded(): void
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    fields?: { readonly [name: string]: string | number },
  ): void
}
