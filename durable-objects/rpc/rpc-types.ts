// The RPC interfaces of Rooms and Uploads, and the data types that all objects share. Times as texts are ISO 8601, UTC.
import type { ActionDone, ActionRefusal, ActionRequest } from '../../games/actions.ts'
import type {
  BuildAsset,
  ForkOrigin,
  InProgress,
  Json,
  Options,
  Picture,
  PlayerCounts,
  Refusal,
  RoomLimits,
  UploadPreview,
} from '../../games/game.ts'
import type { RoomStage } from '../../games/stages.ts'
import type { ListResult } from '../../wire/link/control-messages.ts'
import type { Transport } from '../../wire/net/framing.ts'
import type { Region } from '../../wire/net/region.ts'
import type { EntryField } from '../../wire/net/server-list.ts'
import type { Fault, Trouble } from '../model/backoff.ts'
import type { BanInfo, BanSubject } from '../model/bans.ts'
import type { PushRequest } from '../model/push-subscription.ts'
import type { ReportInfo } from '../model/reports.ts'
import type { LogLine, TimelineLine } from '../model/room-log.ts'
import type { RoomMetrics } from '../model/room-metrics.ts'
import type { RoomStatus } from '../model/room-status.ts'
import type { Schedule } from '../model/schedule.ts'
import type { SeriesEntry, SeriesRefusal } from '../model/series.ts'
import type { BoardRow, Story } from '../model/story.ts'
import type { WebhookFormat, WebhookSubscription } from '../model/webhook.ts'
import type { SessionInfo } from '../room/sessions/session-info.ts'
import type { ByteSource } from '../storage/blob-store.ts'
import type { UsageReport } from '../usage/daily-usage.ts'
import type { VersionedRpc } from './versioned-calls.ts'

/** Header of an upgrade from the Worker to a Room: the client's address. */
export const clientAddressHeader = 'packetboat-address'

/** Cookie of a browser that was admitted to a private room. Its path is the room's page. */
export const admissionCookie = 'admission'

/** Maximum number of rooms that a subscriber's or a sidecar's socket may name: its attachment stores them. */
export const maxSubscribedRooms = 100

/** A listener that a room asks for: port 0 is any free port; `sidecar` names the one that opens it. */
export interface ListenerRequest {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly sidecar?: string
}

/** A room's listener on one sidecar: its address, or the error. */
export interface RoomAddress {
  readonly transport: Transport | 'dispatch'
  readonly host?: string
  readonly port: number
  readonly sidecar: string
  /** The sidecar's location, if known. */
  readonly region?: Region
  readonly error?: string
  /** The last answers of public lists of servers, if the room is announced at this address. */
  readonly lists?: readonly ListResult[]
}

/** A room to be created. */
export interface NewRoom {
  readonly game: string
  readonly room: string
  /**
   * Distinguishes rooms of the same name: later ones are higher. The Directory assigns it when the name is reserved.
   */
  readonly generation: number
  readonly title: string
  /** Absent: the world exists already, or is created together with the room. */
  readonly stage?: RoomStage
  /** The region in which the room was created. Absent if unknown. */
  readonly region?: Region
  readonly options: Options
  readonly listen: readonly ListenerRequest[]
}

/** The properties of a room that its owner sets, and those of its creation. */
export interface RoomProperties extends NewRoom {
  readonly status: 'open' | 'closed'
  readonly comments: readonly string[]
  /** Off: the owner forbids spectators and pictures. Absent: anybody may watch. */
  readonly watching?: 'off'
  /** Absent: open. */
  readonly join?: 'password' | 'invited'
  /** Absent: always open. */
  readonly schedule?: Schedule
  readonly createdAt: string
}

/** A message of the host to all players. */
export interface HostMessage {
  readonly text: string
  readonly at: string
}

