import { encodeUtf8 } from './utf8.ts'

/** Random numbers, 0 ≤ n < 1, derived from the text (FNV-1a into mulberry32). Use them for games, never for secrets. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Rounds of ChaCha. Eight rounds are secure enough for games, and take less time than twenty. */
const rounds = 8
/** `expand 32-byte k`, ChaCha's initial words. */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const
const keyWords = 8

/**
 * Random numbers, 0 ≤ n < 1, derived from the text by ChaCha (RFC 8439, with 8 rounds). Without the text, no number can
 * be predicted from the others. A `GameContext` uses these numbers: clients see some of them, and must not be able to
 * infer the numbers for other clients.
 */
export function secureRandom(seed: string): () => number {
  const key = keyOf(seed)
  let numbers: Uint32Array = new Uint32Array(0)
  let usedNumbers = 0
  let count = 0
  return () => {
    if (usedNumbers === numbers.length) {
      numbers = chachaBlock(key, count++)
      usedNumbers = 0
    }
    return numbers[usedNumbers++]! / 4294967296
  }
}

function keyOf(seed: string): Uint32Array {
  const bytes = encodeUtf8(seed)
  let key: Uint32Array = new Uint32Array(keyWords)
  for (let at = 0; at <= bytes.length; at += 4 * keyWords) {
    const part = bytes.subarray(at, at + 4 * keyWords)
    for (const [index, byte] of part.entries()) key[index >> 2]! ^= byte << (8 * (index & 3))
    key = chachaBlock(key, bytes.length).slice(0, keyWords)
  }
  return key
}

/** A ChaCha8 block with nonce 0. */
export function chachaBlock(key: Uint32Array, count: number): Uint32Array {
  const start = Uint32Array.of(...constants, ...key, count >>> 0, Math.floor(count / 4294967296), 0, 0)
  const words = start.slice()
  for (let round = 0; round < rounds; round += 2) {
    for (let at = 0; at < 4; at++) quarterRound(words, at, at + 4, at + 8, at + 12)
    for (let at = 0; at < 4; at++)
      quarterRound(words, at, 4 + ((at + 1) & 3), 8 + ((at + 2) & 3), 12 + ((at + 3) & 3))
  }
  return words.map((word, index) => word + start[index]!)
}

function quarterRound(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  mix(words, a, b, d, 16)
  mix(words, c, d, b, 12)
  mix(words, a, b, d, 8)
  mix(words, c, d, b, 7)
}

function mix(words: Uint32Array, a: number, b: number, d: number, bits: number): void {
  words[a]! += words[b]!
  const mixed = words[d]! ^ words[a]!
  words[d] = (mixed << bits) | (mixed >>> (32 - bits))
}
