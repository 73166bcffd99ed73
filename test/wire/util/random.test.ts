// The random numbers of a GameContext are reproducible from a seed text and equal the output of the published cipher.
import { describe, expect, it } from 'vitest'
import { chachaBlock, secureRandom } from '../../../wire/util/random.ts'

describe('the random generator', () => {
  it('is ChaCha with eight rounds: its first block for key 0 is the one that eSTREAM published', () => {
    const words = chachaBlock(new Uint32Array(8), 0)
    expect(Buffer.from(words.buffer).toString('hex').slice(0, 64)).toBe(
      '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e',
    )
  })

  it('has the same output for the same seed text, and another output for any other seed text', () => {
    const first = (seed: string) => Array.from({ length: 40 }, secureRandom(seed))
    expect(first('a room 1')).toEqual(first('a room 1'))
    const seeds = ['', 'a', 'aa', 'a room 1', 'a room 2', `${'x'.repeat(43)} 1`, `${'x'.repeat(43)} 2`]
    expect(new Set(seeds.flatMap(first)).size).toBe(40 * seeds.length)
  })

  it('returns uniformly distributed numbers from 0 to below 1', () => {
    const next = secureRandom('spread')
    const tenths = Array<number>(10).fill(0)
    for (let times = 0; times < 20_000; times++) tenths[Math.floor(next() * 10)]!++
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(250)
  })
})
