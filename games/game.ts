// Types only. A game is one folder that exports a `Game`; no other code depends on a specific game. The parts of the
// contract are in the files beside this one; import them from here.
import type { Framing, Transport } from '../wire/net/framing.ts'
import type { AboutGame } from './about.ts'
import type { PublicAction } from './actions.ts'
import type { OwnerConsole } from './console.ts'
import type { GameDocument, ServerList } from './documents.ts'
import type { Endpoint, GameFile, SharedContent } from './endpoints.ts'
import type { Frame, GameContext, Json, Options, Peer, RecordStore } from './game-context.ts'
import type { CompatibilityPage, GamePage } from './pages.ts'
import type { Picture } from './picture.ts'
import type { ProtocolProbe } from './probe.ts'
import type { Refusal } from './refusal.ts'
import type { RemoteClientFactory } from './remote-client.ts'
import type {
  CreateRoomInput,
  CreateRoomPart,
  CreateRoomResult,
  ForkInput,
  ForkOrigin,
  InProgress,
  UploadField,
  UploadPreview,
  UploadSpec,
} from './room-creation.ts'
import type { RoomLimits } from './room-limits.ts'
import type { DueTimeShifts } from './shared/due-times.ts'
import type { OptionTable } from './shared/options/table.ts'
import type { PersonalData } from './shared/privacy/personal-data.ts'
import type { Session, SpectatorFeed, World } from './world.ts'

export type { AboutGame } from './about.ts'
export type { ConsoleForm, OwnerConsole } from './console.ts'
export type {
  DocumentAddress,
  GameDocument,
  ListenerAddress,
  RoomInDocument,
  ServerList,
} from './documents.ts'
export type { BuildAsset, Endpoint, EndpointRoom, GameFile, SharedContent, SharedIndex } from './endpoints.ts'
export type {
  Frame,
  GameContext,
  GameEvent,
  Json,
  Options,
  Peer,
  PlayerTally,
  RecordStore,
  RecordValue,
  StoryResults,
} from './game-context.ts'
export type {
  CompatibilityPage,
  CompatibilityPageContent,
  CompatibilityPageRoom,
  GamePage,
  PageContent,
  PageRoom,
} from './pages.ts'
export type { Picture } from './picture.ts'
export type { Refusal } from './refusal.ts'
export type {
  RemoteClient,
  RemoteClientContext,
  RemoteClientFactory,
  RemoteClientRequest,
} from './remote-client.ts'
export type {
  ByteChunks,
  CreateRoomInput,
  CreateRoomPart,
  CreateRoomResult,
  ForkInput,
  ForkOrigin,
  InProgress,
  UploadedFile,
  UploadField,
  UploadPreview,
  UploadSpec,
} from './room-creation.ts'
export type { RoomLimits, WorkLimits } from './room-limits.ts'
export type { DueTimeShifts, ShiftTime } from './shared/due-times.ts'
export type { OptionTable } from './shared/options/table.ts'
export type {
  KnownPlayer,
  PersonalData,
  PlayerCredentials,
  WorldRecord,
} from './shared/privacy/personal-data.ts'
export type { ReceiveResult, Session, SpectatorFeed, World } from './world.ts'

/**
 * A game: its data and the functions that the site calls. `W` is the game's world.
 * @example games/soaprun/index.ts
 */
