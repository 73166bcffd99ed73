// Dialogs over a game.

import { readSetting, saveSetting } from '../local-settings.ts'
import { createCloseButton, createElement } from './elements.ts'

/** A dialog with the button *Continue*, which closes it. */
export function createDialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const close = createElement('form', { method: 'dialog' }, createElement('button', 'Continue'))
  return createFormDialog(title, ...content, close)
}

/** Escape and the button in the corner close the dialog. */
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

export class HelpDialog {
  readonly #box: HTMLDialogElement
  readonly #seenSetting: string

  /** `game`: the game's slug. `lines`: one topic per line, with the most important first. */
  constructor(game: string, title: string, lines: readonly string[]) {
    this.#box = createDialog(title, createElement('ul', ...lines.map((line) => createElement('li', line))))
    this.#box.querySelector<HTMLButtonElement>('form button')!.autofocus = true
    this.#seenSetting = `help ${game}`
    this.#box.addEventListener('close', () => saveSetting(this.#seenSetting, true))
  }

  showIfNew(): void {
    if (readSetting(this.#seenSetting) !== true) this.show()
  }

  show(): void {
    if (this.#box.open) return
    this.#box.showModal()
    // Focusing the last button has scrolled the dialog to its end, so scroll back to the beginning.
    this.#box.scrollTop = 0
  }
}
