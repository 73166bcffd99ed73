// Lines of Crossfire's file formats. A line has the form `key value`. The files are in Latin-1, with one byte per
// character.
import { strFromU8 } from 'fflate'
import { ImportError, quoteForError } from './import-error.ts'

/** Debian's longest line has some 700 characters. */
const maxLineLength = 16_384
/**
 * Number of bytes that are decoded at a time, if no line is longer. Lines are never split. Blocks are small because a
 * substring keeps its whole source string alive, and V8 copies that string in each minor garbage collection.
 */
const blockBytes = 4096

export class LineReader {
  readonly file: string
  /** Number of the line that was read last, from 1. */
  number = 0
  #bytes: Uint8Array
  #text: string
  #at = 0
  #before = 0

  constructor(file: string, content: Uint8Array | string) {
    this.file = file
    this.#bytes = typeof content === 'string' ? none : content
    this.#text = typeof content === 'string' ? content : ''
  }

  /** Byte offset of the next line. */
  get position(): number {
    return this.#before + this.#at
  }

  /** Reads a line unchanged; undefined at the end of the file. Text after the last line feed is also a line. */
  raw(): string | undefined {
    if (this.#at >= this.#text.length && !this.#nextBlock()) return undefined
    const from = this.#at
    const found = this.#text.indexOf('\n', from)
    const end = found < 0 ? this.#text.length : found
    this.#at = end + 1
    this.number++
    if (end - from > maxLineLength) throw this.error(`a line longer than ${maxLineLength} characters`)
    return this.#text.slice(from, this.#text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end)
  }

  /** Returns false at the end of the file. */
  #nextBlock(): boolean {
    const bytes = this.#bytes
    if (bytes.length === 0) return false
    const end = endOfBlock(bytes)
    this.#before += this.#text.length
    this.#text = textOf(bytes.subarray(0, end))
    this.#bytes = bytes.subarray(end)
    this.#at = 0
    return true
  }

  // The next three methods are fast paths for the most common lines: they create no string for the line.

  /** Consumes the next line if it is `end`. */
  skipEnd(): boolean {
    const [text, at] = [this.#text, this.#at]
    const is =
      text.charCodeAt(at) === 0x65 && text.charCodeAt(at + 3) === lineFeed && text.startsWith('end', at)
    if (is) this.#advance(at + 4)
    return is
  }

  /** Consumes a line that consists of this letter, a space and an integer. Returns the integer. */
  readNumber(letter: number): number | undefined {
    const text = this.#text
    let at = this.#at
    if (text.charCodeAt(at) !== letter || text.charCodeAt(at + 1) !== space) return undefined
    let number = 0
    for (at += 2; at < this.#at + 8; at++) {
      const digit = text.charCodeAt(at) - zero
      if (!(digit >= 0 && digit <= 9)) break
      number = number * 10 + digit
    }
    if (text.charCodeAt(at) !== lineFeed || at === this.#at + 2) return undefined
    this.#advance(at + 1)
    return number
  }

  /** Consumes a line that starts with the word and a space. Returns the text after the space. */
  readAfter(word: string): string | undefined {
    const [text, at] = [this.#text, this.#at]
    if (!text.startsWith(word, at) || text.charCodeAt(at + word.length) !== space) return undefined
    const end = text.indexOf('\n', at)
    if (end < 0 || end - at > maxLineLength) return undefined
    this.#advance(end + 1)
    return text.slice(at + word.length + 1, end).trim()
  }

  #advance(to: number): void {
    this.#at = to
    this.number++
  }

  /** The next line that is neither empty nor a comment, without leading spaces. */
  next(): string | undefined {
    for (let line = this.raw(); line !== undefined; line = this.raw()) {
      const first = line.charCodeAt(0)
      if (first > space && first !== hash) return line
      const trimmed = line.trimStart()
      if (trimmed && !trimmed.startsWith('#')) return trimmed
    }
    return undefined
  }

  /** The lines before the closing line, joined by line feeds. Consumes the closing line. */
  until(closing: string, most = maxTextLength): string {
    const firstLine = this.number
    const lines: string[] = []
    let length = 0
    for (let line = this.raw(); line !== undefined; line = this.raw()) {
      if (line.trim() === closing) return lines.join('\n')
      length += line.length + 1
      if (length > most) throw this.error(`the text from line ${firstLine} is longer than ${most} characters`)
      lines.push(line)
    }
    throw new ImportError(this.file, firstLine, `missing ${closing} for the text that begins here`)
  }

  /** Throws ImportError if the value is not an integer. */
  parseInteger(value: string): number {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw this.error(`"${quoteForError(value)}" is not an integer`)
    return number
  }

  error(why: string): ImportError {
    return new ImportError(this.file, this.number, why)
  }
}

function endOfBlock(bytes: Uint8Array): number {
  if (bytes.length <= blockBytes) return bytes.length
  const last = bytes.lastIndexOf(lineFeed, blockBytes - 1)
  if (last >= 0) return last + 1
  const most = bytes.subarray(0, maxLineLength + 1)
  const first = most.indexOf(lineFeed)
  // Without a line feed, the line is either too long or the last line of the file.
  return first < 0 ? most.length : first + 1
}

/** Nearly all files are pure ASCII. Decoding ASCII as UTF-8 takes a tenth of the time. */
function textOf(content: Uint8Array): string {
  let all = 0
  for (let at = 0; at < content.length; at++) all |= content[at]!
  return strFromU8(content, all > 0x7f)
}

/** In characters. */
const maxTextLength = 65_536
const [space, hash, carriageReturn, lineFeed, zero] = [0x20, 0x23, 0x0d, 0x0a, 0x30]
const none = new Uint8Array(0)

/** The value of a line with only a key is ''. */
export function splitKeyValue(line: string): readonly [key: string, value: string] {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === space || code === tab) return [line.slice(0, at), line.slice(at + 1).trim()]
  }
  return [line, '']
}
const tab = 0x09