export interface Game<W extends World = World> {
  /** `[a-z0-9-]+`. The game's name in urls, which is the first part of every room's address. */
  readonly slug: string
  readonly title: string
  readonly about: AboutGame
  /** Version of the stored records. A room stored by another version opens only if `readableVersions` lists it. */
  readonly version: number
  readonly readableVersions?: readonly number[]
  readonly listeners: readonly GameListener[]
  /** The options that an owner can set. Validation, forms, help and API schemas are generated from this table. */
  readonly options: OptionTable
  /** Uploads of a new room, by field. A game that requires one gets no default room from `packetboat start`. */
  readonly uploads?: { readonly [field in UploadField]?: UploadSpec }
  readonly documents?: { readonly [name: string]: GameDocument }
  /** Public lists of the game's servers, from which its clients choose one. */
  readonly serverList?: ServerList<W>
  /** A stage before the world exists, in which people gather the inputs of the world. */
  readonly gathering?: GatheringStage
  limits(options: Options): RoomLimits
  /**
   * Validates the options and uploads of a new room and returns the records to store, or a refusal that names the
   * field. May await. Work that takes more than about 2 s of CPU must be split: return a `CreateRoomPart` for each
   * part, and the Room requests the next one in a new event with its own CPU limit.
   */
  createRoom(
    input: CreateRoomInput,
    context: GameContext,
  ): Promise<CreateRoomResult | CreateRoomPart | Refusal>
  /**
   * Summarizes uploaded files for the owner and creates nothing. Has the limits and refusals of `createRoom`, but does
   * not guarantee that `createRoom` succeeds. Can be split into parts too. Omit it if the game takes no files.
   */
  previewUploads?(input: CreateRoomInput, context: GameContext): Promise<UploadPreview | InProgress | Refusal>
  /** Opens a world from its records. If `version` is an older readable version, also migrates the records. */
  openWorld(store: RecordStore, context: GameContext, options: Options, version: number): W
  /**
   * Move the due times in records. The room calls these functions when it goes back to an earlier state, or exports
   * one, so that timers have as long left as they had in that state.
   */
  readonly dueTimeShifts?: DueTimeShifts
  /**
   * Starts a session and sends the server's first messages, if the protocol has any. With `resumeState`, resumes a
   * session after a restart.
   */
  openSession(world: W, context: GameContext, peer: Peer, resumeState?: Uint8Array): Session
  /**
   * The last frame to a client that is rejected or disconnected for this reason. Undefined: the connection closes
   * without a message. `text`: the reason for players, one line of ASCII.
   */
  rejectFrame?(why: RejectReason, text: string): Frame | undefined
  /** Set if `Session.name` is a slot, which the game later assigns to another player. Names then cannot be banned. */
  readonly namesIdentifySlots?: true
  /**
   * Shows a message of the room's host to all players, in the game's own chat. `text`: one line of at most
   * `maxBroadcastLength` characters; replace characters that clients cannot show. Omit it for a game without chat.
   */
  broadcast?(world: W, text: string): void
  /**
   * For a game without chat: shows a message of the room's host to the players whose client can show it, such as the
   * site's browser player. Returns the number of these players. The room's page shows the message too. `text`: as for
   * `broadcast`.
   */
  notify?(world: W, text: string): number
  /** Set if players can report each other to the host, through `GameContext.moderation`. */
  readonly reports?: true
  /**
   * How the world's data about a player is exported and erased. Omit it if the world's records contain no such data.
   * The room itself exports and erases its own data about players, such as its log.
   */
  readonly personalData?: PersonalData<W>
  /** The room's page and API show this state. */
  publicState(world: W): Json
  /**
   * A picture of the current world from above, for the room's card and link previews. It is public, so it shows only
   * what players can see. The Room draws it between transactions, so drawing must take only a few milliseconds.
   */
  drawPicture?(world: W): Picture
  /**
   * Creates the spectator feed, which sends the packets that sessions send. One feed serves all spectators. It gets no
   * GameContext, so it cannot write or use the RNG.
   */
  createSpectatorFeed?(world: W): SpectatorFeed
  /**
   * Validates changed options and transforms them for storage, for example by hashing passwords. Runs before
   * `applyOptions`. Receives only the changed keys. May await: the world keeps running, and its options can change
   * meanwhile.
   */
  prepareOptions?(changed: Options, context: GameContext): Promise<Options | Refusal>
  /** `options`: the current ones with the changes. Returns those to store. A refusal must not change the world. */
  applyOptions?(world: W, options: Options): Options | Refusal
  files?(world: W): readonly GameFile[]
  /** The files that are also served at `/api/rooms/GAME/:room/NAME`: by name, a sentence about each file. */
  readonly apiFiles?: { readonly [name: string]: string }
  /** Names of additional public ids of each room (22 characters each). `apiField` is the API field that lists them. */
  readonly publicIds?: { readonly apiField: string; readonly names: readonly string[] }
  readonly sharedContent?: SharedContent<W>
  readonly endpoints?: { readonly [name: string]: Endpoint<W> }
  /** The game's own HTML pages, in navigation order. The page at the path `play` is the browser player. */
  readonly pages?: { readonly [name: string]: GamePage }
  /** Pages at site-wide paths with the markup of another server's pages, for programs that read those pages. */
  readonly compatibilityPages?: readonly CompatibilityPage[]
  /**
   * Transforms a public file for download. `connect` is the room's connect address, such as `host:38281`. Runs in the
   * Worker, so it costs the room nothing. Omit it to serve files unchanged.
   */
  transformFile?(bytes: Uint8Array, connect: string): Uint8Array
  fork?(world: W, from: ForkOrigin): ForkInput
  /** Events of the game for webhooks, in addition to those of every game. */
  readonly webhooks?: WebhookSupport
  /**
   * When a story of the room ends. `results`: at an event that has results, for example at the end of a match. Absent:
   * at the end of each day (UTC) on which players were in the room.
   */
  readonly storyEnds?: 'results'
  readonly actions?: { readonly [name: string]: PublicAction<W> }
  /** Probes for `packetboat doctor`, one or more for each kind of listener and for the room's own WebSocket. */
  probes?(): readonly ProtocolProbe[]
  /** A note for the report of `packetboat doctor`, if any. `view`: the room's public state. */
  healthNote?(view: Json): string | undefined
  readonly ownerConsole?: OwnerConsole<W>
  /** Origins of the game's well-known web clients. Their pages may connect even if the site's `ORIGINS` lacks them. */
  readonly webClients?: readonly string[]
  readonly remoteClients?: RemoteClientFactory
}

