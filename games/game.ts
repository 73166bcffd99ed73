// The contract between a game and the site. Types only. A game is one folder that exports a `Game`; no other code
// depends on a specific game.
import type { Child } from 'hono/jsx'
import type { Framing, Transport } from '../wire/net/framing.ts'
import type { EntryField } from '../wire/net/server-list.ts'
import type { AboutGame } from './about.ts'
import type { PublicAction } from './actions.ts'
import type { Frame, GameContext, Json, Options, Peer, RecordStore, RecordValue } from './game-context.ts'
import type { InProgress } from './in-progress.ts'
import type { Picture } from './picture.ts'
import type { ProtocolProbe } from './probe.ts'
import type { Refusal } from './refusal.ts'
import type { RemoteClientFactory } from './remote-client.ts'
import type { OptionTable } from './shared/options/table.ts'

export type { AboutGame } from './about.ts'
export type {
  Frame,
  GameContext,
  GameEvent,
  Json,
  Options,
  Peer,
  RecordStore,
  RecordValue,
} from './game-context.ts'
export type { InProgress } from './in-progress.ts'
export type { Picture } from './picture.ts'
export type { Refusal } from './refusal.ts'
export type {
  RemoteClient,
  RemoteClientContext,
  RemoteClientFactory,
  RemoteClientRequest,
} from './remote-client.ts'
export type { OptionTable } from './shared/options/table.ts'

/**
 * A game: its data and the functions that the site calls. `W` is the game's world.
 * @example games/soaprun/index.ts
 */
