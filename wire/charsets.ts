// Text as bytes. A charset refuses what it cannot carry: nothing is replaced behind anybody's back.
import { fail } from './field-error.ts'
import { between, type Chance, pick } from './sample.ts'

export interface Charset {
  readonly name: string
  /** Throws WireError for bytes that are no text in this charset. */
  decode(bytes: Uint8Array): string
  /** Throws WireError for characters that this charset lacks. */
  encode(text: string): Uint8Array
  /** One character, never NUL, space or a line end. */
  sample(chance: Chance): string
}

// The only names of the platform that tables need; both runtimes and browsers have them.
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean })
  decode(bytes: Uint8Array): string
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** Bytes 0 to 255 as U+0000 to U+00FF. Every byte comes back: the charset for text of unknown origin. */
export const latin1 = oneByte('latin1', 255)

/** Bytes 0 to 127; others are refused. */
export const ascii = oneByte('ascii', 127)

/** Strict both ways, so that whatever is read is written back the same; a byte order mark is kept. */
export const utf8: Charset = {
  name: 'utf8',
  decode: strictly('utf-8'),
  encode(text) {
    if (!text.isWellFormed()) fail(`${quoted(text)} has half a surrogate pair`)
    return new TextEncoder().encode(text)
  },
  sample: (chance) => pick(chance, ['a', 'Z', '~', 'é', 'ß', 'あ', '猫', '€', '🐌', '\ufeff']),
}

/**
 * Shift-JIS as Windows has it: double-byte kana and kanji, half-width katakana, private characters.
 * 398 of its 9,604 double-byte codes are second spellings of a character (some of leads 87 and FA, all of ED and
 * EE): they read, and are written back in the first spelling, as Windows does. All others come back as they were. `¥` and `‾` are not in it: 5C and 7E read as `\` and `~`.
 */
export const shiftJis: Charset = {
  name: 'shift_jis',
  decode: strictly('shift_jis'),
  encode(text) {
    const table = shiftJisTable()
    const bytes: number[] = []
    for (const character of text) {
      const code = table.get(character)
      if (code === undefined) fail(`${quoted(character)} is not in shift_jis`)
      if (code > 255) bytes.push(code >> 8)
      bytes.push(code & 255)
    }
    return Uint8Array.from(bytes)
  },
  sample: (chance) => pick(chance, ['a', '~', '\\', 'ｱ', 'ﾟ', 'あ', 'ソ', '表', '洞', '①', '髙', '\ue000']),
}

function oneByte(name: string, most: number): Charset {
  return {
    name,
    decode(bytes) {
      let text = ''
      for (const byte of bytes) {
        if (byte > most) fail(`byte ${byte} is not ${name}`)
        text += String.fromCharCode(byte)
      }
      return text
    },
    encode(text) {
      const bytes = new Uint8Array(text.length)
      for (let i = 0; i < bytes.length; i++) {
        const code = text.charCodeAt(i)
        if (code > most) fail(`${quoted(text[i]!)} is not in ${name}`)
        bytes[i] = code
      }
      return bytes
    },
    sample: (chance) => String.fromCharCode(between(chance, 33, most)),
  }
}

function strictly(label: string): Charset['decode'] {
  let decoder: TextDecoder | undefined
  return (bytes) => {
    decoder ??= new TextDecoder(label, { fatal: true, ignoreBOM: true })
    try {
      return decoder.decode(bytes)
    } catch {
      return fail(`not ${label}`)
    }
  }
}

// The platform decodes Shift-JIS but does not encode it. Built on first use: it takes some 10 ms.
let reverse: ReadonlyMap<string, number> | undefined

function shiftJisTable(): ReadonlyMap<string, number> {
  reverse ??= reversed(strictly('shift_jis'))
  return reverse
}

function reversed(decode: Charset['decode']): Map<string, number> {
  const table = new Map<string, number>()
  const add = (code: number, bytes: Uint8Array) => {
    const character = decodedOrNot(decode, bytes)
    if (character !== undefined && !table.has(character)) table.set(character, code)
  }
  const double = (lead: number) => {
    for (let trail = 0x40; trail <= 0xfc; trail++) add((lead << 8) | trail, Uint8Array.of(lead, trail))
  }
  for (let byte = 0; byte <= 255; byte++) add(byte, Uint8Array.of(byte))
  // The first spelling counts, and NEC's rows 89 to 92 (leads ED and EE) only for what has no other.
  for (let lead = 0x81; lead <= 0xfc; lead++) if (lead !== 0xed && lead !== 0xee) double(lead)
  double(0xed)
  double(0xee)
  return table
}

/** One character, or undefined: two characters mean that the second byte stands for itself. */
function decodedOrNot(decode: Charset['decode'], bytes: Uint8Array): string | undefined {
  try {
    const text = decode(bytes)
    return [...text].length === 1 ? text : undefined
  } catch {
    return undefined // the bytes are none of this charset
  }
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
