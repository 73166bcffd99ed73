// Events that the world sends to a player's client. The session encodes them in the client's dialect.

import type { MessageType } from './message-types.ts'
import type { Sound } from './sounds.ts'

/** Listens to the events of one player. Implementations must not change the world. */
export interface PlayerListener {
  /**
   * A text of one or several lines, with LF as the only control character.
   * @param spoken for a player's speech, the line as reports show it, which begins with the speaker's name
   */
  onText(text: string, kind: MessageType, spoken?: string): void
  /** Asks a question with hidden input. The session passes the answer to the world's `answerQuestion`. */
  onQuestion(question: string): void
  /** A sound, `dx` and `dy` cells from the player, each -127 to 127. */
  onSound(sound: Sound, dx: number, dy: number): void
  /** [CF-11.5] Shows a magic map, whose spaces are ordered row by row from the top. */
  onMagicMap(map: MagicMap): void
  /**
   * The player or the surroundings have changed outside of the player's own transaction, so the session must compare
   * the client's view.
   */
  onSurroundingsChanged(): void
  /** A tick has ended. The session sends its number and compares the client's view. */
  onTick(tick: number): void
  /** The player left the game. The session then calls `leave`. */
  onQuit(): void
  /** [CF-4.19] The player wants to change the password. The session asks for the old and the new password. */
  onChangePassword(): void
  /** [CF-10.10] The player reports the named player, with a reason. */
  onReport(words: string): void
  /** Ends the session because another one plays the character. A later `leave` of this session has no effect. */
  close(reason: string): void
}

export interface MagicMap {
  readonly width: number
  readonly height: number
  /** The player's cell on the map. */
  readonly x: number
  readonly y: number
  /** A byte per space: its colour in the low four bits, 0x40 for a wall, 0x80 for a floor; 0 for an unknown space. */
  readonly cells: Uint8Array
}
