// The plan of a run: clients connect, send and disconnect, time passes, and faults occur. The whole plan is drawn in
// advance, so that one step can be removed without a change to the others.

import type { OwnerAction } from '../actors/room-owner.ts'
import type { GameModel } from '../core/game-model.ts'
import { SeededRandom } from '../core/seeded-random.ts'

/** A fault other than a client's disconnect. `ms`: duration of the fault in milliseconds. */
export type Fault =
  /** The instance is lost now, or before or after it processes its next message. */
  | { readonly kind: 'lose'; readonly when: 'now' | 'before message' | 'after message' }
  /** The next commit is lost, or is done without a confirmation. The instance ends. */
  | { readonly kind: 'commit'; readonly fate: 'lost' | 'unacknowledged' }
  | { readonly kind: 'slow disk'; readonly ms: number }
  /** The `nth` write from now throws. */
  | { readonly kind: 'write'; readonly nth: number }
  | { readonly kind: 'full disk'; readonly ms: number }
  | { readonly kind: 'sleep' }
  /** A fault of a sidecar's link or of a client's socket. */
  | { readonly kind: 'cut' | 'stick'; readonly who: number }
  /** Messages have `ms` milliseconds of additional latency. */
  | { readonly kind: 'delay'; readonly ms: number; readonly forMs: number }
  /** A client does not read its own socket for `ms` milliseconds. */
  | { readonly kind: 'slow reader'; readonly who: number; readonly ms: number }
  | { readonly kind: 'sidecar'; readonly who: number; readonly what: 'dies' | 'drains' | 'rival' }
  | { readonly kind: 'token'; readonly who: number; readonly ms: number }
  /** The clock of the room or of a sidecar jumps. */
  | { readonly kind: 'clock'; readonly byMs: number; readonly who?: number }
  /** The instance is lost with all pending commits, and so are the next ones. A sidecar may die at the same time. */
  | { readonly kind: 'crash'; readonly times: number; readonly who?: number }
  | { readonly kind: 'alarm'; readonly lateMs: number; readonly times: number }
  | { readonly kind: 'room'; readonly what: 'patch' | 'file' | 'describe' | 'token' }
  /** The owner performs an action. `who`: the index among possible targets. */
  | { readonly kind: 'owner'; readonly action: OwnerAction; readonly who: number }
  /** The owner exports the room while it runs. At the end of the run the last export is imported into another room. */
  | { readonly kind: 'export' }
  /** The NAT of a datagram client changes the client's port without the client's knowledge. */
  | { readonly kind: 'port'; readonly who: number }
  /** A forger sends `times` datagrams from the `from`th forged address and reads no answer. */
  | { readonly kind: 'forger'; readonly who: number; readonly from: number; readonly times: number }
  /** A trickle: single bytes from each of many forged addresses. */
  | { readonly kind: 'trickle'; readonly who: number; readonly forMs: number }

export type Step =
  | { readonly do: 'come'; readonly by: 'sidecar' | 'socket'; readonly who: number }
  | {
      readonly do: 'speak'
      readonly who: number
      readonly times: number
      readonly next: 'stay' | 'leave' | 'vanish'
    }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fail'; readonly fault: Fault }

export interface Plan {
  readonly seed: string
  readonly steps: readonly Step[]
  /** Whether the run ends as soon as all final invariants are satisfied, without a check that they stay satisfied. */
  readonly hurries?: boolean
  /** Whether the run waits for the timeouts of silent clients only at its end. */
  readonly overlooks?: boolean
  /** Whether the run takes a memory census, which takes as long as the run itself. */
  readonly counts?: boolean
}

type Way = 'streams' | 'datagrams'

/**
 * The share of runs that wait at the end until no late event can occur. With UDP that takes minutes and thousands of
 * ticks.
 */
const patientShare = { streams: 0.1, datagrams: 0.005 } as const

/** The share of the other UDP runs that wait 20 s (600 ticks) at the end for an address to time out. */
const timeoutShare = 0.05

/**
 * Factor for the maximum number of steps. With UDP each step causes many datagrams, and each second has thirty ticks.
 */
const stepFactor = { streams: 1, datagrams: 2 / 3 } as const
const passes = {
  streams: [0, 0.5, 1, 3, 5, 8, 20, 60, 300, 2000, 6000],
  datagrams: [0, 0.5, 1, 3, 5, 8, 20, 60, 300, 1000, 2500],
} as const

/**
 * The weight with which a step is a burst of 70 frames. With UDP each frame is a transaction, so bursts are half of the
 * work of a run.
 */
const bursts = { streams: 0.3, datagrams: 0.1 } as const

export const censusShare = 0.02

/** Draws a plan of at most `most` steps. */
export function createPlan(seed: string, most: number, { transports }: Pick<GameModel, 'transports'>): Plan {
  const chance = new SeededRandom(`${seed} plan`)
  const clients = chance.integerBetween(1, 5)
  const hasDatagrams = transports.includes('udp')
  const way = hasDatagrams ? 'datagrams' : 'streams'
  const count = Math.min(most, chance.integerBetween(10, Math.max(10, Math.round(most * stepFactor[way]))))
  // Some runs have at most three kinds of faults, and some have none, so that combinations occur often that are rare in
  // runs with all faults.
  const kinds = drawKinds(chance, [...faults, ...(hasDatagrams ? faultsOfDatagrams : faultsOfStreams)])
  const steps: Step[] = [{ do: 'come', by: 'sidecar', who: 0 }]
  for (let i = 1; i < count; i++) steps.push(drawStep(chance, clients, kinds, way))
  if (hasDatagrams && chance.happens(trickleShare))
    steps.splice(chance.integerBetween(1, steps.length), 0, ...trickle(chance.integerBelow(2)))
  const hurries = !chance.happens(patientShare[way])
  const counts = chance.happens(censusShare)
  // A memory census waits until all clients have timed out.
  const overlooks = hasDatagrams && hurries && !counts && !chance.happens(timeoutShare)
  return { seed, steps, hurries, counts, overlooks }
}

