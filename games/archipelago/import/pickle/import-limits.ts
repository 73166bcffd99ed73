// The limits of an upload's work: proportional to its size, so that a small file cannot block a room for long.
import { type PickleLimits, pickleLimits } from './stack-machine.ts'

/** The limits of one upload. */
export interface ImportLimits {
  /** Bytes after decompression. */
  readonly unpacked: number
  readonly pickle: PickleLimits
  /** Values examined: shared values may occur in many places. */
  readonly visits: number
  /** Characters of JSON written. */
  readonly text: number
}

const mebibyte = 1024 * 1024
/** For files of any size. */
const maximum = {
  unpacked: 32 * mebibyte,
  steps: pickleLimits.steps,
  visits: 8_000_000,
  text: 32 * mebibyte,
} as const
/** The limit for an empty file, and its increase per byte. Real files take at most 1 step, 8 bytes, 13 characters. */
const base = { unpacked: mebibyte, steps: 262_144, visits: 262_144, text: mebibyte } as const
const perByte = { unpacked: 64, steps: 16, visits: 16, text: 64 } as const

/** `size`: compressed, in bytes. */
export function importLimitsFor(size: number): ImportLimits {
  const of = (what: keyof typeof maximum) => Math.min(maximum[what], base[what] + perByte[what] * size)
  return {
    unpacked: Math.ceil(of('unpacked') / mebibyte) * mebibyte,
    pickle: { ...pickleLimits, steps: of('steps') },
    visits: of('visits'),
    text: of('text'),
  }
}
