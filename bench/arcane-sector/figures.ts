// The references are measurements of the original server with Python 2.7. Each measurement is a single run on two cores
// shared with other work, so the values are only indicative.
import type { Figure } from '../bench.ts'

/** Crowds in which each player walks five steps per second. */
export const crowds = [
  { id: 'crowded-25', count: 25, spread: false, description: '25 crowded', p50: 72, p99: 1093 },
  {
    id: 'crowded-50',
    count: 50,
    spread: false,
    description: '50 crowded',
    p50: 7805,
    p99: 13_124,
    most: [15, 60],
  },
  { id: 'crowded-100', count: 100, spread: false, description: '100 crowded', most: [undefined, 60] },
  { id: 'spread-200', count: 200, spread: true, description: '200 spread', most: [undefined, 60] },
] as const satisfies readonly CrowdFigures[]

interface CrowdFigures {
  readonly id: string
  readonly count: number
  readonly spread: boolean
  readonly description: string
  readonly p50?: number
  readonly p99?: number
  /** Maximum milliseconds. */
  readonly most?: readonly [p50: number | undefined, p99: number | undefined]
}

function waits({ id, description, most, ...originals }: CrowdFigures): Figure[] {
  return (['p50', 'p99'] as const).map((name, n) => {
    const [atMost, original] = [most?.[n], originals[name]]
    return {
      id: `${id}-${name}`,
      description: `${description}: MOVE to POSI, ${name}`,
      unit: 'ms',
      ...(atMost !== undefined && { atMost }),
      ...(original !== undefined && { references: { original } }),
    }
  })
}

function rest({ id, description }: CrowdFigures): Figure[] {
  return [
    {
      id: `${id}-unanswered`,
      description: `${description}: unanswered MOVEs and lost connections`,
      unit: '',
      atMost: 0,
    },
    { id: `${id}-packets`, description: `${description}: packets to all clients`, unit: '/s' },
    { id: `${id}-bytes`, description: `${description}: bytes to all clients`, unit: 'MB/s' },
    { id: `${id}-worker`, description: `${description}: CPU time of workerd`, unit: 'µs/move' },
    { id: `${id}-sidecar`, description: `${description}: CPU time of the sidecar`, unit: 'µs/move' },
    { id: `${id}-clients`, description: `${description}: CPU time of the clients`, unit: 'µs/move' },
    { id: `${id}-entered`, description: `${description}: logins`, unit: '/s' },
  ]
}

export const figures: readonly Figure[] = [
  { id: 'generated', description: 'generation of the full-size world', unit: 'ms' },
  { id: 'opened', description: 'opening the full-size world from its records', unit: 'ms', atMost: 200 },
  { id: 'memory', description: 'memory of the full-size world', unit: 'MB', atMost: 64 },
  ...crowds.flatMap((crowd) => [...waits(crowd), ...rest(crowd)]),
  { id: 'others', description: 'CPU share of other processes', unit: '%' },
]
