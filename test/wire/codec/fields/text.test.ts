import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ascii,
  chars,
  decimal,
  decode,
  encode,
  LE,
  latin1,
  line,
  padded,
  shiftJis,
  str,
  struct,
  text,
  u8,
  utf8,
  WireError,
  word,
  zstr,
} from '../../../../wire/index.ts'
import { assertProperty } from '../../../property.ts'

const runs = { numRuns: 100 }
const bytesOf = (characters: string) => latin1.encode(characters)

describe('charsets', () => {
  it('latin1 keeps every byte, including 80 to 9F', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    expect(latin1.encode(latin1.decode(all))).toEqual(all)
    expect(latin1.decode(Uint8Array.of(0x80))).toBe('\x80')
    expect(() => latin1.encode('€')).toThrow('"€" is not in latin1')
  })

  it('ascii refuses bytes above 7F', () => {
    expect(ascii.decode(bytesOf('Soaprun'))).toBe('Soaprun')
    expect(() => ascii.decode(Uint8Array.of(128))).toThrow('byte 128 is not ascii')
    expect(() => ascii.encode('é')).toThrow(WireError)
  })

  it('utf8 round-trips all valid bytes and refuses all others', () => {
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const read = readOrNot(utf8, bytes)
        if (read !== undefined) expect(utf8.encode(read)).toEqual(bytes)
      }),
      runs,
    )
    expect(utf8.decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA')
    expect(() => utf8.decode(Uint8Array.of(0xff))).toThrow('not utf-8')
    expect(() => utf8.encode('\ud800')).toThrow('unpaired surrogate')
  })

  it('shiftJis encodes half-width katakana in one byte, kana and kanji in two', () => {
    expect(shiftJis.encode('ｶﾞ')).toEqual(Uint8Array.of(0xb6, 0xde))
    expect(shiftJis.decode(Uint8Array.of(0xb1, 0xdf))).toBe('ｱﾟ')
    expect(shiftJis.encode('洞窟')).toEqual(Uint8Array.of(0x93, 0xb4, 0x8c, 0x41))
    expect(shiftJis.encode('ソ')).toEqual(Uint8Array.of(0x83, 0x5c))
    expect(shiftJis.decode(Uint8Array.of(0x41, 0x83, 0x5c, 0x42))).toBe('AソB')
    expect(shiftJis.encode('A\\~')).toEqual(Uint8Array.of(0x41, 0x5c, 0x7e))
    expect(() => shiftJis.encode('🐌')).toThrow('"🐌" is not in shift_jis')
    expect(() => shiftJis.encode('¥')).toThrow(WireError)
    expect(() => shiftJis.decode(Uint8Array.of(0x81))).toThrow('not shift_jis')
  })

  it('shiftJis round-trips every code except second encodings of a character', () => {
    let codes = 0
    const changed = new Map<number, number>()
    for (let code = 0x8140; code <= 0xfcfc; code++) {
      const bytes = Uint8Array.of(code >> 8, code & 255)
      const read = readOrNot(shiftJis, bytes)
      if (read === undefined || [...read].length !== 1) continue
      codes++
      const back = shiftJis.encode(read)
      const again = (back[0]! << 8) | back[1]!
      if (again !== code) changed.set(code, again)
      expect(shiftJis.decode(back)).toBe(read)
    }
    const leads = new Set([...changed.keys()].map((code) => code >> 8))
    expect({
      codes,
      changed: changed.size,
      leads: [...leads].map((lead) => lead.toString(16)),
    }).toMatchInlineSnapshot(`
      {
        "changed": 398,
        "codes": 9604,
        "leads": [
          "87",
          "ed",
          "ee",
          "fa",
        ],
      }
    `)
    for (let byte = 0; byte < 256; byte++) {
      const read = readOrNot(shiftJis, Uint8Array.of(byte))
      if (read !== undefined) expect(shiftJis.encode(read)).toEqual(Uint8Array.of(byte))
    }
  })
})

