// The lines of a file of a Crossfire world. All of its formats are lines of `key value` in Latin-1, so a byte is a letter.
import { strFromU8 } from 'fflate'
import { LoreFault } from './fault.ts'

/** Letters of one line. The longest of Debian's has some 700. */
const mostOfLine = 16_384
/**
 * Letters that are text at a time, if no line is longer: whoever keeps a piece of a line keeps all of the string that it was cut
 * from, and each time that V8 looks for what is young and gone, it carries this over. A line is never in two.
 */
const blockLetters = 4096

export class Lines {
  readonly file: string
  /** Of the line that was read last, from 1. */
  number = 0
  /** What is not text yet. */
  #bytes: Uint8Array
  #text: string
  #at = 0
  /** Bytes before what is text. */
  #before = 0

  constructor(file: string, content: Uint8Array | string) {
    this.file = file
    this.#bytes = typeof content === 'string' ? none : content
    this.#text = typeof content === 'string' ? content : ''
  }

  /** Where the next line begins, in bytes. */
  get position(): number {
    return this.#before + this.#at
  }

  /** The next line, as it stands there; undefined behind the last. What stands behind the last line feed is a line too. */
  raw(): string | undefined {
    if (this.#at >= this.#text.length && !this.#nextBlock()) return undefined
    const from = this.#at
    const found = this.#text.indexOf('\n', from)
    const end = found < 0 ? this.#text.length : found
    this.#at = end + 1
    this.number++
    if (end - from > mostOfLine) throw this.fault(`a line of over ${mostOfLine} letters`)
    return this.#text.slice(from, this.#text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end)
  }

  /** False: that was all. */
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

  // ---- What most lines of a map are, without a string for each ---------------------------------------------------------

  /** The next line is but `end`, and is read. */
  takeEnd(): boolean {
    const [text, at] = [this.#text, this.#at]
    const is =
      text.charCodeAt(at) === 0x65 && text.charCodeAt(at + 3) === lineFeed && text.startsWith('end', at)
    if (is) this.#pass(at + 4)
    return is
  }

  /** The number of the next line, if that is this letter and a whole number, and it is read. */
  takeNumber(letter: number): number | undefined {
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
    this.#pass(at + 1)
    return number
  }

  /** What stands behind the word and a blank in the next line, if it begins so, and it is read. */
  takeBehind(word: string): string | undefined {
    const [text, at] = [this.#text, this.#at]
    if (!text.startsWith(word, at) || text.charCodeAt(at + word.length) !== space) return undefined
    const end = text.indexOf('\n', at)
    if (end < 0 || end - at > mostOfLine) return undefined
    this.#pass(end + 1)
    return text.slice(at + word.length + 1, end).trim()
  }

  #pass(to: number): void {
    this.#at = to
    this.number++
  }

  /** The next line that says something: neither blank nor a comment, without the blanks in front of it. */
  next(): string | undefined {
    for (let line = this.raw(); line !== undefined; line = this.raw()) {
      const first = line.charCodeAt(0)
      if (first > space && first !== hash) return line
      const said = line.trimStart()
      if (said && !said.startsWith('#')) return said
    }
    return undefined
  }

  /** All lines up to the one that is `closing`, which is read too; joined by line feeds. */
  until(closing: string, most = mostOfText): string {
    const begun = this.number
    const lines: string[] = []
    let length = 0
    for (let line = this.raw(); line !== undefined; line = this.raw()) {
      if (line.trim() === closing) return lines.join('\n')
      length += line.length + 1
      if (length > most) throw this.fault(`a text of over ${most} letters, which began in line ${begun}`)
      lines.push(line)
    }
    throw new LoreFault(this.file, begun, `no ${closing} closes what begins here`)
  }

  fault(why: string): LoreFault {
    return new LoreFault(this.file, this.number, why)
  }
}

/** Behind the last line that fits in, or the one line that does not. */
function endOfBlock(bytes: Uint8Array): number {
  if (bytes.length <= blockLetters) return bytes.length
  const last = bytes.lastIndexOf(lineFeed, blockLetters - 1)
  if (last >= 0) return last + 1
  const most = bytes.subarray(0, mostOfLine + 1)
  const first = most.indexOf(lineFeed)
  // Without a line feed it is too long, or the last.
  return first < 0 ? most.length : first + 1
}

/** What is all ASCII, as nearly every file is, reads the same as UTF-8, which takes a tenth of the time. */
function textOf(content: Uint8Array): string {
  let all = 0
  for (let at = 0; at < content.length; at++) all |= content[at]!
  return strFromU8(content, all > 0x7f)
}

/** Letters of one message. */
const mostOfText = 65_536
const [space, hash, carriageReturn, lineFeed, zero] = [0x20, 0x23, 0x0d, 0x0a, 0x30]
const none = new Uint8Array(0)

/** Where a line's key ends and its value begins; a key alone has the value ''. */
export function keyed(line: string): readonly [key: string, value: string] {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === space || code === tab) return [line.slice(0, at), line.slice(at + 1).trim()]
  }
  return [line, '']
}
const tab = 0x09
