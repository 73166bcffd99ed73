// Content is always inserted as text, never as markup.

const longPressMs = 500
/** The maximum distance in pixels by which the finger may move during a long press. */
const maxPressMove = 10

/**
 * The attributes by name. A function becomes a listener for the event with this name. `true` sets an attribute without
 * a value.
 */
export interface ElementAttributes {
  readonly [name: string]: string | number | boolean | undefined | ((event: never) => void)
}
export type ElementContent = Node | string
type Tag = keyof HTMLElementTagNameMap
type ElementOf<T extends string> = HTMLElementTagNameMap[T extends `${infer N extends Tag}.${string}`
  ? N
  : T & Tag]

/** `tag`: can have a class after a dot, as in `p.quiet`. The attributes can be left out. */
export function createElement<T extends Tag | `${Tag}.${string}`>(
  tag: T,
  attributes: ElementAttributes | ElementContent = {},
  ...content: readonly ElementContent[]
): ElementOf<T> {
  const [name, ...classes] = tag.split('.')
  const element = document.createElement(name!) as ElementOf<T>
  if (classes.length > 0) element.className = classes.join(' ')
  if (typeof attributes === 'string' || attributes instanceof Node) element.append(attributes)
  else
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'function') element.addEventListener(name, value as EventListener)
      else if (value !== undefined && value !== false)
        element.setAttribute(name, value === true ? '' : `${value}`)
    }
  element.append(...content)
  return element
}

export function createButton(
  label: string,
  onClick: () => void,
  attributes: ElementAttributes = {},
): HTMLButtonElement {
  return createElement('button', { type: 'button', click: onClick, ...attributes }, label)
}

export function createSecondaryButton(
  label: string,
  onClick: () => void,
  attributes: ElementAttributes = {},
): HTMLButtonElement {
  return createButton(label, onClick, { class: 'second', ...attributes })
}

export function createLabelledField(label: string, input: HTMLElement): HTMLLabelElement {
  return createElement('label.field', createElement('span', label), input)
}

/** Each item is a value, or a value and its label. */
export function createSelect(
  attributes: ElementAttributes,
  items: Iterable<string | readonly [value: string, label: string]>,
) {
  const pairs = Array.from(items, (word) => (typeof word === 'string' ? ([word, word] as const) : word))
  return createElement(
    'select',
    attributes,
    ...pairs.map(([value, label]) => createElement('option', { value }, label)),
  )
}

/**
 * Replaces all options except the first one, which stands for no selection. Keeps the selection if it is still among
 * the options.
 */
export function updateSelect(select: HTMLSelectElement, values: readonly string[]): void {
  const chosen = select.value
  const offered = [...select.options].slice(1).map(({ value }) => value)
  if (values.join() === offered.join()) return
  select.replaceChildren(
    select.options[0]!,
    ...values.map((one) => createElement('option', { value: one }, one)),
  )
  select.value = values.includes(chosen) ? chosen : ''
}

export function createTableRow(kind: 'th' | 'td', texts: readonly string[]): HTMLTableRowElement {
  return createElement('tr', {}, ...texts.map((text) => createElement(kind, text)))
}

/** Throws if the element is missing. */
export function requireElement<E extends HTMLElement = HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

/** Writes only changed text, because screen readers announce every text that is written. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** A click outside closes the dialog. A closed dialog is removed from the page. */
export function showDialog(
  attributes: ElementAttributes,
  ...content: readonly (Node | string)[]
): HTMLDialogElement {
  const box = createElement(
    'dialog',
    attributes,
    createCloseButton(() => box.close()),
    ...content,
  )
  box.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (target === box && !isWithin) box.close()
  })
  box.addEventListener('close', () => box.remove())
  document.body.append(box)
  box.showModal()
  return box
}

export function createCloseButton(close: () => void): HTMLButtonElement {
  return createButton('×', close, { class: 'close-dialog', 'aria-label': 'Close', title: 'Close' })
}

/**
 * Calls the handler for a click with the right button and for a long press, which only some browsers report as the
 * right button.
 */
export function onContextMenu(element: HTMLElement, handler: (at: MouseEvent) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { clientX: 0, clientY: 0 }
  let isDone = false
  const end = () => clearTimeout(timer)
  element.addEventListener('pointerdown', (event) => {
    end()
    from = event
    isDone = false
    const onLongPress = () => {
      isDone = true
      handler(event)
    }
    if (event.pointerType !== 'mouse') timer = setTimeout(onLongPress, longPressMs)
  })
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > maxPressMove) end()
  })
  for (const over of ['pointerup', 'pointercancel']) element.addEventListener(over, end)
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault()
    end()
    if (!isDone) handler(event)
    isDone = false
  })
  // Ignores the click that follows when the finger is lifted.
  const lifted = (event: Event) => {
    if (isDone) event.stopImmediatePropagation()
    isDone = false
  }
  element.addEventListener('click', lifted, { capture: true })
}