describe('text fields', () => {
  it('of fixed size are padded with NULs and end at the first NUL', () => {
    expect(encode(chars(8), 'Soaprun')).toEqual(bytesOf('Soaprun\0'))
    expect(decode(chars(8), bytesOf('Soaprun\0'))).toBe('Soaprun')
    expect(decode(chars(4), bytesOf('Bye.'))).toBe('Bye.')
    expect(decode(chars(4), bytesOf('A\0xy'))).toBe('A')
    expect(() => encode(chars(4), 'Bye..')).toThrow('text of 5 bytes is over 4')
    expect(() => encode(chars(4), 'a\0b')).toThrow('contains a NUL')
    expect(encode(chars(4, shiftJis), '洞窟')).toHaveLength(4)
  })

  it('that are padded to a size lose only trailing NULs', () => {
    expect(decode(padded(6), bytesOf('pass\0\0'))).toBe('pass')
    expect(decode(padded(6), bytesOf('\0p\0\0s\0'))).toBe('\0p\0\0s')
    expect(decode(padded(2), bytesOf('\0\0'))).toBe('')
    expect(encode(padded(4), '\0p')).toEqual(bytesOf('\0p\0\0'))
    expect(() => encode(padded(4), 'p\0')).toThrow('"p\\u0000" ends in a NUL')
    expect(() => encode(padded(4), 'passw')).toThrow('text of 5 bytes is over 4')
    expect(() => decode(padded(4), bytesOf('pas'))).toThrow('4 bytes expected, 3 left')
    assertProperty(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
        expect(encode(padded(5), decode(padded(5), bytes))).toEqual(bytes)
      }),
      runs,
    )
  })

  it('with a length field may count a trailing NUL in that length', () => {
    const plain = str(LE.u16)
    expect(encode(plain, 'hi')).toEqual(bytesOf('\x02\0hi'))
    expect(() => decode(plain, bytesOf('\x03\0hi'))).toThrow('3 bytes expected, 2 left')
    const log = str(LE.i32, latin1, { nul: true, limit: 5 })
    expect(encode(log, 'hi')).toEqual(bytesOf('\x03\0\0\0hi\0'))
    expect(decode(log, bytesOf('\x01\0\0\0\0'))).toBe('')
    expect(() => decode(log, bytesOf('\0\0\0\0'))).toThrow('no space for its NUL')
    expect(() => decode(log, bytesOf('\xff\xff\xff\xff'))).toThrow(WireError)
    expect(() => decode(log, bytesOf('\x03\0\0\0hi!'))).toThrow('does not end in NUL')
    expect(() => decode(log, bytesOf('\x07\0\0\0sixsix\0'))).toThrow('text of 6 bytes is over 5')
    expect(() => encode(log, 'sixsix')).toThrow('text of 6 bytes is over 5')
    expect(log).toMatchObject({ min: 5, max: 10 })
  })

  it('that are too long for their length field are refused', () => {
    expect(encode(str(u8), 'x'.repeat(255))).toHaveLength(256)
    expect(() => encode(str(u8), 'x'.repeat(256))).toThrow('text of 256 bytes is over 255')
  })

  it('with a terminator (NUL or line feed) are refused without it', () => {
    expect(decode(zstr(), bytesOf('ann\0'))).toBe('ann')
    expect(encode(zstr(utf8), 'é')).toEqual(Uint8Array.of(0xc3, 0xa9, 0))
    expect(() => decode(zstr(), bytesOf('ann'))).toThrow('no NUL at the end')
    expect(() => decode(zstr(latin1, 2), bytesOf('ann\0'))).toThrow('no NUL in 3 bytes')
    expect(decode(zstr(latin1, 3), bytesOf('ann\0'))).toBe('ann')
    expect(() => encode(zstr(), 'a\0b')).toThrow('contains a NUL')
    expect(decode(line(), bytesOf('one two\n'))).toBe('one two')
    expect(() => encode(line(), 'a\nb')).toThrow('contains a line feed')
  })

  it('that extend to the end of the packet have a limit', () => {
    expect(decode(text(latin1, 3), bytesOf('abc'))).toBe('abc')
    expect(() => decode(text(latin1, 3), bytesOf('abcd'))).toThrow('text of 4 bytes is over 3')
  })
})

describe('packets of words', () => {
  const version = struct({ name: word, cs: decimal(), sc: decimal(), info: text() })
  const query = struct({ name: word, flags: decimal(), question: text() })

  it('have one space between words, and no space at the end', () => {
    expect(decode(version, bytesOf('version 1023 -29 A Server\n'))).toEqual({
      name: 'version',
      cs: 1023,
      sc: -29,
      info: 'A Server\n',
    })
    expect(encode(version, { name: 'version', cs: 1023, sc: -29, info: 'A Server\n' })).toEqual(
      bytesOf('version 1023 -29 A Server\n'),
    )
    expect(encode(struct({ name: word, x: decimal() }), { name: 'lookat', x: -1 })).toEqual(
      bytesOf('lookat -1'),
    )
    expect(encode(word, 'addme')).toEqual(bytesOf('addme'))
  })

  it('have a space before an empty text', () => {
    expect(encode(query, decode(query, bytesOf('query 2 ')))).toEqual(bytesOf('query 2 '))
  })

  it('refuse invalid words and numbers', () => {
    expect(() => decode(word, bytesOf(''))).toThrow('word expected, found the end')
    expect(() => decode(version, bytesOf('version  1'))).toThrow('cs: word expected, found a space')
    expect(() => decode(version, bytesOf('version x'))).toThrow('cs: "x" is not a number')
    expect(() => decode(decimal(0, 9), bytesOf('10'))).toThrow('10 is not a whole number from 0 to 9')
    expect(() => decode(decimal(), bytesOf('99999999999999999999'))).toThrow(WireError)
    expect(() => encode(word, 'two words')).toThrow('"two words" is not a word')
    expect(() => encode(word, '')).toThrow(WireError)
    expect(() => encode(decimal(), 1.5)).toThrow(WireError)
  })
})

function readOrNot(charset: typeof utf8, bytes: Uint8Array): string | undefined {
  try {
    return charset.decode(bytes)
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
