// The items that each slot has received, in order. The items of a slot are split into records with the keys
// `items/SLOT/CHUNK`, so that a new item rewrites only one record.
import type { RecordStore } from '../../game.ts'

/**
 * `location` is -2 for the start inventory and -1 for an item sent by command. `finder` is the field `player` of a
 * NetworkItem, and 0 is the server.
 */
export interface ReceivedItem {
  readonly item: number
  readonly location: number
  readonly finder: number
  readonly flags: number
}

/** Packets have the same number for the start inventory. */
export const startInventoryLocation = -2
/** The location of items that were sent by command. */
export const cheatLocation = -1

/** The number of items in a full record. The last record is rewritten until it is full. */
const chunkItems = 64
/** id (f64), location (f64), finder (u32), and flags with `fromOthers` as the top bit (u32). */
const itemBytes = 24
const fromOthersBit = 0x8000_0000
export const maxItemFlags = fromOthersBit - 1

const keyOf = (slot: number, chunk: number) => `items/${slot}/${`${chunk}`.padStart(6, '0')}`

interface SlotInventory {
  readonly all: ReceivedItem[]
  /** The items without those that the slot found in its own world. */
  readonly fromOthers: ReceivedItem[]
  /** The number of items in `all` that were sent by command. */
  cheatedCount: number
  /** The last chunk, which is not full. */
  chunk: Uint8Array
  /** The number of items in `all` that are in the records. */
  storedCount: number
}

export class ReceivedItems {
  readonly #store: RecordStore
  readonly #inventories = new Map<number, SlotInventory>()
  readonly #unsaved = new Set<number>()

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** The received items without the start inventory. */
  all(slot: number): readonly ReceivedItem[] {
    return this.#inventory(slot).all
  }

  /** The received items without those that the slot found in its own world. */
  fromOthers(slot: number): readonly ReceivedItem[] {
    return this.#inventory(slot).fromOthers
  }

  cheatedCount(slot: number): number {
    return this.#inventory(slot).cheatedCount
  }

  /** The next `save` stores the item. */
  add(slot: number, item: ReceivedItem, fromOthers: boolean): void {
    const inventory = this.#inventory(slot)
    writeItem(inventory.chunk, inventory.all.length % chunkItems, item, fromOthers)
    inventory.all.push(item)
    if (item.location === cheatLocation) inventory.cheatedCount++
    if (fromOthers) inventory.fromOthers.push(item)
    this.#unsaved.add(slot)
    if (inventory.all.length % chunkItems === 0) this.#saveChunk(slot, inventory)
  }

  /** `add` has already stored each chunk that became full. */
  save(): void {
    for (const slot of this.#unsaved) {
      const inventory = this.#inventory(slot)
      if (inventory.storedCount < inventory.all.length) this.#saveChunk(slot, inventory)
    }
    this.#unsaved.clear()
  }

  #saveChunk(slot: number, inventory: SlotInventory): void {
    const { all, chunk } = inventory
    const inChunk = all.length % chunkItems || chunkItems
    this.#store.put(
      keyOf(slot, Math.ceil(all.length / chunkItems) - 1),
      chunk.subarray(0, inChunk * itemBytes),
    )
    inventory.storedCount = all.length
    if (inChunk === chunkItems) inventory.chunk = new Uint8Array(chunkItems * itemBytes)
  }

  #inventory(slot: number): SlotInventory {
    const known = this.#inventories.get(slot)
    if (known) return known
    const inventory = readInventory(this.#store, slot)
    this.#inventories.set(slot, inventory)
    return inventory
  }
}

function readInventory(store: RecordStore, slot: number): SlotInventory {
  const all: ReceivedItem[] = []
  const fromOthers: ReceivedItem[] = []
  const chunk = new Uint8Array(chunkItems * itemBytes)
  for (const [, value] of store.list(`items/${slot}/`)) {
    const bytes = value as Uint8Array
    for (let at = 0; at + itemBytes <= bytes.length; at += itemBytes) {
      const { item, others } = readItem(bytes, at)
      all.push(item)
      if (others) fromOthers.push(item)
    }
    if (bytes.length < chunk.length) chunk.set(bytes)
  }
  const cheatedCount = all.filter(({ location }) => location === cheatLocation).length
  return { all, fromOthers, cheatedCount, chunk, storedCount: all.length }
}

function readItem(bytes: Uint8Array, at: number): { readonly item: ReceivedItem; readonly others: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, itemBytes)
  const flags = view.getUint32(20)
  const item = {
    item: view.getFloat64(0),
    location: view.getFloat64(8),
    finder: view.getUint32(16),
    flags: (flags & ~fromOthersBit) >>> 0,
  }
  return { item, others: (flags & fromOthersBit) !== 0 }
}

function writeItem(chunk: Uint8Array, index: number, item: ReceivedItem, fromOthers: boolean): void {
  const view = new DataView(chunk.buffer, chunk.byteOffset + index * itemBytes, itemBytes)
  view.setFloat64(0, item.item)
  view.setFloat64(8, item.location)
  view.setUint32(16, item.finder)
  view.setUint32(20, (item.flags | (fromOthers ? fromOthersBit : 0)) >>> 0)
}
