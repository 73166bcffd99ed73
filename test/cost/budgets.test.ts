// Cost limits of a room: counts per simulated minute, as the platform bills them. The counts do not depend on the
// machine. If a change costs more, raise its limit in this file and give the reason. `npm run bench -- cost` shows
// dollars.
import { describe, expect, it } from 'vitest'
import {
  measureUsage,
  measureUsageOfRejectedClients,
  type PlayerGroup,
  playerLoads,
} from '../../bench/cost/loads.ts'
import type { Usage } from '../../durable-objects/pricing/prices.ts'

/** Maximum counts per minute. */
interface Budget {
  readonly messages: number
  readonly requests?: number
  readonly rowsWritten: number
  readonly awakeSeconds: number
}

function perMinute({ seconds, messages, requests, rowsWritten, awakeSeconds }: Usage): Required<Budget> {
  const of = (count: number) => Number(((count * 60) / seconds).toFixed(2))
  return {
    messages: of(messages),
    requests: of(requests),
    rowsWritten: of(rowsWritten),
    awakeSeconds: of(awakeSeconds),
  }
}

function expectWithin(usage: Usage, budget: Budget): void {
  const used = perMinute(usage)
  const limits = { requests: 0, ...budget }
  const over = Object.entries(used).filter(([name, count]) => count > limits[name as keyof Budget]!)
  expect(Object.fromEntries(over), JSON.stringify(used)).toEqual({})
}

const crowds: readonly (readonly [game: string, PlayerGroup, Budget])[] = [
  ['soaprun', { players: 20, behaviour: 'plays' }, { messages: 2600, rowsWritten: 31, awakeSeconds: 60 }],
  [
    'arcane-sector',
    { players: 20, behaviour: 'plays' },
    { messages: 2600, rowsWritten: 33, awakeSeconds: 60 },
  ],
  ['arcane-sector', { players: 20, behaviour: 'idle' }, { messages: 70, rowsWritten: 33, awakeSeconds: 60 }],
  ['doom-2077', { players: 16, behaviour: 'plays' }, { messages: 2600, rowsWritten: 33, awakeSeconds: 60 }],
  ['crossfire', { players: 20, behaviour: 'plays' }, { messages: 2600, rowsWritten: 31, awakeSeconds: 60 }],
  ['crossfire', { players: 20, behaviour: 'idle' }, { messages: 60, rowsWritten: 31, awakeSeconds: 60 }],
  [
    'lan',
    { players: 8, behaviour: 'plays' },
    { messages: 2600, requests: 2, rowsWritten: 2, awakeSeconds: 60 },
  ],
  ['lan', { players: 8, behaviour: 'idle' }, { messages: 2, requests: 2, rowsWritten: 2, awakeSeconds: 60 }],
  [
    'retroarch',
    { players: 4, behaviour: 'plays' },
    { messages: 2600, requests: 4.5, rowsWritten: 5, awakeSeconds: 60 },
  ],
  ['archipelago', { players: 20, behaviour: 'idle' }, { messages: 0, rowsWritten: 0, awakeSeconds: 0 }],
  // One check every 15 s by twenty players.
  [
    'archipelago',
    { players: 20, behaviour: 'plays' },
    { messages: 12, requests: 0.1, rowsWritten: 4, awakeSeconds: 0.1 },
  ],
  // CommonClients, whose Bounces wake the room.
  [
    'archipelago',
    { players: 5, behaviour: 'bounces' },
    { messages: 9, requests: 0.1, rowsWritten: 1.2, awakeSeconds: 0.1 },
  ],
]

describe('a minute of', () => {
  it.each(crowds)('%s with %o costs no more than its budget', async (game, crowd, budget) => {
    const minutes = game === 'archipelago' ? 20 : 0.5
    expectWithin(await measureUsage(playerLoads.get(game)!, crowd, minutes), budget)
  })

  it.each([...playerLoads.keys()])('an empty %s room costs nothing', async (game) => {
    const usage = await measureUsage(playerLoads.get(game)!, { players: 0, behaviour: 'idle' }, 5)
    expectWithin(usage, { messages: 0, rowsWritten: 0, awakeSeconds: 0 })
  })
})

describe('a client that connects each minute without logging in', () => {
  it.each([...playerLoads.keys()])(
    'costs at most its budget in a room of %s to which it connects through a sidecar',
    async (game) => {
      expectWithin(await measureUsageOfRejectedClients(playerLoads.get(game)!, 10), {
        messages: 6,
        requests: 0.2,
        rowsWritten: 2,
        // A timer runs until the sidecar has answered the resync, because the link may be half-open (LINK-8).
        awakeSeconds: 0.06,
      })
    },
  )

  it.each([...playerLoads.keys()])(
    'costs at most its budget in a room of %s to which it connects without a sidecar',
    async (game) => {
      expectWithin(await measureUsageOfRejectedClients(playerLoads.get(game)!, 5, 'socket'), {
        messages: 0,
        requests: 3.1,
        rowsWritten: 2,
        awakeSeconds: 0,
      })
    },
  )
})
