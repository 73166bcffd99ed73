// Speech to all players nearby is encoded only once per dialect.
import type { Dialect } from '../dialects/dialect.ts'
import type { MessageType } from '../events/message-types.ts'
import { fromServer } from '../packets/index.ts'

interface EncodedText {
  readonly text: string
  readonly kind: MessageType
  readonly frame: Uint8Array
}

export class TextFrameCache {
  readonly #lastByDialect = new Map<Dialect['name'], EncodedText>()

  /** Returns the same frame object for the same text. */
  get(dialect: Dialect, text: string, kind: MessageType): Uint8Array {
    const last = this.#lastByDialect.get(dialect.name)
    if (last?.text === text && last.kind === kind) return last.frame
    const frame = fromServer.encode(dialect.encodeText(text, kind))
    this.#lastByDialect.set(dialect.name, { text, kind, frame })
    return frame
  }
}
