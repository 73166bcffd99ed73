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

/** Header of an upgrade from the Worker to a Room. Its value is the client's address. */
export const clientAddressHeader = 'packetboat-address'

/** Cookie of a browser that was admitted to a private room. Its path is the room's page. */
export const admissionCookie = 'admission'

/** Maximum number of rooms that a subscriber or a sidecar may name. They are stored in its socket's attachment. */
export const maxSubscribedRooms = 100

/**
 * A listener that a room requests. `port`: 0 for any free port. `sidecar`: the id of the sidecar that opens the
 * listener; absent for any.
 */
export interface ListenerRequest {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly sidecar?: string
}

/** A room's listener on one sidecar. Either `host` or `error` is set. */
export interface RoomAddress {
  readonly transport: Transport | 'dispatch'
  readonly host?: string
  readonly port: number
  readonly sidecar: string
  /** The sidecar's location, if known. */
  readonly region?: Region
  readonly error?: string
  /** The last answers of public server lists, if the room is announced to them with this address. */
  readonly lists?: readonly ListResult[]
}

/** A room to be created. */
export interface NewRoom {
  readonly game: string
  readonly room: string
  /**
   * Distinguishes rooms of the same name. A later room has a higher generation. The Directory assigns it when the name
   * is reserved.
   */
  readonly generation: number
  readonly title: string
  /**
   * The stage of a room whose world is not created yet. Absent: the world exists, or is created together with the room.
   */
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
  /** Absent: everybody may join. */
  readonly join?: 'password' | 'invited'
  /** The opening hours. Absent: the room is always open. */
  readonly schedule?: Schedule
  readonly createdAt: string
}

/** A message of the host to all players. */
export interface HostMessage {
  readonly text: string
  readonly at: string
}

/**
 * A room's message to the Directory when it changes or wakes. A secret option is only true or false: whether it is set.
 */
export interface Announcement extends Omit<RoomProperties, 'status'> {
  /**
   * `closed` also means that the room is outside its opening hours. If the room is `damaged`, `damage` is the reason.
   */
  readonly status: RoomStatus
  /** The room is closed by its schedule, not by the owner. */
  readonly outsideHours?: true
  /** When the schedule opens or closes the room next, if ever. */
  readonly opensAt?: string
  readonly closesAt?: string
  /** The host's last message, in games without chat. Absent after ten minutes. */
  readonly message?: HostMessage
  readonly damage?: string
  /** A repeated failure, and since when. */
  readonly trouble?: Trouble
  readonly players: number
  readonly capacity: number
  /** Ids of the room in addition to its address, by name, in games that have such ids. */
  readonly publicIds?: { readonly [name: string]: string }
  /**
   * Ids by which the site finds content of the room, in games that share content and while the world is open. `names`:
   * the names of the content, in the same order.
   */
  readonly sharedIds?: {
    readonly kind: string
    readonly ids: readonly string[]
    readonly names?: readonly string[]
  }
  /**
   * The room's entry in server lists, in games that have such lists and while the world is open. `isAnnounced`: whether
   * sidecars send the entry to public server lists.
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
  /** The number of stories that have ended in the room; absent if there are none. */
  readonly stories?: number
}

/**
 * A room whose own record is unreadable. `unreadable`: the cause. Nothing else is known of the room, but it can be
 * deleted.
 */
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

/**
 * The answer after one part of a creation. The part is stored, and the next call continues the creation. `progress`: 0
 * to 1.
 */
export interface CreationInProgress {
  readonly inProgress: { readonly progress: number }
}

interface UploadName {
  readonly field: string
  readonly name: string
}

