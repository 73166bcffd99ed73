// In front of the game: an account, its characters, a new one. Which of them is shown is the client's stage.

import { field, make, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Query } from '../client/told.ts'
import type { Pictures } from '../panels/pictures.ts'
import { accountForm } from './account.ts'
import { characterList } from './characters.ts'
import { makingForm } from './making.ts'

/** Texts of a server without accounts that are shown above its questions. */
const mostLines = 12

export class Entrance {
  readonly #client: Client
  readonly #pictures: Pictures
  readonly #place: HTMLElement
  readonly #says = make('p', { role: 'alert', class: 'error' })
  readonly #lines = make('p', { class: 'said' })

  /** `place`: empty while somebody plays. */
  constructor(client: Client, pictures: Pictures, place: HTMLElement) {
    this.#client = client
    this.#pictures = pictures
    this.#place = place
    client.events.on('stage', () => this.show())
    client.events.on('failure', ({ text }) => write(this.#says, `${text}.`))
    client.events.on('ended', (says) => write(this.#says, says))
    client.events.on('message', () => this.#follow())
    client.events.on('query', (query) => {
      if (query && client.door.stage === 'asked') this.#put('Come in', this.#lines, this.#question(query))
    })
    this.show()
  }

  show(): void {
    const { stage } = this.#client.door
    if (stage !== 'away') write(this.#says, '')
    this.#place.hidden = stage === 'playing'
    if (stage === 'account') this.#put('Come in', accountForm(this.#client))
    if (stage === 'characters') this.#putCharacters()
    if (stage === 'asked') this.#put('Come in', this.#lines)
    if (stage === 'away') this.#put('Crossfire', make('p', {}, 'One moment …'))
    if (stage === 'playing') this.#place.replaceChildren()
  }

  #putCharacters(): void {
    const { door } = this.#client
    if (door.characters.length === 0) return this.#putMaking()
    this.#put(
      'Who will you be?',
      characterList(this.#client, this.#pictures, () => this.#putMaking()),
    )
  }

  #putMaking(): void {
    const { door } = this.#client
    const back = door.characters.length > 0 ? () => this.#putCharacters() : () => door.leaveAccount()
    write(this.#says, '')
    this.#put('A new character', makingForm(this.#client, back))
  }

  /** By question and answer, where a server has no accounts: abilities are rolled so, too. */
  #question({ text, yesNo, oneCharacter, hidden }: Query): HTMLElement {
    const { door } = this.#client
    const input = make('input', {
      ...{ type: hidden ? 'password' : 'text', autocomplete: hidden ? 'current-password' : 'username' },
      ...{ maxlength: oneCharacter || yesNo ? 1 : 64 },
    })
    const answer = (event: Event) => {
      event.preventDefault()
      door.answer(input.value)
    }
    const said = field(text, input)
    said.classList.add('said')
    return make('form', { method: 'dialog', submit: answer }, said, make('button', {}, 'Answer'))
  }

  #put(title: string, ...content: readonly HTMLElement[]): void {
    const card = make('section', { class: 'card' }, make('h2', {}, title), ...content, this.#says)
    this.#place.replaceChildren(card)
    card.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }

  #follow(): void {
    if (this.#client.door.stage === 'playing') return
    const last = this.#client.messages.all.slice(-mostLines)
    write(this.#lines, last.map(({ text }) => text).join('\n'))
  }
}
