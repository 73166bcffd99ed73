// What the Worker, the Rooms and the Directory say to each other.
import type {
  ForkedFrom,
  Json,
  Limits,
  Made,
  Options,
  Picture,
  Preview,
  Refused,
  Underway,
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

/** Of an upgrade, from the Worker to a Room: the client's address. */
export const addressHeader = 'packetboat-address'

/** Rooms that an onlooker's or a sidecar's socket may name: they lie in what the platform keeps of it. */
export const mostNamed = 100

/** As a room asks for it: port 0 is any free port; `sidecar` names the one that is to open it. */
export interface ListenAt {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly sidecar?: string
}

/** Where one door of a room is open, or why it is not. */
export interface Address {
  readonly transport: Transport | 'dispatch'
  readonly host?: string
  readonly port: number
  readonly sidecar: string
  /** Where that sidecar stands, if it is known. */
  readonly region?: Region
  readonly error?: string
}

/** What a room tells the Directory when it changes or wakes. */
export interface Announcement {
  readonly game: string
  readonly room: string
  /** Which room of its name it is: the Directory drops what comes of an older one. */
  readonly generation: number
  readonly title: string
  /** If it is damaged, `damage` tells why. */
  readonly status: RoomStatus
  readonly damage?: string
  /** What fails in it again and again, and since when. */
  readonly trouble?: Trouble
  readonly comments: readonly string[]
  /** Off: its host lets nobody watch it, nor see pictures of it. */
  readonly watching?: 'off'
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Where it was founded. Absent: nobody said, and the platform did not know. */
  readonly region?: Region
  readonly players: number
  readonly capacity: number
  /** Of games that have such: the room's ids beside its address, by name. */
  readonly publicIds?: { readonly [name: string]: string }
  /** Of games that have such, when its world is open: the ids of what it has, by which it answers for the whole site. */
  readonly sharedIds?: { readonly kind: string; readonly ids: readonly string[] }
  /** Secrets as true or false. */
  readonly options: Options
  readonly listen: readonly ListenAt[]
  /** Of the game's limits with this room's options, for the sidecar. */
  readonly limits: Pick<Limits, 'windowBytes' | 'frameBytes' | 'peersPerAddress' | 'idleMs'> & {
    readonly ticks: boolean
  }
}

/** A room as its API shows it, but for addresses and urls. */
export type RoomState = Omit<Announcement, 'limits' | 'generation' | 'sharedIds' | 'trouble'> & {
  readonly view: Json
  /** What fails in it again and again, if anything does. */
  readonly fault?: Fault
}

/** A room whose own record cannot be read: it knows nothing of itself but the cause. It can be removed. */
export interface Unreadable {
  readonly unreadable: string
}

/** What a host may ask of a new room; every field is already of the right shape. */
export interface FoundRequest {
  readonly game: string
  readonly room: string
  /** As the Directory gave it with the name. */
  readonly generation: number
  readonly title: string
  readonly region?: Region
  readonly options: Options
  readonly listen: readonly ListenAt[]
  readonly files: readonly { readonly field: string; readonly name: string; readonly body: Body }[]
}

/** Of a founding one part is done, and lies on the disk. `share`: how much of it that is, 0 to 1. */
export interface PartDone {
  readonly underway: { readonly share: number }
}

/** A file that comes as it is read. */
export interface SentFile {
  readonly field: string
  readonly name: string
  readonly body: ReadableStream<Uint8Array>
}

/** The same on its way from the Worker. */
export type FoundCall = Omit<FoundRequest, 'files'> & {
  readonly files: readonly SentFile[]
}

/** A room that comes from elsewhere: what its file says first, checked and of the right shapes, and the file. */
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
  /** Of its records: this build opens them. */
  readonly version: number
  /** Absent: it is given another, for a room here has what follows from this one. */
  readonly seed?: string
  readonly body: Body
  /** That the file may come to when it is unpacked. */
  readonly mostBytes: number
}

/** The same on its way from the Worker. */
export type BringCall = Omit<BringRequest, 'body'> & { readonly body: ReadableStream<Uint8Array> }

/** A room on its way elsewhere. */
export interface LeavingRoom {
  /** As long as a room says this, its file is the same. */
  readonly mark: string
  readonly title: string
  /** EXPORT.md, not packed. */
  readonly body: ReadableStream<Uint8Array>
}

/** Files that lie in Uploads, for a game to look into. */
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
  /** As `Founding` has it. */
  readonly since?: Json
}

/** The methods of Uploads (RPC): files of forms, each under an id that the Worker draws. */
export interface UploadsCalls extends Versioned {
  /** Back when all of it has come, with its number of bytes. */
  keep(id: string, body: ReadableStream<Uint8Array>): Promise<number>
  read(id: string): Promise<ReadableStream<Uint8Array>>
  /** What the game finds in these; nothing comes of it. */
  preview(call: PreviewCall): Promise<Preview | Underway | Refused>
  forget(ids: readonly string[]): Promise<void>
}

