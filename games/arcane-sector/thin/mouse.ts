// The mouse of a thin client: what its buttons do with what is under it [AS-17.7], and what it carries.
import type { Client } from '../client/client.ts'
import type { Item } from '../client/sight.ts'
import type { Spell } from '../client/spell.ts'
import type { Picked, Point } from '../view/eyes/outlook.ts'

/** Pixels by which a press becomes a drag. */
const dragFrom = 4

export class Mouse {
  readonly #client: Client
  readonly #spell: Spell
  readonly #pick: (at: Point) => Picked
  /** Where it is; undefined: it was never said. */
  at: Point | undefined
  /** Where something was taken up by the button that is still down. */
  #takenAt: Point | undefined

  /** `pick`: what is at a pixel of the picture that was drawn last. */
  constructor(client: Client, spell: Spell, pick: (at: Point) => Picked) {
    this.#client = client
    this.#spell = spell
    this.#pick = pick
  }

  pressed(at: Point, button: 'left' | 'right'): void {
    this.at = at
    const picked = this.#pick(at)
    if (button === 'right') return this.#use(picked)
    if (this.#client.selects) return this.#choose(picked)
    if (this.#client.self.held) return this.#drop(picked)
    if (picked.on === 'mode') return this.#spell.toggle()
    if (picked.on === 'rune') return this.#spell.add(picked.rune)
    if (picked.on === 'cast') return this.#client.cast(this.#spell.take())
    this.#take(at, picked)
  }

  /** Whoever drags lets go here; what was only pressed stays at the mouse until the next press. */
  released(at: Point, button: 'left' | 'right'): void {
    this.at = at
    const from = this.#takenAt
    if (button === 'right' || !from) return
    this.#takenAt = undefined
    // The answer to HOLD may still be on its way: the room does one behind the other.
    if (Math.hypot(at.x - from.x, at.y - from.y) >= dragFrom) this.#drop(this.#pick(at))
  }

  #take(at: Point, picked: Picked): void {
    const item = this.#itemAt(picked)
    if (!item) return
    this.#client.hold(item.id)
    if (item.movable) this.#takenAt = at
  }

  #use(picked: Picked): void {
    const item = this.#itemAt(picked)
    if (item) this.#client.use(item.id)
  }

  /** On the frame it stays in hand. */
  #drop(picked: Picked): void {
    if (picked.on === 'slot') this.#client.drop(picked.slot)
    else if (picked.on === 'item' || picked.on === 'mob' || picked.on === 'ground') this.#client.drop()
  }

  #choose(picked: Picked): void {
    if (picked.on === 'item' || picked.on === 'mob') this.#client.choose({ kind: picked.on, id: picked.id })
    else if (picked.on === 'ground') this.#client.choose({ kind: 'ground' })
    else if (picked.on === 'slot') this.#client.chooseSlot(picked.slot)
  }

  #itemAt(picked: Picked): Item | undefined {
    const { self, sight } = this.#client
    if (picked.on === 'slot') return self.slots[picked.slot]
    if (picked.on !== 'item') return undefined
    return sight.piles.flatMap(({ items }) => items).find(({ id }) => id === picked.id)
  }
}
