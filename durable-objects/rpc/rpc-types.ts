// The data types that the objects and the Worker share in RPC calls. Times as texts are ISO 8601, UTC.
import type { ActionDone, ActionRefusal, ActionRequest } from '../../games/actions.ts'
import type { BuildAsset, Json, Options, PlayerTally, RoomLimits } from '../../games/game.ts'
import type { RoomStage } from '../../games/stages.ts'
import type { ListenerReport } from '../../wire/link/control-messages.ts'
import type { Transport } from '../../wire/net/framing.ts'
import type { Region } from '../../wire/net/region.ts'
import type { EntryField } from '../../wire/net/server-list.ts'
import type { Fault, ReportedFault } from '../model/backoff.ts'
import type { BanInfo, BanSubject } from '../model/bans.ts'
import type { TimelineLine } from '../model/room-log.ts'
import type { RoomStatus } from '../model/room-status.ts'
import type { Schedule } from '../model/schedule.ts'
import type { SeriesEntry, SeriesRefusal } from '../model/series.ts'
import type { BoardRow, Story } from '../model/story.ts'
import type { WebhookFormat, WebhookSubscription } from '../model/webhook.ts'
import type { ByteSource } from '../storage/blob-store.ts'

/** The value of this header of an upgrade is the client's address. */
export const clientAddressHeader = 'packetboat-address'

/** Admits a browser to a private room. Its path is the room's page. */
export const admissionCookie = 'admission'

/** Limit per subscriber or sidecar. The names are stored in the socket's attachment. */
export const maxSubscribedRooms = 100

/** `port`: 0 for any free port. `sidecar`: the id of the sidecar that opens the listener; absent for any. */
export interface ListenerRequest {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly sidecar?: string
}

/** A room's listener on one sidecar. Either `host` or `error` is set. */
export interface RoomAddress extends Omit<ListenerReport, 'asked'> {
  readonly host?: string
  readonly sidecar: string
  readonly region?: Region
}

export interface NewRoom {
  readonly game: string
  readonly room: string
  /** Distinguishes rooms of the same name; later ones have higher numbers. The Directory assigns it with the name. */
  readonly generation: number
  readonly title: string
  /** The stage before the world is created. Absent: the world exists, or is created together with the room. */
  readonly stage?: RoomStage
  readonly region?: Region
  readonly options: Options
  readonly listen: readonly ListenerRequest[]
}

export interface RoomProperties extends NewRoom {
  readonly status: 'open' | 'closed'
  readonly comments: readonly string[]
  /** Off: the owner forbids spectators and pictures. Absent: anybody may watch. */
  readonly watching?: 'off'
  /** Absent: everybody may join. */
  readonly join?: 'password' | 'invited'
  /** The room's opening hours; absent if it is always open. */
  readonly schedule?: Schedule
  readonly createdAt: string
}

export interface HostMessage {
  readonly text: string
  readonly at: string
}

/** Sent to the Directory when the room changes or wakes. A secret option is true or false: whether it is set. */
export interface RoomAnnouncement extends Omit<RoomProperties, 'status'> {
  /** `closed` also means outside the opening hours. In a `damaged` room, `damage` is the reason. */
  readonly status: RoomStatus
  /** Whether the room is closed by its schedule, not by the owner. */
  readonly outsideHours?: true
  /** When the schedule opens or closes the room next, if ever. */
  readonly opensAt?: string
  readonly closesAt?: string
  /** The host's last message, in games without chat. Absent after ten minutes. */
  readonly message?: HostMessage
  readonly damage?: string
  readonly trouble?: ReportedFault
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
  /** Absent: the room's options name no series. */
  readonly series?: SeriesEntry
  /** Limits of the game with this room's options, for the sidecar. */
  readonly limits: Pick<
    RoomLimits,
    'windowBytes' | 'maxFrameBytes' | 'maxSessionsPerAddress' | 'idleTimeoutMs'
  > & { readonly ticks: boolean }
}

/** The state as the room's API shows it, without addresses and urls. */
export type RoomState = Omit<
  RoomAnnouncement,
  'limits' | 'generation' | 'sharedIds' | 'listEntry' | 'trouble' | 'series'
> & {
  /** Absent: the room's options name no series. */
  readonly series?: { readonly name: string; readonly refused?: SeriesRefusal }
  readonly view: Json
  readonly fault?: Fault
  /** The number of stories that have ended in the room; absent if there are none. */
  readonly stories?: number
}

/** `unreadable`: why the room's own record cannot be read. Nothing else is known of the room, but it can be deleted. */
export interface UnreadableRoom {
  readonly unreadable: string
}

/** The Worker has validated its shape. */
export interface CreateRoomRequest<Body = ByteSource> extends NewRoom {
  readonly files: readonly (UploadFieldAndName & { readonly body: Body })[]
}

/** Creates the world of a room in the stage `gathering`. */
export type StartRoomRequest<Body = ByteSource> = Pick<CreateRoomRequest<Body>, 'options' | 'files'> & {
  /** The fencing token of the caller's lease. If it is set, the room starts only while the caller holds the lease. */
  readonly fence?: number
}

/** The answer after one part of a creation. The next call continues the creation. `progress`: 0 to 1. */
export interface CreationInProgress {
  readonly inProgress: { readonly progress: number }
}

