// [AS-4.4] [AS-5]
import type { ServerPacket } from '../packets.ts'
import type { VisibleVitals } from '../view/first-person/view-input.ts'
import { type Item, toItem } from './surroundings.ts'

/** Indexed by the slot number in the packets DROP and THIS: eight slots, then the hands. */
export const slotNames = [
  ...Array.from({ length: 8 }, (_, slot) => `Slot ${slot + 1}`),
  'Left hand',
  'Right hand',
] as const
/** Slot numbers of the left and the right hand. */
export const handSlots: readonly number[] = [8, 9]
/** The target of DROP for the player's own tile. */
export const groundSlot = 255
/** Names are cut off after this many characters. */
const maxLetters = 64

export class Inventory {
  name = ''
  vitals: VisibleVitals = { hp: 0, hpMax: 0, mana: 0, manaMax: 0 }
  slots: readonly (Item | undefined)[] = slotNames.map(() => undefined)
  /** The item held at the mouse. A held item is in no slot and no hand. */
  held: Item | undefined

  reset(): void {
    this.held = undefined
  }

  onInfo({ hp, hpMax, mana, manaMax, name }: ServerPacket<'INFO'>): void {
    this.vitals = { hp, hpMax, mana, manaMax }
    if (name !== '') this.name = name.slice(0, maxLetters)
  }

  onInventory({ inventory, equipment }: ServerPacket<'INVT'>): void {
    this.slots = [...inventory, ...equipment].map(toItem)
  }

  onHeldItem({ item }: ServerPacket<'HLDI'>): void {
    this.held = toItem(item)
  }

  get isDead(): boolean {
    return this.vitals.hp === 0 && this.vitals.hpMax > 0
  }

  /** If all slots are full, a free hand. Undefined if the hands are full, too. */
  get freeSlot(): number | undefined {
    const slot = this.slots.indexOf(undefined)
    return slot < 0 ? undefined : slot
  }
}
