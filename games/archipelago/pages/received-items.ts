import type { ItemRow } from '../endpoints/slot.ts'

export interface ItemGroup {
  /** The item of this name that was received last. */
  readonly item: ItemRow
  readonly amount: number
  /** The position of `item` among all items of the slot, from 1. */
  readonly last: number
}

/** Groups items by name, in the order in which each name was first received. */
export function groupItems(
  items: readonly ItemRow[],
  isIncluded: (item: ItemRow) => boolean = () => true,
): ItemGroup[] {
  const groups = new Map<string, ItemGroup>()
  for (const [place, item] of items.entries()) {
    if (!isIncluded(item)) continue
    groups.set(item.item, { item, amount: (groups.get(item.item)?.amount ?? 0) + 1, last: place + 1 })
  }
  return [...groups.values()]
}
