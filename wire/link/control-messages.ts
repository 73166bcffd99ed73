import type { Framing, Transport } from '../net/framing.ts'
import type { EntryField } from '../net/server-list.ts'

export interface ListenerDefinition {
  readonly transport: Transport | 'dispatch'
  /** The port that the room requests; 0: any free port of the sidecar's range. */
  readonly port: number
  /**
   * The port that this listener had before on this sidecar or, if none, the port that the Directory has reserved for it
   * (LINK-14). The sidecar uses this port if it is free.
   */
  readonly remembered?: number
  readonly framing?: Framing
  /**
   * For UDP: a prefix in base64. Of a session's waiting datagrams that start with this prefix, only the newest is kept.
   */
  readonly supersede?: string
  /** For WebSocket: whether frames are JSON lists, of which those that are not replies may be joined into one frame. */
  readonly joins?: boolean
  /** For dispatch: the raw responses including headers, in base64. `away` is sent while the Worker is unreachable. */
  readonly answer?: { readonly here: string; readonly away: string }
}

/** The room's entry in public server lists. The sidecar sends it to each list once a minute. */
export interface ServerListEntry {
  readonly urls: readonly string[]
  /** The transport of the listener that the entry names. */
  readonly transport: Transport
  readonly fields: readonly EntryField[]
}

export interface Assignment {
  /** `game/room`. */
  readonly name: string
  /** A later room of the same name has a greater generation. */
  readonly generation: number
  readonly doors: readonly ListenerDefinition[]
  /** Unacknowledged bytes of one session at which the sidecar pauses its socket. */
  readonly windowBytes: number
  readonly frameBytes: number
  /** Maximum connections from one address, except loopback; 0: no limit. */
  readonly peersPerAddress: number
  /** Whether the room ticks while players are connected, and needs a message now and then to avoid eviction. */
  readonly ticks: boolean
  /** Milliseconds of silence after which a session is closed; 0: never. */
  readonly idleMs: number
  /** The room's entry in public server lists; absent if the room is not announced. */
  readonly listEntry?: ServerListEntry
}

/**
 * `all`: replaces all assignments. `room`: replaces or adds one assignment. `gone`: the sidecar removes the room and
 * disconnects its clients. `leave`: other sidecars serve the room now. Its clients on this sidecar stay connected, but
 * no new ones can connect.
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

/** `error`: why the listener could not be opened (`EACCES`, `EADDRINUSE`, `no free port`); absent if it is open. */
export interface ListenerReport {
  readonly transport: Transport | 'dispatch'
  /** The requested port. */
  readonly asked: number
  /** The opened port, or the requested one if opening failed. */
  readonly port: number
  readonly error?: string
  /**
   * The answers of public server lists. Present only for the listener that is announced, after its first announcement.
   */
  readonly lists?: readonly ListResult[]
}

export interface RoomReport {
  readonly name: string
  readonly generation: number
  readonly doors: readonly ListenerReport[]
}

/**
 * `opened`: sent when the listeners of a room have changed. `all`: the reply to `all`, with all rooms that are open on
 * this sidecar.
 */
export type MessageFromSidecar =
  | ({ readonly type: 'opened' } & RoomReport)
  | { readonly type: 'all'; readonly rooms: readonly RoomReport[] }

/** The text of a ping and its answer, which the platform sends without waking the Directory. */
export const keepaliveTexts = { ping: 'ping', pong: 'pong' } as const

/** Close codes of a sidecar's sockets. The range 4000 to 4999 is reserved for applications. */
export const closeCodes = {
  /** A newer socket with the same sidecar id has replaced this one. */
  fenced: 4001,
  /** [LINK-15] This end could not read or process a message of the peer. */
  protocol: 4002,
  /** The room was deleted, or never existed. */
  gone: 4004,
  /** The Directory has received nothing from this sidecar for too long. */
  silent: 4005,
} as const

/**
 * The start of the close reason of a room outside its opening hours. The time when the room opens follows (ISO 8601,
 * UTC).
 */
export const closedUntilPrefix = 'closed until '
