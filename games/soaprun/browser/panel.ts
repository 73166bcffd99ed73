import { createElement, setText } from '../../../browser/ui/elements.ts'
import type { GameClient } from './client/game.ts'
import { describeGame, describeHint, describePlayer } from './texts.ts'

export const hasTouchScreen = matchMedia('(pointer: coarse)').matches
const maxLines = 6

/** Text beside the canvas: state, hint, the list of players, and the log. */
export class Panel {
  readonly #state = createElement('p.state', { role: 'status' })
  readonly #hint = createElement('p.hint')
  readonly #where = createElement('p.quiet')
  readonly #who = createElement('ul.who-is-in')
  readonly #log = createElement('ol.told')
  readonly element = createElement(
    'aside.panel',
    { 'aria-label': 'Game state', tabindex: 0 },
    ...[this.#state, this.#hint, this.#where, this.#who, this.#log],
  )

  /** Adds a line to the log, unless it repeats the last line. */
  addEvent(text: string): void {
    if (text === '' || this.#log.lastElementChild?.textContent === text) return
    this.#log.append(createElement('li', text))
    while (this.#log.childElementCount > maxLines) this.#log.firstElementChild?.remove()
  }

  show(game: GameClient | undefined): void {
    setText(this.#state, describeGame(game))
    if (!game?.isShown) return
    setText(this.#hint, describeHint(game, hasTouchScreen))
    const { x, y } = game.self.tile
    setText(
      this.#where,
      `${game.players} ${game.players === 1 ? 'player' : 'players'} · room ${game.rooms.x}, ${game.rooms.y} · you at ${x}, ${y}`,
    )
    const others = [...game.figures.others.values()]
    const lines = [{ ...game.self, isSelf: true }, ...others].map(
      (one) => [`c${one.color}`, describePlayer(one)] as const,
    )
    const key = JSON.stringify(lines)
    if (this.#who.dataset.key === key) return
    this.#who.dataset.key = key
    this.#who.replaceChildren(...lines.map(([colour, text]) => createElement('li', { class: colour }, text)))
  }
}
