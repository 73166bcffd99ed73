import type { Picture } from '../../picture.ts'
import { playerSlotType } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { drawProgress, type SlotProgressBar } from './progress-picture.ts'

/** [AP-9.13] */
export function drawRoomPicture(world: Multiworld): Picture {
  return drawProgress(playerProgress(world))
}

/** The progress of players, without groups and spectators, in the order of the seed's slots. */
export function playerProgress(world: Multiworld): SlotProgressBar[] {
  const { seed, checks, slotStates, clients } = world
  const players = [...seed.slots.values()].filter(({ type }) => type === playerSlotType)
  return players.map(({ slot, game }) => ({
    slot,
    name: world.displayName(slot),
    game,
    done: checks.count(slot),
    total: checks.total(slot),
    goal: slotStates.isGoal(slot),
    here: clients.of(slot).size > 0,
  }))
}
