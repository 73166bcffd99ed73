// Help for new players. It can be closed and shown again.

import { readSetting, saveSetting } from '../local-settings.ts'
import { createCloseButton, createElement } from './elements.ts'

/** A dialog over the game, closed by Escape and by its button. */
export function createDialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const close = createElement('form', { method: 'dialog' }, createElement('button', 'Continue'))
  return createFormDialog(title, ...content, close)
}

/**
 * A dialog over the game with a form, whose buttons close the dialog. Escape and the button in the corner also close
 * it.
 */
export function createFormDialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const id = `dialog-${document.querySelectorAll('dialog').length}`
  const box: HTMLDialogElement = createElement(
    'dialog.over-game',
    { 'aria-labelledby': id },
    createCloseButton(() => box.close()),
    createElement('h2', { id }, title),
    ...content,
  )
  document.body.append(box)
  return box
}

/** Opens by itself for players who have not seen it. */
export class HelpDialog {
  readonly #box: HTMLDialogElement

  /** `game`: its slug. `lines`: one topic each, most important first. */
  constructor(game: string, title: string, lines: readonly string[]) {
    this.#box = createDialog(title, createElement('ul', ...lines.map((line) => createElement('li', line))))
    this.#box.querySelector<HTMLButtonElement>('form button')!.autofocus = true
    const seen = `help ${game}`
    this.#box.addEventListener('close', () => saveSetting(seen, true))
    if (readSetting(seen) !== true) this.show()
  }

  show(): void {
    if (this.#box.open) return
    this.#box.showModal()
    // The focus is on the last button, which scrolls the dialog to its end. Show its beginning instead.
    this.#box.scrollTop = 0
  }
}
