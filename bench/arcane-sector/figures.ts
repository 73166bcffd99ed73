// The figures of the Arcane Sector bench: their targets, and measurements of the original server with Python 2.7. Each
// measurement is a single run on two cores shared with other work, so the values are only indicative.
import type { Figure } from '../bench.ts'

/** Crowds in which each player walks five steps per second. */
export const crowds = [
  { id: 'crowded-25', count: 25, spread: false, what: '25 crowded', p50: 72, p99: 1093 },
  { id: 'crowded-50', count: 50, spread: false, what: '50 crowded', p50: 7805, p99: 13_124, most: [15, 60] },
  { id: 'crowded-100', count: 100, spread: false, what: '100 crowded', most: [undefined, 60] },
  { id: 'spread-200', count: 200, spread: true, what: '200 spread', most: [undefined, 60] },
] as const satisfies readonly CrowdFigures[]

interface CrowdFigures {
  readonly id: string
  readonly count: number
  readonly spread: boolean
  readonly what: string
  readonly p50?: number
  readonly p99?: number
  /** The targets of p50 and p99 in milliseconds. */
  readonly most?: readonly [p50: number | undefined, p99: number | undefined]
}

function waits({ id, what, p50, p99, most }: CrowdFigures): Figure[] {
  const reference = (value: number | undefined) =>
    value === undefined ? {} : { references: { original: value } }
  const atMost = (value: number | undefined) => (value === undefined ? {} : { atMost: value })
  return [
    {
      id: `${id}-p50`,
      what: `${what}: MOVE to POSI, p50`,
      unit: 'ms',
      ...atMost(most?.[0]),
      ...reference(p50),
    },
    {
      id: `${id}-p99`,
      what: `${what}: MOVE to POSI, p99`,
      unit: 'ms',
      ...atMost(most?.[1]),
      ...reference(p99),
    },
  ]
}

function rest({ id, what }: CrowdFigures): Figure[] {
  return [
    { id: `${id}-unanswered`, what: `${what}: unanswered, or connections lost`, unit: '', atMost: 0 },
    { id: `${id}-packets`, what: `${what}: packets to all clients`, unit: '/s' },
    { id: `${id}-bytes`, what: `${what}: bytes to all clients`, unit: 'MB/s' },
    { id: `${id}-worker`, what: `${what}: CPU time of workerd`, unit: 'µs/move' },
    { id: `${id}-sidecar`, what: `${what}: CPU time of the sidecar`, unit: 'µs/move' },
    { id: `${id}-clients`, what: `${what}: CPU time of the clients`, unit: 'µs/move' },
    { id: `${id}-entered`, what: `${what}: logins`, unit: '/s' },
  ]
}

export const figures: readonly Figure[] = [
  { id: 'generated', what: 'the full-size world generated', unit: 'ms' },
  { id: 'opened', what: 'the full-size world opened from its records', unit: 'ms', atMost: 200 },
  { id: 'memory', what: 'the full-size world in memory', unit: 'MB', atMost: 64 },
  ...crowds.flatMap((crowd) => [...waits(crowd), ...rest(crowd)]),
  { id: 'others', what: 'CPU share of other processes', unit: '%' },
]
