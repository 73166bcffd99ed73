// The player's items and the items on the player's tile. Each item is a button, so that it works with keyboard, touch
// and screen readers.
import { createButton, createElement, setText, showDialog } from '../../../../browser/ui/elements.ts'
import type { Client } from '../../client/client.ts'
import { handSlots, slotNames } from '../../client/inventory.ts'
import type { Item } from '../../client/surroundings.ts'
import type { Icons } from './icons.ts'
import { type ItemLocation, itemActions } from './item-actions.ts'

export class InventoryPanel {
  readonly element: HTMLElement
  readonly #client: Client
  readonly #icons: Icons
  readonly #prompt = createElement('p', { role: 'status', class: 'prompt' })
  readonly #slots = createElement('ul', { class: 'slots', 'aria-label': 'Inventory' })
  readonly #here = createElement('ul', { class: 'here', 'aria-label': 'Here' })
  /** JSON of what the panel shows. The panel is rebuilt only when this text changes. */
  #shown = ''

  constructor(client: Client, icons: Icons) {
    this.#client = client
    this.#icons = icons
    this.element = createElement(
      'section',
      { class: 'bag', 'aria-label': 'Things' },
      this.#prompt,
      this.#slots,
      this.#here,
    )
    this.show()
  }

  show(): void {
    const { inventory, surroundings } = this.#client
    setText(this.#prompt, this.#asks())
    const people = surroundings.mobs.filter(
      ({ x, y }) => x === surroundings.place?.x && y === surroundings.place.y,
    )
    const shown = JSON.stringify([
      inventory.slots.map((item) => item && [`${item.id}`, item.gfxId, item.name]),
      surroundings.itemsHere.map(({ id, gfxId, name }) => [`${id}`, gfxId, name]),
      people.map(({ id, name }) => [`${id}`, name]),
      this.#client.isSelecting,
      inventory.held !== undefined,
    ])
    if (shown === this.#shown) return
    this.#shown = shown
    const focused = [...this.element.querySelectorAll('button')].findIndex((one) => one.matches(':focus'))
    this.#slots.replaceChildren(...inventory.slots.map((item, slot) => this.#slotButton(item, slot)))
    this.#here.replaceChildren(
      ...surroundings.itemsHere.map((item) => this.#thingButton(item)),
      ...people.map(({ id, name }) =>
        line(createButton(name, () => this.#client.choose({ kind: 'mob', id }))),
      ),
      ...(this.#client.isSelecting || inventory.held ? [this.#groundButton()] : []),
      ...(surroundings.itemsHere.length + people.length === 0
        ? [createElement('li', { class: 'quiet' }, 'There are no items here.')]
        : []),
    )
    if (focused >= 0) this.element.querySelectorAll('button')[focused]?.focus()
  }

  /** Answers a selection, puts the held item into the slot, or offers the actions on the slot's item. */
  press(slot: number): void {
    const { inventory } = this.#client
    const item = inventory.slots[slot]
    if (this.#client.isSelecting) this.#client.chooseSlot(slot)
    else if (inventory.held) this.#client.drop(slot)
    else if (item) this.offer(item, slot)
  }

  /** Drops the held item. Without a held item, presses the first item on the player's tile. */
  pressFirst(): void {
    const [item] = this.#client.surroundings.itemsHere
    if (this.#client.inventory.held) this.#client.drop()
    else if (item) this.pressHere(item)
    else if (this.#client.isSelecting) this.#client.choose({ kind: 'ground' })
  }

  /** A single action, such as reading a sign, runs at once. */
  offer(item: Item, where: ItemLocation): void {
    const verbs = itemActions(this.#client, item, where)
    if (verbs.length === 1) return verbs[0]!.act()
    const none = where === 'away' ? 'Too far away: go to its tile.' : 'You cannot use it.'
    const title = createElement('h2', { id: 'thing' }, item.name || 'Unnamed item')
    const box = showDialog(
      { class: 'over-game verbs', 'aria-labelledby': 'thing' },
      title,
      ...(verbs.length === 0 ? [createElement('p', {}, none)] : []),
      ...verbs.map(({ label, act }) =>
        createButton(label, () => {
          box.close()
          act()
        }),
      ),
      createButton('Cancel', () => box.close(), { class: 'second' }),
    )
  }

  #asks(): string {
    const { held } = this.#client.inventory
    if (this.#client.isSelecting) return 'Select a target: an item, a character, the ground or an empty slot.'
    if (held) return `You hold ${held.name || 'an item'}: choose where to put it.`
    return this.#client.inventory.isDead ? 'You are dead. You will revive soon.' : ''
  }

  #slotButton(item: Item | undefined, slot: number): HTMLElement {
    const label = `${slotNames[slot]}: ${item ? item.name : 'empty'}`
    const made = createButton('', () => this.press(slot), { 'aria-label': label, title: label })
    if (item) made.append(this.#icons.thing(item.gfxId))
    else if (handSlots.includes(slot)) made.append(this.#icons.hand())
    return line(made)
  }

  #thingButton(item: Item): HTMLElement {
    const made = createButton(item.name || 'A lamp', () => this.pressHere(item))
    made.prepend(this.#icons.thing(item.gfxId))
    return line(made)
  }

  pressHere(item: Item): void {
    if (this.#client.isSelecting) this.#client.choose({ kind: 'item', id: item.id })
    else this.offer(item, 'here')
  }

  #groundButton(): HTMLElement {
    return line(
      createButton('The ground', () => {
        if (this.#client.isSelecting) this.#client.choose({ kind: 'ground' })
        else this.#client.drop()
      }),
    )
  }
}

const line = (content: HTMLElement) => createElement('li', {}, content)
