// Help for new players. It can be closed and shown again.
import { make } from './elements.ts'
import { keep, kept } from './kept.ts'

/** A dialog over the game, closed by Escape and by its button. */
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

/** Opens by itself for players who have not seen it. */
export class Help {
  readonly #box: HTMLDialogElement

  /** `game`: its slug. `lines`: one topic each, most important first. */
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
