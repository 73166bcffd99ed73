// The doors every game has. Types only: a game is one folder behind these, and nothing else here knows its name.
import type { Child } from 'hono/jsx'
import type { Framing, Transport } from '../wire/framing.ts'
import type { Frame, Host, Json, Options, Peer, Store, Value } from './host.ts'
import type { Knock } from './knock.ts'
import type { Picture } from './picture.ts'
import type { Refused } from './refused.ts'
import type { OptionTable } from './shared/options/table.ts'
import type { ThinDoor } from './thin.ts'
import type { Underway } from './underway.ts'

export type { Frame, Host, Json, News, Options, Peer, Store, Value } from './host.ts'
export type { Picture } from './picture.ts'
export type { Refused } from './refused.ts'
export type { OptionTable } from './shared/options/table.ts'
export type { Thin, ThinAround, ThinAsked, ThinDoor } from './thin.ts'
export type { Underway } from './underway.ts'

/** A game: its data and its doors. `W` is its own world. */
export interface Game<W extends World = World> {
  /** `[a-z0-9-]+`, the first half of every room's address. */
  readonly slug: string
  readonly title: string
  /** Of the stored records. A room of another version is opened only if `reads` has it. */
  readonly version: number
  readonly reads?: readonly number[]
  readonly listen: readonly Listen[]
  /** What a host may set. Reading and refusing, forms, help, documents and schemas all follow from it. */
  readonly options: OptionTable
  /** What a host may hand in with a new room, by field. Of a game that needs a file `packetboat start` makes no room. */
  readonly uploads?: { readonly [field in UploadField]?: Upload }
  readonly documents?: { readonly [name: string]: Document }
  limits(options: Options): Limits
  /**
   * Validates what a host hands in and gives what is to be stored; may take its time. What takes more than some 2 s of the
   * processor is founded in parts, each asked for in an event of its own: a slow machine would be at the end of what it may.
   */
  found(input: Founding, host: Host): Promise<Founded | FoundedInPart | Refused>
  /**
   * What is in the files that a host hands in, for him to look at; bounded and refused as in `found`, which it is no
   * promise of, and nothing is made of them. In parts too, if it takes long. A game without it has rooms that take no files.
   */
  preview?(input: Founding, host: Host): Promise<Preview | Underway | Refused>
  /** Reads the records (of `version`, which may be an older one of `reads`: then it also rewrites them). */
  open(store: Store, host: Host, options: Options, version: number): W
  /** A new conversation, or with a note the one that a restart interrupted. Sends what a server says first. */
  greet(world: W, host: Host, peer: Peer, note?: Uint8Array): Session
  /**
   * What a client is told before the close: a newcomer when the room is closed, has too many peers or has banned him, and
   * who is in when its host kicks or bans him. Undefined: nothing.
   */
  turnAway?(why: TurnedAway): Frame | undefined
  /** `Session.name` is a place that the game gives, and the next one has it: nobody can be banned by it. */
  readonly namesArePlaces?: true
  /** The world's public state, for the room's page and API. */
  view(world: W): Json
  /**
   * The world as it is now, seen from above, for the room's card and for links to it. Anybody may see it: it shows
   * nothing that players are not shown. Drawn in the room between its turns, so it takes some milliseconds at most.
   */
  picture?(world: W): Picture
  /**
   * What who only watches is told, in the packets of `greet`'s conversations. One show is for all of them, and no
   * conversation: it has no host, so it writes nothing and takes nobody's chance.
   */
  watch?(world: W): Show
  /**
   * Readies changed options before `configure` sees them (hashes secrets, say) or refuses them; it is not given the
   * others. May take its time: the world goes on meanwhile, and its options may change.
   */
  prepare?(changed: Options, host: Host): Promise<Options | Refused>
  /** Takes changed options (merged into the old by the caller); a refusal leaves everything as it was. */
  configure?(world: W, options: Options): Options | Refused
  files?(world: W): readonly GameFile[]
  /** Ids that each room has beside its address, of 22 characters: what they are called, and under what the API shows them. */
  readonly publicIds?: { readonly shownAs: string; readonly names: readonly string[] }
  /**
   * Ids of what a room has and others may have the same, and of what kind they are: whichever of them is asked answers for
   * the whole site, at the aliases of readings that take this kind. The same as long as the room lives; of each room the
   * first 256 count, and of these what is no longer than 64 characters.
   */
  readonly sharedIds?: { readonly kind: string; of(world: W): readonly string[] }
  /** The game's public state by name, for programs. */
  readonly readings?: { readonly [name: string]: Reading<W> }
  /** What it shows of itself as hypertext, in the order of its navigation. One at the path `play` is where it is played in a browser. */
  readonly pages?: { readonly [name: string]: GamePage }
  /**
   * A file that anybody may have as it is handed out, `connect` being where clients reach its room. The Worker asks this, so
   * that it costs the room nothing; absent, files are handed out as they are.
   */
  handOut?(bytes: Uint8Array, connect: string): Uint8Array
  /** What another room of the same beginnings is founded of, as it is from here on or from the beginning: as `Founding` has it. */
  fork?(world: W, from: ForkedFrom): Fork
  /** How its clients begin, at each kind of door and by the room's own WebSocket: by this `packetboat doctor` tries them. */
  knocks?(): readonly Knock[]
  /** What the doctor is to say of a room besides, by its public state; undefined: nothing. */
  remark?(view: Json): string | undefined
  /** What its host may say to it without a client. */
  readonly console?: HostConsole<W>
  /** Origins of its well-known web clients, whose pages may connect from wherever they are. */
  readonly webClients?: readonly string[]
  /** Clients of it that the site runs, for who brings only a screen. */
  readonly thin?: ThinDoor
}

