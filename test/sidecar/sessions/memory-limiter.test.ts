import { expect, test } from 'vitest'
import { limitMemory } from '../../../sidecar/sessions/memory-limiter.ts'
import { silentLog } from '../harness/test-room.ts'

const mebibyte = 1_048_576
const gibibyte = 1024 * mebibyte

/** The numbers of the evicted sessions, which were opened in this order and keep these bytes. */
function evicted(keptBytes: readonly number[], usedBytes: number): number[] {
  const numbers: number[] = []
  const sessions = keptBytes.map((bytes, at) => ({
    ...{ openedAt: at, keptBytes: bytes },
    evict: () => void numbers.push(at),
  }))
  limitMemory({ usedBytes: () => usedBytes, availableBytes: gibibyte }, () => sessions, silentLog)
  return numbers
}

const players = Array.from({ length: 100 }, () => 20_000)
const flood = (sessions: number, bytes: number) => Array.from({ length: sessions }, () => bytes)

test('the limiter evicts an attacker’s sessions until all sessions keep at most 256 MiB of 1 GiB, and evicts no player', () => {
  const numbers = evicted([...players, 5 * mebibyte, ...flood(10_000, 65_536)], gibibyte / 2)
  expect(Math.min(...numbers)).toBeGreaterThan(players.length)
  expect(numbers.length).toBe(10_000 - Math.floor((256 * mebibyte - 100 * 20_000 - 5 * mebibyte) / 65_536))
})

test('a session that alone keeps more than the limit of all sessions is evicted, and smaller sessions are not', () => {
  expect(evicted([...players, 257 * mebibyte, ...players], gibibyte / 2)).toEqual([100])
})

test.each([
  ['the process uses little memory, because they share what they keep', gibibyte / 4, 300 * mebibyte],
  ['they keep less than a quarter of it', gibibyte, 200 * mebibyte],
])('no session is evicted if %s', (_, usedBytes, keptBytes) => {
  expect(evicted([...players, keptBytes], usedBytes)).toEqual([])
})
