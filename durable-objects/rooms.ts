// RPC interfaces and data types of the Worker, the Rooms and the Directory.
import type {
  ForkOrigin,
  Json,
  RoomLimits,
  BuildAsset,
  Options,
  Picture,
  UploadPreview,
  Refusal,
  InProgress,
} from '../games/game.ts'
import type { Transport } from '../wire/framing.ts'
import type { Region } from '../wire/region.ts'
import type { Banned, ShownBan } from './bans.ts'
import type { Versioned } from './calls.ts'
import type { Figures } from './figures.ts'
import type { NewsKind } from './hook.ts'
import type { Body } from './kept-files.ts'
import type { Person } from './people.ts'
import type { Fault, Trouble } from './retries.ts'
import type { LogLine } from './room-log.ts'
import type { RoomStatus } from './room-status.ts'
import type { Survey } from './survey.ts'
import type { Used } from './used.ts'

/** Header of an upgrade from the Worker to a Room: the client's address. */
export const addressHeader = 'packetboat-address'

/** Most rooms that a subscriber's or a sidecar's socket may name: its attachment stores them. */
export const mostNamed = 100

/** A listener that a room asks for: port 0 is any free port; `sidecar` names the one that opens it. */
export interface ListenAt {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly sidecar?: string
}

/** A room's listener on one sidecar: its address, or the error. */
export interface Address {
  readonly transport: Transport | 'dispatch'
  readonly host?: string
  readonly port: number
  readonly sidecar: string
  /** The sidecar's location, if known. */
  readonly region?: Region
  readonly error?: string
}

/** A room's message to the Directory when it changes or wakes. */
export interface Announcement {
  readonly game: string
  readonly room: string
  /** Distinguishes rooms of the same name: the Directory ignores an older one. */
  readonly generation: number
  readonly title: string
  /** If it is damaged, `damage` is the reason. */
  readonly status: RoomStatus
  readonly damage?: string
  /** A repeated failure, and since when. */
  readonly trouble?: Trouble
  readonly comments: readonly string[]
  /** Off: the owner forbids spectators and pictures. */
  readonly watching?: 'off'
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Where it was created. Absent: unknown. */
  readonly region?: Region
  readonly players: number
  readonly capacity: number
  /** The room's ids beside its address, by name, in games that have them. */
  readonly publicIds?: { readonly [name: string]: string }
  /** Ids of things in the room, by which the site finds it, in games that have them and while the world is open. */
  readonly sharedIds?: { readonly kind: string; readonly ids: readonly string[] }
  /** Secrets as true or false. */
  readonly options: Options
  readonly listen: readonly ListenAt[]
  /** Limits of the game with this room's options, for the sidecar. */
  readonly limits: Pick<RoomLimits, 'windowBytes' | 'maxFrameBytes' | 'maxSessionsPerAddress' | 'idleTimeoutMs'> & {
    readonly ticks: boolean
  }
}

/** A room as its API shows it, without addresses and urls. */
export type RoomState = Omit<Announcement, 'limits' | 'generation' | 'sharedIds' | 'trouble'> & {
  readonly view: Json
  /** A repeated failure, if any. */
  readonly fault?: Fault
}

/** A room whose own record is unreadable: only the cause is known. It can be deleted. */
export interface Unreadable {
  readonly unreadable: string
}

/** An owner's request to create a room, already validated in shape. */
export interface FoundRequest {
  readonly game: string
  readonly room: string
  /** As the Directory assigned it with the name. */
  readonly generation: number
  readonly title: string
  readonly region?: Region
  readonly options: Options
  readonly listen: readonly ListenAt[]
  readonly files: readonly { readonly field: string; readonly name: string; readonly body: Body }[]
}

/** One part of a creation is done and stored. `share`: the progress, 0 to 1. */
export interface PartDone {
  readonly underway: { readonly share: number }
}

/** An uploaded file as a stream. */
export interface SentFile {
  readonly field: string
  readonly name: string
  readonly body: ReadableStream<Uint8Array>
}

/** The RPC form of the request. */
export type FoundCall = Omit<FoundRequest, 'files'> & {
  readonly files: readonly SentFile[]
}

/** A request to import a room: the head of its file, validated in shape, and the file. */
export interface BringRequest {
  readonly game: string
  readonly room: string
  readonly generation: number
  readonly title: string
  readonly status: 'open' | 'closed'
  readonly comments: readonly string[]
  readonly watching?: 'off'
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly region?: Region
  readonly options: Options
  readonly listen: readonly ListenAt[]
  /** Version of its records, which this build can open. */
  readonly version: number
  /** Absent: a new one is used, because a room on this site already has ids derived from this one. */
  readonly seed?: string
  readonly body: Body
  /** Limit of the file's size after decompression. */
  readonly mostBytes: number
}

/** The RPC form of the request. */
export type BringCall = Omit<BringRequest, 'body'> & { readonly body: ReadableStream<Uint8Array> }

/** A room being exported. */
export interface LeavingRoom {
  /** ETag: the file is the same as long as this is. */
  readonly mark: string
  readonly title: string
  /** EXPORT.md, uncompressed. */
  readonly body: ReadableStream<Uint8Array>
}

