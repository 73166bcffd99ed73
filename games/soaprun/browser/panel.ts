// Beside the field, to be read: how one is, who is in, where, and what has happened.
import { items, statuses } from '../players/player.ts'
import { playerNames } from '../view/colours.ts'
import type { Game } from './game.ts'
import { treasures } from './look.ts'

/** That are kept on the page. */
const mostLines = 6

export class Panel {
  readonly element = document.createElement('aside')
  readonly #state = line('p', 'state')
  readonly #where = line('p', 'quiet')
  readonly #who = document.createElement('ul')
  readonly #log = document.createElement('ol')

  constructor() {
    this.element.className = 'panel'
    this.element.setAttribute('aria-label', 'How it stands')
    this.#state.setAttribute('role', 'status')
    this.#log.className = 'told'
    this.#who.className = 'who-is-in'
    this.element.append(this.#state, this.#where, this.#who, this.#log)
  }

  /** What has happened to the connection, in a line. */
  tell(says: string): void {
    if (says === '' || this.#log.lastElementChild?.textContent === says) return
    this.#log.append(line('li', '', says))
    while (this.#log.childElementCount > mostLines) this.#log.firstElementChild?.remove()
  }

  show(game: Game | undefined): void {
    set(this.#state, stateOf(game))
    if (!game?.isShown) return
    const { x, y } = game.self.tile
    set(this.#where, `${game.players} in · room ${game.rooms.x}, ${game.rooms.y} · you at ${x}, ${y}`)
    const people = [
      { ...game.self, me: true },
      ...[...game.crowd.others.values()].map((other) => ({ ...other, me: false })),
    ]
    const lines = people.map(({ color, status, items: carried, me }) => {
      const has = treasures.flatMap(([item, name]) => ((carried & item) !== 0 ? [name] : []))
      const how = status === statuses.idle ? has.join(' and ') : (stateWords[status] ?? '')
      return [
        `c${color}`,
        `${playerNames[color] ?? 'somebody'}${me ? ' (you)' : ''}${how && `, ${how}`}`,
      ] as const
    })
    const key = JSON.stringify(lines)
    if (this.#who.dataset.key === key) return
    this.#who.dataset.key = key
    this.#who.replaceChildren(...lines.map(([colour, text]) => line('li', colour, text)))
  }
}

const stateWords: { readonly [status: number]: string } = {
  [statuses.suspend]: 'asleep',
  [statuses.dead]: 'dead',
  [statuses.goal]: 'at the goal',
  [statuses.ghost]: 'a ghost',
}

/** In a sentence, for who does not see it. */
export function stateOf(game: Game | undefined): string {
  if (!game?.isShown) return 'Coming in …'
  const { self } = game
  const has = treasures.flatMap(([item, name]) => ((self.items & item) !== 0 ? [name] : []))
  const carries = has.length > 0 ? ` with ${has.join(' and ')}` : ''
  if (self.status === statuses.dead) return game.isOver ? 'Game over.' : 'You are dead.'
  if (self.status === statuses.goal) return `You have reached the goal${carries}.`
  if (self.status === statuses.ghost) return 'You are a ghost: walls are nothing to you.'
  if (game.menu)
    return game.menu.rows[game.menu.row] === 'paint' ? 'What will you paint?' : 'Which colour will you be?'
  const danger = game.avengers.all.length > 0 ? ' Avengers are after you.' : ''
  const rain = game.rains && (self.items & items.shield) === 0 ? ' It rains: somebody has the shield.' : ''
  return `You run${carries}.${danger}${rain}`
}

function line(tag: 'p' | 'li', name: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.textContent = text
  return element
}

function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
