import { toStartItem } from '../play/inventory.ts'
import { parseSlot } from '../seed/seed.ts'
import type { ReceivedItem } from '../slots/received-items.ts'
import type { Multiworld } from '../world.ts'
import { type HintRow, type SlotReference, slotReference, toHintRow } from './hints.ts'
import { classificationName } from './labels.ts'
import { patchFilesBySlot, type SlotRow, toSlotRow } from './slots.ts'

export interface SlotResponse extends SlotRow {
  /** The price of a hint in hint points. */
  readonly hintPrice: number
  /** The start inventory, then the received items in the order of arrival. */
  readonly items: readonly ItemRow[]
  readonly checked: readonly string[]
  readonly missing: readonly string[]
  readonly hints: readonly HintRow[]
}

export interface ItemRow {
  readonly item: string
  /** '' for the start inventory, and for items that were sent by command. */
  readonly location: string
  readonly from: SlotReference
  readonly kind: string
}

/** Undefined if the slot does not exist. */
export function slotResponse(world: Multiworld, requested: string): SlotResponse | undefined {
  const found = parseSlot(world.seed, requested)
  if (!found) return undefined
  const { slot } = found
  const named = (location: number) => world.locationName(slot, location)
  const items = [...world.seed.precollectedItems(slot).map(toStartItem), ...world.items.all(slot)]
  return {
    ...toSlotRow(world, found, patchFilesBySlot(world)),
    hintPrice: world.hints.cost(slot),
    items: items.map((item) => toItemRow(world, slot, item)),
    checked: world.checks.checked(slot).map(named),
    missing: world.checks.missing(slot).map(named),
    hints: world.hints.hintsOf(slot).map((hint) => toHintRow(world, hint)),
  }
}

function toItemRow(
  world: Multiworld,
  receiver: number,
  { item, location, finder, flags }: ReceivedItem,
): ItemRow {
  return {
    item: world.itemName(receiver, item),
    location: location >= 0 ? world.locationName(finder, location) : '',
    from: slotReference(world, finder),
    kind: classificationName(flags),
  }
}