export interface Game<W extends World = World> {
  /** `[a-z0-9-]+`. The first part of every room's address. */
  readonly slug: string
  readonly title: string
  /** Texts for visitors who do not know the game. */
  readonly about: AboutGame
  /** Version of the stored records. A room stored by another version opens only if `readableVersions`
   * lists that version. */
  readonly version: number
  readonly readableVersions?: readonly number[]
  readonly listeners: readonly GameListener[]
  /**
   * The options that an owner can set. Parsing, validation, forms, help, documents and API schemas are generated from
   * this table.
   */
  readonly options: OptionTable
  /**
   * Files that an owner can upload with a new room, by field. `packetboat start` creates no default room for a game
   * that needs a file.
   */
  readonly uploads?: { readonly [field in UploadField]?: UploadSpec }
  readonly documents?: { readonly [name: string]: GameDocument }
  /** Public lists of the game's servers, from which its clients choose one. */
  readonly serverList?: ServerList<W>
  /** A stage in which a room can exist before its world, while people gather what the world is made of. */
  readonly gathering?: Gathering
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
   * Starts a session, or resumes one from its resume state after a restart. If the server speaks first in this
   * protocol, sends its first messages.
   */
  openSession(world: W, context: GameContext, peer: Peer, resumeState?: Uint8Array): Session
  /**
   * The last frame to send before the close: to a new client if the room is closed or full or has banned them, or to a
   * connected player whom the owner kicks or bans, or whose room closes. `text`: the reason for players, one line of ASCII.
   * If undefined, the connection closes without a message.
   */
  rejectFrame?(why: RejectReason, text: string): Frame | undefined
  /**
   * `Session.name` is only a slot that the game assigns and later assigns to another player, so names cannot be banned.
   */
  readonly namesIdentifySlots?: true
  /**
   * Shows a message of the room's host to all players, in the game's own chat. `text`: one line of at most
   * `maxBroadcastLength` characters; replace those that clients cannot show. Omit it for a game without chat.
   */
  broadcast?(world: W, text: string): void
  /** Players can report each other to the host, with `GameContext.moderation`. */
  readonly reports?: true
  /** The world's public state, for the room's page and API. */
  publicState(world: W): Json
  /**
   * A picture of the current world from above, for the room's card and link previews. It is public, so it shows only
   * what players can see. The Room draws it between transactions: keep it to a few milliseconds.
   */
  drawPicture?(world: W): Picture
  /**
   * Creates the spectator feed, which sends the packets that sessions send. One feed serves all spectators. It gets no
   * GameContext, so it cannot write or use the RNG.
   */
  createSpectatorFeed?(world: W): SpectatorFeed
  /**
   * Validates changed options and transforms them for storage, for example by hashing passwords. Runs before
   * `configure`. Receives only the changed keys. May await: the world keeps running, and its options can change
   * meanwhile.
   */
  prepareOptions?(changed: Options, context: GameContext): Promise<Options | Refusal>
  /**
   * Applies changed options, which the caller has merged into the current ones. Returns the options to store. A refusal
   * must leave the world unchanged.
   */
  applyOptions?(world: W, options: Options): Options | Refusal
  files?(world: W): readonly GameFile[]
  /** Files that are also at `/api/rooms/GAME/:room/NAME`, by name, and a sentence about each. */
  readonly apiFiles?: { readonly [name: string]: string }
  /** Names of additional public ids of each room (22 characters each). `apiField` is the API field that lists them. */
  readonly publicIds?: { readonly apiField: string; readonly names: readonly string[] }
  /** Content that rooms can share, such as the names of a game's items, under site-wide ids. */
  readonly sharedContent?: SharedContent<W>
  /** The game's public state as JSON endpoints, by name. */
  readonly endpoints?: { readonly [name: string]: Endpoint<W> }
  /** The game's own HTML pages, in navigation order. The page at the path `play` is the browser player. */
  readonly pages?: { readonly [name: string]: GamePage }
  /** Pages at site-wide paths, in the markup of another server, for programs that read its pages. */
  readonly compatibilityPages?: readonly CompatibilityPage[]
  /**
   * Transforms a public file for download. `connect` is the room's connect address, such as `host:38281`. Runs in the
   * Worker, so it costs the room nothing. Omit it to serve files unchanged.
   */
  transformFile?(bytes: Uint8Array, connect: string): Uint8Array
  /**
   * Options and files to create a copy of this room with, in its current or its initial state, in the form of
   * `CreateRoomInput`.
   */
  fork?(world: W, from: ForkOrigin): ForkInput
  /** Events of the game for webhooks, beside those of every game. */
  readonly webhooks?: WebhookSupport
  /** Changes that people make in the room through the site, without a client. */
  readonly actions?: { readonly [name: string]: PublicAction<W> }
  /**
   * Probes that connect as real clients do, for each kind of listener and for the room's own WebSocket. `packetboat
   * doctor` runs them.
   */
  probes?(): readonly ProtocolProbe[]
  /** A note that `packetboat doctor` adds to its report, computed from the room's public state, if any. */
  healthNote?(view: Json): string | undefined
  /** Commands that the owner can send to the room without a client. */
  readonly ownerConsole?: OwnerConsole<W>
  /** Origins of the game's well-known web clients. Their pages may connect even if the site's `ORIGINS` lacks them. */
  readonly webClients?: readonly string[]
  /** Clients that the site runs for players who have only a screen and input devices. */
  readonly remoteClients?: RemoteClientFactory
}

/**
 * Why the room rejects or disconnects a client.
 * @example games/doom-2077/index.ts
 */
export type RejectReason = 'closed' | 'full' | 'kicked' | 'banned'

/**
 * The stage `gathering` of a room. The owner creates the room without its required upload, and adds that later with
 * `createRoom`: then the world exists. The room keeps its address, ports, public ids, owner, webhooks and bans.
 * @example games/archipelago/index.ts
 */
export interface Gathering {
  /**
   * The game that the room runs in this stage, with the same slug, listeners and public ids. Its world holds what is
   * gathered. Its records stay when the world is created, so their keys must not be those of the game's records.
   */
  readonly stage: Game
  /** One sentence that describes the upload that ends the stage. */
  readonly description: string
  /** Path of the operation that ends the stage, relative to `/api/rooms/GAME/:room/`. */
  readonly path: string
}

/**
 * Names of upload fields. Most games take a `file`; `arch` and `maps` are the two archives of one Crossfire world.
 * @example games/crossfire/index.ts
 */
