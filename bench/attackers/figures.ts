// The figures of the attackers' bench: what one honest player waits, alone and among those who do their best.
import type { Figure } from '../bench.ts'
import { attackNames, attacks } from './crowd-process.ts'

export const counts = [0, 1, 4] as const

/** Milliseconds: at most twice what he waits alone, and never more than this. */
const mostMs = 50

export const figures: readonly Figure[] = attackNames.flatMap((attack) =>
  counts.map((count) => ({
    id: `${attack}-${count}`,
    what: `${attack}, ${count === 0 ? 'nobody attacks' : `${count} attack (${attacks[attack]})`}: p99`,
    unit: 'ms',
    ...(count > 0 && { atMost: mostMs }),
  })),
)