/**
 * Why the room rejects or disconnects a client.
 * @example games/doom-2077/index.ts
 */
export type RejectReason = 'closed' | 'full' | 'unavailable' | 'uninvited' | 'kicked' | 'banned' | 'erased'

/**
 * The stage `gathering` of a room. The owner creates the room without its required upload, and uploads the file later.
 * Then the Room creates the world with `createRoom`. The room keeps its address, ports, public ids, owner, webhooks and
 * bans.
 * @example games/archipelago/index.ts
 */
export interface GatheringStage {
  /**
   * The game that the room runs in this stage, with the same slug, listeners and public ids. Its world contains the
   * gathered inputs. Its records stay when the game's world is created, so their keys must differ from those of the
   * game's records.
   */
  readonly stage: Game
  /** One sentence that describes the upload that ends the stage. */
  readonly description: string
  /** Path of the operation that ends the stage, relative to `/api/rooms/GAME/:room/`. */
  readonly path: string
}

/**
 * A kind of listener that a game can have. `port`: the game's usual port. `localPort`: the port that `packetboat start`
 * uses instead.
 * @example games/soaprun/index.ts
 */
export interface GameListener {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly localPort?: number
  /** Set if unmodified clients can connect only to the usual port. */
  readonly portIsFixed?: true
  /** For TCP: how to split the stream into frames. */
  readonly framing?: Framing
  /**
   * For UDP: the first bytes of datagrams with a single message that a newer one replaces. Only a session's newest such
   * datagram must be delivered.
   */
  readonly supersedePrefix?: Uint8Array
  /**
   * For WebSocket: whether frames are JSON lists. The room splits long lists from a client. Lists to a client that are
   * not replies may be joined to one list.
   */
  readonly batchesJson?: boolean
  /** For dispatch: the name of the game's document that the listener sends to every connection, as a raw response. */
  readonly document?: string
}

/**
 * The additional webhook events of a game, and the labels by which webhooks can filter events.
 * @example games/archipelago/endpoints/webhooks.ts
 */
export interface WebhookSupport {
  /** The additional kinds of events, each in words for the form: `an item is found`. */
  readonly kinds: { readonly [kind in 'item' | 'hint']?: string }
  /** The events that a webhook sends unless its owner chooses others. */
  readonly byDefault: readonly ('join' | 'goal' | 'end' | 'trouble' | 'item' | 'hint')[]
  /** The filters by label of the events. `choices`: all values of the label. Absent: any text, such as a name. */
  readonly filters: {
    readonly [label: string]: {
      readonly description: string
      readonly choices?: readonly string[]
      readonly byDefault?: readonly string[]
    }
  }
}
