// Parses multipart forms, with only the most recently read bytes in memory. A library parses the header lines of each
// part.
import { MultipartParser } from '@remix-run/multipart-parser'

export interface FormPart {
  readonly name: string
  /** The name of the uploaded file. Undefined for a text field. */
  readonly filename: string | undefined
  /** A piece is valid only until you request the next piece. Requesting the next part skips unread pieces. */
  readonly body: AsyncIterable<Uint8Array>
}

export interface MultipartLimits {
  readonly parts: number
  readonly header: number
}

export class TooManyPartsError extends Error {
  override name = 'TooManyPartsError'
}

const maxBufferBytes = 128 * 1024
const initialBufferBytes = 8 * 1024
const lineEnd = [13, 10] as const
const headerEnd = [13, 10, 13, 10] as const
const dash = 45
type BytePattern = readonly number[]

/** Throws TooManyPartsError, or TypeError if the body violates RFC 7578. Ignores bytes after the last part. */
export async function* parseMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  { parts, header }: MultipartLimits,
): AsyncGenerator<FormPart> {
  const buffer = new ReadBuffer(chunks)
  const delimiter = [...new TextEncoder().encode(`\r\n--${boundary}`)]
  if (delimiter.length > header) throw new TypeError('the boundary is too long')
  // Prepends a line end, because in a body without a preamble no line end precedes the first delimiter.
  buffer.append(lineEnd)
  try {
    await drain(buffer.readUntil(delimiter))
    for (let n = 0; !(await isLast(buffer)); n++) {
      if (n === parts) throw new TooManyPartsError()
      const { name, filename } = parsePartHeader(await buffer.readThrough(headerEnd, header))
      const body = buffer.readUntil(delimiter)
      yield { name, filename, body }
      await drain(body)
    }
    await buffer.drain()
  } finally {
    await buffer.cancel()
  }
}

async function isLast(buffer: ReadBuffer): Promise<boolean> {
  await buffer.fill(2)
  if (buffer.at(0) === dash && buffer.at(1) === dash) return true
  if (buffer.at(0) === lineEnd[0] && buffer.at(1) === lineEnd[1]) return false
  throw new TypeError('neither a part nor the end follows the boundary')
}

function parsePartHeader(headerLines: Uint8Array): { name: string; filename: string | undefined } {
  const parser = new MultipartParser('x', { maxHeaderSize: headerLines.length })
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(headerLines)
  const [part] = parser.write(new TextEncoder().encode(`--x${text}\r\n--x--`))
  if (!part?.name) throw new TypeError('a part without a name')
  return { name: part.name, filename: part.filename }
}

function matchesAt(mark: BytePattern, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

/** The bytes that were read from the stream but not yet returned. */
class ReadBuffer {
  readonly #chunks: AsyncIterator<Uint8Array>
  #bytes = new Uint8Array(initialBufferBytes)
  #pending = new Uint8Array(0)
  #start = 0
  #end = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  at(index: number): number {
    return this.#bytes[this.#start + index]!
  }

  append(bytes: ArrayLike<number>): void {
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** Waits until the buffer has `bytes` bytes. Throws if the stream ends earlier. */
  async fill(bytes: number): Promise<void> {
    while (this.#end - this.#start < bytes)
      if (!(await this.#readMore())) throw new TypeError('the form is cut short')
  }

  /**
   * Yields the bytes before the byte pattern `mark`, and skips the mark. Throws if the stream ends without the mark.
   */
  async *readUntil(mark: BytePattern): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#find(mark)
      // The last bytes may be the start of the mark, so they stay in the buffer until more bytes arrive.
      const end = at ?? Math.max(this.#start, this.#end - mark.length + 1)
      if (end > this.#start) yield this.#take(end - this.#start)
      if (at !== undefined) return void this.#take(mark.length)
      if (!(await this.#readMore())) throw new TypeError('the form is cut short')
    }
  }

  /** Returns the bytes up to the end of the mark. Throws if these are more than `most` bytes. */
  async readThrough(mark: BytePattern, most: number): Promise<Uint8Array> {
    for (;;) {
      const at = this.#find(mark)
      const length = (at ?? this.#end) - this.#start + (at === undefined ? 0 : mark.length)
      if (length > most) throw new TypeError('the header lines of a part are too long')
      if (at !== undefined) return this.#take(length)
      if (!(await this.#readMore())) throw new TypeError('the form is cut short')
    }
  }

  async cancel(): Promise<void> {
    await this.#chunks.return?.()
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  #find(mark: BytePattern): number | undefined {
    const bytes = this.#bytes.subarray(0, this.#end)
    const [first = 0] = mark
    for (let at = bytes.indexOf(first, this.#start); at >= 0; at = bytes.indexOf(first, at + 1)) {
      if (at + mark.length > this.#end) return undefined
      if (matchesAt(mark, bytes, at)) return at
    }
    return undefined
  }

  #take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#start, this.#start + length)
    this.#start += length
    return taken
  }

  /** Returns false if the stream has ended. */
  async #readMore(): Promise<boolean> {
    if (this.#pending.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) return false
      this.#pending = value as Uint8Array<ArrayBuffer>
    }
    const unread = this.#bytes.subarray(this.#start, this.#end)
    const needed = unread.length + this.#pending.length
    if (needed > this.#bytes.length && this.#bytes.length < maxBufferBytes)
      this.#bytes = new Uint8Array(Math.min(maxBufferBytes, 2 * needed))
    this.#bytes.set(unread)
    this.#end = unread.length
    this.#start = 0
    const taken = this.#pending.subarray(0, this.#bytes.length - this.#end)
    this.append(taken)
    this.#pending = this.#pending.subarray(taken.length)
    return true
  }
}
