// All players and hints at one time, for the tracker page at the path of archipelago.gg.
import { playerSlotType } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { type HintRow, hintsResponse } from './hints.ts'
import { patchFilesBySlot, type SlotRow, toSlotRow } from './slots.ts'

export interface MultitrackerResponse {
  /** All slots except groups and spectators. */
  readonly slots: readonly SlotRow[]
  readonly hints: readonly HintRow[]
  /** The time of the last check, connection or message, or else of the room's creation, in milliseconds since 1970. */
  readonly changedAt: number
}

export function multitrackerResponse(world: Multiworld, createdAt: number): MultitrackerResponse {
  const files = patchFilesBySlot(world)
  const players = [...world.seed.slots.values()].filter(({ type }) => type === playerSlotType)
  const times = players.flatMap(({ slot }) => [
    world.checks.lastActivity(slot) ?? 0,
    world.slotStates.lastConnection(slot) ?? 0,
  ])
  return {
    slots: players.map((slot) => toSlotRow(world, slot, files)),
    hints: hintsResponse(world).hints,
    changedAt: Math.max(createdAt, world.feed.latest?.at ?? 0, ...times),
  }
}
