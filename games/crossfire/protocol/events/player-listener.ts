// The session encodes the events of its player in the client's dialect.

import type { MessageType } from './message-types.ts'
import type { Sound } from './sounds.ts'

/** Implementations must not change the world. */
export interface PlayerListener {
  /**
   * One or several lines, with LF as the only control character.
   * @param spoken for a player's speech, the line as reports show it, which begins with the speaker's name
   */
  onText(text: string, kind: MessageType, spoken?: string): void
  /** Asks the player a question with hidden input. The session passes the answer to the world's `answerQuestion`. */
  onQuestion(question: string): void
  /** `dx` and `dy`: cells from the player, each -127 to 127. */
  onSound(sound: Sound, dx: number, dy: number): void
  /** [CF-11.5] The map's cells are listed row by row from the top. */
  onMagicMap(map: MagicMap): void
  /** Called outside of the player's own transactions, so the session must compare the client's view. */
  onSurroundingsChanged(): void
  /** The session sends the tick's number and compares the client's view. */
  onTick(tick: number): void
  /** The player quits, so the session calls `leave`. */
  onQuit(): void
  /** [CF-4.19] The session asks for the old and the new password. */
  onChangePassword(): void
  /** [CF-10.10] `words`: the name of a player, and a reason. */
  onReport(words: string): void
  /** Another session plays the character now, so a later `leave` of this session has no effect. */
  close(reason: string): void
}

export interface MagicMap {
  readonly width: number
  readonly height: number
  /** The player's cell. */
  readonly x: number
  readonly y: number
  /** A byte per space: its colour in the low four bits, 0x40 for a wall, 0x80 for a floor; 0 for an unknown space. */
  readonly cells: Uint8Array
}
