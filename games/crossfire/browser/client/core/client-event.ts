// The client's events, by subject.
import type { MagicMap } from '../../../protocol/events/player-listener.ts'
import type { FromServer } from '../../../protocol/packets/index.ts'
import type { TextRun } from './text.ts'

/** The fields of a packet of this type. */
export type PacketFields<T extends FromServer['type']> = Omit<
  Extract<FromServer, { readonly type: T }>,
  'type'
>

/**
 * Event details by subject. An event whose type is `undefined` has no details: read the part's state again. See
 * `README.md` for when each is emitted.
 */
export interface ClientEvents {
  stage: LoginStage
  failure: Failure
  /** Undefined if the question is withdrawn. */
  query: Query | undefined
  characterCreation: undefined
  map: MapChange
  magicMap: MagicMap
  /** Number of the tick (120 ms). */
  tick: number
  /** A face's picture has arrived. */
  face: number
  /** Undefined while no character is in the game. */
  self: PlayerThing | undefined
  stats: undefined
  skills: undefined
  spells: undefined
  /** Location whose things changed: 0 for the ground, else the tag of the player or of a container. */
  items: number
  /** The pickup mode [CF-7.13]. */
  pickup: number
  message: Message
  sound: PlayedSound
  /** Name of the music; empty for silence. */
  music: string
  notice: NoticeKind
  quests: undefined
  /** The number of open commands changed. */
  commands: undefined
  /** The session ended or could not start; the reason as text. */
  ended: string
}

/** Login state. `away`: no session; `asked`: the server only sends questions. */
export type LoginStage = 'away' | 'account' | 'characters' | 'asked' | 'playing'

/** A refused request. */
interface Failure {
  /** Type of the refused packet: `accountlogin`, `createplayer`, … */
  readonly command: string
  readonly text: string
}

/** A question from the server. */
export interface Query {
  readonly text: string
  readonly yesNo: boolean
  readonly oneCharacter: boolean
  /** Whether to hide the input, because it is a password. */
  readonly hidden: boolean
}

/** The player as a thing. The weight is in grams, including everything carried. */
export type PlayerThing = PacketFields<'player'>

/** A change of the map. A scroll says how far the view moved. */
type MapChange =
  | { readonly change: 'cells' | 'new' | 'size' }
  | { readonly change: 'scroll'; readonly dx: number; readonly dy: number }

/** Tab of a message; the tab `all` shows every message. */
export type Channel = 'chat' | 'party' | 'fight' | 'world'

export interface Message {
  /** Increasing from 1. */
  readonly id: number
  /** [CF-10.3] 15: chat; 20: this client's own messages. */
  readonly kind: number
  readonly subtype: number
  /** Colour number of CF-10.3, 0 to 12. */
  readonly colour: number
  readonly channel: Channel
  readonly runs: readonly TextRun[]
  /** The text without style marks. */
  readonly text: string
}

/** The coordinates are cells relative to the player. */
export type PlayedSound = PacketFields<'sound2'>

export type NoticeKind = 'motd' | 'news' | 'rules'