/** A room's message to the Directory when it changes or wakes. Secret options are true or false. */
export interface Announcement extends Omit<RoomProperties, 'status'> {
  /**
   * Also `closed` outside of the opening hours, although the owner has not closed the room. If the room is damaged,
   * `damage` is the reason.
   */
  readonly status: RoomStatus
  /** The room is closed by its schedule, not by the owner. */
  readonly outsideHours?: true
  /** When the schedule opens or closes the room next, if it does. */
  readonly opensAt?: string
  readonly closesAt?: string
  /** The host's last message, in games without chat, for ten minutes. */
  readonly message?: HostMessage
  readonly damage?: string
  /** A repeated failure, and since when. */
  readonly trouble?: Trouble
  readonly players: number
  readonly capacity: number
  /** The room's ids beside its address, by name, in games that have them. */
  readonly publicIds?: { readonly [name: string]: string }
  /**
   * Ids by which the site finds content in the room, in games that have such ids and while the world is open. `names`:
   * the names of the content, in the same order.
   */
  readonly sharedIds?: {
    readonly kind: string
    readonly ids: readonly string[]
    readonly names?: readonly string[]
  }
  /**
   * The room's entry in lists of servers, in games that have them and while the world is open. `isAnnounced`: whether
   * sidecars send it to public ones.
   */
  readonly listEntry?: { readonly fields: readonly EntryField[]; readonly isAnnounced: boolean }
  /** Absent: the room asks for no series. */
  readonly series?: SeriesEntry
  /** Limits of the game with this room's options, for the sidecar. */
  readonly limits: Pick<
    RoomLimits,
    'windowBytes' | 'maxFrameBytes' | 'maxSessionsPerAddress' | 'idleTimeoutMs'
  > & { readonly ticks: boolean }
}

/** A room as its API shows it, without addresses and urls. */
export type RoomState = Omit<
  Announcement,
  'limits' | 'generation' | 'sharedIds' | 'listEntry' | 'trouble' | 'series'
> & {
  /** Absent: the room asks for no series. */
  readonly series?: { readonly name: string; readonly refused?: SeriesRefusal }
  readonly view: Json
  readonly fault?: Fault
  /** The number of stories that it has told; absent if there are none. */
  readonly stories?: number
}

/** A room whose own record is unreadable: only the cause is known. It can be deleted. */
export interface UnreadableRoom {
  readonly unreadable: string
}

/** An owner's request to create a room, already validated in shape. */
export interface CreateRoomRequest<Body = ByteSource> extends NewRoom {
  readonly files: readonly (UploadName & { readonly body: Body })[]
}

/** An owner's request to create the world of a room that is gathering. */
export type StartRoomRequest<Body = ByteSource> = Pick<CreateRoomRequest<Body>, 'options' | 'files'> & {
  /** The fencing token of the caller's lease. If it is set, the room starts only while the caller holds the lease. */
  readonly fence?: number
}

/** The answer after one part of a creation, which is stored; the next call continues it. `progress`: 0 to 1. */
export interface CreationInProgress {
  readonly inProgress: { readonly progress: number }
}

interface UploadName {
  readonly field: string
  readonly name: string
}

/** A request to import a room: the validated head of its file, and the file. */
export interface ImportRoomRequest<Body = ByteSource> extends RoomProperties {
  /** Version of its records, which this build can open. */
  readonly version: number
  /** Absent: a new one is used, because a room on this site already has ids derived from this one. */
  readonly seed?: string
  readonly body: Body
  /** Limit of the file's size after decompression. */
  readonly maxUnpackedBytes: number
}

/** The RPC forms of the requests. */
export type CreateRoomCall = CreateRoomRequest<ReadableStream<Uint8Array>>
export type StartRoomCall = StartRoomRequest<ReadableStream<Uint8Array>>
export type ImportRoomCall = ImportRoomRequest<ReadableStream<Uint8Array>>

/** A room being exported. */
export interface RoomExport {
  /** ETag: the file is the same as long as this is. */
  readonly etag: string
  readonly title: string
  /** EXPORT.md, uncompressed. */
  readonly body: ReadableStream<Uint8Array>
}