export type UploadField = 'file' | 'save' | 'arch' | 'maps'

/**
 * One upload field of a new room.
 * @example games/archipelago/index.ts
 */
export interface UploadSpec {
  /** One sentence that describes the expected file. */
  readonly description: string
  /** Accepted file name endings, such as `.zip`. */
  readonly extensions: readonly string[]
  /** No room can be created without this file. */
  readonly required?: true
}

/**
 * How clients reach a game. `port` is the game's usual port; `packetboat start` uses `localPort` instead if given.
 * @example games/soaprun/index.ts
 */
export interface GameListener {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly localPort?: number
  /** Unmodified clients can connect to the usual port only. */
  readonly portIsFixed?: true
  /** TCP: how to cut the stream into frames. */
  readonly framing?: Framing
  /** UDP: prefix of the single-message datagrams of which only the newest of a session needs to be delivered. */
  readonly supersedePrefix?: Uint8Array
  /**
   * WebSocket: whether frames are JSON lists. The room splits long lists from a client, and may join lists to a client
   * that are not replies.
   */
  readonly batchesJson?: boolean
  /** Dispatch: the game's document that the listener sends, raw, to every connection. */
  readonly document?: string
}

/**
 * Limits that the Room enforces. A session over a rate is not closed; its next frame waits. 0 means no limit.
 * @example games/soaprun/index.ts
 */
export interface RoomLimits {
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly bytesPerSecond: number
  /** Maximum size of a client's frame, in bytes. A larger frame closes the session. */
  readonly maxFrameBytes: number
  /** Bytes per session of unanswered frames, and of replies that the client has not received yet (usually 64 KiB). */
  readonly windowBytes: number
  readonly maxSessions: number
  /** Connections per address. Loopback is not counted. */
  readonly maxSessionsPerAddress: number
  /** Maximum number of spectators, in addition to `maxSessions` (default 200). */
  readonly maxSpectators?: number
  /** CPU budget. Omit it to charge nothing. */
  readonly work?: WorkLimits
  /** Milliseconds of silence after which the Room closes a session. */
  readonly idleTimeoutMs: number
}

/**
 * CPU budget in steps (about 0.25 µs each) per payer: a session, or `Session.quotaKey` if the game sets it. An address
 * has four times as much; loopback is not counted. The Room charges a transaction after it ran, and delays the next one
 * of a payer in debt. One eighth of the budget is guaranteed to each payer. The payers that need more share the rest,
 * so that many together spend little more than one.
 * @example games/archipelago/protocol/limits.ts
 */
export interface WorkLimits {
  readonly stepsPerSecond: number
  /**
   * Steps that a payer may spend at once. The Room spreads a burst out so that other sessions run in between.
   */
  readonly stepBurst: number
  /**
   * Whether the game charges what it sends with `GameContext.chargeSteps`. Otherwise the Room adds, per receiver, one
   * step and one for each 16 bytes.
   */
  readonly chargesOwnSends?: boolean
}

/**
 * Input of `Game.createRoom` and `Game.previewUploads`.
 * @example games/archipelago/create-room.ts
 */
export interface CreateRoomInput {
  readonly options: Options
  /** The uploaded files by `UploadField`. */
  readonly files: ReadonlyMap<string, UploadedFile>
  /** The records of the room's stage `gathering`, which it leaves. The game must then create the room in one part. */
  readonly gathered?: Pick<RecordStore, 'get' | 'list'>
  /** `continuation` of the previous part; absent in the first part. */
  readonly continuation?: Json
}
/**
 * An uploaded file. It can be larger than memory, so read only the ranges that you need. Readable only until
 * `createRoom` or `previewUploads` has returned and its result is stored.
 * @example games/archipelago/import/upload-archive.ts
 */
export interface UploadedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** A copy of the bytes from `from` up to `to`, cut at the end of the file. */
  read(from: number, to: number): Uint8Array
}
/**
 * Generates a record's bytes in chunks of any length while they are stored, for records larger than memory. Each chunk
 * is valid until the next one is requested.
 * @example games/archipelago/create-room.ts
 */
