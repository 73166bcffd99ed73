// The lines of an export file (JSON lines, EXPORT.md), with which a room moves between sites. Callers compress the
// file and supply the digest.
import { fromBase64, toBase64 } from './base64.ts'
import { WireError } from './error.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

/** The format of the file. A higher number is of a later build. [EXPORT-2] */
export const exportFormat = 1

/** The key prefixes of the records in the file, in the order of the lines. [EXPORT-4] */
export const exportedPrefixes = ['ban/', 'game/', 'log/'] as const

/** Limits of one part of a record: bytes, or UTF-16 units of a text. */
export const mostPartBytes = 1_000_000
export const mostPartUnits = 500_000
/** Limit of one line in bytes: fits a text part in which each unit is escaped, and its key. */
export const mostLineBytes = 4 * 1024 * 1024
/** Limit of record lines. Each is stored as a row. */
export const mostParts = 1_000_000

/** The first line. The site defines its fields and validates them. */
export type ExportHead = { readonly [field: string]: unknown }

/** One part of a record. Most records have one. */
export interface ExportPart {
  readonly key: string
  /** Counts from 0. */
  readonly part: number
  readonly value: string | Uint8Array
}

/** An incremental SHA-256. */
export interface Digesting {
  update(bytes: Uint8Array): unknown
  /** Lowercase hexadecimal. */
  hex(): string
}

/** The file is not a room export, or is incomplete. `message` is a sentence without its subject. */
export class ExportError extends Error {
  override name = 'ExportError'
  /** The file was understood, but is not accepted, for example because of a later format. */
  readonly understood: boolean

  constructor(message: string, understood = false) {
    super(message)
    this.understood = understood
  }
}

const newline = 10
const isKey = /^(?:ban|game|log)\/[\x20-\x7e]{1,512}$/

/** Writes the lines, each with its line feed. */
export class ExportWriter {
  readonly #digest: Digesting
  #parts = 0

  constructor(digest: Digesting) {
    this.#digest = digest
  }

  head(head: ExportHead): Uint8Array {
    return this.#line({ packetboat: 'room', format: exportFormat, ...head })
  }

  part({ key, part, value }: ExportPart): Uint8Array {
    this.#parts++
    return this.#line({
      key,
      ...(part > 0 && { part }),
      ...(typeof value === 'string' ? { text: value } : { bytes: toBase64(value) }),
    })
  }

  end(): Uint8Array {
    return encodeUtf8(`${JSON.stringify({ parts: this.#parts, sha256: this.#digest.hex() })}\n`)
  }

  #line(value: object): Uint8Array {
    const line = encodeUtf8(`${JSON.stringify(value)}\n`)
    this.#digest.update(line)
    return line
  }
}

export interface ExportEvents {
  head(head: ExportHead): void
  part(part: ExportPart): void
}

/** Parses the text in chunks and emits its contents. Throws ExportError as soon as the text is invalid. */
export class ExportReader {
  readonly #digest: Digesting
  readonly #events: ExportEvents
  /** Chunks of the incomplete line. */
  #begun: Uint8Array[] = []
  #begunBytes = 0
  #hasHead = false
  #last: ExportPart | undefined
  #parts = 0
  #isOver = false

  constructor(digest: Digesting, events: ExportEvents) {
    this.#digest = digest
    this.#events = events
  }

  /** Does not keep a reference to the piece after it returns. */
  read(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const end = piece.indexOf(newline, at)
      const taken = piece.subarray(at, end < 0 ? piece.length : end + 1)
      at += taken.length
      this.#begunBytes += taken.length
      if (this.#begunBytes > mostLineBytes)
        throw new ExportError(`has a line of more than ${mostLineBytes} bytes`)
      if (end < 0) this.#begun.push(taken.slice())
      else this.#line(this.#whole(taken))
    }
  }

