// The Directory's RPC interface, and its data types.
import type { PushKeys } from '../model/push-subscription.ts'
import type { RoomMetrics } from '../model/room-metrics.ts'
import type { SeriesBoard, SeriesRefusal } from '../model/series.ts'
import type { SiteStats } from '../model/site-stats.ts'
import type { Announcement, OwnerCredential, RoomAddress, WrongToken } from './rpc-types.ts'
import type { VersionedRpc } from './versioned-calls.ts'

/**
 * The caller of a lookup: `guest` sends no token, `site` sends the site's or the sidecars' token, `host` any other
 * token. A lookup of a room that the Directory does not know can create an object of that name, which is a file on a
 * self-hosted site. Lookups by guests never create one, lookups by hosts only at a limited rate, and lookups by the
 * site always.
 */
export type CallerRole = 'guest' | 'host' | 'site'

/** A room in the Directory with its addresses on connected sidecars. */
export type ListedRoom = Announcement & { readonly addresses: readonly RoomAddress[] }

/** Rooms by name. */
export interface RoomPage {
  readonly rooms: readonly ListedRoom[]
  /** `after` of the next page; absent: this is the last. */
  readonly next?: string
}

/** Shared content of a room (`game/room`). */
export interface SharedContentEntry {
  readonly name: string
  readonly id: string
  readonly room: string
}

/** The site's secrets as guess targets: ADMIN_TOKEN and SIDECAR_TOKEN. */
export type SiteSecret = 'site' | 'sidecar'

/** The target of a webhook. */
export interface WebhookTarget {
  /** In lower case, without the port. */
  readonly host: string
  /** A digest of the url, which is secret. */
  readonly url: string
}

/** All rows of this room (`game/room`), or the row of this player. */
export type SeriesErasure = { readonly room: string } | { readonly player: string }

/** The Directory's RPC methods; there is one Directory, named `directory`. */
export interface DirectoryRpc extends VersionedRpc {
  /** Reserves the name for 60 s and returns the new room's generation; undefined: taken. */
  reserveName(name: string): Promise<number | undefined>
  /** Extends the reservation of this generation by 60 s. */
  extendReservation(name: string, generation: number): Promise<void>
  /** The generation that the name is reserved for; undefined if the name is not reserved. */
  reservedGeneration(name: string): Promise<number | undefined>
  /** Releases a reservation without a room. */
  releaseName(name: string, generation: number): Promise<void>
  /**
   * Adds or replaces a room, and notifies its sidecars before it returns. `removed`: this room was removed before and
   * should delete itself. An announcement of an older generation than the known one changes nothing; one older than a
   * removed room gets the generation that it must take. `at`: when it was sent, in milliseconds since 1970 (absent:
   * never stale); `stale`: a newer announcement has arrived, and this changes nothing. `figures`: current counters, kept
   * in memory only. `series`: the room is announced, but not in its series; `rows`: until it has sent these.
   */
  announce(
    room: Announcement,
    at?: number,
    figures?: RoomMetrics,
  ): Promise<
    | 'removed'
    | 'stale'
    | { readonly generation: number }
    | { readonly series: SeriesRefusal | 'rows' }
    | undefined
  >
  removeRoom(name: string, generation: number): Promise<void>
  /** The site's key pair for notifications, made at the first call. */
  pushKeys(): Promise<PushKeys>
  /** By name; every room with its addresses. */
  listRooms(): Promise<readonly ListedRoom[]>
  /** At most `limit` rooms whose names (`game/room`) sort after `after`. */
  listRoomPage(query: { readonly after: string; readonly limit: number }): Promise<RoomPage>
  /**
   * Counts a wrong token that a Worker compared, and returns the milliseconds that its address must wait; 0: none.
   * `mark`: the same for the same token within that Worker.
   */
  countWrongToken(address: string, secret: SiteSecret, mark: string): Promise<number>
  /** Forgets a disconnected sidecar, its rooms and ports. Returns false if it is unknown. */
  forgetSidecar(id: string): Promise<boolean | 'connected'>
  /** Site statistics, up to some seconds old. */
  siteStats(): Promise<SiteStats>
  /** Whether the room exists. A room that the Directory has lost is asked itself, if the caller may cause that. */
  hasRoom(name: string, role: CallerRole): Promise<boolean>
  getRoom(name: string): Promise<ListedRoom | undefined>
  /** Milliseconds until this address may create a room; 0: now, and counted. `full`: there are `maxRooms`. */
  admitRoomCreation(address: string, maxRooms?: number): Promise<number | 'full'>
  /** A room with this public id of this name, or with this shared id of this kind. */
  findRoomByPublicId(id: { readonly name: string; readonly id: string }): Promise<string | undefined>
  /** Shared content of this kind in all rooms, by name: for each name its id in one room that has it, at most 2,000. */
  listSharedContent(kind: string): Promise<readonly SharedContentEntry[]>
  /** The board of a series (`game/name`); undefined: no room is in it. */
  readSeries(series: string): Promise<SeriesBoard | undefined>
  /**
   * Erases rows of deleted rooms from a series, and returns how many rooms had any; undefined: no room is in the series.
   * `credential`: the key of the series; absent: the site's own request.
   */
  eraseFromSeries(
    series: string,
    what: SeriesErasure,
    credential?: OwnerCredential,
  ): Promise<number | WrongToken | undefined>
  /** Counts one more webhook of the site to this target: 0, or the milliseconds until one is allowed. */
  admitWebhook(target: WebhookTarget): Promise<number>
}