/** Files in Uploads for a game to preview. */
export interface PreviewCall {
  readonly game: string
  readonly options: Options
  /** `size` in bytes. */
  readonly files: readonly {
    readonly field: string
    readonly name: string
    readonly id: string
    readonly size: number
  }[]
  /** As in `Founding`. */
  readonly since?: Json
}

/** The RPC methods of Uploads: files of forms, each under an id that the Worker generates. */
export interface UploadsCalls extends Versioned {
  /** Stores a file; resolves to its size in bytes when all of it is received. */
  keep(id: string, body: ReadableStream<Uint8Array>): Promise<number>
  read(id: string): Promise<ReadableStream<Uint8Array>>
  /** The game's preview of these files. Creates nothing. */
  preview(call: PreviewCall): Promise<UploadPreview | InProgress | Refusal>
  forget(ids: readonly string[]): Promise<void>
}

/** Changes to a room, already validated in shape. */
export interface RoomPatch {
  readonly status?: 'open' | 'closed'
  readonly comments?: readonly string[]
  readonly title?: string
  readonly watching?: 'on' | 'off'
  readonly listen?: readonly ListenAt[]
  readonly options?: Options
  readonly password?: string | null
}

/** The target of a webhook. */
export interface HookTarget {
  /** In lower case, without the port. */
  readonly host: string
  /** A digest of the url, which is secret. */
  readonly url: string
}

/** An owner's request for a webhook, validated in shape except the target. */
export interface HookWish {
  readonly url: string
  /** Absent: detected from the url. */
  readonly kind?: 'discord' | 'plain'
  readonly on: readonly NewsKind[]
  /** Seconds between deliveries of a kind; later events are collected and sent together. */
  readonly cooldownSeconds: number
  /** The room's page. */
  readonly page: string
}

export interface ShownHook {
  readonly id: string
  readonly kind: 'discord' | 'plain'
  /** The host of its url, the rest of which is secret. */
  readonly host: string
  readonly on: readonly NewsKind[]
  /** Seconds. */
  readonly cooldown: number
  /** ISO 8601, UTC. */
  readonly since: string
  /** `off`: too many deliveries in a row were given up. */
  readonly status: 'on' | 'off'
  /** Events to deliver. */
  readonly waiting: number
  /** The last delivery's error. */
  readonly failure?: string
}

/** An owner's request for a ban: of an address, a name, or the address of the session with this id. */
export type BanWish = (Banned | { readonly id: string }) & {
  readonly seconds: number
  readonly reason?: string
}

/** One of the game's readings, with what only the Worker knows of the room. */
export interface Reading {
  readonly name: string
  readonly params: { readonly [name: string]: string }
  readonly url: string
  readonly ports: readonly { readonly transport: string; readonly port: number }[]
}

export interface FileReply {
  readonly type: string
  readonly body: Uint8Array | string | BuildAsset
  /** As in `GameFile`. */
  readonly unchanging: boolean
  readonly secret: boolean
}

