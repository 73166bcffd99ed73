// Screens in front of the game: account, characters, new character. The client's stage selects the screen.

import { make, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Stage } from '../client/told.ts'
import type { FaceImages } from '../panels/pictures.ts'
import { createQuestionForm } from '../panels/question.ts'
import { createAccountForm } from './account.ts'
import { createCharacterList } from './characters.ts'
import { createCharacterForm } from './making.ts'

/** Messages shown above the questions of a server without accounts. */
const maxLines = 12

/** Hidden during play. */
export function createLoginScreen(client: Client, pictures: FaceImages): HTMLElement {
  const { login, events, messages } = client
  const element = make('div.entrance')
  const says = make('p.error', { role: 'alert' })
  const lines = make('p.said')
  const put = (title: string, ...content: readonly HTMLElement[]) => {
    const card = make('section.card', make('h2', title), ...content, says)
    element.replaceChildren(card)
    card.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }
  const putCharacters = () => {
    if (login.characters.length === 0) return putMaking()
    put('Who will you be?', createCharacterList(client, pictures, putMaking))
  }
  const putMaking = () => {
    const back = login.characters.length > 0 ? putCharacters : () => login.leaveAccount()
    write(says, '')
    put('A new character', createCharacterForm(client, back))
  }
  const shows: { readonly [stage in Stage]: () => void } = {
    away: () => put('Crossfire', make('p', 'One moment …')),
    account: () => put('Come in', createAccountForm(client)),
    characters: putCharacters,
    asked: () => put('Come in', lines),
    playing: () => element.replaceChildren(),
  }
  const show = (stage: Stage) => {
    if (stage !== 'away') write(says, '')
    element.hidden = stage === 'playing'
    shows[stage]()
  }
  events.on('stage', show)
  events.on('failure', ({ text }) => write(says, `${text}.`))
  events.on('ended', (why) => write(says, why))
  events.on('message', () => {
    if (login.stage === 'playing') return
    const last = messages.all.slice(-maxLines)
    write(lines, last.map(({ text }) => text).join('\n'))
  })
  events.on('query', (query) => {
    if (query && login.stage === 'asked')
      put(
        'Come in',
        lines,
        createQuestionForm(query, (text) => login.answer(text)),
      )
  })
  show(login.stage)
  return element
}
