// The messages between the Directory and a sidecar: JSON texts over one WebSocket per sidecar, `/api/sidecar`.
import type { Framing, Transport } from '../net/framing.ts'
import type { EntryField } from '../net/server-list.ts'

/** A listener that a sidecar opens for a room. */
export interface ListenerDefinition {
  readonly transport: Transport | 'dispatch'
  /** The port that the room requests; 0: any free port of the sidecar's range. */
  readonly port: number
  /**
   * The port that this sidecar, or else another one, used for this listener before. The sidecar uses it again if it is
   * free.
   */
  readonly remembered?: number
  readonly framing?: Framing
  /**
   * UDP: a prefix, in Base64. Of a session's waiting datagrams that start with it, only the newest needs to be kept.
   */
  readonly supersede?: string
  /** WebSocket: whether frames are JSON lists, and frames that are not replies may be joined into one. */
  readonly joins?: boolean
  /** Dispatch: the raw responses, base64, including headers. `away` is sent while the Worker is unreachable. */
  readonly answer?: { readonly here: string; readonly away: string }
}

/** The room's entry in public lists of servers, which the sidecar sends to each of them once a minute. */
export interface ServerListEntry {
  readonly urls: readonly string[]
  /** The transport of the listener that the entry names. */
  readonly transport: Transport
  readonly fields: readonly EntryField[]
}

/** The description of a room for a sidecar. */
export interface Assignment {
  /** `game/room`. */
  readonly name: string
  /** Distinguishes successive rooms with the same name; later rooms have a greater number. */
  readonly generation: number
  readonly doors: readonly ListenerDefinition[]
  /** Unacknowledged bytes of one session at which the sidecar pauses its socket. */
  readonly windowBytes: number
  /** Maximum bytes of one frame from a client. */
  readonly frameBytes: number
  /** Maximum connections from one address, except loopback; 0: no limit. */
  readonly peersPerAddress: number
  /** Whether the room ticks while players are connected, and needs a message now and then to avoid eviction. */
  readonly ticks: boolean
  /** Milliseconds of silence after which a session is closed; 0: never. */
  readonly idleMs: number
  /** Absent: the room is not announced. */
  readonly listEntry?: ServerListEntry
}

/**
 * `all` replaces all assignments; `room` replaces one. `gone` removes a room and disconnects its clients here. `leave`:
 * other sidecars serve the room now; its clients here stay until they disconnect, and no new ones can connect.
 */
export type MessageToSidecar =
  | { readonly type: 'all'; readonly assignments: readonly Assignment[] }
  | { readonly type: 'room'; readonly assignment: Assignment }
  | { readonly type: 'gone' | 'leave'; readonly name: string }

/** The last answer of a public list of servers: the list's host, and why the list refused the room, if it did. */
export interface ListResult {
  readonly list: string
  readonly error?: string
}

/** The port of an open listener, or why it could not be opened (`EACCES`, `EADDRINUSE`, `no free port`). */
export interface ListenerReport {
  readonly transport: Transport | 'dispatch'
  /** The requested port. */
  readonly asked: number
  /** The opened port, or the requested one if opening failed. */
  readonly port: number
  readonly error?: string
  /** Only of the announced listener, after its first announcement. */
  readonly lists?: readonly ListResult[]
}

/** The state of a room's listeners. */
export interface RoomReport {
  readonly name: string
  /** The generation in the assignment. */
  readonly generation: number
  readonly doors: readonly ListenerReport[]
}

/** `opened`: sent after the listeners of a room changed. `all`: the reply to `all`; no other room is open. */
export type MessageFromSidecar =
  | ({ readonly type: 'opened' } & RoomReport)
  | { readonly type: 'all'; readonly rooms: readonly RoomReport[] }

/** The keepalive text of a sidecar and its answer. The platform answers for the Directory, without waking it. */
export const keepaliveTexts = { ping: 'ping', pong: 'pong' } as const

/** Close codes of a sidecar's sockets (4000-4999 are for applications). */
export const closeCodes = {
  /** A newer socket of the same sidecar id took over. */
  fenced: 4001,
  /** The peer does not support this link version, or violates the protocol. */
  protocol: 4002,
  /** The room was deleted, or never existed. */
  gone: 4004,
  /** The Directory has received nothing from this sidecar for too long. */
  silent: 4005,
} as const

/** Starts the close reason of a room that its opening hours have closed. The time when it opens follows (ISO 8601, UTC). */
export const closedUntilPrefix = 'closed until '
