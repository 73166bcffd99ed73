// The name form. This browser remembers the name.
import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'

const nameSetting = 'doom-2077 name'

/** [DM-2.5] Player-facing texts for the room's refusals. */
const refusalMessages: { readonly [reason: string]: string } = {
  'Bad name.': 'This name cannot be had: it takes 1 to 100 letters.',
  'Name already in use.': 'Somebody in there has this name already.',
  'Server full.': 'This room is full. Trying again …',
  'Timed out.': 'The room had heard nothing of you for long. Coming back …',
  'Unknown session': 'The room has forgotten you. Coming back …',
  'Server shutting down.': 'This room is closed to new players. Trying again …',
  'Kicked.': 'The owner of this room has disconnected you.',
  'Banned.': 'The owner of this room has banned you temporarily.',
}
export const refusalMessage = (reason: string): string => refusalMessages[reason] ?? reason

export class JoinForm {
  readonly element = document.createElement('form')
  readonly #nameInput = document.createElement('input')
  readonly #refusal = document.createElement('p')

  constructor(enter: (name: string) => void) {
    const [heading, label, says, go] = [
      document.createElement('h1'),
      document.createElement('label'),
      document.createElement('span'),
      document.createElement('button'),
    ]
    heading.textContent = 'DOOM-2077'
    says.textContent = 'Your name'
    const known = readSetting(nameSetting)
    Object.assign(this.#nameInput, {
      required: true,
      maxLength: 100,
      autocomplete: 'nickname',
      name: 'nickname',
    })
    this.#nameInput.value = typeof known === 'string' ? known : ''
    label.append(says, this.#nameInput)
    this.#refusal.className = 'why'
    this.#refusal.setAttribute('role', 'alert')
    go.textContent = 'Into the arena'
    this.element.className = 'entrance'
    this.element.append(heading, label, this.#refusal, go)
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      saveSetting(nameSetting, this.#nameInput.value)
      this.show(undefined)
      enter(this.#nameInput.value)
    })
  }

  /** @param reason the room's reason for refusing, or undefined to clear it */
  show(reason: string | undefined): void {
    const text = reason === undefined ? '' : refusalMessage(reason)
    if (this.#refusal.textContent !== text) this.#refusal.textContent = text
  }
}
