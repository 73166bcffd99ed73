// This browser remembers the name.
import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'
import { suggestGuestName } from '../../../../browser/player/guest-name.ts'
import { replacementText } from '../../../../browser/ui/replacement-notice.ts'
import { sendableCharacters } from '../../../../wire/util/sendable-text.ts'

const nameSetting = 'doom-2077 name'

/** [DM-2.5] */
const refusalMessages: { readonly [reason: string]: string } = {
  'Bad name.': 'Invalid name. Use 1 to 100 letters.',
  'Name already in use.': 'This name is in use. Choose another.',
  'Server full.': 'The room is full. Retrying …',
  'Server error.': 'The room has a fault. Retrying …',
  'Timed out.': 'Connection timed out. Reconnecting …',
  'Unknown session': 'Session expired. Reconnecting …',
  'Server shutting down.': 'The room is closed to new players. Retrying …',
  'Kicked.': 'The owner of this room has disconnected you.',
  'Banned.': 'The owner of this room has banned you temporarily.',
  'Erased.': 'Your data in this room has been erased.',
}
export const refusalMessage = (reason: string): string => refusalMessages[reason] ?? reason

export class JoinForm {
  readonly element = document.createElement('form')
  readonly #nameInput = document.createElement('input')
  readonly #refusal = document.createElement('p')

  constructor(enter: (name: string) => void) {
    const [heading, label, labelText, button] = [
      document.createElement('h1'),
      document.createElement('label'),
      document.createElement('span'),
      document.createElement('button'),
    ]
    heading.textContent = 'DOOM-2077'
    labelText.textContent = 'Your name'
    const known = readSetting(nameSetting)
    Object.assign(this.#nameInput, {
      required: true,
      maxLength: 100,
      autocomplete: 'nickname',
      name: 'nickname',
    })
    this.#nameInput.value = typeof known === 'string' ? known : suggestGuestName()
    this.#nameInput.addEventListener('focus', () => this.#nameInput.select())
    this.#nameInput.addEventListener('input', () => this.#nameInput.setCustomValidity(''))
    label.append(labelText, this.#nameInput)
    this.#refusal.className = 'why'
    this.#refusal.setAttribute('role', 'alert')
    button.textContent = 'Join'
    this.element.className = 'entrance'
    this.element.append(heading, label, this.#refusal, button)
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      const unsendable = replacementText(this.#nameInput.value, sendableCharacters.latin1)
      this.#nameInput.setCustomValidity(unsendable)
      if (!this.element.reportValidity()) return
      saveSetting(nameSetting, this.#nameInput.value)
      this.show(undefined)
      enter(this.#nameInput.value)
    })
  }

  /** `reason`: the room's reason for refusing, or undefined to clear the text. */
  show(reason: string | undefined): void {
    const text = reason === undefined ? '' : refusalMessage(reason)
    if (this.#refusal.textContent !== text) this.#refusal.textContent = text
  }
}
