import type { ForkOrigin, Picture, Refusal } from '../../games/game.ts'
import type { BanInfo, BanSubject } from '../model/bans.ts'
import type { PushSubscriptionRequest } from '../model/push-subscription.ts'
import type { ReportInfo } from '../model/reports.ts'
import type { LogLine } from '../model/room-log.ts'
import type { RoomMetrics } from '../model/room-metrics.ts'
import type { UsageReport } from '../pricing/daily-usage.ts'
import type { SessionInfo } from '../room/sessions/session-info.ts'
import type {
  ActionCall,
  ActionResult,
  AdmissionGrant,
  BanRequest,
  ClipInfo,
  CreateRoomCall,
  CreationInProgress,
  EndpointRequest,
  ImportRoomCall,
  LoginFailure,
  OwnerCredential,
  PlayerDataFile,
  PlayerLogin,
  RoomExport,
  RoomFileResponse,
  RoomFilm,
  RoomPatch,
  RoomState,
  RoomStories,
  StartRoomCall,
  Timeline,
  UnreadableRoom,
  WebhookInfo,
  WebhookRequest,
  WrongTokenResult,
} from './rpc-types.ts'
import type { VersionedRpc } from './versioned-calls.ts'

/** The Room's RPC methods. If the room does not exist, they return `undefined` unless a comment says otherwise. */
export interface RoomRpc extends VersionedRpc {
  /** `undefined`: the room exists or is being created. `CreationInProgress`: call `continueCreation` next. */
  createRoom(
    request: CreateRoomCall,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | CreationInProgress | Refusal | undefined>
  /** `undefined`: there is no creation of this generation, or one of its parts is running. */
  continueCreation(generation: number): ReturnType<RoomRpc['createRoom']>
  /** Creates the world in the stage `gathering`. `not-gathering`: it exists. `busy`: another call is creating it. */
  startRoom(
    request: StartRoomCall,
  ): Promise<{ readonly warnings: readonly string[] } | Refusal | 'not-gathering' | 'busy' | undefined>
  /** Progress of the creation from 0 to 1, also for an import. `undefined`: no creation is in progress. */
  creationProgress(): Promise<number | undefined>
  importRoom(request: ImportRoomCall): ReturnType<RoomRpc['createRoom']>
  /**
   * `known`: the ETag of the caller's file. `unchanged`: that file is current. `busy`: too many exports are being read,
   * or names are being erased from the film.
   */
  exportRoom(known?: string): Promise<RoomExport | 'unchanged' | 'busy' | undefined>
  /** `at`: milliseconds since 1970. */
  exportAt(at: number): Promise<RoomExport | 'busy' | Refusal | undefined>
  /** The state of the room; with `withoutView` its view is null. */
  describe(withoutView?: 'withoutView'): Promise<RoomState | UnreadableRoom | undefined>
  /** Returns false if the room does not exist. */
  announce(): Promise<boolean>
  patch(change: RoomPatch): Promise<RoomState | Refusal | undefined>
  /**
   * Removes the room from the Directory (unless it is unreadable), closes every socket, and deletes all data. `retain`:
   * the data is deleted seven days later. Returns false if the room does not exist.
   */
  deleteRoom(retain?: 'retain'): Promise<boolean>
  /** The name is reserved for this generation. Undefined: no deleted room is kept. */
  undelete(generation: number): Promise<true | undefined>
  /**
   * Whether this is the room's own token, compared in constant time. False if there is no room. A wrong token counts
   * against `address`; without an address nothing is counted. `waitMs`: the token was not compared, because the address
   * must wait.
   */
  checkToken(token: string, address?: string): Promise<boolean | { readonly waitMs: number }>
  /** The connected sessions, including those whose player is not known yet. */
  listSessions(): Promise<readonly SessionInfo[] | undefined>
  /** `not-found`: no session has this id. `resuming`: after a restart, not all sidecars have resumed their sessions. */
  kick(id: string): Promise<SessionInfo | 'not-found' | 'resuming' | undefined>
  /** Checks the token like `checkToken`, and then ends the session like `kick`. */
  kickAsOwner(
    id: string,
    credential: OwnerCredential,
  ): Promise<Awaited<ReturnType<RoomRpc['kick']>> | WrongTokenResult>
  /** Admits the address if `secret` is the password or invitation. `waitMs`: until another secret may be tried. */
  admit(secret: string, address: string): Promise<AdmissionGrant | { readonly waitMs: number } | undefined>
  /** The invite link's secret; null if everybody may join. `renew`: a new secret, which revokes all admissions. */
  invitation(renew?: 'renew'): Promise<string | null | undefined>
  /** Bans a subject and ends its sessions. */
  ban(request: BanRequest): Promise<BanInfo | Refusal | undefined>
  listBans(): Promise<readonly BanInfo[] | undefined>
  /** Without `which`, lifts all bans. Returns the number of lifted bans. */
  liftBans(which?: BanSubject | { readonly id: string }): Promise<number | undefined>
  /** Mutes a player, whose chat then reaches nobody. */
  mute(request: BanRequest): Promise<BanInfo | Refusal | undefined>
  listMutes(): Promise<readonly BanInfo[] | undefined>
  /** Without `which`, lifts all mutes. Returns the number of lifted mutes. */
  liftMutes(which?: BanSubject | { readonly id: string }): Promise<number | undefined>
  /** Newest first. */
  listReports(): Promise<readonly ReportInfo[] | undefined>
  /** Without an id, deletes all reports. Returns the number of deleted reports. */
  dismissReports(id?: string): Promise<number | undefined>
  /** Log lines and the world's events after this number, and the earliest time to which the room can go back. */
  readTimeline(after: number): Promise<Timeline | undefined>
  /** `at`: milliseconds since 1970. Every session ends. A later call can undo this. */
  rewind(at: number): Promise<true | Refusal | undefined>
  /** `failed`: the room's world cannot be opened. */
  readPlayerData(name: string): Promise<PlayerDataFile | Refusal | 'not-found' | 'failed' | undefined>
  /** Erases the player's data, including the data in the history. The player's sessions end. */
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
  /** The film, or a refusal if the visitor with this address may not watch. */
  readFilm(address: string): Promise<RoomFilm | Refusal | undefined>
  /** The segment (wire/film/film-segment.ts) that covers `at`, in milliseconds since 1970, or the next; null: none. */
  readFilmSegment(at: number, address: string): Promise<Uint8Array | null | Refusal | undefined>
  /** The clip in the format of wire/film/film-clip.ts; null: no clip has this id. */
  readClip(id: string): Promise<Uint8Array | null | undefined>
  /** Newest first. */
  listClips(): Promise<readonly ClipInfo[] | undefined>
  /** `from` and `to`: milliseconds since 1970. */
  addClip(from: number, to: number): Promise<ClipInfo | Refusal | undefined>
  /** Returns false if no clip has this id. */
  deleteClip(id: string): Promise<boolean | undefined>
  logAfter(after: number): Promise<readonly LogLine[] | undefined>
  listWebhooks(): Promise<readonly WebhookInfo[] | undefined>
  /** Adds a webhook, whose signing secret is not shown again. */
  addWebhook(
    request: WebhookRequest,
  ): Promise<{ readonly webhook: WebhookInfo; readonly secret?: string } | Refusal | undefined>
  /** Returns false if no webhook has this id. */
  deleteWebhook(id: string): Promise<boolean | undefined>
  /** The metrics of this instance. Opens no world. */
  metrics(): Promise<RoomMetrics | undefined>
  usage(): Promise<UsageReport | undefined>
  /** Runs a line of the owner's console and returns the lines of its output. `failed`: the line could not be run. */
  runConsoleCommand(line: string): Promise<readonly string[] | 'failed' | undefined>
  /**
   * Returns the number of players who can see the text. In a game without chat, the browser players and the room's page
   * show it. `failed`: the text could not be shown. Does not open the world of a hibernating room.
   */
  broadcast(text: string): Promise<number | 'failed' | undefined>
  /** Notifies the browser when a player joins the empty room. `waitMs`: the address has sent too many subscriptions. */
  subscribePush(
    request: PushSubscriptionRequest,
  ): Promise<true | Refusal | { readonly waitMs: number } | undefined>
  /** Returns false if the browser of this endpoint is not subscribed. */
  unsubscribePush(endpoint: string): Promise<boolean | undefined>
  runAction(call: ActionCall): Promise<ActionResult | undefined>
  /** The inputs of a fork; undefined also if the game does not support forks. */
  fork(from: ForkOrigin): Promise<Pick<CreateRoomCall, 'options' | 'files'> | undefined>
  /** Replaces the room's token; the old one stops working. */
  renewToken(): Promise<string | undefined>
  /** `after`: only stories after this number. */
  readStories(after: number): Promise<RoomStories | undefined>
  /** The picture of a story; undefined also if it has none, or the owner forbids pictures. */
  storyPicture(number: number): Promise<Picture | undefined>
  /** A picture of the world; undefined also if the game has none, or the world cannot be opened. */
  picture(): Promise<Picture | undefined>
  /** The endpoint's response, as JSON. Undefined also if there is no result for these parameters. */
  readEndpoint(reading: EndpointRequest): Promise<string | undefined>
  /** A `secret` file needs the room's token. Empty if the room does not exist. */
  listFiles(): Promise<readonly { readonly name: string; readonly secret: boolean }[]>
  /** `allowed`: whether the caller has the room's token. `secret`: the file exists, but needs the token. */
  readFile(name: string, allowed: boolean): Promise<RoomFileResponse | 'secret' | undefined>
}
