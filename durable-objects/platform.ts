// What a Room and the Directory run on: a disk, sockets that outlive an instance, an alarm, time and secrets. The
// platform's own is in room-object.ts and directory-object.ts; a test may lend another.
import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import type { Secrets } from './secrets.ts'
import type { SqlStorage } from './store.ts'

/** Our end of a WebSocket that may outlive the instance that accepted it. */
export interface Socket {
  send(message: Frame): void
  close(code: number, reason: string): void
  /** What an instance after this one is to know of it; 16,384 bytes at most. */
  serializeAttachment(attached: unknown): void
  deserializeAttachment(): unknown
  readonly readyState: number
  /** Bytes given to `send` that have not left yet, where the platform tells. */
  readonly bufferedAmount?: number
}

/** How the other end closed a socket. */
export interface Close {
  readonly code: number
  readonly reason: string
}

/** `readyState` of a WebSocket. */
export const socketStates = { open: 1, closing: 2 } as const

export interface Disk {
  readonly sql: SqlStorage
  /** All that `body` writes, or nothing of it if it throws. */
  transaction<T>(body: () => T): T
  /**
   * Resolves when all is durable that was written so far: never at once, but behind the events that are here already.
   * That it fails is the end of this instance.
   */
  written(): Promise<void>
  /** The one alarm, in milliseconds since 1970; undefined: none. */
  setAlarm(at: number | undefined): void
  /** Deletes everything, the alarm too; resolves when that is durable. */
  clear(): Promise<void>
}

/** What is sent leaves only when all that was written before it is durable; if that fails the instance is no more. */
export interface Platform {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly disk: Disk
  /** From now on the socket's messages come, to this instance or to one after it. */
  accept(socket: Socket, tag: string): void
  /** Instead: says this, and closes (`code`: 1000 if it is not given). Nothing of the socket ever comes, to no instance. */
  turnAway(socket: Socket, frames: readonly Frame[], reason: string, code?: number): void
  /** Those accepted (under `tag`) and not yet closed by both ends. */
  sockets(tag?: string): readonly Socket[]
  /**
   * When the platform last answered this socket's ping in our place (`alive` of wire/assignment.ts), in milliseconds
   * since 1970; undefined: it was asked nothing yet. Where it is absent, pings come as messages.
   */
  lastPing?(socket: Socket): number | undefined
  log(level: 'info' | 'warn' | 'error', line: string): void
}
