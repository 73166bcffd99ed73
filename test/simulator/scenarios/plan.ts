// What a seed makes happen: clients come, speak and go, time passes, and things fail. All of it is drawn before it
// begins, so that a step can be left out and the rest stays as it was.

import type { OwnerAction } from '../actors/room-owner.ts'
import type { GameModel } from '../core/game-model.ts'
import { SeededRandom } from '../core/seeded-random.ts'

/** What can fail, beside clients that go. `ms`: for how long. */
export type Fault =
  /** The instance is lost: now, or when something comes to it next, before or after it has taken that. */
  | { readonly kind: 'lose'; readonly when: 'now' | 'before message' | 'after message' }
  /** The next commit is never done, or done and never heard of; the instance ends. */
  | { readonly kind: 'commit'; readonly fate: 'lost' | 'unheard' }
  /** Commits take so long. */
  | { readonly kind: 'slow disk'; readonly ms: number }
  /** The `nth` write from now throws. */
  | { readonly kind: 'write'; readonly nth: number }
  /** No write succeeds for so long. */
  | { readonly kind: 'full disk'; readonly ms: number }
  | { readonly kind: 'sleep' }
  /** A sidecar's link or a client's socket. */
  | { readonly kind: 'cut' | 'stick'; readonly who: number }
  /** Messages take so much longer. */
  | { readonly kind: 'delay'; readonly ms: number; readonly forMs: number }
  /** A client's own socket is not read for so long. */
  | { readonly kind: 'slow reader'; readonly who: number; readonly ms: number }
  | { readonly kind: 'sidecar'; readonly who: number; readonly what: 'dies' | 'drains' | 'rival' }
  /** A sidecar's token is refused for so long. */
  | { readonly kind: 'token'; readonly who: number; readonly ms: number }
  /** What a clock shows jumps: the room's, or a sidecar's. */
  | { readonly kind: 'clock'; readonly byMs: number; readonly who?: number }
  /** The instance is lost with all commits that are under way, and so are the next ones; a sidecar may die with it. */
  | { readonly kind: 'crash'; readonly times: number; readonly who?: number }
  | { readonly kind: 'alarm'; readonly lateMs: number; readonly times: number }
  | { readonly kind: 'room'; readonly what: 'patch' | 'file' | 'describe' | 'token' }
  /** The owner does something. `who`: of those whom it may be done to. */
  | { readonly kind: 'owner'; readonly deed: OwnerAction; readonly who: number }
  /** The room's file is read while it goes on; in the end the last one read becomes a room elsewhere. */
  | { readonly kind: 'export' }
  /** A client of datagrams goes on at another port, and does not know. */
  | { readonly kind: 'port'; readonly who: number }
  /** Somebody writes the `from`th of others' addresses under `times` datagrams, and reads nothing. */
  | { readonly kind: 'forger'; readonly who: number; readonly from: number; readonly times: number }
  /** A byte now and then from each of many addresses. */
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
  /** It ends as soon as what must hold in the end does, and does not wait whether it holds for good. */
  readonly hurries?: boolean
  /** Nor does it wait, while others are there, until who went without a word is forgotten: that is looked at in the end. */
  readonly overlooks?: boolean
  /** What the room and its sidecars hold in memory is counted: that takes as long as a run. */
  readonly counts?: boolean
}

/** How a game's clients talk. */
type Way = 'streams' | 'datagrams'

/** Of runs: they wait to the end for what may still come. Where there is UDP that is minutes, and thousands of ticks. */
const patient = { streams: 0.1, datagrams: 0.005 } as const

/** Of the others, where there is UDP: they wait for the 20 s of six hundred ticks in which an address is given up. */
const looking = 0.05

/** Of its steps at most: where there is UDP each is many datagrams, and every second that passes thirty ticks. */
const share = { streams: 1, datagrams: 2 / 3 } as const
const passes = {
  streams: [0, 0.5, 1, 3, 5, 8, 20, 60, 300, 2000, 6000],
  datagrams: [0, 0.5, 1, 3, 5, 8, 20, 60, 300, 1000, 2500],
} as const

