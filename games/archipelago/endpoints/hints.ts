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
  /** The game of the finder. */
  readonly game: string
  /** '' if the location has no entrance. */
  readonly entrance: string
  readonly found: boolean
  readonly status: string
  readonly kind: string
}

/** `shown`: the display name, with the alias. */
export interface SlotReference {
  readonly slot: number
  readonly shown: string
}

/** Each hint once, sorted by finder. */
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

export function toHintRow(world: Multiworld, hint: Hint): HintRow {
  const { receiver, finder, location, item, entrance, found, flags, status } = world.hints.upToDate(hint)
  return {
    finder: slotReference(world, finder),
    receiver: slotReference(world, receiver),
    item: world.itemName(receiver, item),
    location: world.locationName(finder, location),
    game: world.game(finder),
    entrance,
    found,
    status: hintStatusName(status),
    kind: classificationName(flags),
  }
}

export function slotReference(world: Multiworld, slot: number): SlotReference {
  return { slot, shown: world.displayName(slot) || 'Server' }
}
