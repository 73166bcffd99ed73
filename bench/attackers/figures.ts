// The figures of the attackers' bench: honest players' waits, alone and under attack.
import type { Figure } from '../bench.ts'
import { type Attack, attacks, gameOf } from './attacks.ts'

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
  const what = `${attack}, ${attacks[attack]}:`
  return [
    { id: attack, what: `${what} p99`, unit: 'ms', atMost: most.ms },
    { id: `${attack}-times`, what: `${what} relative to no attacker`, unit: 'times', atMost: most.times },
  ]
}