/** Any of these; every field is already of the right shape. */
export interface RoomPatch {
  readonly status?: 'open' | 'closed'
  readonly comments?: readonly string[]
  readonly title?: string
  readonly watching?: 'on' | 'off'
  readonly listen?: readonly ListenAt[]
  readonly options?: Options
  readonly password?: string | null
}

/** Where a webhook leads. */
export interface HookTarget {
  /** In small letters, without the port. */
  readonly host: string
  /** A digest of the url, which is secret. */
  readonly url: string
}

/** A webhook as a host wants it; every field is already of the right shape, but for where the url leads. */
export interface HookWish {
  readonly url: string
  /** Absent: as the url looks. */
  readonly kind?: 'discord' | 'plain'
  readonly on: readonly NewsKind[]
  /** After news of a kind so much time passes before the next of it, which are then told together. */
  readonly cooldownSeconds: number
  /** The room's. */
  readonly page: string
}

export interface ShownHook {
  readonly id: string
  readonly kind: 'discord' | 'plain'
  /** Of its url, the rest of which is secret. */
  readonly host: string
  readonly on: readonly NewsKind[]
  /** Seconds. */
  readonly cooldown: number
  /** ISO 8601, UTC. */
  readonly since: string
  /** `off`: too much was given up in a row. */
  readonly status: 'on' | 'off'
  /** News that it has yet to be told. */
  readonly waiting: number
  /** Why it could not be told last. */
  readonly failure?: string
}

/** Whom a host wants banned: an address, a name, or the address of whose session has this id. */
export type BanWish = (Banned | { readonly id: string }) & {
  readonly seconds: number
  readonly reason?: string
}

/** Which of the game's readings is asked for, and what the Worker knows of the room that the room does not. */
export interface Reading {
  readonly name: string
  readonly params: { readonly [name: string]: string }
  readonly url: string
  readonly ports: readonly { readonly transport: string; readonly port: number }[]
}

export interface FileReply {
  readonly type: string
  readonly body: Uint8Array | string | Made
  /** As `GameFile` has them. */
  readonly unchanging: boolean
  readonly secret: boolean
}

