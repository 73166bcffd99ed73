// [CF-9.5]
import type { GameState, Player } from '../../model/state/game-state.ts'

export interface TextCommand {
  readonly name: string
  readonly aliases?: readonly string[]
  /** The arguments as `help` shows them. A part in `[…]` is optional. */
  readonly usage?: string
  readonly help: string
  /** [CF-9.10] Set if the command waits until the player can act. */
  readonly takesTime?: true
  /** [CF-16.7] Whether other players receive the text, so that the command is rate limited. */
  readonly broadcasts?: true
  /**
   * `words`: the trimmed text after the command's word. `count`: from the packet or from a number in front of `words`.
   * Returns the duration in microseconds; undefined means the duration of one action.
   */
  run(game: GameState, player: Player, words: string, count: number | undefined): number | void
}