/** Why somebody may not come in, or not stay. */
export type TurnedAway = 'closed' | 'full' | 'kicked' | 'banned'

/** What the parts of a founding may be called: most games take a `file`; `arch` and `maps` are a world of two archives. */
export type UploadField = 'file' | 'save' | 'arch' | 'maps'

/** One file of a founding, as people are asked for it. */
export interface Upload {
  /** What is wanted, in a sentence. */
  readonly says: string
  /** `.zip`: how such files' names end. */
  readonly endings: readonly string[]
  /** Without it there is no room. */
  readonly needed?: true
}

/** How clients reach a game. `port` is the habitual one, `localPort` what `packetboat start` takes instead. */
export interface Listen {
  readonly transport: Transport | 'dispatch'
  readonly port: number
  readonly localPort?: number
  /** Clients as they came know no other port than the habitual one. */
  readonly unchangeable?: true
  /** TCP: how the stream is cut into frames. */
  readonly framing?: Framing
  /** UDP: of a session's single-message datagrams that begin so, only the newest is worth keeping. */
  readonly supersede?: Uint8Array
  /** WebSocket: frames are JSON lists. Long ones of a client are taken apart, those that are no replies may be joined. */
  readonly joins?: boolean
  /** Dispatch: which of the game's documents is answered, raw, to whoever connects. */
  readonly document?: string
}

/** What the Room allows. Over the rates a session's next frame waits; nobody is closed for it. 0: no limit. */
export interface Limits {
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly bytesPerSecond: number
  /** One frame from a client, in bytes. A larger one closes the session. */
  readonly frameBytes: number
  /** Of one session: frames not yet answered, and replies not yet received (64 KiB is usual). */
  readonly windowBytes: number
  readonly peers: number
  /** Connections from one address, loopback not counted. */
  readonly peersPerAddress: number
  /** Who may watch at a time, beside the peers; 200 if it is not said. */
  readonly watchers?: number
  /** What turns may cost. Without it nothing is charged. */
  readonly work?: WorkLimits
  /** Milliseconds of silence after which a session is closed. */
  readonly idleMs: number
}

/**
 * Steps (some 0.25 µs each) that turns may cost each session, or what the game names in `Session.payer`; four times as
 * many each address, loopback not counted. A turn is paid for when it is over, and who owes waits with his next. An eighth
 * of it is everybody's own; what is over that, those who want more share, so that many together spend little more than one.
 */
export interface WorkLimits {
  readonly stepsPerSecond: number
  /** What may be spent at once, in pieces between which others have their turns: these are as long as others wait. */
  readonly stepBurst: number
  /** The game counts in `Host.spend` what it sends; else the Room adds a step a receiver and 16 bytes. */
  readonly countsSends?: boolean
}

export interface Founding {
  readonly options: Options
  /** The uploaded parts by field name, as `UploadField` has them. */
  readonly files: ReadonlyMap<string, HandedIn>
  /** As the part before this one said it; absent: this is the first. */
  readonly since?: Json
}
/**
 * A file that a host hands in. It may be larger than what may be held: of it is read what is wanted, where it lies, and
 * only until `found` or `preview` has answered and what they gave is stored.
 */
