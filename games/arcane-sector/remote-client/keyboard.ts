// [AS-17.6]
import type { Client } from '../client/client.ts'
import type { SpellInput } from '../client/spell-input.ts'
import type { Item } from '../client/surroundings.ts'
import { maxLineLength } from '../state/player.ts'
import { itemKeyCode, keyCodes, slotByKey, stepsByKey, turnsByKey, typedCharacter } from './key-map.ts'

export class Keyboard {
  readonly #client: Client
  readonly #spell: SpellInput
  /** The pressed keys that have an effect while held, in the order of the presses. */
  readonly #down = new Set<number>()
  #hasCaps = false
  typed: string | undefined

  constructor(client: Client, spell: SpellInput) {
    this.#client = client
    this.#spell = spell
  }

  pressed(code: number): void {
    // Clients may repeat the press of a held key.
    const again = this.#down.has(code)
    if (isHeld(code)) this.#down.add(code)
    if (code === keyCodes.caps && !again) this.#hasCaps = !this.#hasCaps
    if (this.typed !== undefined) return this.#write(code, this.typed)
    const way = stepsByKey.get(code)
    if (way === undefined) return this.#act(code)
    if (again) return
    this.#client.stepRepeat.press(way)
    this.#client.takeDueStep()
  }

  released(code: number): void {
    const way = stepsByKey.get(code)
    if (this.#down.delete(code) && way !== undefined) this.#client.stepRepeat.release(way)
  }

  #write(code: number, typed: string): void {
    if (code === keyCodes.enter || code === keyCodes.padEnter) {
      this.typed = undefined
      return this.#client.speak(typed)
    }
    if (code === keyCodes.escape) this.typed = undefined
    else if (code === keyCodes.backspace) this.typed = typed.slice(0, -1)
    else this.typed = (typed + (this.#letter(code) ?? '')).slice(0, maxLineLength)
  }

  #letter(code: number): string | undefined {
    const isShifted = this.#down.has(keyCodes.shift)
    return typedCharacter(code, isShifted, isShifted !== this.#hasCaps)
  }

  #act(code: number): void {
    const turn = turnsByKey.get(code)
    const slot = slotByKey(code)
    if (turn !== undefined) return this.#client.turn(turn)
    if (slot !== undefined) return this.#takeSlot(slot)
    switch (code) {
      case itemKeyCode:
        return this.#takeHere()
      case keyCodes.enter:
      case keyCodes.padEnter:
        // Typing stops walking, because the walking keys now type letters.
        this.#client.stepRepeat.stop()
        this.typed = ''
        return
      case keyCodes.tab:
        return this.#spell.toggle()
      case keyCodes.backspace:
        return this.#spell.back()
      case keyCodes.space:
        return this.#client.cast(this.#spell.take())
    }
  }

  /** Chooses the slot if the game asks the player for one. If not, puts the held item in, or uses the slot's item. */
  #takeSlot(slot: number): void {
    const { inventory, isSelecting } = this.#client
    const item = inventory.slots[slot]
    if (isSelecting) this.#client.chooseSlot(slot)
    else if (inventory.held) this.#client.drop(slot)
    else if (item) this.#client.use(item.id)
  }

  #takeHere(): void {
    const { inventory, surroundings, isSelecting } = this.#client
    const [item] = surroundings.itemsHere
    if (isSelecting) this.#client.choose(item ? { kind: 'item', id: item.id } : { kind: 'ground' })
    else if (inventory.held) this.#client.drop()
    else if (item) this.#pickUp(item)
  }

  /** Picks the item up, or uses it if players cannot pick it up. */
  #pickUp(item: Item): void {
    if (item.movable) this.#client.hold(item.id)
    else this.#client.use(item.id)
  }
}

/** Whether a key has an effect while it is held. */
function isHeld(code: number): boolean {
  return stepsByKey.has(code) || code === keyCodes.shift || code === keyCodes.caps
}
