// This browser remembers the name.
import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'
import { suggestGuestName } from '../../../../browser/player/guest-name.ts'
import { createElement, setText } from '../../../../browser/ui/elements.ts'
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
  readonly element: HTMLFormElement
  readonly #nameInput: HTMLInputElement = createElement('input', {
    required: true,
    maxlength: 100,
    autocomplete: 'nickname',
    name: 'nickname',
    focus: () => this.#nameInput.select(),
    input: () => this.#nameInput.setCustomValidity(''),
  })
  readonly #refusal = createElement('p.why', { role: 'alert' })

  constructor(enter: (name: string) => void) {
    const known = readSetting(nameSetting)
    this.#nameInput.value = typeof known === 'string' ? known : suggestGuestName()
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault()
      const unsendable = replacementText(this.#nameInput.value, sendableCharacters.latin1)
      this.#nameInput.setCustomValidity(unsendable)
      if (!this.element.reportValidity()) return
      saveSetting(nameSetting, this.#nameInput.value)
      this.show(undefined)
      enter(this.#nameInput.value)
    }
    this.element = createElement(
      'form.entrance',
      { submit: onSubmit },
      createElement('h1', 'DOOM-2077'),
      createElement('label', createElement('span', 'Your name'), this.#nameInput),
      this.#refusal,
      createElement('button', 'Join'),
    )
  }

  /** `reason`: the room's reason for refusing, or undefined to clear the text. */
  show(reason: string | undefined): void {
    setText(this.#refusal, reason === undefined ? '' : refusalMessage(reason))
  }
}
