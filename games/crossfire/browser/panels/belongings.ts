// What the player carries, what lies under him, and what is in the container that he looks into.

import { field, make, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import { ground, nameOf } from '../client/items.ts'
import type { Pictures } from './pictures.ts'
import { type ListEvents, ThingList, takesDrops } from './thing-list.ts'
import { type Filter, filters, inOrder } from './verbs.ts'

export class Belongings {
  readonly element: HTMLElement
  readonly #pack: ThingList
  readonly #here: ThingList

  constructor(client: Client, pictures: Pictures, events: ListEvents) {
    const { items } = client
    const filter = make(
      'select',
      { change: () => pack.ask() },
      ...Object.keys(filters).map((name) => make('option', { value: name }, name)),
    )
    const shown = () => inOrder(items.inventory.filter(filters[filter.value as Filter]))
    const pack = new ThingList(client, pictures, { says: 'What you carry', things: shown, events })
    const here = new ThingList(client, pictures, {
      says: 'What lies here',
      things: () => items.at(ground),
      events,
    })
    const inside = () => (items.open ? items.at(items.open.tag) : [])
    const within = new ThingList(client, pictures, { says: 'What is in it', things: inside, events })
    const opened = make('h3', {})
    const container = make('section', { class: 'container' }, opened, within.element)
    const carried = make('section', { class: 'pack' }, field('Show', filter), pack.element)
    const lying = make('section', { class: 'ground' }, make('h3', {}, 'Here'), here.element)
    const show = () => {
      container.hidden = items.open === undefined
      write(opened, items.open ? `In ${nameOf(items.open)}` : '')
      for (const list of [pack, here, within]) list.ask()
    }
    show()
    client.events.on('items', show)
    client.events.on('self', show)
    takesDrops(carried, client, () => items.self?.tag, events)
    takesDrops(lying, client, () => ground, events)
    takesDrops(container, client, () => items.open?.tag, events)
    this.element = make('div', { class: 'belongings' }, carried, container, lying)
    this.#pack = pack
    this.#here = here
  }

  focusPack(): void {
    this.#pack.focus()
  }

  focusGround(): void {
    this.#here.focus()
  }
}