  /** Call at the end of the text. Returns the number of parts. */
  end(): number {
    if (!this.#isOver) throw new ExportError('ends before its last line: it is cut short')
    if (this.#begunBytes > 0) throw new ExportError('goes on behind its last line')
    return this.#parts
  }

  #whole(end: Uint8Array): Uint8Array {
    const line = this.#begun.length === 0 ? end : new Uint8Array(this.#begunBytes)
    if (line !== end) {
      let at = 0
      for (const piece of [...this.#begun, end]) {
        line.set(piece, at)
        at += piece.length
      }
    }
    this.#begun = []
    this.#begunBytes = 0
    return line
  }

  #line(line: Uint8Array): void {
    if (this.#isOver) throw new ExportError('goes on behind its last line')
    const said = objectOf(line)
    if ('sha256' in said && this.#hasHead) return this.#end(said)
    this.#digest.update(line)
    if (this.#hasHead) return this.#part(said)
    this.#hasHead = true
    this.#events.head(checkedHead(said))
  }

  #part(said: ExportHead): void {
    if (++this.#parts > mostParts) throw new ExportError(`has more than ${mostParts} parts of records`, true)
    const part = partOf(said, this.#parts)
    if (!follows(part, this.#last))
      throw new ExportError(`has record ${this.#parts} twice, or where it does not belong`)
    this.#last = part
    this.#events.part(part)
  }

  #end({ parts, sha256, ...rest }: ExportHead): void {
    if (Object.keys(rest).length > 0) throw new ExportError('has a last line with more in it than there is')
    if (parts !== this.#parts) throw new ExportError('has not as many records as its last line says')
    if (sha256 !== this.#digest.hex()) throw new ExportError('is damaged: its checksum is another')
    this.#isOver = true
  }
}

/** Created only on failure: an error object per line would be most of the cost of reading a million lines. */
const notOne = () => new ExportError('is not the file of a room: a line is no object of JSON')

function objectOf(line: Uint8Array): ExportHead {
  let said: unknown
  try {
    said = JSON.parse(decodeUtf8(line))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof WireError) throw notOne()
    throw error
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) throw notOne()
  return said as ExportHead
}

function checkedHead({ packetboat, format, ...head }: ExportHead): ExportHead {
  if (packetboat !== 'room') throw new ExportError('is not the file of a room')
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1)
    throw new ExportError('says no format')
  if (format > exportFormat)
    throw new ExportError(
      `is of format ${format}, which is later than what is known here (${exportFormat}): a newer version reads it`,
      true,
    )
  return head
}

function partOf({ key, part = 0, text, bytes, ...rest }: ExportHead, number: number): ExportPart {
  const wrong = (what: string) => new ExportError(`has a record (${number}) with ${what}`)
  if (typeof key !== 'string' || !isKey.test(key)) throw wrong('a key that no record has')
  if (typeof part !== 'number' || !Number.isInteger(part) || part < 0)
    throw wrong('a part that is no whole number')
  if (Object.keys(rest).length > 0 || (text === undefined) === (bytes === undefined))
    throw wrong('neither text nor bytes, or more')
  if (text !== undefined) {
    if (typeof text !== 'string' || text.length > mostPartUnits || !text.isWellFormed())
      throw wrong(`no text of at most ${mostPartUnits} units`)
    return { key, part, value: text }
  }
  if (typeof bytes !== 'string' || bytes.length > Math.ceil(mostPartBytes / 3) * 4)
    throw wrong(`no base64 of at most ${mostPartBytes} bytes`)
  try {
    return { key, part, value: fromBase64(bytes) }
  } catch (error) {
    if (error instanceof WireError) throw wrong('no base64')
    throw error
  }
}

/** Parts of one record follow each other, and records are sorted by key. [EXPORT-5] */
function follows({ key, part, value }: ExportPart, last: ExportPart | undefined): boolean {
  if (part === 0) return last === undefined || key > last.key
  return last?.key === key && part === last.part + 1 && typeof value === typeof last.value
}
