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
  /** 0 ≤ n < 1. Spreads redials. */
  random(): number
  /** Returns the current number of links of this sidecar; absent: one. */
  channelCount?(): number
  /** An unguessable session token: 32 hexadecimal digits. */
  newToken(): string
  dial(events: SocketEvents): ChannelSocket
  /** Whether the room's site can store data now; absent: assumed. */
  hasSpace?(): boolean
  /** Milliseconds that records wait to share a message (0: until the current event-loop iteration ends). */
  readonly flushMs: number
  /**
   * Whether records are sent as soon as the previous message was answered: for a Room nearby, where messages are cheap.
   */
  readonly isNearby?: boolean
  /** Unacknowledged bytes of one session at which its client is paused. */
  windowBytes: number
  /** Whether the room ticks, and so needs a message now and then to avoid eviction. */
  ticks: boolean
  /** Milliseconds of silence after which a client is closed; 0: never. */
  idleMs: number
  /** Absent: nothing is timed. */
  readonly latencies?: Pick<GameLatencies, 'recordRoundTrip' | 'recordQueueTime'>
  /** The link has ended and must not be used again. */
  onEnded(): void
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    fields?: { readonly [name: string]: string | number },
  ): void
}
