import { expect, test } from 'vitest'
import { MatchClock } from '../../../../../games/doom-2077/browser/client/match-clock.ts'

const start = (seconds: number) => ({ type: 'GSTR', seconds }) as const
const end = (seconds: number) => ({ type: 'GEND', seconds }) as const
const scores = [
  { name: 'ann', kills: 5 },
  { name: 'bob', kills: 5 },
  { name: 'cy', kills: 1 },
]

test('[DM-5.8] the clock counts to the next start or end, and names the players with the most kills in the last match', () => {
  const clock = new MatchClock()
  const described = (now: number) => clock.describe(scores, now)
  expect(described(0)).toEqual([])
  clock.onMessage(start(0), 0)
  clock.onMessage(end(600), 0)
  expect(described(1)).toEqual(['10:00 left.'])
  expect(described(538_500)).toEqual(['1:02 left.'])
  clock.onMessage(end(0), 600_000)
  clock.onMessage(start(50), 600_000)
  const best = 'Most kills in the last match: ann, bob (5).'
  expect(described(609_000)).toEqual([best, 'The next match starts in 0:41.'])
  expect(described(650_001)).toEqual([best])
  clock.onMessage(start(-1), 651_000)
  expect(described(651_000)).toEqual([best, 'A match starts with a second player.'])
  // The notice for a lone player already says this.
  expect(clock.describe(scores, 651_000, true)).toEqual([best])
  expect(clock.describe([], 651_000)[0]).toBe('The last match had no kills.')
  clock.onMessage(start(0), 700_000)
  expect(described(700_000)).toEqual([])
  clock.onMessage(end(9), 700_000)
  clock.reset()
  expect(described(700_001)).toEqual([])
})
