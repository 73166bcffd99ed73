import type { PushKeys } from '../model/push-subscription.ts'
import type { RoomMetrics } from '../model/room-metrics.ts'
import type { SeriesBoard, SeriesRefusal } from '../model/series.ts'
import type { SiteStats } from '../model/site-stats.ts'
import type { OwnerCredential, RoomAddress, RoomAnnouncement, WrongTokenResult } from './rpc-types.ts'
import type { VersionedRpc } from './versioned-calls.ts'

/**
 * The caller of a lookup: `guest` sends no token, `site` sends the site's or the sidecars' token, `host` any other
 * token. A lookup of a room that the Directory does not know can create an object of that name, which is a file on a
 * self-hosted site. Lookups by guests never create one, lookups by hosts only at a limited rate, and lookups by the
 * site always.
 */
export type CallerRole = 'guest' | 'host' | 'site'

/** A room in the Directory with its addresses on connected sidecars. */
export type ListedRoom = RoomAnnouncement & { readonly addresses: readonly RoomAddress[] }

/** A page of rooms, sorted by name. */
export interface RoomPage {
  readonly rooms: readonly ListedRoom[]
  /** The value of `after` that requests the next page. Absent: this is the last page. */
  readonly next?: string
}

/** `room`: the full name (`game/room`). */
export interface SharedContentEntry {
  readonly name: string
  readonly id: string
  readonly room: string
}

/** `site`: ADMIN_TOKEN. `sidecar`: SIDECAR_TOKEN. */
export type SiteSecret = 'site' | 'sidecar'

export interface WebhookTarget {
  /** The host name in lower case, without the port. */
  readonly host: string
  /** A digest of the url, which is secret. */
  readonly url: string
}

/** The rows to erase: all rows of this room (`game/room`), or all rows of this player. */
export type SeriesErasure = { readonly room: string } | { readonly player: string }

/** A site has one Directory, the object named `directory`. */
export interface DirectoryRpc extends VersionedRpc {
  /** Reserves the name for 60 s and returns the new room's generation. Undefined: the name is taken. */
  reserveName(name: string): Promise<number | undefined>
  /** Extends the reservation by 60 s. */
  extendReservation(name: string, generation: number): Promise<void>
  /** The generation for which the name is reserved; undefined if it is not reserved. */
  reservedGeneration(name: string): Promise<number | undefined>
  /** Withdraws a reservation whose room was not created. */
  releaseName(name: string, generation: number): Promise<void>
  /**
   * Adds or replaces a room, and notifies its sidecars before the call returns. `at`: when the announcement was sent,
   * in milliseconds since 1970; absent: never stale. `figures`: current counters, kept in memory only. Result
   * `removed`: the room was removed before, and should delete itself. `stale`: a newer announcement has arrived, and
   * this one changes nothing. `generation`: the announcement changes nothing, because a room of its generation or a
   * later one was known, and the room must take the returned generation. `series`: why the room, which is announced, is
   * not in its series; `rows`: the room must first announce its rows.
   */
  announce(
    room: RoomAnnouncement,
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
  /** The site's keys for notifications, generated at the first call. */
  pushKeys(): Promise<PushKeys>
  /** All rooms with their addresses, sorted by name. */
  listRooms(): Promise<readonly ListedRoom[]>
  /** At most `limit` rooms whose names (`game/room`) sort after `after`. */
  listRoomPage(query: { readonly after: string; readonly limit: number }): Promise<RoomPage>
  /**
   * Counts a token that the Worker has compared and found wrong. Returns the milliseconds for which the address must
   * wait; 0: it need not wait. `mark`: identifies the token, so that a repeated token counts once.
   */
  countWrongToken(address: string, secret: SiteSecret, mark: string): Promise<number>
  /** Forgets a sidecar that is not connected, with its rooms and ports. Returns false if the sidecar is unknown. */
  forgetSidecar(id: string): Promise<boolean | 'connected'>
  /** The site's statistics, up to some seconds old. */
  siteStats(): Promise<SiteStats>
  /** Asks the room itself if the Directory does not know the room and the caller's role allows this. */
  hasRoom(name: string, role: CallerRole): Promise<boolean>
  getRoom(name: string): Promise<ListedRoom | undefined>
  /** Counts this address's room creation and returns 0, or the milliseconds to wait. `full`: `maxRooms` rooms exist. */
  admitRoomCreation(address: string, maxRooms?: number): Promise<number | 'full'>
  /** The name of the room with this id. `name`: the name of the public id, or the kind of the shared id. */
  findRoomByPublicId(id: { readonly name: string; readonly id: string }): Promise<string | undefined>
  /** Shared content of this kind in all rooms: one entry for each name, sorted by name, at most 2,000 entries. */
  listSharedContent(kind: string): Promise<readonly SharedContentEntry[]>
  /** `series`: `game/name`. Undefined: no room is in the series. */
  readSeries(series: string): Promise<SeriesBoard | undefined>
  /**
   * Erases rows of deleted rooms from a series. Returns the number of rooms that had such rows; undefined: no room is
   * in the series. `credential`: the key of the series; absent if the site's operator requests it.
   */
  eraseFromSeries(
    series: string,
    what: SeriesErasure,
    credential?: OwnerCredential,
  ): Promise<number | WrongTokenResult | undefined>
  /** Counts a new webhook to this target and returns 0, or the milliseconds until the next webhook is allowed. */
  admitWebhook(target: WebhookTarget): Promise<number>
}
