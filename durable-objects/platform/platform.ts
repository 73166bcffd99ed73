// The platform of a Room and the Directory: a disk, sockets that outlive an instance, an alarm, time and secrets. The
// real ones are in room-object.ts and directory-object.ts; tests provide others.
import type { Frame } from '../../games/game.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { SqlStorage } from '../storage/records.ts'
import type { Secrets } from './secrets.ts'

/** The server end of a WebSocket that may outlive the instance that accepted it. */
export interface Socket {
  send(message: Frame): void
  close(code: number, reason: string): void
  /** State for a later instance; 16,384 bytes at most. */
  serializeAttachment(attached: unknown): void
  deserializeAttachment(): unknown
  readonly readyState: number
  /** Bytes passed to `send` and not sent yet, where the platform reports them. */
  readonly bufferedAmount?: number
}

/** The other end's close code and reason. */
export interface Close {
  readonly code: number
  readonly reason: string
}

/** `readyState` of a WebSocket. */
export const socketStates = { open: 1, closing: 2 } as const

export interface Disk {
  readonly sql: SqlStorage
  /** Stored bytes, which the platform bills; absent: unknown. */
  readonly storedBytes?: number | undefined
  /** Commits all writes of `body`, or none of them if it throws. */
  transaction<T>(body: () => T): T
  /**
   * Resolves when all writes so far are durable: never at once, but after the pending events. Its failure ends this
   * instance.
   */
  durable(): Promise<void>
  /** Sets the single alarm, in milliseconds since 1970; undefined deletes it. */
  setAlarm(at: number | undefined): void
  /** Deletes everything including the alarm; resolves when that is durable. */
  clear(): Promise<void>
}

/** Output is sent only when all earlier writes are durable; if a write fails, the instance ends. */
export interface Platform {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly disk: Disk
  /** Delivers the socket's messages from now on, to this instance or a later one. */
  accept(socket: Socket, tag: string): void
  /**
   * Accepts the socket only to send these frames and to close it (`code`: default 1000). The socket has no further
   * events.
   */
  reject(socket: Socket, frames: readonly Frame[], reason: string, code?: number): void
  /** Sockets accepted (under `tag`) and not yet closed by both ends. */
  sockets(tag?: string): readonly Socket[]
  /**
   * When the platform last answered this socket's ping itself (`alive` of wire/link/control-messages.ts), in milliseconds since
   * 1970; undefined: no ping yet. Where the method is absent, pings arrive as messages.
   */
  lastPing?(socket: Socket): number | undefined
  /** Raw DEFLATE (RFC 1951) of the platform, which costs a tenth of one in JavaScript. Absent: there is none. */
  deflate?(bytes: Uint8Array): Promise<Uint8Array>
  log(level: 'info' | 'warn' | 'error', line: string): void
}
