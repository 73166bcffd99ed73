// The figures of the attackers' bench: honest players' waits, alone and under attack.
import type { Figure } from '../bench.ts'
import { type Attack, attacks, gameOf } from './crowd-process.ts'

export const counts = [1, 4] as const

/** Milliseconds, and multiples of the wait without attackers in the same round. */
const most = { ms: 50, times: 2 }

/** The games of these attacks, without duplicates. */
export const gamesOf = (some: readonly Attack[]) => [...new Set(some.map(gameOf))]

export function figuresOf(some: readonly Attack[]): readonly Figure[] {
  return gamesOf(some).flatMap((game) => [
    { id: game, what: `${game}: p99 without attackers`, unit: 'ms' },
    ...some.filter((attack) => gameOf(attack) === game).flatMap(underAttack),
  ])
}

function underAttack(attack: Attack): Figure[] {
  return counts.flatMap((count) => {
    const [id, what] = [`${attack}-${count}`, `${attack}, ${attacks[attack]}:`]
    return [
      { id, what: `${what} p99 with ${count} attackers`, unit: 'ms', atMost: most.ms },
      {
        id: `${id}-times`,
        what: `${what} relative to no attackers, with ${count} attackers`,
        unit: 'times',
        atMost: most.times,
      },
    ]
  })
}
