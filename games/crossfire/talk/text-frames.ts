// Encoded texts. Speech goes to all players nearby, so it is encoded only once per dialect.
import type { Dialect } from '../dialects/dialect.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import { fromServer } from '../packets.ts'

interface Encoded {
  readonly text: string
  readonly kind: TextKind
  readonly frame: Uint8Array
}

export class TextFrames {
  /** The last frame of each dialect. */
  readonly #last = new Map<Dialect['name'], Encoded>()

  /** Returns the same frame object for the same text. */
  of(dialect: Dialect, text: string, kind: TextKind): Uint8Array {
    const last = this.#last.get(dialect.name)
    if (last?.text === text && last.kind === kind) return last.frame
    const frame = fromServer.encode(dialect.text(text, kind))
    this.#last.set(dialect.name, { text, kind, frame })
    return frame
  }
}
