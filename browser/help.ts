// What who is here for the first time should know. It goes away, and can be called again.
import { make } from './elements.ts'
import { keep, kept } from './kept.ts'

/** A window over the game, closed by Escape and by its button. */
export function dialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const id = `dialog-${document.querySelectorAll('dialog').length}`
  const close = make('form', { method: 'dialog' }, make('button', 'Go on'))
  const box = make(
    'dialog.over-game',
    { 'aria-labelledby': id },
    make('h2', { id }, title),
    ...content,
    close,
  )
  document.body.append(box)
  return box
}

/** Shown at once to who has not seen it. */
export class Help {
  readonly #box: HTMLDialogElement

  /** `game`: its slug. `lines`: one thing each, the first first. */
  constructor(game: string, title: string, lines: readonly string[]) {
    this.#box = dialog(title, make('ul', ...lines.map((line) => make('li', line))))
    const seen = `help ${game}`
    this.#box.addEventListener('close', () => keep(seen, true))
    if (kept(seen) !== true) this.show()
  }

  show(): void {
    if (!this.#box.open) this.#box.showModal()
  }
}
