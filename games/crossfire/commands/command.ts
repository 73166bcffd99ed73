// A text command: a row of the table in commands.ts, which `help` also uses. [CF-9.5]
import type { Player, Scene } from '../scene/scene.ts'

export interface Command {
  readonly word: string
  /** Synonyms. */
  readonly also?: readonly string[]
  /** Arguments, for `help`; `[…]` is optional. */
  readonly usage?: string
  /** One sentence. */
  readonly help: string
  /** [CF-9.10] Whether it waits until the player can act, and takes time. */
  readonly takes: 'time' | 'none'
  /** [CF-16.7] Other players receive it, so it is rate limited. */
  readonly heard?: true
  /**
   * `words`: the trimmed text after the word. `count`: from the packet, or a number in front of `words`; undefined:
   * none. Returns the duration in microseconds, if that is not one action.
   */
  run(scene: Scene, player: Player, words: string, count: number | undefined): number | void
}