/** An event in a room, for everybody who may watch it. */
export interface FilmMark {
  readonly time: string
  /** A kind of timeline line, or `kick`. */
  readonly kind: string
  readonly text: string
}

/** A room's film: times are ISO 8601, UTC. */
export interface RoomFilm {
  /** Whether the room is filmed now. */
  readonly isOn: boolean
  /** The periods that were filmed without a gap, oldest first. */
  readonly stretches: readonly { readonly from: string; readonly to: string }[]
  readonly marks: readonly FilmMark[]
}

/** A kept part of a film. */
export interface ClipInfo {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly createdAt: string
}

/** A room's past. `since`: the earliest time to go back to, ISO 8601; absent if the room keeps no history. */
export interface Timeline {
  readonly since?: string
  readonly lines: readonly TimelineLine[]
}

/** The password and the address of a person who claims to be a player. The address is for limits of wrong guesses. */
export interface PlayerLogin {
  readonly password: string
  readonly address: string
}

/** The data that a room holds of a player. */
export interface PlayerDataFile {
  readonly game: string
  readonly room: string
  readonly player: string
  /** When it was read: ISO 8601, UTC, as all times below. */
  readonly at: string
  /** The data that the game returns; null if the world has no data of the player. */
  readonly world: Json
  readonly log: readonly { readonly time: string; readonly text: string }[]
  /** The player's entries in the room's stories. */
  readonly stories: readonly (PlayerCounts & {
    readonly from: string
    readonly to: string
    readonly seconds: number
    readonly place?: number
  })[]
  readonly reportsMade: readonly {
    readonly time: string
    readonly player: string
    readonly reason: string
    readonly lines: readonly string[]
  }[]
  readonly reportsReceived: readonly { readonly time: string; readonly reason: string }[]
  readonly bans: readonly BanInfo[]
  readonly mutes: readonly BanInfo[]
  /** Addresses from which the player has connected recently, as limits count them. */
  readonly addresses: readonly string[]
}

/**
 * `waitMs`: milliseconds to wait before the next try; 0: the name, the password or both are wrong. `no-password`: the
 * game has none.
 */
export type LoginFailure = { readonly waitMs: number } | 'no-password'

/** The stories of a room, newest first; the current one, if there is any; and all players over all stories. */
export interface RoomStories {
  readonly stories: readonly Story[]
  readonly current?: Pick<Story, 'from' | 'players'>
  readonly board: readonly BoardRow[]
}

/** Files in Uploads for a game to preview. */
export interface PreviewUploadsCall {
  readonly game: string
  readonly options: Options
  /** `size` in bytes. */
  readonly files: readonly (UploadName & { readonly id: string; readonly size: number })[]
  /** As in `CreateRoomInput`. */
  readonly continuation?: Json
}

/** The RPC methods of Uploads: files of forms, each under an id that the Worker generates. */
export interface UploadsRpc extends VersionedRpc {
  /** Stores a file; resolves to its size in bytes when all of it is received. */
  storeFile(id: string, body: ReadableStream<Uint8Array>): Promise<number>
  readFile(id: string): Promise<ReadableStream<Uint8Array>>
  /** The game's preview of these files. Creates nothing. */
  preview(call: PreviewUploadsCall): Promise<UploadPreview | InProgress | Refusal>
  deleteFiles(ids: readonly string[]): Promise<void>
}

/** Changes to a room, already validated in shape. */
export interface RoomPatch {
  readonly status?: 'open' | 'closed'
  readonly comments?: readonly string[]
  readonly title?: string
  readonly watching?: 'on' | 'off'
  /** null: always open. */
  readonly schedule?: Schedule | null
  readonly listen?: readonly ListenerRequest[]
  readonly options?: Options
  /** If the game has no option for a password, setting one here changes `join` to `password`. */
  readonly password?: string | null
  readonly join?: JoinMode
}

/**
 * `open`: everybody may join. `password`: those who know the password may join. `invited`: those who have opened the
 * invite link.
 */
