// Keys that go down and up at a thin client, as what its player does: he walks, turns, writes, uses and casts. [AS-17.6]
import type { Client } from '../client/client.ts'
import type { Item } from '../client/sight.ts'
import type { Spell } from '../client/spell.ts'
import { hereKey, keyCodes, letterOf, slotByKey, stepsByKey, turnsByKey } from './keys.ts'

/** [AS-9.1] */
const mostSaid = 256

export class Keyboard {
  readonly #client: Client
  readonly #spell: Spell
  /** As they went down: at most as many as there are codes that do something. */
  readonly #down = new Set<number>()
  #hasCaps = false
  /** What the player is writing, while he is. */
  typed: string | undefined

  constructor(client: Client, spell: Spell) {
    this.#client = client
    this.#spell = spell
  }

  pressed(code: number): void {
    // A key that is held may say so again and again.
    const again = this.#down.has(code)
    if (isHeld(code)) this.#down.add(code)
    if (code === keyCodes.caps && !again) this.#hasCaps = !this.#hasCaps
    if (this.typed !== undefined) return this.#write(code, this.typed)
    const way = stepsByKey.get(code)
    if (way === undefined) return this.#act(code)
    if (again) return
    this.#client.walking.press(way)
    this.#client.walks()
  }

  released(code: number): void {
    const way = stepsByKey.get(code)
    if (this.#down.delete(code) && way !== undefined) this.#client.walking.release(way)
  }

  #write(code: number, typed: string): void {
    if (code === keyCodes.enter || code === keyCodes.padEnter) {
      this.typed = undefined
      return this.#client.speak(typed)
    }
    if (code === keyCodes.escape) this.typed = undefined
    else if (code === keyCodes.backspace) this.typed = typed.slice(0, -1)
    else this.typed = (typed + (this.#letter(code) ?? '')).slice(0, mostSaid)
  }

  #letter(code: number): string | undefined {
    const isShifted = this.#down.has(keyCodes.shift)
    return letterOf(code, isShifted, isShifted !== this.#hasCaps)
  }

  #act(code: number): void {
    const turn = turnsByKey.get(code)
    const slot = slotByKey(code)
    if (turn !== undefined) return this.#client.turn(turn)
    if (slot !== undefined) return this.#takeSlot(slot)
    switch (code) {
      case hereKey:
        return this.#takeHere()
      case keyCodes.enter:
      case keyCodes.padEnter:
        // Who writes stands still: the keys that he walks by are letters now.
        this.#client.walking.stop()
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

  /** What is asked for, what is held, or what is in the slot: the first that there is. */
  #takeSlot(slot: number): void {
    const { self, selects } = this.#client
    const item = self.slots[slot]
    if (selects) this.#client.chooseSlot(slot)
    else if (self.held) this.#client.drop(slot)
    else if (item) this.#client.use(item.id)
  }

  #takeHere(): void {
    const { self, sight, selects } = this.#client
    const [item] = sight.here
    if (selects) this.#client.choose(item ? { kind: 'item', id: item.id } : { kind: 'ground' })
    else if (self.held) this.#client.drop()
    else if (item) this.#pickUp(item)
  }

  /** What cannot be carried is read, or turned. */
  #pickUp(item: Item): void {
    if (item.movable) this.#client.hold(item.id)
    else this.#client.use(item.id)
  }
}

/** Whether it makes a difference that the key is down. */
function isHeld(code: number): boolean {
  return stepsByKey.has(code) || code === keyCodes.shift || code === keyCodes.caps
}
