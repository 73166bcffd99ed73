import type { Transport } from '../wire/net/framing.ts'
import type { EntryField } from '../wire/net/server-list.ts'
import type { Options } from './game-context.ts'
import type { World } from './world.ts'

/**
 * A text that the site serves at `/:game/:room/:document`, and for the site's own room at `aliases`. Sidecars serve it
 * as a raw response.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface GameDocument {
  readonly type: string
  readonly aliases: readonly string[]
  /** The text for a room. `address`: undefined without a sidecar. `away`: the sidecar cannot reach the Worker. */
  render(room: RoomInDocument, address: DocumentAddress | undefined, away?: boolean): Uint8Array
}

/**
 * The fields of a room that a document may contain.
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
 * @example games/lan/pages/room.tsx
 */
export interface ListenerAddress extends DocumentAddress {
  readonly transport: Transport | 'dispatch'
}

/**
 * How rooms of a game are announced in public server lists. Only sidecars announce rooms, because a list compares the
 * sender's address with the announced host.
 * @example games/crossfire/protocol/room/server-list.ts
 */
export interface ServerList<W extends World> {
  /** The urls to which sidecars post entries as forms. A list answers with text if it refuses an entry. */
  readonly urls: readonly string[]
  readonly transport: Transport
  isAnnounced(options: Options): boolean
  fieldsOf(world: W, room: Pick<RoomInDocument, 'title' | 'comments'>): readonly EntryField[]
  /** Path of the site's own server list, which contains every open room of the game. */
  readonly path: string
  /** The site's own list, as plain text. `now`: milliseconds since 1970. */
  render(entries: readonly (readonly (readonly [name: string, value: string])[])[], now: number): string
}