export type JoinMode = 'open' | 'password' | 'invited'

/** The rights of a client that has shown the room's password or invitation. */
export interface Admitted {
  /** Admits a browser, as a cookie. */
  readonly credential: string
  readonly browserUntil: string
  /** Until then, clients from the same address may join. */
  readonly addressUntil: string
}

/** An owner's request for a webhook. Its form is validated, but its target is not. */
export interface WebhookRequest extends WebhookSubscription {
  readonly url: string
  /** Absent: detected from the url. */
  readonly kind?: WebhookFormat
  /** Seconds between deliveries of a kind; later events are collected and sent together. */
  readonly cooldownSeconds: number
  /** The room's page. */
  readonly page: string
}

export interface WebhookInfo extends WebhookSubscription {
  readonly id: string
  readonly kind: WebhookFormat
  /** The host of its url, the rest of which is secret. */
  readonly host: string
  /** Seconds. */
  readonly cooldown: number
  readonly since: string
  /** `off`: too many deliveries in a row were given up. */
  readonly status: 'on' | 'off'
  /** Events to deliver. */
  readonly waiting: number
  /** The last delivery's error. */
  readonly failure?: string
}

/** An owner's request for a ban: of an address, a name, or the address of the session with this id. */
export type BanRequest = (BanSubject | { readonly id: string }) & {
  readonly seconds: number
  readonly reason?: string
}

/** A request to one of the game's endpoints, with data of the room that only the Worker has. */
export interface EndpointRequest {
  readonly name: string
  readonly params: { readonly [name: string]: string }
  readonly url: string
  readonly ports: readonly { readonly transport: string; readonly port: number }[]
}

/** A request for one of the game's actions, with its author. */
export interface ActionCall extends ActionRequest {
  readonly name: string
  /** The author's address, for rate limits. */
  readonly address: string
}

/** `waitMs`: the address requests too much. `failed`: the world could not run it. */
export type ActionResult = ActionDone | ActionRefusal | { readonly waitMs: number } | 'failed'

export interface RoomFileResponse {
  readonly type: string
  readonly body: Uint8Array | string | BuildAsset
  /** `GameFile.immutable`: whether the bytes never change while the room exists. */
  readonly immutable: boolean
  readonly secret: boolean
}

/** The token of a request, which may be the room's, and the address that sent it. */
export interface OwnerCredential {
  readonly token: string
  readonly address: string
}

/** The token is not the room's, or was not compared because the address must wait. */
export interface WrongToken {
  readonly wrongToken: true
  /** 0: the token was compared, and is wrong. */
  readonly waitMs: number
}

