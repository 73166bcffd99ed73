// What the client tells, by subject.
import type { MagicMap } from '../../hearing/hearing.ts'
import type { FromServer } from '../../packets.ts'
import type { Run } from './words.ts'

/** What a packet of this type says. */
export type Says<T extends FromServer['type']> = Omit<Extract<FromServer, { readonly type: T }>, 'type'>

/** What the client tells, by subject; `undefined`: look at the part again. `README.md` says when. */
export interface Told {
  stage: Stage
  failure: Failure
  /** Undefined: nothing is asked any more. */
  query: Query | undefined
  making: undefined
  map: MapChange
  magicMap: MagicMap
  /** Of 120 ms. */
  tick: number
  /** Its picture is here. */
  face: number
  /** Undefined: nobody plays. */
  self: Self | undefined
  stats: undefined
  skills: undefined
  spells: undefined
  /** Where things have changed: 0 the ground, the player's tag, a container's. */
  items: number
  /** What is picked up by walking over it [CF-7.13]. */
  pickup: number
  message: Message
  sound: Sound
  /** Its name; empty: silence. */
  music: string
  notice: Notice
  quests: undefined
  /** How many commands are open has changed. */
  commands: undefined
  /** The conversation is over, or cannot be: why, in words. */
  ended: string
}

/** How far somebody has come. `away`: there is no conversation; `asked`: a question is all there is. */
export type Stage = 'away' | 'account' | 'characters' | 'asked' | 'playing'

/** A request that was refused, and why. */
export interface Failure {
  /** The packet that asked: `accountlogin`, `createplayer`, … */
  readonly command: string
  readonly text: string
}

/** What the server asks the player. */
export interface Query {
  readonly text: string
  readonly yesNo: boolean
  readonly oneCharacter: boolean
  /** The answer is not to be shown: a password. */
  readonly hidden: boolean
}

/** Which thing the player himself is: its weight is in grams, with all that he carries. */
export type Self = Says<'player'>

/** What has happened to the map. A scroll says how far the view has moved. */
export type MapChange =
  | { readonly change: 'cells' | 'new' | 'size' }
  | { readonly change: 'scroll'; readonly dx: number; readonly dy: number }

/** Where a text belongs, for tabs: everything is in `all`. */
export type Channel = 'chat' | 'party' | 'fight' | 'world'

export interface Message {
  /** From 1, each one more than the one before. */
  readonly id: number
  /** [CF-10.3] 15: people talking; 20: what this client says itself. */
  readonly kind: number
  readonly subtype: number
  /** 0 to 12, of CF-10.3. */
  readonly colour: number
  readonly channel: Channel
  readonly runs: readonly Run[]
  /** Without its marks of style. */
  readonly text: string
}

/** `x`, `y`: cells from the player. */
export type Sound = Says<'sound2'>

export type Notice = 'motd' | 'news' | 'rules'
