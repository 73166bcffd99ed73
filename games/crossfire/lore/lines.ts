// The lines of a file of a Crossfire world. All of its formats are lines of `key value` in Latin-1, so a byte is a letter.
import { strFromU8 } from 'fflate'
import { LoreFault } from './fault.ts'

/** Letters of one line. The longest of Debian's has some 700. */
const mostOfLine = 16_384

export class Lines {
  readonly file: string
  /** Of the line that was read last, from 1. */
  number = 0
  readonly #text: string
  #at = 0

  constructor(file: string, content: Uint8Array | string) {
    this.file = file
    this.#text = typeof content === 'string' ? content : textOf(content)
  }

  /** The next line, as it stands there; undefined behind the last. What stands behind the last line feed is a line too. */
  raw(): string | undefined {
    const from = this.#at
    if (from >= this.#text.length) return undefined
    const found = this.#text.indexOf('\n', from)
    const end = found < 0 ? this.#text.length : found
    this.#at = end + 1
    this.number++
    if (end - from > mostOfLine) throw this.fault(`a line of over ${mostOfLine} letters`)
    return this.#text.slice(from, this.#text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end)
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

/** What is all ASCII, as nearly every file is, reads the same as UTF-8, which takes a tenth of the time. */
function textOf(content: Uint8Array): string {
  return strFromU8(
    content,
    content.some((byte) => byte > 0x7f),
  )
}

/** Letters of one message. */
const mostOfText = 65_536
const [space, hash, carriageReturn] = [0x20, 0x23, 0x0d]

/** Where a line's key ends and its value begins; a key alone has the value ''. */
export function keyed(line: string): readonly [key: string, value: string] {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === space || code === tab) return [line.slice(0, at), line.slice(at + 1).trim()]
  }
  return [line, '']
}
const tab = 0x09
