// How far everybody is, for the room's card.
import type { Picture } from '../../picture.ts'
import { player } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { drawProgress } from './progress.ts'

/** [AP-9.13] Of players alone, in the order of their slots. */
export function pictureOf({ seed, checks, statuses, clients }: Multiworld): Picture {
  const players = [...seed.slots.values()].filter(({ type }) => type === player)
  return drawProgress(
    players.map(({ slot, game }) => ({
      game,
      done: checks.count(slot),
      total: checks.total(slot),
      goal: statuses.isGoal(slot),
      here: clients.of(slot).size > 0,
    })),
  )
}
