// How much work an upload may cost: in proportion to its size, so that a small file cannot keep a room busy for long.
import { type PickleLimits, pickleLimits } from './machine.ts'

/** Of one upload. */
export interface Work {
  /** Bytes that it unpacks to. */
  readonly unpacked: number
  readonly pickle: PickleLimits
  /** Values that are looked at: those that are shared stand in many places. */
  readonly visits: number
  /** Characters of JSON that are written. */
  readonly text: number
}

const mebibyte = 1024 * 1024
/** Whatever its size. */
const most = {
  unpacked: 32 * mebibyte,
  steps: pickleLimits.steps,
  visits: 8_000_000,
  text: 32 * mebibyte,
} as const
/** Of an empty file, and for each of its bytes. Real ones take at most 1 step, 8 bytes and 13 characters for each byte. */
const least = { unpacked: mebibyte, steps: 262_144, visits: 262_144, text: mebibyte } as const
const perByte = { unpacked: 64, steps: 16, visits: 16, text: 64 } as const

/** `size`: in bytes, packed. */
export function workFor(size: number): Work {
  const of = (what: keyof typeof most) => Math.min(most[what], least[what] + perByte[what] * size)
  return {
    unpacked: Math.ceil(of('unpacked') / mebibyte) * mebibyte,
    pickle: { ...pickleLimits, steps: of('steps') },
    visits: of('visits'),
    text: of('text'),
  }
}
