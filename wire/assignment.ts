// What the Directory and a sidecar say to each other: JSON texts over one WebSocket a sidecar, `/api/sidecar`.
import type { Framing, Transport } from './framing.ts'

/** One door of one room that a sidecar is to hold open. */
export interface Door {
  readonly transport: Transport | 'dispatch'
  /** As the room asks for it; 0 = any free port of the sidecar's range. */
  readonly port: number
  /** The port this sidecar had for it before, or else another has: taken if it is free, and asked for nothing else. */
  readonly remembered?: number
  readonly framing?: Framing
  /** Base64: of a session's datagrams that begin so only the newest is worth keeping. */
  readonly supersede?: string
  /** WebSocket: frames are JSON lists, and those that are no replies may be joined into one. */
  readonly joins?: boolean
  /** Dispatch: the raw answers, base64, complete with their headers; `away` while the Worker cannot be reached. */
  readonly answer?: { readonly here: string; readonly away: string }
}

/** All that a sidecar needs to know of a room. */
export interface Assignment {
  /** `game/room`. */
  readonly name: string
  /** Of the rooms that had this name one after another, which it is; absent: a Worker of before 2026-11-23 does not say. */
  readonly generation?: number
  readonly doors: readonly Door[]
  /** Bytes of one session's frames not yet acknowledged, before its socket pauses. */
  readonly windowBytes: number
  /** Bytes of one frame from a client. */
  readonly frameBytes: number
  /** Connections from one address, loopback not counted; 0 = no limit. */
  readonly peersPerAddress: number
  /** The room ticks while someone is in, and must hear something now and then so as not to be evicted. */
  readonly ticks: boolean
  /** Milliseconds of silence after which the room closes a session; 0: never. */
  readonly idleMs: number
}

/**
 * `all` replaces everything known; `room` replaces one; `gone` removes one, and who plays there by this sidecar. `leave`:
 * others carry it now; who plays goes on until he leaves, and nobody new comes in.
 */
export type ToSidecar =
  | { readonly type: 'all'; readonly assignments: readonly Assignment[] }
  | { readonly type: 'room'; readonly assignment: Assignment }
  | { readonly type: 'gone' | 'leave'; readonly name: string }

/** Where a door was opened, or why it was not (`EACCES`, `EADDRINUSE`, `no free port`). */
export interface Opened {
  readonly transport: Transport | 'dispatch'
  /** As asked. */
  readonly asked: number
  /** As opened; as asked if it could not be. */
  readonly port: number
  readonly error?: string
}

/** What came of a room's doors. */
export interface Report {
  readonly name: string
  /** As assigned; absent: a sidecar of before 2026-11-23 does not say. */
  readonly generation?: number
  readonly doors: readonly Opened[]
}

/** `opened` after the doors of a room changed; `all` once after each `all`: no other room is open. */
export type FromSidecar =
  | ({ readonly type: 'opened' } & Report)
  | { readonly type: 'all'; readonly rooms: readonly Report[] }

/** Texts by which both ends see that the other is there; the platform answers for the Directory, without waking it. */
export const alive = { ping: 'ping', pong: 'pong' } as const

/** Close codes of a sidecar's sockets (4000-4999 are an application's own). */
export const closeCodes = {
  /** A newer socket of the same sidecar id took over. */
  fenced: 4001,
  /** The peer does not speak this link version, or speaks it wrongly. */
  protocol: 4002,
  /** The room was deleted, or never was. */
  gone: 4004,
  /** The Directory has heard nothing of this sidecar for too long. */
  silent: 4005,
} as const