type Kinds = readonly (readonly [weight: number, draw: (random: SeededRandom) => Fault])[]

const faults: Kinds = [
  [4, (c) => ({ kind: 'lose', when: c.choose(['now', 'before message', 'after message'] as const) })],
  [4, (c) => ({ kind: 'commit', fate: c.choose(['lost', 'unacknowledged'] as const) })],
  [2, (c) => ({ kind: 'slow disk', ms: c.choose([5, 30, 300]) })],
  [2, (c) => ({ kind: 'write', nth: c.integerBetween(1, 3) })],
  [3, () => ({ kind: 'sleep' })],
  [4, (c) => ({ kind: 'cut', who: c.integerBelow(8) })],
  [1, (c) => ({ kind: 'stick', who: c.integerBelow(8) })],
  [1, (c) => ({ kind: 'delay', ms: c.choose([20, 200, 3000]), forMs: c.choose([100, 5000]) })],
  [0.5, (c) => ({ kind: 'slow reader', who: c.integerBelow(8), ms: c.choose([500, 5000]) })],
  [0.5, (c) => ({ kind: 'sidecar', who: c.integerBelow(2), what: c.choose(['dies', 'drains', 'rival']) })],
  [0.5, (c) => ({ kind: 'token', who: c.integerBelow(2), ms: c.choose([100, 2000, 10_000]) })],
  [1, (c) => ({ kind: 'clock', byMs: c.choose(jumps), ...(c.happens(0.3) && { who: c.integerBelow(2) }) })],
  [
    0.5,
    (c) => ({
      kind: 'crash',
      times: c.integerBetween(1, 4),
      ...(c.happens(0.5) && { who: c.integerBelow(2) }),
    }),
  ],
  [0.2, (c) => ({ kind: 'full disk', ms: c.choose([200, 3000, 12_000]) })],
  [0.5, () => ({ kind: 'export' })],
  [0.5, (c) => ({ kind: 'alarm', lateMs: c.choose([0, 500, 20_000]), times: c.choose([0, 1, 2]) })],
  [1, (c) => ({ kind: 'room', what: c.choose(['patch', 'file', 'describe', 'token'] as const) })],
]

const jumps = [-86_400_000, -60_000, -1000, 1000, 60_000, 3_600_000, 86_400_000]

/** Kicks and bans occur only with streams, because datagram clients rejoin by themselves without a new admission. */
const faultsOfStreams: Kinds = [
  [1, (c) => ({ kind: 'owner', action: c.chooseWeighted(ownerActions), who: c.integerBelow(8) })],
]

const ownerActions: readonly (readonly [weight: number, action: OwnerAction])[] = [
  [2, 'kick'],
  [3, 'ban'],
  [4, 'lift'],
  [2, 'rename'],
  [1, 'close'],
  [1, 'open'],
  [1, 'options'],
  [1, 'token'],
]

const faultsOfDatagrams: Kinds = [
  [0.5, (c) => ({ kind: 'owner', action: c.choose(['rename', 'token'] as const), who: 0 })],
  [2, (c) => ({ kind: 'port', who: c.integerBelow(8) })],
  [
    3,
    (c) => ({ kind: 'forger', who: c.integerBelow(2), from: c.integerBelow(4), times: c.choose([1, 4, 12]) }),
  ],
]

/**
 * The share of UDP runs that have a trickle, which opens some hundreds of sessions and takes as long as five other
 * runs.
 */
const trickleShare = 0.006

/** These steps fill the table of unvalidated peers before a real client connects. */
function trickle(who: number): Step[] {
  return [
    { do: 'fail', fault: { kind: 'trickle', who, forMs: 15_000 } },
    { do: 'pass', ms: 11_000 },
    { do: 'come', by: 'sidecar', who },
    { do: 'speak', who: -1, times: 1, next: 'stay' },
  ]
}

function drawKinds(random: SeededRandom, faults: Kinds): Kinds {
  const all = random.integerBelow(10)
  if (all === 0) return []
  if (all < 5) return faults
  return Array.from({ length: random.integerBetween(1, 3) }, () => random.choose(faults))
}

function drawStep(random: SeededRandom, clients: number, kinds: Kinds, way: Way): Step {
  const drawn = random.integerBelow(100)
  if (drawn < 8)
    return { do: 'come', by: random.happens(0.7) ? 'sidecar' : 'socket', who: random.integerBelow(2) }
  if (drawn < 60)
    return {
      do: 'speak',
      who: random.integerBelow(clients),
      times: random.chooseWeighted([
        [5, 1],
        [3, 2],
        [1, 5],
        [bursts[way], 70],
      ]),
      next: random.chooseWeighted([
        [20, 'stay'],
        [1, 'leave'],
        [0.5, 'vanish'],
      ]),
    }
  if (drawn < 85 || kinds.length === 0) return { do: 'pass', ms: random.choose<number>(passes[way]) }
  return { do: 'fail', fault: random.chooseWeighted(kinds)(random) }
}
