// The lines of an export file (JSON lines, EXPORT.md), with which a room moves between sites. Callers compress the
// file and supply the digest.
import { decodeBase64, encodeBase64 } from '../util/base64.ts'
import { concatBytes } from '../util/concat-bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../util/utf8.ts'
import { WireError } from '../util/wire-error.ts'

/** [EXPORT-2] Later builds may write a higher number. */
const exportFormat = 1

/** [EXPORT-4] The key prefixes of the records in the file, in the order of the lines. */
export const exportedKeyPrefixes = [
  'ban/',
  'clip/',
  'film/',
  'game/',
  'history/',
  'log/',
  'mute/',
  'report/',
  'story/',
] as const

/** Maximum size of one part of a record, in bytes or, for a text, in UTF-16 units. */
const maxPartBytes = 1_000_000
const maxPartUnits = 500_000
/** Maximum bytes of a line: enough for a text part in which every unit is escaped, and for the key. */
const maxLineBytes = 4 * 1024 * 1024
/** Maximum number of record lines, each of which is stored as a row. */
const maxParts = 1_000_000

/** The first line of the file. The site defines its fields and validates them. */
export type ExportHead = { readonly [field: string]: unknown }

/** A part of a record; most records have one. */
export interface ExportPart {
  readonly key: string
  /** Counts from 0. */
  readonly part: number
  readonly value: string | Uint8Array
}

/** An incremental SHA-256. */
export interface IncrementalDigest {
  update(bytes: Uint8Array): unknown
  /** Lowercase hexadecimal. */
  hex(): string
}

/** Thrown for a file that is not a room export, or is incomplete. `message`: a sentence without its subject. */
export class ExportError extends Error {
  override name = 'ExportError'
  /** Whether the file is a room export that is not accepted, for example because of a later format. */
  readonly isRecognized: boolean

  constructor(message: string, isRecognized = false) {
    super(message)
    this.isRecognized = isRecognized
  }
}

const newline = 10
const keyPattern = /^(?:ban|clip|film|game|history|log|mute|report|story)\/[\x20-\x7e]{1,512}$/

export class ExportWriter {
  readonly #digest: IncrementalDigest
  #parts = 0

  constructor(digest: IncrementalDigest) {
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
      ...(typeof value === 'string' ? { text: value } : { bytes: encodeBase64(value) }),
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

/** Throws ExportError as soon as the text is invalid. */
export class ExportReader {
  readonly #digest: IncrementalDigest
  readonly #events: ExportEvents
  /** The chunks of the line that is still incomplete. */
  #lineChunks: Uint8Array[] = []
  #lineBytes = 0
  #hasHead = false
  #last: ExportPart | undefined
  #parts = 0
  #isComplete = false

  constructor(digest: IncrementalDigest, events: ExportEvents) {
    this.#digest = digest
    this.#events = events
  }

  /** Reads the next piece of the text, and keeps no reference to it. */
  read(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const end = piece.indexOf(newline, at)
      const taken = piece.subarray(at, end < 0 ? piece.length : end + 1)
      at += taken.length
      this.#lineBytes += taken.length
      if (this.#lineBytes > maxLineBytes)
        throw new ExportError(`has a line of more than ${maxLineBytes} bytes`)
      if (end < 0) this.#lineChunks.push(taken.slice())
      else this.#line(this.#takeLine(taken))
    }
  }

  /** Call at the end of the text. Returns the number of parts. */
  end(): number {
    if (!this.#isComplete) throw new ExportError('is incomplete: it ends before its last line')
    if (this.#lineBytes > 0) throw new ExportError('has data after its last line')
    return this.#parts
  }

  #takeLine(end: Uint8Array): Uint8Array {
    const line = this.#lineChunks.length === 0 ? end : concatBytes([...this.#lineChunks, end])
    this.#lineChunks = []
    this.#lineBytes = 0
    return line
  }

  #line(line: Uint8Array): void {
    if (this.#isComplete) throw new ExportError('has data after its last line')
    const fields = parseLine(line)
    if ('sha256' in fields && this.#hasHead) return this.#end(fields)
    this.#digest.update(line)
    if (this.#hasHead) return this.#part(fields)
    this.#hasHead = true
    this.#events.head(checkHead(fields))
  }

  #part(fields: ExportHead): void {
    if (++this.#parts > maxParts) throw new ExportError(`has more than ${maxParts} record parts`, true)
    const part = parsePart(fields, this.#parts)
    if (!isInOrder(part, this.#last)) throw new ExportError(`has record ${this.#parts} twice or out of order`)
    this.#last = part
    this.#events.part(part)
  }

  #end({ parts, sha256, ...rest }: ExportHead): void {
    if (Object.keys(rest).length > 0) throw new ExportError('has unknown fields in its last line')
    if (parts !== this.#parts) throw new ExportError('has fewer or more records than its last line states')
    if (sha256 !== this.#digest.hex()) throw new ExportError('is damaged: its checksum does not match')
    this.#isComplete = true
  }
}

/**
 * The error is created only on failure, because an error object per line would be most of the cost of reading a million
 * lines.
 */
const notJsonObject = () => new ExportError('is not a room export: a line is not a JSON object')

function parseLine(line: Uint8Array): ExportHead {
  let fields: unknown
  try {
    fields = JSON.parse(decodeUtf8(line))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof WireError) throw notJsonObject()
    throw error
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw notJsonObject()
  return fields as ExportHead
}

function checkHead({ packetboat, format, ...head }: ExportHead): ExportHead {
  if (packetboat !== 'room') throw new ExportError('is not a room export')
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1)
    throw new ExportError('has no valid format number')
  if (format > exportFormat)
    throw new ExportError(
      `has format ${format}, but this version reads up to ${exportFormat}: upgrade first`,
      true,
    )
  return head
}

function parsePart({ key, part = 0, text, bytes, ...rest }: ExportHead, number: number): ExportPart {
  const wrong = (what: string) => new ExportError(`has a record (${number}) with ${what}`)
  if (typeof key !== 'string' || !keyPattern.test(key)) throw wrong('an invalid key')
  if (typeof part !== 'number' || !Number.isInteger(part) || part < 0) throw wrong('an invalid part number')
  if (Object.keys(rest).length > 0 || (text === undefined) === (bytes === undefined))
    throw wrong('other fields than text or bytes')
  if (text !== undefined) {
    if (typeof text !== 'string' || text.length > maxPartUnits || !text.isWellFormed())
      throw wrong(`invalid text, or more than ${maxPartUnits} UTF-16 units`)
    return { key, part, value: text }
  }
  if (typeof bytes !== 'string' || bytes.length > Math.ceil(maxPartBytes / 3) * 4)
    throw wrong(`more than ${maxPartBytes} bytes`)
  try {
    return { key, part, value: decodeBase64(bytes) }
  } catch (error) {
    if (error instanceof WireError) throw wrong('invalid base64')
    throw error
  }
}

/** [EXPORT-5] The parts of a record are consecutive, and records are sorted by key. */
function isInOrder({ key, part, value }: ExportPart, last: ExportPart | undefined): boolean {
  if (part === 0) return last === undefined || key > last.key
  return last?.key === key && part === last.part + 1 && typeof value === typeof last.value
}
