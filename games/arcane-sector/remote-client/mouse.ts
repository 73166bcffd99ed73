// [AS-17.7]
import type { Client } from '../client/client.ts'
import type { SpellInput } from '../client/spell-input.ts'
import type { Item } from '../client/surroundings.ts'
import type { PickTarget, Point } from '../view/first-person/view-input.ts'

/** With a pressed button, a mouse movement of at least this many pixels is a drag. */
const dragFrom = 4

export class Mouse {
  readonly #client: Client
  readonly #spell: SpellInput
  readonly #pick: (at: Point) => PickTarget
  at: Point | undefined
  /** Where the left button was pressed to pick up the held item. Undefined after its release. */
  #takenAt: Point | undefined

  /** `pick` returns the object at a pixel of the last picture. */
  constructor(client: Client, spell: SpellInput, pick: (at: Point) => PickTarget) {
    this.#client = client
    this.#spell = spell
    this.#pick = pick
  }

  pressed(at: Point, button: 'left' | 'right'): void {
    this.at = at
    const picked = this.#pick(at)
    if (button === 'right') return this.#use(picked)
    if (this.#client.isSelecting) return this.#choose(picked)
    if (this.#client.inventory.held) return this.#drop(picked)
    if (picked.on === 'mode') return this.#spell.toggle()
    if (picked.on === 'rune') return this.#spell.add(picked.rune)
    if (picked.on === 'cast') return this.#client.cast(this.#spell.take())
    this.#take(at, picked)
  }

  /** After a press without a drag, the player holds the item until the next press. */
  released(at: Point, button: 'left' | 'right'): void {
    this.at = at
    const from = this.#takenAt
    if (button === 'right' || !from) return
    this.#takenAt = undefined
    // DROP need not wait for the answer to HOLD, because the room handles packets in order.
    if (Math.hypot(at.x - from.x, at.y - from.y) >= dragFrom) this.#drop(this.#pick(at))
  }

  #take(at: Point, picked: PickTarget): void {
    const item = this.#itemAt(picked)
    if (!item) return
    this.#client.hold(item.id)
    if (item.movable) this.#takenAt = at
  }

  #use(picked: PickTarget): void {
    const item = this.#itemAt(picked)
    if (item) this.#client.use(item.id)
  }

  /** Over parts of the HUD other than slots and hands, the item stays held. */
  #drop(picked: PickTarget): void {
    if (picked.on === 'slot') this.#client.drop(picked.slot)
    else if (picked.on === 'item' || picked.on === 'mob' || picked.on === 'ground') this.#client.drop()
  }

  #choose(picked: PickTarget): void {
    if (picked.on === 'item' || picked.on === 'mob') this.#client.choose({ kind: picked.on, id: picked.id })
    else if (picked.on === 'ground') this.#client.choose({ kind: 'ground' })
    else if (picked.on === 'slot') this.#client.chooseSlot(picked.slot)
  }

  #itemAt(picked: PickTarget): Item | undefined {
    const { inventory, surroundings } = this.#client
    if (picked.on === 'slot') return inventory.slots[picked.slot]
    if (picked.on !== 'item') return undefined
    return surroundings.piles.flatMap(({ items }) => items).find(({ id }) => id === picked.id)
  }
}