export interface HandedIn {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The bytes from here until there, as far as there are any: a copy. */
  read(from: number, to: number): Uint8Array
}
/**
 * A record's bytes, made as they are stored, in pieces of any length, each good until the next one is asked for: they may be more
 * than may be held at once.
 */
export type Pieces = () => Iterable<Uint8Array>
/** By names that read as words; `warnings`, if there are any, are those of a founding. */
export type Preview = { readonly [field: string]: Json }
export interface Founded {
  readonly options: Options
  /** Each is stored before the next is asked for, all in one transaction. */
  readonly records: Iterable<readonly [key: string, value: Value | Pieces]>
  readonly warnings: readonly string[]
}
/** A part of a founding. Its records are stored before the next one is asked for; of no part is anything left if a later one refuses. */
export interface FoundedInPart extends Underway {
  readonly records: Founded['records']
}

/** A room's state and rules: plain data, the game's own verbs, no bytes and no sockets. */
export interface World {
  readonly players: number
  readonly capacity: number
  /**
   * Somebody plays, or is so far on his way in that ticks are what he waits for. Only then does the world tick, and is
   * what may roll back saved: whoever has but opened a connection makes it do nothing.
   */
  readonly occupied: boolean
  /** Milliseconds of a tick while it is occupied; 0: never ticks. */
  readonly tickMs: number
  tick(now: number): void
  /** When, in the host's milliseconds, the world wants `wake`; undefined: not at all. */
  readonly due?: number | undefined
  wake?(now: number): void
  /** Puts what may roll back by 2 s. Called at most 2 s after anything happened while it is occupied, and when it no longer is. */
  save?(): void
  /**
   * There is something for `save` to put. A world of which seldom anything rolls back says so: else whatever happens
   * keeps its room awake for those 2 s.
   */
  readonly unsaved?: boolean
}

/**
 * The conversation with one peer. A throw of WireError closes it: throw before you touch the world, for only what was
 * put is undone. Any other throw is our bug; it closes the session too, and the world is opened again.
 */
export interface Session {
  /**
   * One frame. What it puts is durable before a reply leaves. A returned promise makes this session's later
   * frames wait; what it resolves to is run as the rest of the turn, and only there may be written.
   *
   * A frame that costs more than some 32,768 steps (8 ms) is taken in parts, each a turn of its own: `receive` does one
   * part and returns how far it is, as the session counts (a whole number above 0). The Room then charges the part, gives
   * other sessions their turns and calls again with the same frame and that number as `from`. The number is stored in the
   * transaction of the part, so that no part is applied twice after a restart. The replies leave when the frame is done.
   * @param from 0: the frame's first part.
   */
  receive(frame: Frame, from: number): Received | Promise<() => Received>
  /**
   * The link was away, or the room was lost: what was sent outside `receive` may be lost with it. Send what the
   * client needs. Not called after sleep, through which sockets live.
   */
  resumed(): void
  closed(): void
  /** What this session must remember to go on: what the client believes, never world state. */
  readonly note: Uint8Array | undefined
  /**
   * Who this is, once that is known: as players know each other, so a character, a slot, or a place that the game gave.
   * Asked after each of its turns.
   */
  readonly name?: string | undefined
  /** Who pays for what its turns cost: a character or slot, whose sessions share an allowance. Else it has its own. */
  readonly payer?: string | undefined
}

/** Nothing: the frame is done. A number above 0: the next part goes on from there. */
export type Received = number | void

/** What everybody is told who watches a room. It shows nothing that players are not shown, and is asked between turns. */
export interface Show {
  /** The world as it lies, for who begins to watch. */
  whole(now: number): readonly Frame[]
  /** Milliseconds for which what changes is gathered, at least; a tenth of a second if it is not said. Where many watch it is longer. */
  readonly everyMs?: number
  /** What has changed since `whole` or `changes` was asked last, for all who had it. Asked after turns. */
  changes(now: number): readonly Frame[]
  /** Nobody watches any more: the world need not keep anything for it. */
  end(): void
}

/** A file that a room serves; `secret`: only to who has its token. */
export interface GameFile {
  readonly name: string
  readonly type: string
  readonly secret?: boolean
  /** Its bytes are the same as long as the room lives: whoever has them need not ask for them again. */
  readonly unchanging?: boolean
  body(): Uint8Array | string | Made
}
/** What is the same for all rooms that have it: made when the site is built, by the game's `made/assets.ts`, and of this name there. */
export interface Made {
  readonly made: string
}

