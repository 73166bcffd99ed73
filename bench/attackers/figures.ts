// The figures of the attackers' bench: what honest players wait, alone and among those who do their best.
import type { Figure } from '../bench.ts'
import { type Attack, attackNames, attacks, gameOf } from './crowd-process.ts'

export const counts = [1, 4] as const

/** Milliseconds, and times what they wait alone in the same round. */
const most = { ms: 50, times: 2 }

export const games = [...new Set(attackNames.map(gameOf))]

export const figures: readonly Figure[] = games.flatMap((game) => [
  { id: game, what: `${game}: p99 while nobody attacks`, unit: 'ms' },
  ...attackNames.filter((attack) => gameOf(attack) === game).flatMap(underAttack),
])

function underAttack(attack: Attack): Figure[] {
  return counts.flatMap((count) => {
    const [id, what] = [`${attack}-${count}`, `${attack}, ${attacks[attack]}:`]
    return [
      { id, what: `${what} p99 while ${count} attack`, unit: 'ms', atMost: most.ms },
      {
        id: `${id}-times`,
        what: `${what} of that alone while ${count} attack`,
        unit: 'times',
        atMost: most.times,
      },
    ]
  })
}
