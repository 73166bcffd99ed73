// The name form. This browser remembers the name.
import { saveSetting, readSetting } from '../../../browser/local-settings.ts'

const keptAs = 'doom-2077 name'

/** [DM-2.5] Player-facing texts for the room's refusals. */
const words: { readonly [reason: string]: string } = {
  'Bad name.': 'This name cannot be had: it takes 1 to 100 letters.',
  'Name already in use.': 'Somebody in there has this name already.',
  'Server full.': 'This room is full. Trying again …',
  'Timed out.': 'The room had heard nothing of you for long. Coming back …',
  'Unknown session': 'The room has forgotten you. Coming back …',
  'Server shutting down.': 'This room is closed to new players. Trying again …',
  'Kicked.': 'The host of this room has ended your session.',
  'Banned.': 'The host of this room has banned you for a time.',
}
export const wordsOf = (reason: string): string => words[reason] ?? reason

export class Entrance {
  readonly element = document.createElement('form')
  readonly #name = document.createElement('input')
  readonly #why = document.createElement('p')

  constructor(enter: (name: string) => void) {
    const [heading, label, says, go] = [
      document.createElement('h1'),
      document.createElement('label'),
      document.createElement('span'),
      document.createElement('button'),
    ]
    heading.textContent = 'DOOM-2077'
    says.textContent = 'Your name'
    const known = readSetting(keptAs)
    Object.assign(this.#name, { required: true, maxLength: 100, autocomplete: 'nickname', name: 'nickname' })
    this.#name.value = typeof known === 'string' ? known : ''
    label.append(says, this.#name)
    this.#why.className = 'why'
    this.#why.setAttribute('role', 'alert')
    go.textContent = 'Into the arena'
    this.element.className = 'entrance'
    this.element.append(heading, label, this.#why, go)
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      saveSetting(keptAs, this.#name.value)
      this.show(undefined)
      enter(this.#name.value)
    })
  }

  /** @param why the room's reason for refusing, or undefined to clear it */
  show(why: string | undefined): void {
    const text = why === undefined ? '' : wordsOf(why)
    if (this.#why.textContent !== text) this.#why.textContent = text
  }
}
