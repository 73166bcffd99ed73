// What a player's client is told while he is in. The world calls it; a session says it in its client's dialect.
import type { Sound } from './sounds.ts'
import type { TextKind } from './text-kinds.ts'

/** One client. No call may change the world. */
export interface Hearing {
  /** A text, of one line or several; at most 4000 characters, none of them a control but LF. */
  tell(text: string, kind: TextKind): void
  /** Asks him something, with what he types hidden; what he answers comes by the world's `answer`. */
  ask(question: string): void
  /** `dx`, `dy`: cells from the player, each -127 to 127. */
  sound(sound: Sound, dx: number, dy: number): void
  /** [CF-11.5] Row by row from the top. */
  magicMap(map: MagicMap): void
  /** Something was done to him or around him outside of his own turn: compare what his client knows. */
  stirred(): void
  /** A tick is over: say its number, and compare. */
  ticked(tick: number): void
  /** He asked to leave the game. The session then calls `leave`. */
  quit(): void
  /** [CF-4.19] He wants another password: he is asked for the old one, and for the new one. */
  changePassword(): void
  /** Ends the conversation: his character is played from elsewhere. The session's `leave` then does nothing. */
  close(reason: string): void
}

export interface MagicMap {
  readonly width: number
  readonly height: number
  /** Where he is in it. */
  readonly x: number
  readonly y: number
  /** Low four bits: a colour; 0x40 wall, 0x80 floor; 0: nothing is known. */
  readonly cells: Uint8Array
}
