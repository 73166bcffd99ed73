// All hints given in a room, each once. Used by index.ts, and by pages for its types.

import { hintStatusName } from '../hints/hint-status.ts'
import type { Hint } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { classificationName } from './labels.ts'

export interface HintsResponse {
  readonly hints: readonly HintRow[]
}

export interface HintRow {
  readonly finder: SlotReference
  readonly receiver: SlotReference
  readonly item: string
  readonly location: string
  /** The finder's game. */
  readonly game: string
  /** '' if unknown. */
  readonly entrance: string
  readonly found: boolean
  readonly status: string
  readonly kind: string
}

/** `shown`: the name with its alias. */
export interface SlotReference {
  readonly slot: number
  readonly shown: string
}

/** By finder, then in the order in which they became known. */
export function hintsResponse(world: Multiworld): HintsResponse {
  const known = new Map<string, Hint>()
  for (const slot of world.seed.slots.keys())
    for (const hint of world.hints.hintsOf(slot)) {
      const key = `${hint.finder} ${hint.location} ${hint.receiver} ${hint.item} ${hint.entrance}`
      if (!known.has(key)) known.set(key, hint)
    }
  const hints = [...known.values()].sort((a, b) => a.finder - b.finder)
  return { hints: hints.map((hint) => toHintRow(world, hint)) }
}

export function toHintRow(
  world: Multiworld,
  { receiver, finder, location, item, found, entrance, flags, status }: Hint,
): HintRow {
  return {
    finder: slotReference(world, finder),
    receiver: slotReference(world, receiver),
    item: world.itemName(receiver, item),
    location: world.locationName(finder, location),
    game: world.game(finder),
    entrance,
    // A hint in a list may be out of date until the list is sent, so the checks decide.
    found: found || world.checks.has(finder, location),
    status: hintStatusName(status),
    kind: classificationName(flags),
  }
}

export function slotReference(world: Multiworld, slot: number): SlotReference {
  return { slot, shown: world.displayName(slot) || 'Server' }
}
