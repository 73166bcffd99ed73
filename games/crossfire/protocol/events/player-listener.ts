// Events that the world sends to a player's client. The session encodes them in the client's dialect.

import type { MessageType } from './message-types.ts'
import type { Sound } from './sounds.ts'

/** One client. Implementations must not change the world. */
export interface PlayerListener {
  /**
   * A text of one or several lines: at most 4000 characters, with LF as the only control character.
   * @param spoken set if a player said it: the line as reports show it, which begins with the speaker's name
   */
  onText(text: string, kind: MessageType, spoken?: string): void
  /** Asks a question with hidden input. The answer arrives by the world's `answer`. */
  onQuestion(question: string): void
  /** `dx`, `dy`: cells from the player, each -127 to 127. */
  onSound(sound: Sound, dx: number, dy: number): void
  /** [CF-11.5] Row by row from the top. */
  onMagicMap(map: MagicMap): void
  /** The player or their surroundings changed outside of the player's own transaction: compare the client's view. */
  onSurroundingsChanged(): void
  /** A tick ended: send its number and compare. */
  onTick(tick: number): void
  /** The player left the game. The session then calls `leave`. */
  onQuit(): void
  /** [CF-4.19] The player wants to change the password: ask for the old and the new one. */
  onChangePassword(): void
  /** [CF-10.10] The player reports another: the name, then the reason. */
  onReport(words: string): void
  /** Ends the session because another one plays the character. Its `leave` then has no effect. */
  close(reason: string): void
}

export interface MagicMap {
  readonly width: number
  readonly height: number
  /** The player's cell on the map. */
  readonly x: number
  readonly y: number
  /** Low four bits: colour; 0x40 wall, 0x80 floor; 0: unknown. */
  readonly cells: Uint8Array
}
