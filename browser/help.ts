// What who is here for the first time should know. It goes away, and can be called again.
import { keep, kept } from './kept.ts'

/** A window over the game, closed by Escape and by its button. */
export function dialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const box = document.createElement('dialog')
  box.className = 'over-game'
  const heading = document.createElement('h2')
  heading.textContent = title
  heading.id = `dialog-${document.querySelectorAll('dialog').length}`
  box.setAttribute('aria-labelledby', heading.id)
  const form = document.createElement('form')
  form.method = 'dialog'
  const close = document.createElement('button')
  close.textContent = 'Go on'
  form.append(close)
  box.append(heading, ...content, form)
  document.body.append(box)
  return box
}

/** Shown at once to who has not seen it. */
export class Help {
  readonly #box: HTMLDialogElement

  /** `game`: its slug. `lines`: one thing each, the first first. */
  constructor(game: string, title: string, lines: readonly string[]) {
    const list = document.createElement('ul')
    for (const line of lines) list.appendChild(document.createElement('li')).textContent = line
    this.#box = dialog(title, list)
    const seen = `help ${game}`
    this.#box.addEventListener('close', () => keep(seen, true))
    if (kept(seen) !== true) this.show()
  }

  show(): void {
    if (!this.#box.open) this.#box.showModal()
  }
}
