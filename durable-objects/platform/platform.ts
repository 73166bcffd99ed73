// The platform of a Room and the Directory: a disk, sockets that stay open when an instance ends, an alarm, time and
// secrets. object-platform.ts implements it on Cloudflare; tests implement it in memory.
import type { Frame } from '../../games/game.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { SqlStorage } from '../storage/records.ts'
import type { Secrets } from './secrets.ts'

/** The server end of a WebSocket, which may stay open after the instance that accepted it. */
export interface Socket {
  send(message: Frame): void
  close(code: number, reason: string): void
  /** Stores state for a later instance, at most 16,384 bytes. */
  serializeAttachment(attached: unknown): void
  deserializeAttachment(): unknown
  readonly readyState: number
  /** Bytes that were passed to `send` and are not sent yet. Absent if the platform does not report them. */
  readonly bufferedAmount?: number
}

export interface CloseInfo {
  readonly code: number
  readonly reason: string
}

/** Values of a WebSocket's `readyState`. */
export const socketStates = { open: 1, closing: 2 } as const

/** Answers the close of the other end, which waits for the answer. The platform does not answer by itself. */
export function replyToClose(socket: Pick<Socket, 'readyState' | 'close'>): void {
  if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
}

export interface Disk {
  readonly sql: SqlStorage
  /** Bytes in storage, which the platform bills. Absent if unknown. */
  readonly storedBytes?: number | undefined
  /** Commits all writes of `body`, or none of them if it throws. */
  transaction<T>(body: () => T): T
  /** Resolves when all writes so far are durable and all pending events have run. A failed write ends this instance. */
  durable(): Promise<void>
  /** `at`: milliseconds since 1970; undefined deletes the alarm. */
  setAlarm(at: number | undefined): void
  /** Deletes everything that is stored, and the alarm. Resolves when the deletion is durable. */
  clear(): Promise<void>
}

/** The platform sends output only when all earlier writes are durable. If a write fails, the instance ends. */
export interface Platform {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly disk: Disk
  /** Delivers the socket's messages from now on, to this instance or a later one. */
  accept(socket: Socket, tag: string): void
  /** Default of `code`: 1000. A rejected socket receives the frames and the reason, and causes no events. */
  reject(socket: Socket, frames: readonly Frame[], reason: string, code?: number): void
  /** Sockets that are not yet closed by both ends. `tag`: only those that were accepted under this tag. */
  sockets(tag?: string): readonly Socket[]
  /**
   * When the platform last answered a ping of this socket, in milliseconds since 1970; undefined: no ping yet. Absent
   * on a platform that delivers pings as messages instead of answering them.
   */
  lastPing?(socket: Socket): number | undefined
  /** The platform's raw DEFLATE (RFC 1951), which takes a tenth of the time of one in JavaScript. */
  deflate?(bytes: Uint8Array): Promise<Uint8Array>
  log(level: 'info' | 'warn' | 'error', line: string): void
}