export type ByteChunks = () => Iterable<Uint8Array>
/**
 * Summary of uploaded files, by human-readable field names. `warnings`, if present, are those that `createRoom` would
 * return; `options`, if present, are the public options that the files ask for: they apply unless the owner sets others.
 * @example games/soaprun/create-room.ts
 */
export type UploadPreview = { readonly [field: string]: Json }
/**
 * The options and records of a new room.
 * @example games/soaprun/create-room.ts
 */
export interface CreateRoomResult {
  readonly options: Options
  /** The Room stores each record before it requests the next, all in one transaction. */
  readonly records: Iterable<readonly [key: string, value: RecordValue | ByteChunks]>
  readonly warnings: readonly string[]
}
/**
 * One part of a room creation that takes several events. The Room stores its records before it requests the next part,
 * and deletes those of all parts if a later one refuses.
 * @example games/crossfire/create-room.ts
 */
export interface CreateRoomPart extends InProgress {
  readonly records: CreateRoomResult['records']
}

/**
 * A room's state and rules: plain data and the game's actions. No bytes, no sockets.
 * @example games/soaprun/world.ts
 */
export interface World {
  readonly players: number
  readonly capacity: number
  /**
   * Whether at least one player plays, or has joined far enough to wait for ticks. The world ticks and is saved only
   * while this is true, so an idle connection causes no work.
   */
  readonly isOccupied: boolean
  /** Milliseconds between ticks while occupied. 0: never ticks. */
  readonly tickMs: number
  tick(now: number): void
  /** When the Room should call `wake`, in `GameContext.now()` milliseconds; undefined for never. */
  readonly wakeAt?: number | undefined
  wake?(now: number): void
  /**
   * Writes state that may roll back by up to 2 s. The Room calls it at most 2 s after any event while occupied, and
   * when the world is no longer occupied.
   */
  save?(): void
  /**
   * Whether there is state for `save` to write. Implement it if that is rare: otherwise every event keeps the room
   * awake for those 2 s.
   */
  readonly hasUnsavedState?: boolean
}

/**
 * A session with one peer. Throwing WireError closes it: throw before you change the world, because only stored records
 * roll back. Any other error is a bug: it closes the session, and the Room reopens the world.
 * @example games/soaprun/session.ts
 */
export interface Session {
  /**
   * Handles one frame. Its writes are committed before a reply leaves. If it returns a promise, later frames of this
   * session wait; the resolved function runs as the rest of the transaction, and only that function may write.
   *
   * A frame that costs more than about 32,768 steps (8 ms) must be processed in parts, each in its own transaction: do
   * one part and return the progress, a whole number above 0. The Room charges the part, runs other sessions, and calls
   * again with the same frame and that number as `from`. The number is stored in the part's transaction, so no part is
   * applied twice after a restart. Replies leave when the frame is done.
   * @param from 0 for the frame's first part.
   */
  receive(frame: Frame, from: number): ReceiveResult | Promise<() => ReceiveResult>
  /**
   * Whether the frame probably only reads. Of frames that arrive together from several sessions, the Room runs these first and
   * sends their replies, which so do not wait for a commit of the others. A wrong guess changes nothing but the order.
   */
  isReadOnly?(frame: Frame): boolean
  /**
   * The link to the sidecar was down, or the room restarted: frames sent outside `receive` may be lost. Resend what the
   * client needs. Not called after hibernation, because sockets survive it.
   */
  onResumed(): void
  onClosed(): void
  /** The state that this session needs to resume: the client's view, never world state. */
  readonly resumeState: Uint8Array | undefined
  /**
   * The player's identity once known, as other players see it: a character, a slot, or a place that the game assigned.
   * The Room reads it after each transaction of the session.
   */
  readonly name?: string | undefined
  /**
   * The player in the words that other players see, such as the colour of the figure, for the owner's list of players. If
   * absent, it is the name.
   */
  readonly label?: string | undefined
  /**
   * The payer of this session's transactions, such as a character or slot, so that its sessions share one budget. If
   * absent, the session pays for itself.
   */
  readonly quotaKey?: string | undefined
}

