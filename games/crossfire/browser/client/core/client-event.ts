import type { MagicMap } from '../../../protocol/events/player-listener.ts'
import type { FromServer } from '../../../protocol/packets/index.ts'
import type { TextRun } from './text.ts'

export type PacketFields<T extends FromServer['type']> = Omit<
  Extract<FromServer, { readonly type: T }>,
  'type'
>

/**
 * An event whose type is `undefined` has no details: the listener reads the changed state from the client. `README.md`
 * lists when each event is emitted.
 */
export interface ClientEvents {
  stage: LoginStage
  failure: Failure
  /** Undefined when the server no longer waits for an answer. */
  query: Query | undefined
  characterCreation: undefined
  map: MapChange
  magicMap: MagicMap
  /** Number of the server's tick. A tick lasts 120 ms. */
  tick: number
  /** Number of a face whose picture has arrived. */
  face: number
  /** Undefined while no character is in the game. */
  self: PlayerPacket | undefined
  stats: undefined
  skills: undefined
  spells: undefined
  /** The location: 0 for the ground, or the tag of the player or of a container. */
  items: number
  /** [CF-7.13] */
  pickup: number
  message: Message
  sound: PlayedSound
  /** Empty for silence. */
  music: string
  notice: NoticeKind
  quests: undefined
  /** Emitted when the number of unacknowledged commands changes. */
  commands: undefined
  /** Why the session ended or could not start. */
  ended: string
}

/** `away`: there is no session. `asked`: the server has no accounts and logs in by question and answer. */
export type LoginStage = 'away' | 'account' | 'characters' | 'asked' | 'playing'

interface Failure {
  /** Type of the refused packet, such as `accountlogin`. */
  readonly command: string
  readonly text: string
}

export interface Query {
  readonly text: string
  readonly yesNo: boolean
  readonly oneCharacter: boolean
  /** True if the question asks for a password. */
  readonly hidden: boolean
}

/** The thing that represents the player. Its weight is in grams and includes everything that the player carries. */
export type PlayerPacket = PacketFields<'player'>

/** `dx` and `dy`: cells by which the view moved. */
type MapChange =
  | { readonly change: 'cells' | 'new' | 'size' }
  | { readonly change: 'scroll'; readonly dx: number; readonly dy: number }

/** The kind of a message. `chat` and `party` have tabs of their own; the tab `all` shows every message. */
export type Channel = 'chat' | 'party' | 'fight' | 'world'

export interface Message {
  /** From 1. */
  readonly id: number
  /** [CF-10.3] 15 is chat, 20 is a message of this client itself. */
  readonly kind: number
  readonly subtype: number
  /** Colour number of CF-10.3, 0 to 12. */
  readonly colour: number
  readonly channel: Channel
  readonly runs: readonly TextRun[]
  /** The message without style marks. */
  readonly text: string
}

/** `x` and `y` are cells relative to the player. */
export type PlayedSound = PacketFields<'sound2'>

export type NoticeKind = 'motd' | 'news' | 'rules'
