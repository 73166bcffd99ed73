// HalfSipHash-2-4 (Aumasson, Bernstein), a keyed hash of 32 bits for short inputs.

export const keyBytes = 8

/** An unsigned hash of 32 bits, which cannot be computed without the key. `key`: `keyBytes` bytes. */
export function keyedHash(key: Uint8Array, input: Uint8Array): number {
  const [k0, k1] = [wordAt(key, 0), wordAt(key, 4)]
  const state = Int32Array.of(k0, k1, 0x6c796765 ^ k0, 0x74656462 ^ k1)
  const whole = input.length & ~3
  for (let at = 0; at < whole; at += 4) absorb(state, wordAt(input, at))
  const rest = Uint8Array.of(0, 0, 0, input.length)
  rest.set(input.subarray(whole))
  absorb(state, wordAt(rest, 0))
  state[2]! ^= 0xff
  for (let round = 0; round < 4; round++) mix(state)
  return (state[1]! ^ state[3]!) >>> 0
}

function absorb(state: Int32Array, word: number): void {
  state[3]! ^= word
  mix(state)
  mix(state)
  state[0]! ^= word
}

function mix(v: Int32Array): void {
  v[0]! += v[1]!
  v[1] = rotate(v[1]!, 5) ^ v[0]!
  v[0] = rotate(v[0]!, 16)
  v[2]! += v[3]!
  v[3] = rotate(v[3]!, 8) ^ v[2]!
  v[0]! += v[3]!
  v[3] = rotate(v[3]!, 7) ^ v[0]!
  v[2]! += v[1]!
  v[1] = rotate(v[1]!, 13) ^ v[2]!
  v[2] = rotate(v[2]!, 16)
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

/** Little-endian and signed. */
function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}
