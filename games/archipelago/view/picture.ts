// Everybody's progress, for the room's card.
import type { Picture } from '../../picture.ts'
import { player } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { drawProgress, type Progress } from './progress.ts'

export type { Progress } from './progress.ts'

/** [AP-9.13] */
export function pictureOf(world: Multiworld): Picture {
  return drawProgress(progressOf(world))
}

/** Players only, in slot order. */
export function progressOf(world: Multiworld): Progress[] {
  const { seed, checks, statuses, clients } = world
  const players = [...seed.slots.values()].filter(({ type }) => type === player)
  return players.map(({ slot, game }) => ({
    slot,
    name: world.shownName(slot),
    game,
    done: checks.count(slot),
    total: checks.total(slot),
    goal: statuses.isGoal(slot),
    here: clients.of(slot).size > 0,
  }))
}
