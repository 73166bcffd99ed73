import { createElement, type ElementContent } from './elements.ts'

/** Creates a row with a picture, a name with lines below it, and buttons. */
export function createListRow(
  picture: Node,
  name: string,
  lines: readonly ElementContent[],
  ...buttons: readonly Node[]
) {
  const row = createElement('li', picture, createElement('span.name', name, ...lines))
  if (buttons.length > 0) row.append(createElement('span.does', ...buttons))
  return row
}

/**
 * An item keeps its element while it is listed, so that its row keeps the focus. After a reconnect a server sends all
 * items again, so the list can be empty for a moment. Meanwhile the list itself has the focus.
 */
export class RowList<T, R extends { readonly element: Element; show(thing: T): void }> {
  readonly #list: HTMLElement
  readonly #keyOf: (thing: T) => number
  readonly #row: (thing: T) => R
  /** The row that had the focus when the list became empty, and its focused element. */
  #left: { readonly key: number; readonly row: R; readonly focused: HTMLElement } | undefined
  /** The rows by key, in the order of display. */
  all: ReadonlyMap<number, R> = new Map()

  constructor(list: HTMLElement, keyOf: (thing: T) => number, row: (thing: T) => R) {
    this.#list = list
    this.#keyOf = keyOf
    this.#row = row
  }

  show(things: readonly T[]): void {
    const { activeElement } = document
    const focused = this.#list.contains(activeElement) ? (activeElement as HTMLElement) : undefined
    const before = this.all
    const shown = things.map((thing) => {
      const key = this.#keyOf(thing)
      const one = before.get(key) ?? (this.#left?.key === key ? this.#left.row : this.#row(thing))
      one.show(thing)
      return [key, one] as const
    })
    this.all = new Map(shown)
    const elements = Array.from(this.all.values(), ({ element }) => element)
    const { children } = this.#list
    if (children.length === elements.length && elements.every((one, at) => children[at] === one)) return
    this.#list.replaceChildren(...elements)
    if (focused) this.#restoreFocus(focused, before)
    if (elements.length === 0) return
    this.#left = undefined
    this.#list.removeAttribute('tabindex')
  }

  /** Needed because an element loses the focus when it is moved or removed. */
  #restoreFocus(focused: HTMLElement, before: ReadonlyMap<number, R>): void {
    const [first] = this.all.values()
    if (!first) {
      for (const [key, row] of before) if (row.element.contains(focused)) this.#left = { key, row, focused }
      this.#list.tabIndex = -1
    }
    const last = focused === this.#list ? this.#left?.focused : focused
    const target = last?.isConnected ? last : (first?.element.querySelector('button') ?? this.#list)
    // The list has the focus only while it is empty. Otherwise the code that uses the list decides which element gets
    // the focus of a removed row.
    if (!first || focused === this.#list || target === focused) target.focus({ preventScroll: true })
  }
}
