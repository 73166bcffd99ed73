// All players and hints at one instant, for the page that programs read. Used by index.ts, and by pages for its types.
import { playerType } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { type HintRow, hintsResponse } from './hints.ts'
import { patchFilesBySlot, type SlotRow, toSlotRow } from './slots.ts'

export interface MultitrackerResponse {
  /** Players only. */
  readonly slots: readonly SlotRow[]
  readonly hints: readonly HintRow[]
  /** Milliseconds since 1970: the last check, connection, chat or other message; else the creation. */
  readonly changedAt: number
}

export function multitrackerResponse(world: Multiworld, createdAt: number): MultitrackerResponse {
  const files = patchFilesBySlot(world)
  const players = [...world.seed.slots.values()].filter(({ type }) => type === playerType)
  const times = players.flatMap(({ slot }) => [
    world.lastActivity(slot) ?? 0,
    world.lastConnection(slot) ?? 0,
  ])
  return {
    slots: players.map((slot) => toSlotRow(world, slot, files)),
    hints: hintsResponse(world).hints,
    changedAt: Math.max(createdAt, world.feed.latest?.at ?? 0, ...times),
  }
}
