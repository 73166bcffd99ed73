// What a room may cost: counts a simulated minute, as the platform bills them. They do not depend on the machine; what
// costs more than this fails here, and is bought only by a change of the figure with its reason. `npm run bench -- cost`
// has them in dollars.
import { describe, expect, it } from 'vitest'
import { type Crowd, loads, costOf, costOfUnadmitted } from '../../bench/cost/loads.ts'
import type { Usage } from '../../durable-objects/room/usage/prices.ts'

/** A minute; at most. */
interface Budget {
  /** Messages of clients or their sidecar. */
  readonly messages: number
  /** Calls, upgrades, alarms. */
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

function keepsTo(usage: Usage, budget: Budget): void {
  const used = perMinute(usage)
  const limits = { requests: 0, ...budget }
  const over = Object.entries(used).filter(([what, count]) => count > limits[what as keyof Budget]!)
  expect(Object.fromEntries(over), `of ${JSON.stringify(used)}`).toEqual({})
}

const crowds: readonly (readonly [game: string, Crowd, Budget])[] = [
  ['soaprun', { players: 20, mood: 'plays' }, { messages: 2600, rowsWritten: 31, awakeSeconds: 60 }],
  ['arcane-sector', { players: 20, mood: 'plays' }, { messages: 2600, rowsWritten: 33, awakeSeconds: 60 }],
  ['arcane-sector', { players: 20, mood: 'still' }, { messages: 70, rowsWritten: 33, awakeSeconds: 60 }],
  ['doom-2077', { players: 16, mood: 'plays' }, { messages: 2600, rowsWritten: 33, awakeSeconds: 60 }],
  ['crossfire', { players: 20, mood: 'plays' }, { messages: 2600, rowsWritten: 31, awakeSeconds: 60 }],
  ['crossfire', { players: 20, mood: 'still' }, { messages: 60, rowsWritten: 31, awakeSeconds: 60 }],
  ['archipelago', { players: 20, mood: 'still' }, { messages: 0, rowsWritten: 0, awakeSeconds: 0 }],
]

describe('a minute of', () => {
  it.each(crowds)('%s with %o costs no more than its budget', async (game, crowd, budget) => {
    keepsTo(await costOf(loads.get(game)!, crowd, 0.5), budget)
  })

  it('Archipelago, in which one of twenty finds something every quarter of a minute', async () => {
    const usage = await costOf(loads.get('archipelago')!, { players: 20, mood: 'plays' }, 20)
    keepsTo(usage, { messages: 12, requests: 0.1, rowsWritten: 4, awakeSeconds: 0.1 })
  })

  it('Archipelago, in which five wait with CommonClient, whose Bounces wake the room and are no news', async () => {
    const usage = await costOf(loads.get('archipelago')!, { players: 5, mood: 'bounces' }, 20)
    keepsTo(usage, { messages: 9, requests: 0.1, rowsWritten: 1.2, awakeSeconds: 0.1 })
  })

  it.each([...loads.keys()])('%s in which nobody is costs nothing', async (game) => {
    const usage = await costOf(loads.get(game)!, { players: 0, mood: 'still' }, 5)
    keepsTo(usage, { messages: 0, rowsWritten: 0, awakeSeconds: 0 })
  })
})

describe('a stranger who comes each minute and says nothing', () => {
  it.each([...loads.keys()])('costs %s no more than its budget', async (game) => {
    keepsTo(await costOfUnadmitted(loads.get(game)!, 10), {
      messages: 6,
      requests: 0.2,
      rowsWritten: 2,
      awakeSeconds: 0,
    })
  })

  it.each([...loads.keys()])('costs %s no more where he comes with a WebSocket of his own', async (game) => {
    keepsTo(await costOfUnadmitted(loads.get(game)!, 5, 'socket'), {
      messages: 0,
      requests: 3.1,
      rowsWritten: 2,
      awakeSeconds: 0,
    })
  })
})