/** A request to import a room: the validated fields of the file's head, and the file. */
export interface ImportRoomRequest<Body = ByteSource> extends RoomProperties {
  /** Version of the room's records, which this build can open. */
  readonly version: number
  /**
   * The room's seed. Absent: a new seed is used, because a room of this site already has ids derived from the seed in
   * the file.
   */
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
  /** The ETag of the file: the file changes only if the ETag does. */
  readonly etag: string
  readonly title: string
  /** The file in the format of wire/EXPORT.md, uncompressed. */
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

/** A part of the film that the owner keeps. */
export interface ClipInfo {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly createdAt: string
}

/**
 * The timeline of a room. `since`: the earliest time to which the room can go back, ISO 8601; absent if the room keeps
 * no history.
 */
export interface Timeline {
  readonly since?: string
  readonly lines: readonly TimelineLine[]
}

/** The password of a person who claims to be a player, and their address, by which wrong guesses are limited. */
export interface PlayerLogin {
  readonly password: string
  readonly address: string
}

/** The data that a room has about a player. */
export interface PlayerDataFile {
  readonly game: string
  readonly room: string
  readonly player: string
  /** When the data was read: ISO 8601, UTC. All times below have this form. */
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
  /**
   * Addresses from which the player has connected recently, as rate limits normalize them: an IPv6 address as its /64.
   */
  readonly addresses: readonly string[]
}

/**
 * `waitMs`: milliseconds to wait before the next try; 0: the name, the password or both are wrong. `no-password`:
 * players of the game have no passwords.
 */
export type LoginFailure = { readonly waitMs: number } | 'no-password'

/**
 * The stories of a room, newest first. `current`: the story in progress, if any. `board`: the sums of all players over
 * all stories.
 */
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
  /** The same as in `CreateRoomInput`. */
  readonly continuation?: Json
}

/** The RPC methods of Uploads, which stores files of forms. The Worker generates the id of each file. */
export interface UploadsRpc extends VersionedRpc {
  /** Stores a file. Resolves to its size in bytes when all of it is stored. */
  storeFile(id: string, body: ReadableStream<Uint8Array>): Promise<number>
  readFile(id: string): Promise<ReadableStream<Uint8Array>>
  /** The game's preview of these files. Creates no room. */
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
  /**
   * The password for joining. null removes it. If the game has no option for a password, setting one changes `join` to
   * `password`.
   */
  readonly password?: string | null
  readonly join?: JoinMode
}

/**
 * `open`: everybody may join. `password`: players who know the password may join. `invited`: players who have opened
 * the invite link may join.
 */
export type JoinMode = 'open' | 'password' | 'invited'

/** The rights of a client that has shown the room's password or invitation. */
export interface Admitted {
  /** The value of the cookie that admits the browser. */
  readonly credential: string
  readonly browserUntil: string
  /** Until this time, clients from the same address may join. */
  readonly addressUntil: string
}

/** An owner's request for a webhook. Its form is validated, but its target is not. */
export interface WebhookRequest extends WebhookSubscription {
  readonly url: string
  /** The service's message format. Absent: the room derives it from `url`. */
  readonly kind?: WebhookFormat
  /** Seconds between two deliveries of the same kind of event. Events in between are collected and sent together. */
  readonly cooldownSeconds: number
  /** The room's page. */
  readonly page: string
}

