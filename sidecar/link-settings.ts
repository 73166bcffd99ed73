// What a link is told of its room and its sidecar.
import type { Clock } from '../wire/clock.ts'
import type { Hello } from '../wire/link.ts'
import type { LinkSocket, SocketEvents } from './dial.ts'
import type { GameTimings } from './timings.ts'

export interface LinkSettings {
  /** `game/room`. */
  readonly name: string
  readonly hello: Hello
  readonly clock: Clock
  /** 0 ≤ n < 1: spreads redials. */
  random(): number
  /** How many links this sidecar has; absent: one. */
  links?(): number
  /** Of a session: 32 hexadecimal digits that nobody can guess. */
  newToken(): string
  dial(events: SocketEvents): LinkSocket
  /** Whether the room's site can store anything now; absent: as far as is known. */
  hasSpace?(): boolean
  /** Milliseconds that records wait, so that more travel in one message (0: until this turn of the event loop ends). */
  readonly flushMs: number
  /** They leave as soon as the message before was answered: for a Room so near that messages cost nothing. */
  readonly near?: boolean
  /** Bytes of one session's frames not yet acknowledged, before its client is paused. */
  windowBytes: number
  /** The room ticks, and must hear something now and then. */
  ticks: boolean
  /** Milliseconds of silence after which a client is closed; 0: never. */
  idleMs: number
  /** Absent: nobody wants to know how long things take. */
  readonly timings?: Pick<GameTimings, 'roundTrip' | 'queued'>
  /** Nobody needs this link any more. */
  ended(): void
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    fields?: { readonly [name: string]: string | number },
  ): void
}
