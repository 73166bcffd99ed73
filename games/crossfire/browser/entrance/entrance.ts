// Screens in front of the game: account, characters, new character. The client's stage selects the screen.

import { make, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Stage } from '../client/told.ts'
import type { Pictures } from '../panels/pictures.ts'
import { question } from '../panels/question.ts'
import { accountForm } from './account.ts'
import { characterList } from './characters.ts'
import { makingForm } from './making.ts'

/** Messages shown above the questions of a server without accounts. */
const mostLines = 12

/** Hidden during play. */
export function entrance(client: Client, pictures: Pictures): HTMLElement {
  const { door, events, messages } = client
  const element = make('div.entrance')
  const says = make('p.error', { role: 'alert' })
  const lines = make('p.said')
  const put = (title: string, ...content: readonly HTMLElement[]) => {
    const card = make('section.card', make('h2', title), ...content, says)
    element.replaceChildren(card)
    card.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }
  const putCharacters = () => {
    if (door.characters.length === 0) return putMaking()
    put('Who will you be?', characterList(client, pictures, putMaking))
  }
  const putMaking = () => {
    const back = door.characters.length > 0 ? putCharacters : () => door.leaveAccount()
    write(says, '')
    put('A new character', makingForm(client, back))
  }
  const shows: { readonly [stage in Stage]: () => void } = {
    away: () => put('Crossfire', make('p', 'One moment …')),
    account: () => put('Come in', accountForm(client)),
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
    if (door.stage === 'playing') return
    const last = messages.all.slice(-mostLines)
    write(lines, last.map(({ text }) => text).join('\n'))
  })
  events.on('query', (query) => {
    if (query && door.stage === 'asked')
      put(
        'Come in',
        lines,
        question(query, (text) => door.answer(text)),
      )
  })
  show(door.stage)
  return element
}
