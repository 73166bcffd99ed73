// A list of things: each a button with its picture, name, weight and states. The keyboard walks through it and does with a
// thing what its letters say; things are dragged from one list to another, or onto the map.

import { make, write } from '../../../../browser/elements.ts'
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import { nameOf, type Thing } from '../client/items.ts'
import type { Pictures } from './pictures.ts'
import { askCount, openVerbs, placeOf } from './verb-menu.ts'
import { kilograms, offerOfKey, offersOf, perform, statesOf } from './verbs.ts'

/** Of a thing on its way: nothing else that is dragged has it. */
const dragged = 'application/x-crossfire-thing'
/** Milliseconds of a press that is a long one, and pixels that a finger may move meanwhile. */
const longPressMs = 500
const unsteady = 10

export interface ListEvents {
  /** How many of a pile are meant, if somebody has typed it; 0: all. */
  takeCount(): number
}

interface Row {
  readonly element: HTMLLIElement
  readonly press: HTMLButtonElement
  show(thing: Thing): void
}

export class ThingList {
  readonly element: HTMLUListElement
  readonly #client: Client
  readonly #pictures: Pictures
  readonly #events: ListEvents
  readonly #things: () => readonly Thing[]
  readonly #rows = new Map<number, Row>()
  readonly #frames = new Frames(() => this.#draw())

  /** `things`: what is in it now. */
  constructor(
    client: Client,
    pictures: Pictures,
    {
      says,
      things,
      events,
    }: { readonly says: string; readonly things: () => readonly Thing[]; readonly events: ListEvents },
  ) {
    this.#client = client
    this.#pictures = pictures
    this.#things = things
    this.#events = events
    this.element = make('ul', {
      class: 'things',
      'aria-label': says,
      keydown: (event: KeyboardEvent) => this.#keyDown(event),
    })
  }

  ask(): void {
    this.#frames.ask()
  }

  /** To its first thing, or the one that had the focus last; false: it is empty. */
  focus(): boolean {
    const press = this.element.querySelector<HTMLElement>('button[tabindex="0"]')
    press?.focus()
    return press !== null
  }

  #draw(): boolean {
    const things = this.#things()
    const focused = this.#focusedTag
    const at = [...this.#rows.keys()].indexOf(focused ?? -1)
    const now = new Set(things.map(({ tag }) => tag))
    for (const tag of this.#rows.keys()) if (!now.has(tag)) this.#rows.delete(tag)
    for (const thing of things) {
      const row = this.#rows.get(thing.tag) ?? this.#row(thing.tag)
      // In the order in which they are shown, so that what comes after a thing that is gone is known.
      this.#rows.delete(thing.tag)
      this.#rows.set(thing.tag, row)
      row.show(thing)
    }
    const rows = [...this.#rows.values()]
    const { children } = this.element
    if (children.length !== rows.length || rows.some(({ element }, n) => children[n] !== element))
      this.element.replaceChildren(...rows.map(({ element }) => element))
    const target =
      focused === undefined ? undefined : (this.#rows.get(focused) ?? rows[Math.min(at, rows.length - 1)])
    if (target && document.activeElement !== target.press) target.press.focus()
    this.#oneTabStop(target ?? rows.find(({ press }) => press.tabIndex === 0) ?? rows[0])
    return false
  }

  get #focusedTag(): number | undefined {
    for (const [tag, { press }] of this.#rows) if (press === document.activeElement) return tag
    return undefined
  }

  /** Tab goes through the list in one step, arrows within it. */
  #oneTabStop(row: Row | undefined): void {
    for (const one of this.#rows.values()) one.press.tabIndex = one === row ? 0 : -1
  }

  #row(tag: number): Row {
    const image = this.#pictures.element({ face: 0 })
    const name = make('span', { class: 'name' })
    const states = make('span', { class: 'states' })
    const weight = make('span', { class: 'weight' })
    const press = make('button', { type: 'button', draggable: 'true' }, image, name, states, weight)
    const element = make('li', {}, press)
    const thing = () => this.#client.items.thing(tag)
    const menu = () => {
      const now = thing()
      if (now) openVerbs(this.#client, now, press)
    }
    press.addEventListener('click', menu)
    press.addEventListener('contextmenu', (event) => {
      event.preventDefault()
      menu()
    })
    press.addEventListener('focus', () => this.#oneTabStop(this.#rows.get(tag)))
    press.addEventListener('dragstart', ({ dataTransfer }) => dataTransfer?.setData(dragged, `${tag}`))
    longPress(press, menu)
    return {
      element,
      press,
      show: (now) => {
        this.#pictures.show(image, now)
        write(name, nameOf(now))
        write(states, statesOf(now).join(', '))
        write(weight, kilograms(now))
        press.className = statesOf(now).join(' ')
      },
    }
  }

  #keyDown(event: KeyboardEvent): void {
    const tag = this.#focusedTag
    const thing = tag === undefined ? undefined : this.#client.items.thing(tag)
    if (!thing || event.ctrlKey || event.altKey || event.metaKey) return
    const rows = [...this.#rows.values()]
    const at = rows.findIndex(({ press }) => press === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      return rows[Math.min(rows.length - 1, Math.max(0, to))]!.press.focus()
    }
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10') || event.key === ' ') {
      event.preventDefault()
      return openVerbs(this.#client, thing, rows[at]!.press)
    }
    const offer = offerOfKey(
      event.key,
      offersOf(thing, placeOf(this.#client, thing), this.#client.items.open),
    )
    if (!offer) return
    event.preventDefault()
    perform(this.#client, thing, offer.verb, offer.counts ? this.#events.takeCount() : 0)
  }
}

/** What is dropped on the element goes there; of a pile with Shift a part. `to`: a location; undefined: nowhere just now. */
export function takesDrops(
  element: HTMLElement,
  { items }: Client,
  to: () => number | undefined,
  events: ListEvents,
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
    const thing = items.thing(Number(event.dataTransfer?.getData(dragged)))
    if (!accepts(event) || !thing || location === undefined || location === thing.location) return
    event.preventDefault()
    event.stopPropagation()
    const move = (count: number) => items.move(thing.tag, location, count)
    if (event.shiftKey && thing.count > 1) askCount(thing, { says: 'Move' }, element, move)
    else move(events.takeCount())
  })
}

/** A finger that rests on it; a mouse has its right button. */
function longPress(element: HTMLElement, act: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  const end = () => clearTimeout(timer)
  element.addEventListener('pointerdown', ({ pointerType, clientX, clientY }) => {
    end()
    from = { x: clientX, y: clientY }
    if (pointerType !== 'mouse') timer = setTimeout(act, longPressMs)
  })
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > unsteady) end()
  })
  for (const over of ['pointerup', 'pointercancel'] as const) element.addEventListener(over, end)
}
