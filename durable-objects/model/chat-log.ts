// The last lines of chat, each with the sessions that could read it. A report quotes these lines if the reporter's
// session is older than the room's instance. The lines are stored only while players are connected, and are not
// exported. They need no rows of their own, because they are written together with the log.
import type { ChatLine } from '../../games/game-context.ts'
import type { Records, StoredValue } from '../storage/records.ts'
import { LineRing, rewriteRingTexts } from './line-ring.ts'
import { maxLines } from './reports.ts'

export const chatKeyPrefix = 'chat/'
/**
 * Maximum number of session ids that are stored with a line. A line that more sessions have read counts as read by
 * everybody.
 */
const maxReaders = 32
const everybody = '*'

export class ChatLog {
  readonly #records: Records
  #ring: LineRing | undefined
  #isCleared = false

  constructor(records: Records) {
    this.#records = records
  }

  /**
   * `readers`: the sessions that could read the line. A further call for the same line in the same transaction adds
   * readers.
   */
  add({ at, text }: ChatLine, readers: readonly string[]): void {
    const ring = this.#read()
    const [number = 0, lastAt, , lastText, known = ''] = ring.lines.at(-1) ?? []
    const isSame = ring.hasUnwritten && lastAt === at && lastText === text
    const all = isSame ? [...known.split(' '), ...readers] : readers
    const isPublic = all[0] === everybody || all.length > maxReaders
    if (isSame) ring.dropAfter(number - 1)
    ring.add([isSame ? number : number + 1, at, 'chat', text, isPublic ? everybody : all.join(' ')])
  }

  /** Oldest first. `since`: when the session started, in milliseconds since 1970. */
  readBy(session: string, since: number): ChatLine[] {
    const read = this.#read().lines.filter(
      ([, at, , text, readers = '']) =>
        text !== '' && (readers === everybody ? at >= since : readers.split(' ').includes(session)),
    )
    return read.slice(-maxLines).map(([, at, , text]) => ({ at, text }))
  }

  /** Forgets all lines; the next written changes delete their records. */
  clear(): void {
    this.#ring = undefined
    this.#isCleared = true
  }

  addUnwritten(changes: Map<string, StoredValue | undefined>): void {
    if (this.#isCleared) for (const [key] of this.#records.list(chatKeyPrefix)) changes.set(key, undefined)
    this.#ring?.addUnwritten(changes)
  }

  written(): void {
    this.#isCleared = false
    this.#ring?.written()
  }

  reset(): void {
    this.#ring = undefined
    this.#isCleared = false
  }

  #read(): LineRing {
    this.#ring ??= new LineRing(this.#isCleared ? { list: () => [] } : this.#records, chatKeyPrefix)
    return this.#ring
  }
}

/** Rewrites the texts of lines; a line whose text becomes empty is not shown any more. */
export function rewriteChat(stored: StoredValue, rewrite: (text: string) => string): StoredValue {
  return rewriteRingTexts(stored, (_, text) => rewrite(text))
}