export interface UploadFieldAndName {
  readonly field: string
  readonly name: string
}

/** The fields of the file's head are validated. */
export interface ImportRoomRequest<Body = ByteSource> extends RoomProperties {
  /** The version of the file's records, which this build can open. */
  readonly version: number
  /** Absent: a new seed is used, because a room of this site already has ids derived from the seed in the file. */
  readonly seed?: string
  readonly body: Body
  readonly maxUnpackedBytes: number
}

export type CreateRoomCall = CreateRoomRequest<ReadableStream<Uint8Array>>
export type StartRoomCall = StartRoomRequest<ReadableStream<Uint8Array>>
export type ImportRoomCall = ImportRoomRequest<ReadableStream<Uint8Array>>

export interface RoomExport {
  /** The file changes only if the ETag changes. */
  readonly etag: string
  readonly title: string
  /** The file in the format of wire/EXPORT.md, uncompressed. */
  readonly body: ReadableStream<Uint8Array>
}

/** A mark on the timeline of a film, for everybody who may watch the room. */
export interface FilmMark {
  readonly time: string
  /** A kind of timeline line, or `kick`. */
  readonly kind: string
  readonly text: string
}

/** Times are ISO 8601, UTC. */
export interface RoomFilm {
  readonly isOn: boolean
  /** Periods without a gap in the film, oldest first. */
  readonly stretches: readonly { readonly from: string; readonly to: string }[]
  readonly marks: readonly FilmMark[]
}

/** A clip, which stays when the film is deleted. */
export interface ClipInfo {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly createdAt: string
}

/** `since`: the earliest time to which the room can go back, ISO 8601; absent if the room keeps no history. */
export interface Timeline {
  readonly since?: string
  readonly lines: readonly TimelineLine[]
}

/** The number of wrong guesses is limited for each address. */
export interface PlayerLogin {
  readonly password: string
  readonly address: string
}

export interface PlayerDataFile {
  readonly game: string
  readonly room: string
  readonly player: string
  /** When the data was read: ISO 8601, UTC. All times below have this form. */
  readonly at: string
  /** The data that the game returns; null if the world has no data of the player. */
  readonly world: Json
  readonly log: readonly { readonly time: string; readonly text: string }[]
  readonly stories: readonly (PlayerTally & {
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
  /** The player's recent addresses, as rate limits normalize them: an IPv6 address as its /64. */
  readonly addresses: readonly string[]
}

/** `waitMs`: the wait before the next try; 0: name or password is wrong. `no-password`: the game has no passwords. */
export type LoginFailure = { readonly waitMs: number } | 'no-password'

/** Newest first. `current`: the story in progress, if any. `board`: the sums of all players over all stories. */
export interface RoomStories {
  readonly stories: readonly Story[]
  readonly current?: Pick<Story, 'from' | 'players'>
  readonly board: readonly BoardRow[]
}

/** The Worker has validated its shape. */
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
   * The password for joining; null removes it. If the game has no option for a password, setting one changes the join
   * mode `open` to `password`.
   */
  readonly password?: string | null
  readonly join?: JoinMode
}

/** `open`: everybody may join. `password`: players who know it. `invited`: players who have opened the invite link. */
export type JoinMode = 'open' | 'password' | 'invited'

export interface AdmissionGrant {
  readonly credential: string
  readonly browserUntil: string
  /** The time until which clients from the same address may join. */
  readonly addressUntil: string
}

/** The target is not validated. */
export interface WebhookRequest extends WebhookSubscription {
  readonly url: string
  /** Absent: derived from `url`. */
  readonly kind?: WebhookFormat
  /** Seconds between two deliveries of the same kind of event. Events in between are collected and sent together. */
  readonly cooldownSeconds: number
  readonly page: string
}

export interface WebhookInfo extends WebhookSubscription {
  readonly id: string
  readonly kind: WebhookFormat
  /** The rest of the webhook's url is secret. */
  readonly host: string
  /** Seconds. */
  readonly cooldown: number
  readonly since: string
  /** `off`: too many deliveries in a row were given up. */
  readonly status: 'on' | 'off'
  readonly waiting: number
  readonly failure?: string
}

/** `id`: bans the address of the session with this id. */
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

export interface ActionCall extends ActionRequest {
  readonly name: string
  /** The caller's address, for rate limits. */
  readonly address: string
}

/** `waitMs`: the address has sent too many requests. `failed`: the world could not run the action. */
export type ActionResult = ActionDone | ActionRefusal | { readonly waitMs: number } | 'failed'

export interface RoomFileResponse {
  readonly type: string
  readonly body: Uint8Array | string | BuildAsset
  /** `GameFile.immutable`: whether the bytes never change while the room exists. */
  readonly immutable: boolean
  readonly secret: boolean
}

/** The token of a request, which may be the room's token, and the address that sent it. */
export interface OwnerCredential {
  readonly token: string
  readonly address: string
}

/** The token is not the room's, or was not compared because the address must wait. */
export interface WrongTokenResult {
  readonly wrongToken: true
  /** Milliseconds to wait. 0: the token was compared, and is wrong. */
  readonly waitMs: number
}
