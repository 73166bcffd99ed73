// Elements in one line each. What somebody wrote is always text in them, never markup.

/** Attributes by name; a function listens to the event of that name, `true` stands for an attribute without a value. */
export interface Given {
  readonly [name: string]: string | number | boolean | undefined | ((event: never) => void)
}

export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  given: Given = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
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

/** What names itself: `says` is read and seen in front of the field. */
export function field(says: string, input: HTMLElement): HTMLLabelElement {
  return make('label', { class: 'field' }, make('span', {}, says), input)
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
