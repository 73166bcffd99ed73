// Creates DOM elements in one line each. User content is always inserted as text, never as markup.

/** Duration of a long press in milliseconds, and pixels that the finger may move meanwhile. */
const longPressMs = 500
const unsteady = 10

/**
 * Attributes by name. A function becomes a listener for the event of that name; `true` sets an attribute without a
 * value.
 */
export interface Given {
  readonly [name: string]: string | number | boolean | undefined | ((event: never) => void)
}
export type Content = Node | string
type Tag = keyof HTMLElementTagNameMap
type Made<T extends string> = HTMLElementTagNameMap[T extends `${infer N extends Tag}.${string}`
  ? N
  : T & Tag]

/**
 * `tag`: may have a class after a dot, as in `p.quiet`. Content can follow the tag directly if there are no attributes.
 */
export function make<T extends Tag | `${Tag}.${string}`>(
  tag: T,
  given: Given | Content = {},
  ...content: readonly Content[]
): Made<T> {
  const [name, ...classes] = tag.split('.')
  const element = document.createElement(name!) as Made<T>
  if (classes.length > 0) element.className = classes.join(' ')
  if (typeof given === 'string' || given instanceof Node) element.append(given)
  else
    for (const [name, value] of Object.entries(given)) {
      if (typeof value === 'function') element.addEventListener(name, value as EventListener)
      else if (value !== undefined && value !== false)
        element.setAttribute(name, value === true ? '' : `${value}`)
    }
  element.append(...content)
  return element
}

export function button(says: string, act: () => void, given: Given = {}): HTMLButtonElement {
  return make('button', { type: 'button', click: act, ...given }, says)
}

/** A secondary button. */
export function second(says: string, act: () => void, given: Given = {}): HTMLButtonElement {
  return button(says, act, { class: 'second', ...given })
}

/** A labelled field. `says` is the label. */
export function field(says: string, input: HTMLElement): HTMLLabelElement {
  return make('label.field', make('span', says), input)
}

/** A select. An item is a value, or a value and its label. */
export function choice(given: Given, words: Iterable<string | readonly [value: string, says: string]>) {
  const pairs = Array.from(words, (word) => (typeof word === 'string' ? ([word, word] as const) : word))
  return make('select', given, ...pairs.map(([value, says]) => make('option', { value }, says)))
}

/** Replaces the options after the first (none of them), and keeps the selection if it is still offered. */
export function offer(select: HTMLSelectElement, words: readonly string[]): void {
  const chosen = select.value
  const offered = [...select.options].slice(1).map(({ value }) => value)
  if (words.join() === offered.join()) return
  select.replaceChildren(select.options[0]!, ...words.map((one) => make('option', { value: one }, one)))
  select.value = words.includes(chosen) ? chosen : ''
}

/** Writes only changed text, because screen readers announce text that is written again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** A dialog that the user answers or closes. A click outside closes it; it is removed when closed. */
export function ask(given: Given, ...content: readonly (Node | string)[]): HTMLDialogElement {
  const box = make('dialog', given, ...content)
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

/** Handles the right button and a long press. Some browsers report a long press as the right button, others do not. */
export function onMenu(element: HTMLElement, act: (at: MouseEvent) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { clientX: 0, clientY: 0 }
  let isDone = false
  const end = () => clearTimeout(timer)
  element.addEventListener('pointerdown', (event) => {
    end()
    from = event
    isDone = false
    const rests = () => {
      isDone = true
      act(event)
    }
    if (event.pointerType !== 'mouse') timer = setTimeout(rests, longPressMs)
  })
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > unsteady) end()
  })
  for (const over of ['pointerup', 'pointercancel']) element.addEventListener(over, end)
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault()
    end()
    if (!isDone) act(event)
    isDone = false
  })
  // Swallow the click that follows when the finger is lifted.
  const lifted = (event: Event) => {
    if (isDone) event.stopImmediatePropagation()
    isDone = false
  }
  element.addEventListener('click', lifted, { capture: true })
}
