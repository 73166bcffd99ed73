// Every durable command is applied exactly once, and its reply arrives once and in order, whichever messages are lost.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededRandom } from '../../wire/util/random.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { assertProperty } from '../property.ts'
import { type HarnessClient, RoomHarness } from '../room-harness.ts'

const bytes = (value: string) => new TextEncoder().encode(value)
const text = (frame: Uint8Array | string) =>
  typeof frame === 'string' ? frame : new TextDecoder().decode(frame)

type Step =
  | { readonly do: 'say'; readonly who: number; readonly what: '+' | 'n' | 'w' | 'm' }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'kill' | 'cut' | 'hibernate' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      who: fc.nat(3),
      what: fc.constantFrom('+', 'n', 'w', 'm'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 1, 20, 300) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('kill', 'cut', 'hibernate') }) },
) as fc.Arbitrary<Step>

it('[LINK-5] nothing is lost or duplicated, whatever fails at any time', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.nat(),
      fc.constantFrom(0, 0.02, 0.1),
      async (steps, seed, loss) => {
        const stage = await RoomHarness.create(tally)
        const clients = [0, 1, 2, 3].map((i) => stage.client('tcp', '127.0.0.1', `sidecar-${i % 2}`))
        const said = clients.map(() => 0)
        for (const [i, client] of clients.entries()) client.call.sendFrame(bytes(`ip${i}`))
        stage.clock.settle()
        const chance = seededRandom(String(seed))
        stage.losesNext = () => chance() < loss
        for (const one of steps) await take(stage, clients, said, one)
        stage.losesNext = () => false
        for (let i = 0; i < 40; i++) await take(stage, clients, said, { do: 'pass', ms: 500 })
        check(stage, clients, said)
      },
    ),
    { numRuns: 150 },
  )
})

async function take(
  harness: RoomHarness,
  clients: HarnessClient[],
  said: number[],
  one: Step,
): Promise<void> {
  if (one.do === 'say') {
    if (clients[one.who]!.paused) return
    if (one.what !== 'n') said[one.who]! += one.what === 'm' ? 3 : 1
    clients[one.who]!.call.sendFrame(bytes(one.what))
    harness.clock.settle()
  } else if (one.do === 'pass') {
    harness.clock.pass(one.ms)
    await new Promise(setImmediate)
    harness.clock.settle()
  } else harness[one.do]()
}

function check(harness: RoomHarness, clients: HarnessClient[], said: number[]): void {
  const { totals } = harness.host.view as { totals: Record<string, number> }
  for (const [i, client] of clients.entries()) {
    expect(client.closedFor).toBeUndefined()
    const counts = client.received
      .map(text)
      .filter((frame) => /^[+wm]/.test(frame))
      .map((frame) => Number(frame.split(' ')[1]))
    expect(counts).toEqual(Array.from({ length: said[i]! }, (_, n) => n + 1))
    expect(totals[`p${i}`] ?? 0).toBe(said[i])
  }
}