/** The Room's RPC methods. `undefined`: there is no room. */
export interface RoomRpc extends VersionedRpc {
  /** Creates the room; `undefined`: it exists already. After a `CreationInProgress` call `continueCreation`. */
  createRoom(
    request: CreateRoomCall,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | CreationInProgress | Refusal | undefined>
  /** Runs the next part of the creation of this generation; `undefined`: there is none. */
  continueCreation(generation: number): ReturnType<RoomRpc['createRoom']>
  /**
   * Creates the world of a room that is gathering, once for all concurrent callers. `not-gathering`: its world exists.
   * `busy`: another call is creating it.
   */
  startRoom(
    request: StartRoomCall,
  ): Promise<{ readonly warnings: readonly string[] } | Refusal | 'not-gathering' | 'busy' | undefined>
  /** Progress of its creation or import, 0 to 1; `undefined`: it exists, or none is under way. */
  creationProgress(): Promise<number | undefined>
  /** Imports a room; `undefined` if a room with its name exists already. */
  importRoom(request: ImportRoomCall): ReturnType<RoomRpc['createRoom']>
  /** Exports the room. `known`: the ETag of the caller's file, `unchanged` if current. `busy`: too many exports. */
  exportRoom(known?: string): Promise<RoomExport | 'unchanged' | 'busy' | undefined>
  /** Exports the room with its world as it was at `at`, in milliseconds since 1970. */
  exportAt(at: number): Promise<RoomExport | 'busy' | Refusal | undefined>
  /** `bare`: does not compute the room's view, which is null then. */
  describe(bare?: 'bare'): Promise<RoomState | UnreadableRoom | undefined>
  /** Announces itself to the Directory, if possible; false: there is no room. */
  announce(): Promise<boolean>
  patch(change: RoomPatch): Promise<RoomState | Refusal | undefined>
  /**
   * Unregisters the room (unless it is unreadable), closes every socket, and deletes everything, with `retain` seven days
   * later.
   */
  deleteRoom(retain?: 'retain'): Promise<boolean>
  /** Restores a deleted room in this generation, which reserves its name. Undefined: there is none to restore. */
  undelete(generation: number): Promise<true | undefined>
  /**
   * Whether this is the room's own token, compared in constant time; false if there is no room. A wrong token counts
   * against `address`, and no token is compared while the address has to wait; without an address nothing
   * is counted.
   */
  checkToken(token: string, address?: string): Promise<boolean | { readonly waitMs: number }>
  /** The connected sessions, including those whose player is not known yet. */
  listSessions(): Promise<readonly SessionInfo[] | undefined>
  /**
   * Ends a session and returns its player. `not-found`: no session has this id. `resuming`: the room is resuming, and its
   * sidecars have not resumed their sessions.
   */
  kick(id: string): Promise<SessionInfo | 'not-found' | 'resuming' | undefined>
  /** Kicks with the room's token: checks the token as `checkToken` does, and kicks in the same call. */
  kickAsOwner(
    id: string,
    credential: OwnerCredential,
  ): Promise<Awaited<ReturnType<RoomRpc['kick']>> | WrongToken>
  /**
   * Admits clients from this address if `secret` is the room's password or invitation. Otherwise the milliseconds until
   * another one is compared.
   */
  admit(secret: string, address: string): Promise<Admitted | { readonly waitMs: number } | undefined>
  /** The secret of the invite link, new if `renew`, which revokes all admissions; null if everybody may join. */
  invitation(renew?: 'renew'): Promise<string | null | undefined>
  /** Adds a ban, and ends the sessions under it. */
  ban(request: BanRequest): Promise<BanInfo | Refusal | undefined>
  listBans(): Promise<readonly BanInfo[] | undefined>
  /** Lifts one ban (absent: all), and returns how many there were. */
  liftBans(which?: BanSubject | { readonly id: string }): Promise<number | undefined>
  /** Mutes an address, a name or the player of a session: what they say reaches nobody. */
  mute(request: BanRequest): Promise<BanInfo | Refusal | undefined>
  listMutes(): Promise<readonly BanInfo[] | undefined>
  /** Lifts one mute (absent: all), and returns how many there were. */
  liftMutes(which?: BanSubject | { readonly id: string }): Promise<number | undefined>
  /** Players' reports of each other, newest first. */
  listReports(): Promise<readonly ReportInfo[] | undefined>
  /** Deletes one report (absent: all), and returns how many there were. */
  dismissReports(id?: string): Promise<number | undefined>
  /**
   * The lines of the log and the world's events after this number, and the earliest time to which the room can go back.
   */
  readTimeline(after: number): Promise<Timeline | undefined>
  /** Takes the world back to `at`, in milliseconds since 1970. Every session ends. Can be undone in the same way. */
  rewind(at: number): Promise<true | Refusal | undefined>
  /** Returns the data of the player of this name. `failed`: its world cannot be opened. */
  readPlayerData(name: string): Promise<PlayerDataFile | Refusal | 'not-found' | 'failed' | undefined>
  /** Erases the player of this name, also in the history. Their sessions end. */
  erasePlayerData(name: string): Promise<true | Refusal | 'not-found' | 'failed' | undefined>
  /** Like `readPlayerData`, for a person who proves to be the player. */
  readOwnData(
    name: string,
    login: PlayerLogin,
  ): Promise<Awaited<ReturnType<RoomRpc['readPlayerData']>> | LoginFailure>
  /** Like `erasePlayerData`, for a person who proves to be the player. */
  eraseOwnData(
    name: string,
    login: PlayerLogin,
  ): Promise<Awaited<ReturnType<RoomRpc['erasePlayerData']>> | LoginFailure>
  /** The film, for a visitor with this address. Refused: the visitor may not watch. */
  readFilm(address: string): Promise<RoomFilm | Refusal | undefined>
  /** The segment of this time (milliseconds since 1970), or else the next one; null: there is none. wire/film/film-segment.ts. */
  readFilmSegment(at: number, address: string): Promise<Uint8Array | null | Refusal | undefined>
  /** A clip (wire/film/film-clip.ts); null: there is none with this id. */
  readClip(id: string): Promise<Uint8Array | null | undefined>
  /** Newest first. */
  listClips(): Promise<readonly ClipInfo[] | undefined>
  /** Keeps a part of the film: milliseconds since 1970. */
  addClip(from: number, to: number): Promise<ClipInfo | Refusal | undefined>
  /** Returns false if there is none with this id. */
  deleteClip(id: string): Promise<boolean | undefined>
  logAfter(after: number): Promise<readonly LogLine[] | undefined>
  listWebhooks(): Promise<readonly WebhookInfo[] | undefined>
  /** Creates a webhook. Returns its signing secret, this once. */
  addWebhook(
    request: WebhookRequest,
  ): Promise<{ readonly webhook: WebhookInfo; readonly secret?: string } | Refusal | undefined>
  /** Returns false if there is none with this id. */
  deleteWebhook(id: string): Promise<boolean | undefined>
  /** This instance's counters. Opens no world. */
  metrics(): Promise<RoomMetrics | undefined>
  usage(): Promise<UsageReport | undefined>
  /** The game's answers to an owner's console line; `failed`: it could not be run. */
  runConsoleCommand(line: string): Promise<readonly string[] | 'failed' | undefined>
  /**
   * Shows a message of the host to all players in the game's chat, and returns how many there are. In a game without chat the
   * site's own players and the room's page show it. `failed`: it could not be shown. Opens no sleeping world.
   */
  broadcast(text: string): Promise<number | 'failed' | undefined>
  /** Notifies this browser when a player is in the room, until it unsubscribes. `waitMs`: its address adds too many. */
  subscribePush(request: PushRequest): Promise<true | Refusal | { readonly waitMs: number } | undefined>
  /** Returns false if the browser of this endpoint is not subscribed. */
  unsubscribePush(endpoint: string): Promise<boolean | undefined>
  runAction(call: ActionCall): Promise<ActionResult | undefined>
  /** The inputs for a new room like this one; undefined also if its game does not support that. */
  fork(from: ForkOrigin): Promise<Pick<CreateRoomCall, 'options' | 'files'> | undefined>
  /** Creates a new token; the old one stops working. */
  renewToken(): Promise<string | undefined>
  /** `after`: only stories after this number. */
  readStories(after: number): Promise<RoomStories | undefined>
  /** The picture of this story; undefined also if it has none, or the owner forbids pictures. */
  storyPicture(number: number): Promise<Picture | undefined>
  /** A picture of the current world; undefined also if its game has none, or its world cannot be opened. */
  picture(): Promise<Picture | undefined>
  /** The JSON of one of the game's endpoints; undefined: no room, or no result for these parameters. */
  readEndpoint(reading: EndpointRequest): Promise<string | undefined>
  /** The names of the files it serves; `secret` ones need the room's token. */
  listFiles(): Promise<readonly { readonly name: string; readonly secret: boolean }[]>
  /** `secret`: the file exists, but needs the room's token (`allowed`). */
  readFile(name: string, allowed: boolean): Promise<RoomFileResponse | 'secret' | undefined>
}
