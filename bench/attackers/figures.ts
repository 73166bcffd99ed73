// The figures of the attackers' bench: what one honest player waits, alone and among those who do their best.
import type { Figure } from '../bench.ts'
import { attackNames, attacks } from './crowd-process.ts'

export const counts = [0, 1, 4] as const

/** Milliseconds, and times what he waits alone in the same round. */
const most = { ms: 50, times: 2 }

export const figures: readonly Figure[] = attackNames.flatMap((attack) =>
  counts.flatMap((count) => {
    const [id, what] = [`${attack}-${count}`, `${attack}, ${attacks[attack]}:`]
    if (count === 0) return [{ id, what: `${what} p99 while nobody attacks`, unit: 'ms' }]
    return [
      { id, what: `${what} p99 while ${count} attack`, unit: 'ms', atMost: most.ms },
      {
        id: `${id}-times`,
        what: `${what} of that alone while ${count} attack`,
        unit: 'times',
        atMost: most.times,
      },
    ]
  }),
)
