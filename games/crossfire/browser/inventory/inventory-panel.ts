import { createElement, createLabelledField, createSelect, setText } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { groundLocation, nameOf } from '../client/state/items.ts'
import type { FaceImages } from '../components/face-image.ts'
import { type ItemFilterName, itemFilters, sortItems } from './item-actions.ts'
import { acceptItemDrops, ItemList, type ItemListEvents } from './item-list.ts'

export function createInventoryPanel(client: Client, pictures: FaceImages, events: ItemListEvents) {
  const { items } = client
  const filter = createSelect({ change: () => pack.ask() }, Object.keys(itemFilters))
  const list = (title: string, things: ItemList['things']) =>
    new ItemList(client, pictures, title, things, events)
  const filtered = () => sortItems(items.inventory.filter(itemFilters[filter.value as ItemFilterName]))
  const pack = list('Inventory', filtered)
  const here = list('Ground', () => items.at(groundLocation))
  const within = list('Contents', () => (items.open ? items.at(items.open.tag) : []))
  const opened = createElement('h3')
  const container = createElement('section.container', opened, within.element)
  const carried = createElement('section.pack', createLabelledField('Show', filter), pack.element)
  const lying = createElement('section.ground', createElement('h3', 'Here'), here.element)
  const show = () => {
    container.hidden = items.open === undefined
    setText(opened, items.open ? `In ${nameOf(items.open)}` : '')
    for (const list of [pack, here, within]) list.ask()
  }
  show()
  for (const subject of ['items', 'self'] as const) client.events.on(subject, show)
  acceptItemDrops(carried, client, () => items.player?.tag, events)
  acceptItemDrops(lying, client, () => groundLocation, events)
  acceptItemDrops(container, client, () => items.open?.tag, events)
  return { element: createElement('div.belongings', carried, container, lying), pack, here }
}
