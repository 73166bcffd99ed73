// Each thing is a button with picture, name, weight and states. Arrow keys move through the list, letters act on the
// focused thing, and things can be dragged to another list or to the map.

import { AnimationLoop } from '../../../../browser/canvas/animation-loop.ts'
import { createElement, onContextMenu, setText } from '../../../../browser/ui/elements.ts'
import { RowList } from '../../../../browser/ui/row-list.ts'
import type { Client } from '../client/client.ts'
import { type ClientItem, nameOf } from '../client/state/items.ts'
import type { FaceImages } from '../components/face-image.ts'
import { actionForKey, actionsFor, describeItemStates, formatWeight, performAction } from './item-actions.ts'
import { askCount, itemPlaceOf, openItemMenu } from './item-menu.ts'

const dragged = 'application/x-crossfire-thing'

export interface ItemListEvents {
  /** 0 for all pieces. */
  takeCount(): number
}

type Things = () => readonly ClientItem[]

interface Row {
  readonly element: HTMLLIElement
  readonly press: HTMLButtonElement
  show(thing: ClientItem): void
}

export class ItemList {
  readonly element: HTMLUListElement
  readonly things: Things
  readonly #client: Client
  readonly #events: ItemListEvents
  readonly #rows: RowList<ClientItem, Row>
  readonly #frames = new AnimationLoop(() => this.#draw())

  constructor(client: Client, pictures: FaceImages, title: string, things: Things, events: ItemListEvents) {
    this.#client = client
    this.things = things
    this.#events = events
    const keydown = (event: KeyboardEvent) => this.#keyDown(event)
    this.element = createElement('ul.things', { 'aria-label': title, keydown })
    this.#rows = new RowList<ClientItem, Row>(
      this.element,
      ({ tag }) => tag,
      (thing) => this.#row(thing, pictures),
    )
  }

  ask(): void {
    this.#frames.requestFrame()
  }

  /** Focuses the thing that last had the focus, or else the first. */
  focus(): void {
    this.element.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }

  #draw(): boolean {
    const focused = this.#focused
    const before = [...this.#rows.all.values()]
    this.#rows.show(this.things())
    const rows = [...this.#rows.all.values()]
    // If the focused thing is gone, the thing after it gets the focus.
    const target =
      focused && (rows.includes(focused) ? focused : rows[Math.min(before.indexOf(focused), rows.length - 1)])
    if (target && document.activeElement !== target.press) target.press.focus()
    this.#oneTabStop(target ?? rows.find(({ press }) => press.tabIndex === 0) ?? rows[0])
    return false
  }

  get #focused(): Row | undefined {
    return [...this.#rows.all.values()].find(({ press }) => press === document.activeElement)
  }

  /** Roving tabindex: Tab leaves the list, arrow keys move within it. */
  #oneTabStop(row: Row | undefined): void {
    for (const one of this.#rows.all.values()) one.press.tabIndex = one === row ? 0 : -1
  }

  #row({ tag }: ClientItem, pictures: FaceImages): Row {
    const image = pictures.element({ face: 0 })
    const [name, states, weight] = [
      createElement('span.name'),
      createElement('span.states'),
      createElement('span.weight'),
    ]
    // After the menu, the focus returns to the thing only for keyboard players. Otherwise walking with A and D would
    // apply and drop the thing.
    const menu = (back?: HTMLElement) => {
      const now = this.#client.items.item(tag)
      if (now) openItemMenu(this.#client, now, back)
    }
    const press: HTMLButtonElement = createElement('button', {
      ...{ type: 'button', draggable: 'true', dragend: () => press.blur() },
      click: ({ detail }: MouseEvent) => menu(detail === 0 ? press : undefined),
      focus: () => this.#oneTabStop(this.#rows.all.get(tag)),
      dragstart: ({ dataTransfer }: DragEvent) => dataTransfer?.setData(dragged, `${tag}`),
    })
    press.append(image, name, states, weight)
    onContextMenu(press, () => menu(press.matches(':focus-visible') ? press : undefined))
    return {
      element: createElement('li', press),
      press,
      show(now) {
        pictures.show(image, now)
        setText(name, nameOf(now))
        setText(states, describeItemStates(now).join(', '))
        setText(weight, formatWeight(now))
        press.className = describeItemStates(now).join(' ')
      },
    }
  }

  #keyDown(event: KeyboardEvent): void {
    const all = [...this.#rows.all]
    const at = all.findIndex(([, { press }]) => press === document.activeElement)
    const thing = this.#client.items.item(all[at]?.[0] ?? -1)
    const { key } = event
    if (!thing || event.ctrlKey || event.altKey || event.metaKey) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key]
    const offer = actionForKey(
      key,
      actionsFor(thing, itemPlaceOf(this.#client, thing), this.#client.items.open),
    )
    if (to !== undefined) all[Math.min(all.length - 1, Math.max(0, to))]![1].press.focus()
    else if (key === 'ContextMenu' || (event.shiftKey && key === 'F10') || key === ' ')
      openItemMenu(this.#client, thing, all[at]![1].press)
    else if (offer)
      performAction(this.#client, thing, offer.verb, offer.takesCount ? this.#events.takeCount() : 0)
    else return
    event.preventDefault()
  }
}

/**
 * With Shift, a drop asks for the number of pieces. `to` returns the target location, or undefined to refuse the drop.
 */
export function acceptItemDrops(
  element: HTMLElement,
  { items }: Client,
  to: () => number | undefined,
  events: ItemListEvents,
): void {
  const accepts = (event: DragEvent) => event.dataTransfer?.types.includes(dragged) && to() !== undefined
  element.addEventListener('dragover', (event) => {
    if (!accepts(event)) return
    event.preventDefault()
    element.classList.add('takes')
  })
  for (const over of ['dragleave', 'drop'] as const)
    element.addEventListener(over, () => element.classList.remove('takes'))
  element.addEventListener('drop', (event) => {
    const location = to()
    const thing = items.item(Number(event.dataTransfer?.getData(dragged)))
    if (!accepts(event) || !thing || location === undefined || location === thing.location) return
    event.preventDefault()
    event.stopPropagation()
    const move = (count: number) => items.move(thing.tag, location, count)
    if (event.shiftKey && thing.count > 1) askCount(thing, 'Move', element, move)
    else move(events.takeCount())
  })
}
