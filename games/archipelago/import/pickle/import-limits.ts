// Limits that grow with the size of the upload, so that a small file cannot block a room for long.
import { type PickleLimits, pickleLimits } from './stack-machine.ts'

export interface ImportLimits {
  /** In bytes. */
  readonly unpacked: number
  readonly pickle: PickleLimits
  /** One value may occur in many places and then counts each time. */
  readonly visits: number
  /** Maximum length of all JSON texts that are written, in UTF-16 units. */
  readonly text: number
}

const mebibyte = 1024 * 1024
/** These limits apply to a file of any size. */
const maximum = {
  unpacked: 32 * mebibyte,
  steps: pickleLimits.steps,
  visits: 8_000_000,
  text: 32 * mebibyte,
} as const
/** `base` is for an empty file. Real files need at most 1 step, 8 bytes and 13 characters for each byte. */
const base = { unpacked: mebibyte, steps: 262_144, visits: 262_144, text: mebibyte } as const
const perByte = { unpacked: 64, steps: 16, visits: 16, text: 64 } as const

/**
 * The minimum size that a compressed file with a pickle of `length` bytes must have, so that it can be imported. A byte
 * of a pickle takes at most one step, and six characters of JSON.
 */
export function minimumFileSize(length: number): number {
  return Math.ceil((6 * length - base.text) / perByte.text)
}

/** `size`: the size of the compressed file, in bytes. */
export function importLimitsFor(size: number): ImportLimits {
  const of = (what: keyof typeof maximum) => Math.min(maximum[what], base[what] + perByte[what] * size)
  return {
    unpacked: Math.ceil(of('unpacked') / mebibyte) * mebibyte,
    pickle: { ...pickleLimits, steps: of('steps') },
    visits: of('visits'),
    text: of('text'),
  }
}
