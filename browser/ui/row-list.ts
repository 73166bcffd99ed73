import { createElement, type ElementContent } from './elements.ts'

/** Creates a row with a picture, a name with lines below it, and buttons. */
export function createListRow(
  picture: Node,
  name: string,
  lines: readonly ElementContent[],
  ...buttons: readonly Node[]
) {
  const all = [picture, createElement('span.name', name, ...lines)]
  return createElement(
    'li',
    ...[...all, ...(buttons.length > 0 ? [createElement('span.does', ...buttons)] : [])],
  )
}

/** An item keeps its element while it is listed, so that its row keeps the focus. */
export class RowList<T, R extends { readonly element: Element; show(thing: T): void }> {
  readonly #list: Element
  readonly #keyOf: (thing: T) => number
  readonly #row: (thing: T) => R
  /** The rows by key, in the order of display. */
  all: ReadonlyMap<number, R> = new Map()

  constructor(list: Element, keyOf: (thing: T) => number, row: (thing: T) => R) {
    this.#list = list
    this.#keyOf = keyOf
    this.#row = row
  }

  show(things: readonly T[]): void {
    const shown = things.map((thing) => {
      const one = this.all.get(this.#keyOf(thing)) ?? this.#row(thing)
      one.show(thing)
      return [this.#keyOf(thing), one] as const
    })
    this.all = new Map(shown)
    const elements = Array.from(this.all.values(), ({ element }) => element)
    const { children } = this.#list
    if (children.length === elements.length && elements.every((one, at) => children[at] === one)) return
    const focused = this.#list.contains(document.activeElement) ? document.activeElement : undefined
    this.#list.replaceChildren(...elements)
    // Restores the focus, which an element loses when it is moved.
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
