// Texts as frames. What somebody says is told to all near, one after another: it is encoded once for each dialect.
import type { Dialect } from '../dialects/dialect.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import { fromServer } from '../packets.ts'

interface Encoded {
  readonly text: string
  readonly kind: TextKind
  readonly frame: Uint8Array
}

export class TextFrames {
  /** By the dialect's name: the last one. */
  readonly #last = new Map<Dialect['name'], Encoded>()

  /** The same object as before for the same text. */
  of(dialect: Dialect, text: string, kind: TextKind): Uint8Array {
    const last = this.#last.get(dialect.name)
    if (last?.text === text && last.kind === kind) return last.frame
    const frame = fromServer.encode(dialect.text(text, kind))
    this.#last.set(dialect.name, { text, kind, frame })
    return frame
  }
}