/** The Room's RPC methods. `undefined`: there is no room. */
export interface RoomCalls extends Versioned {
  /** Creates the room; `undefined`: it exists already. After a `PartDone` call `goOn`. */
  found(
    request: FoundCall,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | PartDone | Refusal | undefined>
  /** Runs the next part of the creation of this generation; `undefined`: there is none. */
  goOn(generation: number): ReturnType<RoomCalls['found']>
  /** Progress of its creation or import, 0 to 1; `undefined`: it exists, or none is under way. */
  begun(): Promise<number | undefined>
  /** Imports a room; `undefined`: one of its name exists already. */
  bring(request: BringCall): ReturnType<RoomCalls['found']>
  /** Exports the room. `known`: the mark of the caller's file, `unchanged` if current. `busy`: too many exports. */
  leave(known?: string): Promise<LeavingRoom | 'unchanged' | 'busy' | undefined>
  /** `bare`: without its view, which is null. */
  describe(bare?: 'bare'): Promise<RoomState | Unreadable | undefined>
  /** Announces itself to the Directory, if possible; false: there is no room. */
  announce(): Promise<boolean>
  patch(change: RoomPatch): Promise<RoomState | Refusal | undefined>
  /** Unregisters the room (unless it is unreadable), closes every socket, deletes everything. */
  remove(): Promise<boolean>
  /**
   * Whether this is the room's own token, compared in constant time; false if there is no room. A wrong one counts
   * against `address`, and nothing is compared while that has to wait. `address` absent: an older Worker, which knows
   * no waits.
   */
  accepts(token: string, address?: string): Promise<boolean | { readonly waitMs: number }>
  /** The connected sessions, including those whose player is not known yet. */
  people(): Promise<readonly Person[] | undefined>
  /**
   * Ends a session and returns its player. `nobody`: no session has this id. `waking`: the room is resuming, and its
   * sidecars have not resumed their sessions.
   */
  kick(id: string): Promise<Person | 'nobody' | 'waking' | undefined>
  /** Adds a ban, and ends the sessions under it. */
  ban(wish: BanWish): Promise<ShownBan | Refusal | undefined>
  bans(): Promise<readonly ShownBan[] | undefined>
  /** Lifts one ban (absent: all), and returns how many there were. */
  lift(which?: Banned | { readonly id: string }): Promise<number | undefined>
  /** The lines of the room's log after this number. */
  log(after: number): Promise<readonly LogLine[] | undefined>
  webhooks(): Promise<readonly ShownHook[] | undefined>
  /** Creates a webhook. Returns its signing secret, this once. */
  hook(
    wish: HookWish,
  ): Promise<{ readonly webhook: ShownHook; readonly secret?: string } | Refusal | undefined>
  /** False: there is none of this id. */
  unhook(id: string): Promise<boolean | undefined>
  /** This instance's counters. Opens no world. */
  figures(): Promise<Figures | undefined>
  /** Its platform usage. */
  used(): Promise<Used | undefined>
  /** The game's answers to an owner's console line; `unsaid`: it could not be run. */
  say(line: string): Promise<readonly string[] | 'unsaid' | undefined>
  /** The inputs for a new room like this one; undefined also if its game does not support that. */
  fork(from: ForkOrigin): Promise<Pick<FoundCall, 'options' | 'files'> | undefined>
  /** Creates a new token; the old one stops working. */
  renewToken(): Promise<string | undefined>
  /** A picture of the current world; undefined also if its game has none, or its world cannot be opened. */
  picture(): Promise<Picture | undefined>
  /** The JSON of one of the game's readings; undefined: no room, or no result for these parameters. */
  read(reading: Reading): Promise<string | undefined>
  /** The names of the files it serves; `secret` ones need the room's token. */
  files(): Promise<readonly { readonly name: string; readonly secret: boolean }[]>
  /** `secret`: the file exists, but needs the room's token (`allowed`). */
  file(name: string, allowed: boolean): Promise<FileReply | 'secret' | undefined>
}

/**
 * The caller of a lookup. A lookup of a room that the Directory does not know creates an object of its name, and a file
 * where objects are files: a guest never causes that, a caller with some token is rate-limited, the site always may.
 */
export type Asker = 'guest' | 'host' | 'site'

/** A room in the Directory with its addresses on connected sidecars. */
export type ListedRoom = Announcement & { readonly addresses: readonly Address[] }

/** Rooms by name. */
export interface RoomsPage {
  readonly rooms: readonly ListedRoom[]
  /** `after` of the next page; absent: this is the last. */
  readonly next?: string
}

/** The site's secrets as guess targets: ADMIN_TOKEN and SIDECAR_TOKEN. */
export type SiteSecret = 'site' | 'sidecar'

/** The Directory's RPC methods; there is one Directory, named `directory`. */
export interface DirectoryCalls extends Versioned {
  /** Reserves the name for 60 s and returns the new room's generation; undefined: taken. */
  reserve(name: string): Promise<number | undefined>
  /** Extends the reservation of this generation by 60 s. */
  hold(name: string, generation: number): Promise<void>
  /** The generation that the name is reserved for; undefined: it is not. */
  held(name: string): Promise<number | undefined>
  /** Releases a reservation without a room. */
  release(name: string, generation: number): Promise<void>
  /**
   * Adds or replaces a room, and notifies its sidecars before it returns. `removed`: this room was removed before and
   * should delete itself. An announcement of an older generation than the known one changes nothing; one older than a
   * removed room gets the generation that it must take. `at`: when it was sent, in milliseconds since 1970 (absent: an
   * older build); `late`: a newer announcement has arrived, and this changes nothing. `figures`: current counters, kept
   * in memory only.
   */
  announce(
    room: Announcement,
    at?: number,
    figures?: Figures,
  ): Promise<'removed' | 'late' | { readonly generation: number } | undefined>
  remove(name: string, generation: number): Promise<void>
  /** By name; every room with its addresses. */
  rooms(): Promise<readonly ListedRoom[]>
  /** At most `limit` rooms whose names (`game/room`) sort after `after`. */
  page(wanted: { readonly after: string; readonly limit: number }): Promise<RoomsPage>
  /**
   * Counts a wrong token that a Worker compared, and returns the milliseconds that its address must wait; 0: none.
   * `mark`: identifies the same token within that Worker.
   */
  wrongToken(address: string, secret: SiteSecret, mark: string): Promise<number>
  /** Site statistics, up to some seconds old. */
  survey(): Promise<Survey>
  /** Whether the room exists. A room that the Directory has lost is asked itself, if the caller may cause that. */
  has(name: string, asker: Asker): Promise<boolean>
  room(name: string): Promise<ListedRoom | undefined>
  /** Milliseconds until this address may create a room; 0: now, and counted. `full`: there are `mostRooms`. */
  admit(address: string, mostRooms?: number): Promise<number | 'full'>
  /** A room with this public id of this name, or with this shared id of this kind. */
  named(id: { readonly name: string; readonly id: string }): Promise<string | undefined>
  /** Counts one more webhook of the site to this target: 0, or the milliseconds until one is allowed. */
  admitHook(target: HookTarget): Promise<number>
}