/** One part of a room's public state, as JSON at `/:game/:room/api/…`. */
export interface Reading<W extends World> {
  /** One sentence. */
  readonly says: string
  /** Behind `/:game/:room/api/`; `:name` is a parameter. */
  readonly path: string
  /** Paths of the whole site; `:id` is the room's public id of that name. */
  readonly aliases?: readonly { readonly path: string; readonly id: string }[]
  /** Seconds for which anybody on the way may keep it. */
  readonly keptFor: number
  /** Its JSON; undefined: there is nothing by these parameters. */
  read(world: W, params: { readonly [name: string]: string }, room: ReadRoom): string | undefined
}

/** What a reading may tell of the room beside its world. */
export interface ReadRoom {
  /** Absolute, of its page. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly publicIds: { readonly [name: string]: string }
  /** Where sidecars have opened it. */
  readonly ports: readonly { readonly transport: string; readonly port: number }[]
}

/**
 * A page of a room that is the game's own, made of one of its readings. Rendered by the Worker, so that it costs the room no
 * more than the reading; readable without script. Parts of it with an attribute `data-seen` are kept as they are by now.
 */
export interface GamePage {
  /** In the game's navigation; absent: other pages lead to it. */
  readonly called?: string
  /** Behind `/:game/:room/`, `:name` is a parameter of the reading; '' is the part of the room's own page that tells of its world. */
  readonly path: string
  /** Paths of the whole site that lead here; `:id` is the room's public id of that name. */
  readonly aliases?: Reading<World>['aliases']
  /** Absent: it is made of nothing that the world tells, as a page that is only there to play. */
  readonly reading?: string
  /** `reading`: its JSON, or ''. Markup is loaded when it is asked for: most of what has a game shows no pages. */
  show(reading: string, room: ShownIn): Promise<PageContent>
}

export type ForkedFrom = 'the beginning' | 'now'

export interface Fork {
  readonly options: Options
  readonly files: readonly { readonly field: string; readonly name: string; readonly bytes: Uint8Array }[]
}

/** What a host says to a room as if he typed it there, in lines, each answered. */
export interface HostConsole<W extends World> {
  /** Does what the line says, in a turn of its own; what is answered, a text each. It is one line, of at most `consoleLine` characters. */
  say(world: W, line: string): readonly string[]
  /** The line as the room's log may have it: without secrets. */
  logged(line: string): string
  /** The game's reading that the forms are made of; absent: they need none. */
  readonly reading?: string
  /**
   * The insides of those forms. What `line`, `word` and `rest` hold, fields or buttons, is one line together, in the order
   * in which they stand in the form but `line` first; `word` in quotes, as a shell has them.
   */
  forms(reading: string): Promise<readonly ConsoleForm[]>
}

export interface ConsoleForm {
  readonly title: string
  readonly content: Child
}

export interface PageContent {
  readonly title: string
  readonly content: Child
  /** Of the site's assets, beside what keeps its parts as they are. */
  readonly scripts?: readonly string[]
  /** Nothing is around it: for a stream, or a screen of its own. */
  readonly bare?: true
  /** A server elsewhere that it speaks with, one of `ShownIn.servers`. */
  readonly speaksWith?: string
  /** It is the game itself, in the whole window: around it is nothing but the way back to the room, and what browser/player.ts puts there. */
  readonly player?: true
}

/** What a page may know of the room beside its reading. */
export interface ShownIn {
  /** `/archipelago/harbor`. */
  readonly path: string
  readonly title: string
  /** What a client may be given, each in full, the best first. */
  readonly connect: readonly string[]
  /** WebSocket addresses of servers elsewhere that the site lets its pages speak with. */
  readonly servers: readonly string[]
  /** Behind the `?`. */
  readonly query: { readonly [name: string]: string }
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A text at `/:game/:room/:document`, at `aliases` for the site's own room, and raw from sidecars. */
export interface Document {
  readonly type: string
  readonly aliases: readonly string[]
  /** `address` undefined: nobody carries the room. `away`: the sidecar cannot reach the Worker. */
  render(room: DocumentRoom, address: DocumentAddress | undefined, away?: boolean): Uint8Array
}
export interface DocumentRoom {
  readonly room: string
  readonly title: string
  readonly open: boolean
  readonly comments: readonly string[]
}
export interface DocumentAddress {
  readonly host: string
  readonly port: number
}