/** The Room's methods (RPC). `undefined` means: not founded. */
export interface RoomCalls extends Versioned {
  /** `undefined`: it exists already. What is done in part only is to be gone on with. */
  found(
    request: FoundCall,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | PartDone | Refused | undefined>
  /** Does the next part of the founding of this generation; `undefined`: there is none. */
  goOn(generation: number): ReturnType<RoomCalls['found']>
  /** How much is done of its creation or import, 0 to 1; `undefined`: it is there, or nobody is at it. */
  begun(): Promise<number | undefined>
  /** A room as it is elsewhere; `undefined`: there is one of its name already. */
  bring(request: BringCall): ReturnType<RoomCalls['found']>
  /** Its file. `known`: the mark of one that somebody has; `unchanged`: it is that still. `busy`: too many read it already. */
  leave(known?: string): Promise<LeavingRoom | 'unchanged' | 'busy' | undefined>
  /** `bare`: its view is not wanted, and null. */
  describe(bare?: 'bare'): Promise<RoomState | Unreadable | undefined>
  /** Tells the Directory of itself, if it can; false: not founded. */
  announce(): Promise<boolean>
  patch(change: RoomPatch): Promise<RoomState | Refused | undefined>
  /** Unregisters (one that is unreadable cannot), closes every socket, deletes everything. */
  remove(): Promise<boolean>
  /**
   * Is this the room's own token? Compared in constant time; false for a room that is not founded. A wrong one counts against
   * `address`, and while that has to wait nothing is compared. `address` absent: an older Worker asks, which knows of no wait.
   */
  accepts(token: string, address?: string): Promise<boolean | { readonly waitMs: number }>
  /** Who is in, those too who have not said yet who they are. */
  people(): Promise<readonly Person[] | undefined>
  /**
   * Ends a session, and tells who it was. `nobody`: none of this id is in. `waking`: the room has just woken, and its
   * sidecars have yet to say who is behind them.
   */
  kick(id: string): Promise<Person | 'nobody' | 'waking' | undefined>
  /** Bans, and ends the sessions of who is banned. */
  ban(wish: BanWish): Promise<ShownBan | Refused | undefined>
  bans(): Promise<readonly ShownBan[] | undefined>
  /** Lifts one ban (absent: all), and says how many it found. */
  lift(which?: Banned | { readonly id: string }): Promise<number | undefined>
  /** The lines of the room's log behind this number. */
  log(after: number): Promise<readonly LogLine[] | undefined>
  webhooks(): Promise<readonly ShownHook[] | undefined>
  /** A new one, with what its messages are signed with, told this once. */
  hook(
    wish: HookWish,
  ): Promise<{ readonly webhook: ShownHook; readonly secret?: string } | Refused | undefined>
  /** False: there is none of this id. */
  unhook(id: string): Promise<boolean | undefined>
  /** What this instance has done: nothing is opened for it. */
  figures(): Promise<Figures | undefined>
  /** What it has used of the platform. */
  used(): Promise<Used | undefined>
  /** Its game's answers to what its host says; `unsaid`: it could not be done. */
  say(line: string): Promise<readonly string[] | 'unsaid' | undefined>
  /** What another room of the same beginnings is founded of; undefined too if its game has no such. */
  fork(from: ForkedFrom): Promise<Pick<FoundCall, 'options' | 'files'> | undefined>
  /** A new token; the old one is void. */
  renewToken(): Promise<string | undefined>
  /** Its world as it is now; undefined too if its game draws none, or its world cannot be opened. */
  picture(): Promise<Picture | undefined>
  /** The JSON of one of the game's readings; undefined: not founded, or nothing by these parameters. */
  read(reading: Reading): Promise<string | undefined>
  /** The names of the files it serves; `secret` ones want the room's token. */
  files(): Promise<readonly { readonly name: string; readonly secret: boolean }[]>
  /** `secret`: the file is there, but only for who has the room's token (`allowed`). */
  file(name: string, allowed: boolean): Promise<FileReply | 'secret' | undefined>
}

/**
 * Who asks whether there is a room. To look for one that the Directory does not know makes an object of its name, and a
 * file where objects are files: a guest brings that about never, who shows some token now and then, the site always.
 */
export type Asker = 'guest' | 'host' | 'site'

/** A room as the Directory has it, with where those sidecars have it open that are connected now. */
export type ListedRoom = Announcement & { readonly addresses: readonly Address[] }

/** Some rooms, by name. */
export interface RoomsPage {
  readonly rooms: readonly ListedRoom[]
  /** `after` of the next page; absent: this is the last. */
  readonly next?: string
}

/** The site's own secrets, as what is guessed at: ADMIN_TOKEN and SIDECAR_TOKEN. */
export type SiteSecret = 'site' | 'sidecar'

/** The Directory's methods (RPC); there is one Directory, named `directory`. */
export interface DirectoryCalls extends Versioned {
  /** Holds the name for 60 s, and gives the generation of the room to be; undefined: taken. */
  reserve(name: string): Promise<number | undefined>
  /** Holds it for 60 s more, for whoever reserved it and has this generation. */
  hold(name: string, generation: number): Promise<void>
  /** The generation of the room to be that the name is held for; undefined: it is not. */
  held(name: string): Promise<number | undefined>
  /** Gives up a reservation that did not become a room. */
  release(name: string, generation: number): Promise<void>
  /**
   * Adds or replaces a room; its sidecars are told before this returns. `removed`: this room was removed before, and
   * should go. What comes of an older generation than the one known changes nothing; of an older one than the one that
   * was removed, it is told what generation to be of, if it is there at all. `at`: when it was said, in milliseconds
   * since 1970 (absent: by an older build); `late`: the room has said something later meanwhile, and this changes nothing.
   * `figures`: as they are just then, kept in memory alone.
   */
  announce(
    room: Announcement,
    at?: number,
    figures?: Figures,
  ): Promise<'removed' | 'late' | { readonly generation: number } | undefined>
  remove(name: string, generation: number): Promise<void>
  /** By name; every room with its addresses. */
  rooms(): Promise<readonly ListedRoom[]>
  /** At most `limit` rooms whose names (`game/room`) come behind `after`. */
  page(wanted: { readonly after: string; readonly limit: number }): Promise<RoomsPage>
  /**
   * Counts a wrong token that a Worker compared, and answers how many milliseconds its address waits now; 0: it need not.
   * `mark`: by what the Worker knows the same token again.
   */
  wrongToken(address: string, secret: SiteSecret, mark: string): Promise<number>
  /** The site as a whole, for who looks after it; some seconds old. */
  survey(): Promise<Survey>
  /** Whether there is such a room. One that the Directory has lost is found again, if the asker may have it looked for. */
  has(name: string, asker: Asker): Promise<boolean>
  room(name: string): Promise<ListedRoom | undefined>
  /** Milliseconds until this address may create another room; 0: it may now, and that counts. `full`: the site has `mostRooms` rooms. */
  admit(address: string, mostRooms?: number): Promise<number | 'full'>
  /** The room that has this public id of this name, or one of those that have this shared id of this kind. */
  named(id: { readonly name: string; readonly id: string }): Promise<string | undefined>
  /** Counts one more webhook of the site that leads there: 0, or the milliseconds until there may be one. */
  admitHook(target: HookTarget): Promise<number>
}
