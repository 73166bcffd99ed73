// A text command: a row of the table in command-table.ts, which `help` also uses. [CF-9.5]
import type { GameState, Player } from '../../model/state/game-state.ts'

export interface TextCommand {
  readonly name: string
  /** Synonyms. */
  readonly aliases?: readonly string[]
  /** Arguments, for `help`; `[…]` is optional. */
  readonly usage?: string
  /** One sentence. */
  readonly help: string
  /** [CF-9.10] Whether it waits until the player can act, and takes time. */
  readonly timing: 'time' | 'none'
  /** [CF-16.7] Other players receive it, so it is rate limited. */
  readonly broadcasts?: true
  /**
   * `words`: the trimmed text after the word. `count`: from the packet, or a number in front of `words`, if any.
   * Returns the duration in microseconds; undefined: one action.
   */
  run(game: GameState, player: Player, words: string, count: number | undefined): number | void
}
