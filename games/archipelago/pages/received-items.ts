// Received items, counted by name.
import type { ItemRow } from '../endpoints/slot.ts'

export interface ItemGroup {
  /** The last one received. */
  readonly item: ItemRow
  readonly amount: number
  /** The position of the last one among all items of the slot, from 1. */
  readonly last: number
}

/** By name, in the order in which each was first received. `counts`: whether to count an item. */
export function groupItems(
  items: readonly ItemRow[],
  counts: (item: ItemRow) => boolean = () => true,
): ItemGroup[] {
  const groups = new Map<string, ItemGroup>()
  for (const [place, item] of items.entries()) {
    if (!counts(item)) continue
    groups.set(item.item, { item, amount: (groups.get(item.item)?.amount ?? 0) + 1, last: place + 1 })
  }
  return [...groups.values()]
}
