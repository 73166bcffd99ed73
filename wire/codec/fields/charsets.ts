// Charsets for text fields. A charset rejects text that it cannot encode: it never substitutes characters.
import { throwFieldError } from '../field-error.ts'
import { type RandomFunction, randomInteger, randomItem } from '../random-values.ts'

/**
 * Converts text to bytes and back.
 * @example name: str(u8, shiftJis)
 */
export interface Charset {
  readonly name: string
  /** Throws WireError for invalid bytes. */
  decode(bytes: Uint8Array): string
  /** Throws WireError for characters that this charset lacks. */
  encode(text: string): Uint8Array
  /** A random character for tests, never NUL, space or a line end. */
  sample(random: RandomFunction): string
}

// The only platform globals that packet tables need. Workers, Node and browsers have them.
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean })
  decode(bytes: Uint8Array): string
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}

/**
 * Bytes 0 to 255 as U+0000 to U+00FF; the default charset. Every byte round-trips, so it suits text of unknown origin.
 * @example motto: zstr(latin1, 64)
 */
export const latin1 = singleByteCharset('latin1', 255)

/**
 * ASCII: bytes 0 to 127. Rejects all other bytes and characters.
 * @example key: chars(16, ascii)
 */
export const ascii = singleByteCharset('ascii', 127)

/**
 * UTF-8. Rejects invalid bytes and unpaired surrogates, so all accepted text round-trips. A byte order mark is kept.
 * @example name: str(BE.u16, utf8)
 */
export const utf8: Charset = {
  name: 'utf8',
  decode: strictDecoder('utf-8'),
  encode(text) {
    if (!text.isWellFormed()) throwFieldError(`${quoted(text)} contains an unpaired surrogate`)
    return new TextEncoder().encode(text)
  },
  sample: (random) => randomItem(random, ['a', 'Z', '~', 'é', 'ß', 'あ', '猫', '€', '🐌', '\ufeff']),
}

/**
 * Shift-JIS as Windows encodes it: double-byte kana and kanji, half-width katakana, private characters. 398 of its
 * 9,604 double-byte codes are second encodings of a character (some with the lead bytes 87 and FA, all with ED and EE).
 * The second encodings decode, but the characters encode to their first code, as on Windows. All other codes
 * round-trip. The charset lacks `¥` and `‾`: 5C and 7E decode to `\` and `~`.
 * @example title: chars(32, shiftJis)
 */
export const shiftJis: Charset = {
  name: 'shift_jis',
  decode: strictDecoder('shift_jis'),
  encode(text) {
    const table = shiftJisTable()
    const bytes: number[] = []
    for (const character of text) {
      const code = table.get(character)
      if (code === undefined) throwFieldError(`${quoted(character)} is not in shift_jis`)
      if (code > 255) bytes.push(code >> 8)
      bytes.push(code & 255)
    }
    return Uint8Array.from(bytes)
  },
  sample: (random) =>
    randomItem(random, ['a', '~', '\\', 'ｱ', 'ﾟ', 'あ', 'ソ', '表', '洞', '①', '髙', '\ue000']),
}

function singleByteCharset(name: string, highest: number): Charset {
  return {
    name,
    decode(bytes) {
      let text = ''
      for (const byte of bytes) {
        if (byte > highest) throwFieldError(`byte ${byte} is not ${name}`)
        text += String.fromCharCode(byte)
      }
      return text
    },
    encode(text) {
      const bytes = new Uint8Array(text.length)
      for (let i = 0; i < bytes.length; i++) {
        const code = text.charCodeAt(i)
        if (code > highest) throwFieldError(`${quoted(text[i]!)} is not in ${name}`)
        bytes[i] = code
      }
      return bytes
    },
    sample: (random) => String.fromCharCode(randomInteger(random, 33, highest)),
  }
}

function strictDecoder(label: string): Charset['decode'] {
  let decoder: TextDecoder | undefined
  return (bytes) => {
    decoder ??= new TextDecoder(label, { fatal: true, ignoreBOM: true })
    try {
      return decoder.decode(bytes)
    } catch {
      return throwFieldError(`not ${label}`)
    }
  }
}

// Built at the first use, because building takes about 10 ms.
let codesByCharacter: ReadonlyMap<string, number> | undefined

function shiftJisTable(): ReadonlyMap<string, number> {
  codesByCharacter ??= invert(strictDecoder('shift_jis'))
  return codesByCharacter
}

function invert(decode: Charset['decode']): Map<string, number> {
  const table = new Map<string, number>()
  const add = (code: number, bytes: Uint8Array) => {
    const character = decodeCharacter(decode, bytes)
    if (character !== undefined && !table.has(character)) table.set(character, code)
  }
  const double = (lead: number) => {
    for (let trail = 0x40; trail <= 0xfc; trail++) add((lead << 8) | trail, Uint8Array.of(lead, trail))
  }
  for (let byte = 0; byte <= 255; byte++) add(byte, Uint8Array.of(byte))
  // The first code of a character is used. Codes of NEC's rows 89 to 92 (leads ED and EE) are used only for characters
  // that have no other code.
  for (let lead = 0x81; lead <= 0xfc; lead++) if (lead !== 0xed && lead !== 0xee) double(lead)
  double(0xed)
  double(0xee)
  return table
}

/** Undefined unless the bytes are exactly one character: of two characters, the second byte is its own. */
function decodeCharacter(decode: Charset['decode'], bytes: Uint8Array): string | undefined {
  try {
    const text = decode(bytes)
    return [...text].length === 1 ? text : undefined
  } catch {
    return undefined // the bytes are not valid in this charset
  }
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