export interface WebhookInfo extends WebhookSubscription {
  readonly id: string
  readonly kind: WebhookFormat
  /** The host of the webhook's url. The rest of the url is secret. */
  readonly host: string
  /** Seconds. */
  readonly cooldown: number
  readonly since: string
  /** `off`: too many deliveries in a row were given up. */
  readonly status: 'on' | 'off'
  /** Number of events that are not delivered yet. */
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

/**
 * `waitMs`: the address has sent too many requests, and must wait this long. `failed`: the world could not run the
 * action.
 */
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

/** The answer if the token is not the room's, or was not compared because the address must wait. */
export interface WrongToken {
  readonly wrongToken: true
  /** Milliseconds to wait. 0: the token was compared, and is wrong. */
  readonly waitMs: number
}

/** The Room's RPC methods. They return `undefined` if the room does not exist. */
export interface RoomRpc extends VersionedRpc {
  /**
   * Creates the room. `undefined`: a room of this name already exists. `CreationInProgress`: call `continueCreation`
   * next.
   */
  createRoom(
    request: CreateRoomCall,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | CreationInProgress | Refusal | undefined>
  /** Runs the next part of the creation of this generation. `undefined`: there is no such creation. */
  continueCreation(generation: number): ReturnType<RoomRpc['createRoom']>
  /**
   * Creates the world of a room that is gathering. `not-gathering`: the world already exists. `busy`: another call is
   * creating it.
   */
  startRoom(
    request: StartRoomCall,
  ): Promise<{ readonly warnings: readonly string[] } | Refusal | 'not-gathering' | 'busy' | undefined>
  /** Progress of the room's creation or import, 0 to 1. `undefined`: none is in progress. */
  creationProgress(): Promise<number | undefined>
  /** Imports a room. `undefined`: a room of this name already exists. */
  importRoom(request: ImportRoomCall): ReturnType<RoomRpc['createRoom']>
  /**
   * Exports the room. `known`: the ETag of the caller's file. `unchanged`: that file is current. `busy`: too many
   * exports are being read.
   */
  exportRoom(known?: string): Promise<RoomExport | 'unchanged' | 'busy' | undefined>
  /** Exports the room with its world of the time `at`, in milliseconds since 1970. */
  exportAt(at: number): Promise<RoomExport | 'busy' | Refusal | undefined>
  /** The state of the room. `withoutView`: without the room's view, which is then null. */
  describe(withoutView?: 'withoutView'): Promise<RoomState | UnreadableRoom | undefined>
  /** Announces the room to the Directory, if possible. Returns false if the room does not exist. */
  announce(): Promise<boolean>
  patch(change: RoomPatch): Promise<RoomState | Refusal | undefined>
  /**
   * Removes the room from the Directory (unless it is unreadable), closes every socket, and deletes all data. `retain`:
   * the data is deleted seven days later.
   */
  deleteRoom(retain?: 'retain'): Promise<boolean>
  /**
   * Restores a deleted room with this generation, for which its name is reserved. Undefined: no deleted room is kept.
   */
  undelete(generation: number): Promise<true | undefined>
  /**
   * Whether this is the room's own token, compared in constant time. False if there is no room. A wrong token counts
   * against `address`; without an address nothing is counted. `waitMs`: the token was not compared, because the address
   * must wait.
   */
  checkToken(token: string, address?: string): Promise<boolean | { readonly waitMs: number }>
  /** The connected sessions, including those whose player is not known yet. */
  listSessions(): Promise<readonly SessionInfo[] | undefined>
  /**
   * Ends a session and returns it. `not-found`: no session has this id. `resuming`: the room has just restarted, and
   * not all sidecars have resumed their sessions.
   */
  kick(id: string): Promise<SessionInfo | 'not-found' | 'resuming' | undefined>
  /** Checks the room's token like `checkToken`, and then ends the session like `kick`. */
  kickAsOwner(
    id: string,
    credential: OwnerCredential,
  ): Promise<Awaited<ReturnType<RoomRpc['kick']>> | WrongToken>
  /**
   * Admits clients from this address if `secret` is the room's password or invitation. Otherwise returns the
   * milliseconds until another secret may be tried.
   */
  admit(secret: string, address: string): Promise<Admitted | { readonly waitMs: number } | undefined>
  /**
   * The secret of the invite link; null if everybody may join. `renew`: creates a new secret, which revokes all
   * admissions.
   */
  invitation(renew?: 'renew'): Promise<string | null | undefined>
  /** Adds a ban, and ends the sessions under it. */
  ban(request: BanRequest): Promise<BanInfo | Refusal | undefined>
  listBans(): Promise<readonly BanInfo[] | undefined>
  /** Lifts the ban `which`, or all bans if it is absent. Returns the number of lifted bans. */
  liftBans(which?: BanSubject | { readonly id: string }): Promise<number | undefined>
  /** Mutes an address, a name or the player of a session, so that their chat reaches nobody. */
  mute(request: BanRequest): Promise<BanInfo | Refusal | undefined>
  listMutes(): Promise<readonly BanInfo[] | undefined>
  /** Lifts the mute `which`, or all mutes if it is absent. Returns the number of lifted mutes. */
  liftMutes(which?: BanSubject | { readonly id: string }): Promise<number | undefined>
  /** Players' reports of each other, newest first. */
  listReports(): Promise<readonly ReportInfo[] | undefined>
  /** Deletes the report of this id, or all reports if it is absent. Returns the number of deleted reports. */
  dismissReports(id?: string): Promise<number | undefined>
  /**
   * The lines of the log and the world's events after this number, and the earliest time to which the room can go back.
   */
  readTimeline(after: number): Promise<Timeline | undefined>
  /** Takes the world back to `at`, in milliseconds since 1970. Every session ends. A later call can undo this. */
  rewind(at: number): Promise<true | Refusal | undefined>
  /** Returns the data of the player of this name. `failed`: the room's world cannot be opened. */
  readPlayerData(name: string): Promise<PlayerDataFile | Refusal | 'not-found' | 'failed' | undefined>
  /** Erases the player of this name, also from the history. The player's sessions end. */
  erasePlayerData(name: string): Promise<true | Refusal | 'not-found' | 'failed' | undefined>
  /** Like `readPlayerData`, for a person who authenticates as the player. */
  readOwnData(
    name: string,
    login: PlayerLogin,
  ): Promise<Awaited<ReturnType<RoomRpc['readPlayerData']>> | LoginFailure>
  /** Like `erasePlayerData`, for a person who authenticates as the player. */
  eraseOwnData(
    name: string,
    login: PlayerLogin,
  ): Promise<Awaited<ReturnType<RoomRpc['erasePlayerData']>> | LoginFailure>
  /** The film, for a visitor with this address. Refused: the visitor may not watch. */
  readFilm(address: string): Promise<RoomFilm | Refusal | undefined>
  /**
   * The segment that covers the time `at` (milliseconds since 1970), or the next later one; null: there is none. The
   * format is in wire/film/film-segment.ts.
   */
  readFilmSegment(at: number, address: string): Promise<Uint8Array | null | Refusal | undefined>
  /** A clip, in the format of wire/film/film-clip.ts; null: there is none with this id. */
  readClip(id: string): Promise<Uint8Array | null | undefined>
  /** Returns all clips, newest first. */
  listClips(): Promise<readonly ClipInfo[] | undefined>
  /** Keeps a part of the film as a clip. `from` and `to`: milliseconds since 1970. */
  addClip(from: number, to: number): Promise<ClipInfo | Refusal | undefined>
  /** Returns false if there is none with this id. */
  deleteClip(id: string): Promise<boolean | undefined>
  logAfter(after: number): Promise<readonly LogLine[] | undefined>
  listWebhooks(): Promise<readonly WebhookInfo[] | undefined>
  /** Creates a webhook. Returns its signing secret, which is not shown again. */
  addWebhook(
    request: WebhookRequest,
  ): Promise<{ readonly webhook: WebhookInfo; readonly secret?: string } | Refusal | undefined>
  /** Returns false if there is none with this id. */
  deleteWebhook(id: string): Promise<boolean | undefined>
  /** This instance's counters. Opens no world. */
  metrics(): Promise<RoomMetrics | undefined>
  usage(): Promise<UsageReport | undefined>
  /** Runs a console line of the owner, and returns the lines of its output. `failed`: the line could not be run. */
  runConsoleCommand(line: string): Promise<readonly string[] | 'failed' | undefined>
  /**
   * Shows a message of the host to all players, and returns how many can see it. In a game without chat, the browser
   * players and the room's page show it. `failed`: it could not be shown. Does not open the world of a hibernating
   * room.
   */
  broadcast(text: string): Promise<number | 'failed' | undefined>
  /**
   * Subscribes this browser to a notification when a player joins the empty room. `waitMs`: the address has sent too
   * many subscriptions.
   */
  subscribePush(request: PushRequest): Promise<true | Refusal | { readonly waitMs: number } | undefined>
  /** Returns false if the browser of this endpoint is not subscribed. */
  unsubscribePush(endpoint: string): Promise<boolean | undefined>
  runAction(call: ActionCall): Promise<ActionResult | undefined>
  /** The inputs for a new room like this one. Undefined also if the game does not support forks. */
  fork(from: ForkOrigin): Promise<Pick<CreateRoomCall, 'options' | 'files'> | undefined>
  /** Creates a new token; the old one stops working. */
  renewToken(): Promise<string | undefined>
  /** `after`: only stories after this number. */
  readStories(after: number): Promise<RoomStories | undefined>
  /** The picture of this story. Undefined also if the story has none, or the owner forbids pictures. */
  storyPicture(number: number): Promise<Picture | undefined>
  /** A picture of the current world. Undefined also if the game has no pictures, or the world cannot be opened. */
  picture(): Promise<Picture | undefined>
  /** The JSON of one of the game's endpoints. Undefined also if there is no result for these parameters. */
  readEndpoint(reading: EndpointRequest): Promise<string | undefined>
  /** The files that the room serves. A `secret` file needs the room's token. */
  listFiles(): Promise<readonly { readonly name: string; readonly secret: boolean }[]>
  /**
   * A file that the room serves. `allowed`: whether the caller has the room's token. `secret`: the file exists, but
   * needs the token.
   */
  readFile(name: string, allowed: boolean): Promise<RoomFileResponse | 'secret' | undefined>
}