/** Weights of bursts of 70 frames. Every datagram of one is a turn of its own, and half of all that a run would do. */
const bursts = { streams: 0.3, datagrams: 0.1 } as const

/** Of runs: what they hold in memory is counted. */
export const numberedFaults = 0.02

/** `most`: steps at most. */
export function createPlan(seed: string, most: number, { transports }: Pick<GameModel, 'transports'>): Plan {
  const chance = new SeededRandom(`${seed} plan`)
  const clients = chance.integerBetween(1, 5)
  const hasDatagrams = transports.includes('udp')
  const way = hasDatagrams ? 'datagrams' : 'streams'
  const count = Math.min(most, chance.integerBetween(10, Math.max(10, Math.round(most * share[way]))))
  // Some runs have but one kind of fault, and some none: what is rare in all the others is then tried often.
  const kinds = drawKinds(chance, [...faults, ...(hasDatagrams ? faultsOfDatagrams : faultsOfStreams)])
  const steps: Step[] = [{ do: 'come', by: 'sidecar', who: 0 }]
  for (let i = 1; i < count; i++) steps.push(drawStep(chance, clients, kinds, way))
  if (hasDatagrams && chance.happens(trickling))
    steps.splice(chance.integerBetween(1, steps.length), 0, ...trickle(chance.integerBelow(2)))
  const hurries = !chance.happens(patient[way])
  const counts = chance.happens(numberedFaults)
  // Who counts what is held waits for all who hold it.
  const overlooks = hasDatagrams && hurries && !counts && !chance.happens(looking)
  return { seed, steps, hurries, counts, overlooks }
}

type Kinds = readonly (readonly [weight: number, draw: (random: SeededRandom) => Fault])[]

const faults: Kinds = [
  [4, (c) => ({ kind: 'lose', when: c.choose(['now', 'before message', 'after message'] as const) })],
  [4, (c) => ({ kind: 'commit', fate: c.choose(['lost', 'unheard'] as const) })],
  [2, (c) => ({ kind: 'slow disk', ms: c.choose([5, 30, 300]) })],
  [2, (c) => ({ kind: 'write', nth: c.integerBetween(1, 3) })],
  [3, () => ({ kind: 'sleep' })],
  [4, (c) => ({ kind: 'cut', who: c.integerBelow(8) })],
  [1, (c) => ({ kind: 'stick', who: c.integerBelow(8) })],
  [1, (c) => ({ kind: 'delay', ms: c.choose([20, 200, 3000]), forMs: c.choose([100, 5000]) })],
  [0.5, (c) => ({ kind: 'slow reader', who: c.integerBelow(8), ms: c.choose([500, 5000]) })],
  [
    0.5,
    (c) => ({
      kind: 'sidecar',
      who: c.integerBelow(2),
      what: c.choose(['dies', 'drains', 'rival'] as const),
    }),
  ],
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

/** Milliseconds. */
const jumps = [-86_400_000, -60_000, -1000, 1000, 60_000, 3_600_000, 86_400_000]

/** Who talks by datagrams comes again by itself, and is not asked whether it may. */
const faultsOfStreams: Kinds = [
  [1, (c) => ({ kind: 'owner', deed: c.chooseWeighted(deeds), who: c.integerBelow(8) })],
]

const deeds: readonly (readonly [weight: number, deed: OwnerAction])[] = [
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
  [0.5, (c) => ({ kind: 'owner', deed: c.choose(['rename', 'token'] as const), who: 0 })],
  [2, (c) => ({ kind: 'port', who: c.integerBelow(8) })],
  [
    3,
    (c) => ({ kind: 'forger', who: c.integerBelow(2), from: c.integerBelow(4), times: c.choose([1, 4, 12]) }),
  ],
]

/** Of runs with datagrams: a trickle is some hundreds of sessions, and takes as long as five other runs. */
const trickling = 0.006

/** It fills what may be filled; then somebody wants to come in. */
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
