// Elements in one line each. What somebody wrote is always text in them, never markup.

/** Milliseconds of a press that is a long one, and pixels that a finger may move meanwhile. */
const longPressMs = 500
const unsteady = 10

/** Attributes by name; a function listens to the event of that name, `true` stands for an attribute without a value. */
export interface Given {
  readonly [name: string]: string | number | boolean | undefined | ((event: never) => void)
}
export type Content = Node | string
type Tag = keyof HTMLElementTagNameMap
type Made<T extends string> = HTMLElementTagNameMap[T extends `${infer N extends Tag}.${string}`
  ? N
  : T & Tag]

/** `tag`: with a class behind a dot, as in `p.quiet`. What has no attributes has its content at once. */
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

/** A button that is not the first thing to press. */
export function second(says: string, act: () => void, given: Given = {}): HTMLButtonElement {
  return button(says, act, { class: 'second', ...given })
}

/** What names itself: `says` is read and seen in front of the field. */
export function field(says: string, input: HTMLElement): HTMLLabelElement {
  return make('label.field', make('span', says), input)
}

/** A choice of words; `says` of each where that is another than what it stands for. */
export function choice(given: Given, words: Iterable<string | readonly [value: string, says: string]>) {
  const pairs = Array.from(words, (word) => (typeof word === 'string' ? ([word, word] as const) : word))
  return make('select', given, ...pairs.map(([value, says]) => make('option', { value }, says)))
}

/** Offers these behind the first choice, which is none of them; what was chosen stays so while it is there. */
export function offer(select: HTMLSelectElement, words: readonly string[]): void {
  const chosen = select.value
  const offered = [...select.options].slice(1).map(({ value }) => value)
  if (words.join() === offered.join()) return
  select.replaceChildren(select.options[0]!, ...words.map((one) => make('option', { value: one }, one)))
  select.value = words.includes(chosen) ? chosen : ''
}

/** Only what differs is written: a reader of screens says again what is written again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** A window that somebody has to answer or close; a click beside it closes it, and it is gone when it is closed. */
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

/** The right button, or a finger that rests on it: some browsers tell of that as of the right button, others do not. */
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
  // What the finger does when it is lifted is no click then.
  const lifted = (event: Event) => {
    if (isDone) event.stopImmediatePropagation()
    isDone = false
  }
  element.addEventListener('click', lifted, { capture: true })
}
