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
 * Event details by subject. An event whose type is `undefined` has no details: the listener reads the changed state
 * from the client. `README.md` lists when each event is emitted.
 */
export interface ClientEvents {
  stage: LoginStage
  failure: Failure
  /** The question; undefined when there is no question any more. */
  query: Query | undefined
  characterCreation: undefined
  map: MapChange
  magicMap: MagicMap
  /** Number of the tick (120 ms). */
  tick: number
  /** Number of the face whose picture has arrived. */
  face: number
  /** The player's thing; undefined while no character is in the game. */
  self: PlayerThing | undefined
  stats: undefined
  skills: undefined
  spells: undefined
  /** Location whose things changed: 0 for the ground, or the tag of the player or of a container. */
  items: number
  /** The pickup mode [CF-7.13]. */
  pickup: number
  message: Message
  sound: PlayedSound
  /** Name of the song; empty for silence. */
  music: string
  notice: NoticeKind
  quests: undefined
  /** Emitted when the number of unacknowledged commands changes. */
  commands: undefined
  /** The reason, as text, why the session ended or could not start. */
  ended: string
}

/** Login state. `away`: there is no session. `asked`: the server has no accounts and logs in by question and answer. */
export type LoginStage = 'away' | 'account' | 'characters' | 'asked' | 'playing'

/** A refused request. */
interface Failure {
  /** Type of the refused packet, such as `accountlogin` or `createplayer`. */
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

/** A change of the map. `dx` and `dy` of a scroll are the cells by which the view moved. */
type MapChange =
  | { readonly change: 'cells' | 'new' | 'size' }
  | { readonly change: 'scroll'; readonly dx: number; readonly dy: number }

/** The tab of the message log that shows a message. The tab `all` shows every message in addition. */
export type Channel = 'chat' | 'party' | 'fight' | 'world'

export interface Message {
  /** Number of the message, counted from 1. */
  readonly id: number
  /** [CF-10.3] Kind of the message: 15 is chat, 20 is a message of this client itself. */
  readonly kind: number
  readonly subtype: number
  /** Colour number of CF-10.3, 0 to 12. */
  readonly colour: number
  readonly channel: Channel
  readonly runs: readonly TextRun[]
  /** The text without style marks. */
  readonly text: string
}

/** A sound. `x` and `y` are cells relative to the player. */
export type PlayedSound = PacketFields<'sound2'>

export type NoticeKind = 'motd' | 'news' | 'rules'
