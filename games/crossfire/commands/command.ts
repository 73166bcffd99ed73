// What a text command is: a row of the table in commands.ts, from which `help` is told too. [CF-9.5]
import type { Player, Scene } from '../scene/scene.ts'

export interface Command {
  readonly word: string
  /** Other words for the same. */
  readonly also?: readonly string[]
  /** What follows the word, for `help`; `[…]` may be missing. */
  readonly usage?: string
  /** One sentence. */
  readonly help: string
  /** [CF-9.10] Whether it waits for the player's time and takes some of it. */
  readonly takes: 'time' | 'none'
  /** [CF-16.7] Others hear it: who does it too often is slowed. */
  readonly heard?: true
  /**
   * `words`: what follows the word, trimmed. `count`: from the packet, or from a number in front of `words`; undefined:
   * none was given. What is returned is the time that it took, in microseconds, where that is not one act.
   */
  run(scene: Scene, player: Player, words: string, count: number | undefined): number | void
}
