// One slot: its items, its checked and missing locations, and its hints. Used by index.ts, and by pages for its types.
import { asStartItem } from '../play/inventory.ts'
import type { ReceivedItem } from '../slots/items.ts'
import type { Multiworld } from '../world.ts'
import { type HintRow, hintRow, type Who, who } from './hints.ts'
import { patches, type SlotRow, slotRow } from './slots.ts'
import { kindName } from './words.ts'

export interface SlotReading extends SlotRow {
  /** The slot's price of one hint. */
  readonly hintPrice: number
  /** In the order of arrival, the start inventory first. */
  readonly items: readonly ItemRow[]
  readonly checked: readonly string[]
  readonly missing: readonly string[]
  readonly hints: readonly HintRow[]
}

export interface ItemRow {
  readonly item: string
  /** Where the item was found; '' if it was not found. */
  readonly location: string
  readonly from: Who
  readonly kind: string
}

/** Undefined: no such slot. */
export function slotReading(world: Multiworld, asked: string): SlotReading | undefined {
  const found = /^\d{1,9}$/.test(asked) ? world.seed.slots.get(Number(asked)) : undefined
  if (!found) return undefined
  const { slot } = found
  const named = (location: number) => world.locationName(slot, location)
  const items = [...world.seed.precollectedItems(slot).map(asStartItem), ...world.items.received(slot)]
  return {
    ...slotRow(world, found, patches(world)),
    hintPrice: world.hints.cost(slot),
    items: items.map((item) => itemRow(world, slot, item)),
    checked: world.checks.checked(slot).map(named),
    missing: world.checks.missing(slot).map(named),
    hints: world.hints.of(slot).map((hint) => hintRow(world, hint)),
  }
}

function itemRow(
  world: Multiworld,
  receiver: number,
  { item, location, finder, flags }: ReceivedItem,
): ItemRow {
  return {
    item: world.itemName(receiver, item),
    location: location >= 0 ? world.locationName(finder, location) : '',
    from: who(world, finder),
    kind: kindName(flags),
  }
}
