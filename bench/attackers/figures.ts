import type { Figure } from '../bench.ts'
import { type Attack, attacks, gameOf } from './attacks.ts'

/**
 * Targets for the p99: one in milliseconds, and one as a multiple of the p99 that the same round measured without an
 * attacker.
 */
const most = { ms: 50, times: 2 }

export const gamesUnderAttack = (some: readonly Attack[]) => [...new Set(some.map(gameOf))]

export function attackFigures(some: readonly Attack[]): readonly Figure[] {
  return gamesUnderAttack(some).flatMap((game) => [
    { id: game, description: `${game}: p99 without attackers`, unit: 'ms' },
    ...some.filter((attack) => gameOf(attack) === game).flatMap(underAttack),
  ])
}

function underAttack(attack: Attack): Figure[] {
  const description = `${attack}, ${attacks[attack]}:`
  return [
    { id: attack, description: `${description} p99`, unit: 'ms', atMost: most.ms },
    {
      id: `${attack}-times`,
      description: `${description} p99, relative to the p99 without attackers`,
      unit: 'times',
      atMost: most.times,
    },
  ]
}