/**
 * Void: the frame is done. A number above 0: the next part continues from there.
 * @example games/archipelago/session.ts
 */
export type ReceiveResult = number | void

/**
 * The spectator feed of a room. It shows only what players can see. The Room calls it between transactions.
 * @example games/soaprun/protocol/spectator-feed.ts
 */
export interface SpectatorFeed {
  /** A full snapshot for a new spectator. */
  snapshot(now: number): readonly Frame[]
  /**
   * Minimum interval between calls of `delta` in milliseconds (default 100). The Room lengthens it if there are many
   * spectators.
   */
  readonly minIntervalMs?: number
  /** The changes since the last `snapshot` or `delta`, for all spectators that received it. Called after transactions. */
  delta(now: number): readonly Frame[]
  /** The last spectator has left: release state that only spectators need. */
  onNoSpectators(): void
}

/**
 * A file that a room serves. `secret`: only to holders of the room's token.
 * @example games/arcane-sector/index.ts
 */
export interface GameFile {
  readonly name: string
  readonly type: string
  readonly secret?: boolean
  /** Whether the bytes never change while the room exists, so that clients can cache them. */
  readonly immutable?: boolean
  body(): Uint8Array | string | BuildAsset
}
/**
 * A site asset that is the same in all rooms. The build generates it with the game's `builtin/assets.ts`, under this
 * name.
 * @example games/doom-2077/index.ts
 */
export interface BuildAsset {
  readonly assetName: string
}

/**
 * A part of a room's public state, served as JSON at `/:game/:room/api/…`.
 * @example games/archipelago/endpoints/index.ts
 */
export interface Endpoint<W extends World> {
  /** One sentence. */
  readonly description: string
  /** Relative to `/:game/:room/api/`. `:name` is a parameter. */
  readonly path: string
  /** Its path beside those of the room's API, relative to `/api/rooms/GAME/:room/`. */
  readonly apiPath?: string
  /** Media type (default: JSON). */
  readonly type?: string
  /** Site-wide paths. `:id` is the room's public id of the name given in `id`. */
  readonly aliases?: readonly { readonly path: string; readonly id: string }[]
  /** Seconds for which shared caches may keep it. */
  readonly maxAgeSeconds: number
  /** The text; undefined if nothing matches the parameters. */
  respond(world: W, params: { readonly [name: string]: string }, room: EndpointRoom): string | undefined
}

/**
 * Content that several rooms of a site can have, under an id that names it. Must not change while the room exists.
 * @example games/archipelago/endpoints/shared-packages.ts
 */
export interface SharedContent<W extends World> {
  /** Kind of the ids. Endpoint aliases with this kind of id are served site-wide by any room that has the id. */
  readonly kind: string
  /** The site uses the first 256 of a room, and ignores ids of over 64 and names of over 128 characters. */
  list(world: W): readonly { readonly id: string; readonly name: string }[]
  /** Site-wide paths that list the content of all rooms by name, each name once. */
  readonly indexes: readonly SharedIndex[]
}

/**
 * A JSON object of the shared content of all rooms, by name.
 * @example games/archipelago/endpoints/shared-packages.ts
 */
export interface SharedIndex {
  readonly name: string
  readonly path: string
  /** One sentence. */
  readonly description: string
  /** Seconds for which caches may keep it. */
  readonly maxAgeSeconds: number
  /**
   * The endpoint that supplies each entry's value: it is called with the query parameter `id`, and its response
   * contains the value in `field`. If absent, the value is the id.
   */
  readonly content?: { readonly endpoint: string; readonly field: string }
}

/**
 * Facts about the room, besides its world, that an endpoint can use.
 * @example games/archipelago/endpoints/webhost.ts
 */
