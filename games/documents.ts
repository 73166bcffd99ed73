// The texts that clients and sidecars read about rooms and their listeners.
import type { Transport } from '../wire/net/framing.ts'
import type { EntryField } from '../wire/net/server-list.ts'
import type { Options } from './game-context.ts'
import type { World } from './world.ts'

/**
 * A text served at `/:game/:room/:document`, at `aliases` for the site's own room, and raw by sidecars.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface GameDocument {
  readonly type: string
  readonly aliases: readonly string[]
  /** `address` is undefined if no sidecar serves the room. `away`: the sidecar cannot reach the Worker. */
  render(room: RoomInDocument, address: DocumentAddress | undefined, away?: boolean): Uint8Array
}

/**
 * The room as a document shows it.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface RoomInDocument {
  readonly room: string
  readonly title: string
  readonly open: boolean
  readonly comments: readonly string[]
}

/**
 * The public address of a room's listener.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface DocumentAddress {
  readonly host: string
  readonly port: number
}

/**
 * The public address of a room's listener, with its transport.
 * @example games/lan/pages/lan.tsx
 */
export interface ListenerAddress extends DocumentAddress {
  readonly transport: Transport | 'dispatch'
}

/**
 * Public lists of a game's servers. Only sidecars announce rooms: lists compare the sender's address with the announced
 * host.
 * @example games/crossfire/protocol/room/server-list.ts
 */
export interface ServerList<W extends World> {
  /** Each list's address for entries, sent as a form. A response with text is a refusal. */
  readonly urls: readonly string[]
  /** The transport of the listed listener. */
  readonly transport: Transport
  /** Whether the owner wants the room to be announced. */
  isAnnounced(options: Options): boolean
  fieldsOf(world: W, room: Pick<RoomInDocument, 'title' | 'comments'>): readonly EntryField[]
  /** Site-wide path of the site's own list, which has every open room. */
  readonly path: string
  /** The site's own list, as plain text. `now`: milliseconds since 1970. */
  render(entries: readonly (readonly (readonly [name: string, value: string])[])[], now: number): string
}
