// In front of the game: an account, its characters, a new one. Which of them is shown is the client's stage.

import { field, make, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Query, Stage } from '../client/told.ts'
import type { Pictures } from '../panels/pictures.ts'
import { accountForm } from './account.ts'
import { characterList } from './characters.ts'
import { makingForm } from './making.ts'

/** Texts of a server without accounts that are shown above its questions. */
const mostLines = 12

export class Entrance {
  readonly #client: Client
  readonly #pictures: Pictures
  /** Hidden while somebody plays. */
  readonly element = make('div.entrance')
  readonly #says = make('p.error', { role: 'alert' })
  readonly #lines = make('p.said')
  readonly #shows: { readonly [stage in Stage]: () => void } = {
    away: () => this.#put('Crossfire', make('p', 'One moment …')),
    account: () => this.#put('Come in', accountForm(this.#client)),
    characters: () => this.#putCharacters(),
    asked: () => this.#put('Come in', this.#lines),
    playing: () => this.element.replaceChildren(),
  }

  constructor(client: Client, pictures: Pictures) {
    this.#client = client
    this.#pictures = pictures
    client.events.on('stage', () => this.show())
    client.events.on('failure', ({ text }) => write(this.#says, `${text}.`))
    client.events.on('ended', (says) => write(this.#says, says))
    client.events.on('message', () => this.#follow())
    client.events.on('query', (query) => {
      if (query && client.door.stage === 'asked') this.#put('Come in', this.#lines, this.#question(query))
    })
  }

  show(): void {
    const { stage } = this.#client.door
    if (stage !== 'away') write(this.#says, '')
    this.element.hidden = stage === 'playing'
    this.#shows[stage]()
  }

  #putCharacters(): void {
    if (this.#client.door.characters.length === 0) return this.#putMaking()
    const anew = () => this.#putMaking()
    this.#put('Who will you be?', characterList(this.#client, this.#pictures, anew))
  }

  #putMaking(): void {
    const { door } = this.#client
    const back = door.characters.length > 0 ? () => this.#putCharacters() : () => door.leaveAccount()
    write(this.#says, '')
    this.#put('A new character', makingForm(this.#client, back))
  }

  /** By question and answer, where a server has no accounts: abilities are rolled so, too. */
  #question({ text, yesNo, oneCharacter, hidden }: Query): HTMLElement {
    const input = make('input', {
      ...{ type: hidden ? 'password' : 'text', autocomplete: hidden ? 'current-password' : 'username' },
      ...{ maxlength: oneCharacter || yesNo ? 1 : 64 },
    })
    const submit = (event: Event) => {
      event.preventDefault()
      this.#client.door.answer(input.value)
    }
    const said = field(text, input)
    said.classList.add('said')
    return make('form', { submit }, said, make('button', 'Answer'))
  }

  #put(title: string, ...content: readonly HTMLElement[]): void {
    const card = make('section.card', make('h2', title), ...content, this.#says)
    this.element.replaceChildren(card)
    card.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }

  #follow(): void {
    if (this.#client.door.stage === 'playing') return
    const last = this.#client.messages.all.slice(-mostLines)
    write(this.#lines, last.map(({ text }) => text).join('\n'))
  }
}