export interface EndpointRoom {
  /** Absolute URL of the room's page. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly publicIds: { readonly [name: string]: string }
  /** The public ports that sidecars opened for the room. */
  readonly ports: readonly { readonly transport: string; readonly port: number }[]
}

/**
 * One of the game's own pages, rendered from one endpoint. The Worker renders it, so it costs the room no more than the
 * endpoint does. It must be readable without JavaScript. The site keeps elements with a `data-refresh` attribute up to
 * date.
 * @example games/archipelago/pages/index.ts
 */
export interface GamePage {
  /** Title in the game's navigation. If absent, only other pages link to it. */
  readonly navTitle?: string
  /**
   * Relative to `/:game/:room/`. `:name` is a parameter of the endpoint. '' is the part of the room's own page that
   * shows its world.
   */
  readonly path: string
  /**
   * Name of the endpoint. If absent, the page shows nothing of the world, such as a page that only contains the player.
   */
  readonly endpoint?: string
  /**
   * `reading`: the endpoint's JSON, or ''. Load the markup lazily, because most code that imports a game renders no
   * pages.
   */
  render(reading: string, room: PageRoom): Promise<PageContent>
}

/**
 * A page that another server has at this path, for programs that read its markup. Rendered by the Worker from one
 * endpoint.
 * @example games/archipelago/pages/webhost/index.ts
 */
export interface CompatibilityPage {
  /** Site-wide. `:id` is the room's public id of the name given in `id`; the others are parameters of the endpoint. */
  readonly path: string
  readonly id: string
  /** Name of the endpoint. If it has no answer for the parameters, the page is 404. */
  readonly endpoint: string
  /** Load the markup lazily, as for a `GamePage`. */
  render(reading: string, room: CompatibilityPageRoom): Promise<CompatibilityPageContent>
}

/**
 * Facts about the room, besides the endpoint's JSON, that a compatibility page can use.
 * @example games/archipelago/pages/webhost/multitracker.tsx
 */
export interface CompatibilityPageRoom extends PageRoom {
  readonly params: { readonly [name: string]: string }
  readonly publicIds: { readonly [name: string]: string }
}

/**
 * The content of a compatibility page, inside the site's layout.
 * @example games/archipelago/pages/webhost/multitracker.tsx
 */
export interface CompatibilityPageContent {
  readonly title: string
  /** One sentence for link previews. */
  readonly description?: string
  readonly content: Child
  /** For `Last-Modified`, in milliseconds since 1970. If absent, the page does not send this header. */
  readonly modifiedAt?: number
}

/**
 * Events that only some games have, and what webhooks can filter them by.
 * @example games/archipelago/endpoints/webhooks.ts
 */
export interface WebhookSupport {
  /** Kinds of events in words, for the form: `an item is found`. */
  readonly kinds: { readonly [kind in 'item' | 'hint']?: string }
  /** The events that a webhook sends unless its owner chooses others. */
  readonly byDefault: readonly ('join' | 'goal' | 'end' | 'trouble' | 'item' | 'hint')[]
  /** By label of the events. `choices`: all values; absent: any text, such as a player's name. */
  readonly filters: {
    readonly [label: string]: {
      readonly description: string
      readonly choices?: readonly string[]
      readonly byDefault?: readonly string[]
    }
  }
}

/**
 * The state that a copy of a room starts from.
 * @example games/archipelago/index.ts
 */
export type ForkOrigin = 'initial' | 'current'

/**
 * The input for a copy of a room, in the form of `CreateRoomInput`.
 * @example games/archipelago/index.ts
 */
export interface ForkInput {
  readonly options: Options
  readonly files: readonly { readonly field: string; readonly name: string; readonly bytes: Uint8Array }[]
}

/**
 * Console for the room's owner: each line is a command that returns replies.
 * @example games/archipelago/commands/admin-session.ts
 */
export interface OwnerConsole<W extends World> {
  /** Runs one line (at most `maxConsoleLineLength` characters) in its own transaction. Returns the replies. */
  execute(world: W, line: string): readonly string[]
  /** The line as it may appear in the room's log, without secrets. */
  redact(line: string): string
  /** Name of the endpoint from which the forms are rendered, if they need one. */
  readonly endpoint?: string
  /**
   * The content of the console's forms. Fields and buttons named `line`, `word` and `rest` are joined into one line:
   * `line` first, the others in the order of the form; `word` is shell-quoted.
   */
  renderForms(reading: string): Promise<readonly ConsoleForm[]>
}

/**
 * One form of the console's page.
 * @example games/archipelago/pages/console.tsx
 */
export interface ConsoleForm {
  readonly title: string
  readonly content: Child
}

/**
 * The content of a game's page.
 * @example games/archipelago/pages/tracker.tsx
 */
export interface PageContent {
  readonly title: string
  readonly content: Child
  /**
   * Names of additional scripts of the site. A page with an endpoint always loads the one that keeps `data-refresh`
   * elements up to date.
   */
  readonly scripts?: readonly string[]
  /** Render without the site's layout, for a stream or a full screen. */
  readonly withoutLayout?: true
  /** An external server that the page connects to, one of `PageRoom.servers`. */
  readonly connectsTo?: string
  /**
   * The page is the game itself and fills the window. Around it are only a link back to the room and the controls of
   * browser/player/player.ts.
   */
  readonly fillsWindow?: true
}

/**
 * Facts about the room, besides the endpoint's JSON, that a page can use.
 * @example games/archipelago/pages/room.tsx
 */
export interface PageRoom {
  /** `/archipelago/harbor`. */
  readonly path: string
  readonly title: string
  /** Connect addresses to enter into a client, each complete, the best first. */
  readonly connect: readonly string[]
  /** The open public addresses of the room's listeners. */
  readonly addresses: readonly ListenerAddress[]
  /** The room's own WebSocket, `wss://…`. */
  readonly websocket: string
  /** WebSocket addresses of external servers that the site's pages may connect to. */
  readonly servers: readonly string[]
  /** Paths of the site's assets by name. Files of packages that the operator has not installed are missing. */
  readonly assets: { readonly [name: string]: string }
  /** The query parameters. */
  readonly query: { readonly [name: string]: string }
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * A text served at `/:game/:room/:document`, at `aliases` for the site's own room, and raw by sidecars.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface GameDocument {
  readonly type: string
  readonly aliases: readonly string[]
  /** `address` is undefined if no sidecar serves the room. `away`: the sidecar cannot reach the Worker. */
  render(room: DocumentRoom, address: DocumentAddress | undefined, away?: boolean): Uint8Array
}
/**
 * Public lists of a game's servers. Only sidecars announce rooms: lists compare the sender's address with the announced
 * host.
 * @example games/crossfire/protocol/room/server-list.ts
 */
export interface ServerList<W extends World> {
  /** Each list's address for entries, sent as a form. A response with text is a refusal. */
  readonly urls: readonly string[]
  /** The transport of the listed listener. */
  readonly transport: Transport
  /** Whether the owner wants the room to be announced. */
  isAnnounced(options: Options): boolean
  fieldsOf(world: W, room: Pick<DocumentRoom, 'title' | 'comments'>): readonly EntryField[]
  /** Site-wide path of the site's own list, which has every open room. */
  readonly path: string
  /** The site's own list, as plain text. `now`: milliseconds since 1970. */
  render(entries: readonly (readonly (readonly [name: string, value: string])[])[], now: number): string
}

/**
 * The room as a document shows it.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface DocumentRoom {
  readonly room: string
  readonly title: string
  readonly open: boolean
  readonly comments: readonly string[]
}
/**
 * The public address of a room's listener, with its transport.
 * @example games/lan/pages/lan.tsx
 */
export interface ListenerAddress extends DocumentAddress {
  readonly transport: Transport | 'dispatch'
}
/**
 * The public address of a room's listener.
 * @example games/soaprun/protocol/dispatch.ts
 */
export interface DocumentAddress {
  readonly host: string
  readonly port: number
}
