// What the room has to say, quests and what was learnt, and the party. There is no packet for parties: they are talked with.

import { button, field, make } from '../../../../browser/elements.ts'
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import type { Notice } from '../client/told.ts'
import { runsOf } from '../client/words.ts'
import type { Pictures } from './pictures.ts'

const notices: readonly (readonly [notice: Notice, says: string])[] = [
  ['motd', 'Message of the day'],
  ['news', 'News'],
  ['rules', 'Rules'],
]

export function journal(client: Client, pictures: Pictures): HTMLElement {
  const told = make('div', {})
  const quests = make('div', {})
  const texts = new Frames(() => {
    const shown = notices.flatMap(([notice, says]) => {
      const text = plain(client.notices.text(notice))
      return text ? [make('details', {}, make('summary', {}, says), make('p', { class: 'text' }, text))] : []
    })
    told.replaceChildren(...shown)
    return false
  })
  const learnt = new Frames(() => {
    quests.replaceChildren(...questList(client, pictures), ...knowledgeList(client, pictures))
    return false
  })
  client.events.on('notice', () => texts.ask())
  client.events.on('quests', () => learnt.ask())
  texts.ask()
  return make('div', {}, partyForm(client), make('h3', {}, 'The room'), told, quests)
}

const plain = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('')
    .trim()

function questList({ notices: { quests } }: Client, pictures: Pictures): HTMLElement[] {
  if (quests.length === 0) return []
  const rows = quests.map(({ title, face, ended, step, parent }) =>
    make(
      'li',
      { class: parent > 0 ? 'part' : undefined },
      pictures.element({ face }),
      make(
        'span',
        { class: 'name' },
        `${title}${ended ? ' (done)' : ''}`,
        make('span', { class: 'detail' }, step),
      ),
    ),
  )
  return [make('h3', {}, 'Quests'), make('ul', { class: 'rows' }, ...rows)]
}

function knowledgeList({ notices: { knowledge } }: Client, pictures: Pictures): HTMLElement[] {
  if (knowledge.length === 0) return []
  const rows = knowledge.map(({ title, kind, face }) =>
    make(
      'li',
      {},
      pictures.element({ face }),
      make('span', { class: 'name' }, title, make('span', { class: 'detail' }, kind)),
    ),
  )
  return [make('h3', {}, 'What you have learnt'), make('ul', { class: 'rows' }, ...rows)]
}

/** [CF-18.1] What is answered stands among the messages. */
function partyForm({ commands }: Client): HTMLElement {
  const name = make('input', { maxlength: 32, autocomplete: 'off' })
  const named = (word: string) => () => {
    if (name.value.trim() !== '') commands.say(`party ${word} ${name.value.trim()}`)
  }
  const second = { class: 'second' }
  return make(
    'section',
    { class: 'party' },
    make('h3', {}, 'Party'),
    field('Name of a party', name),
    make(
      'div',
      { class: 'actions' },
      button('Form', named('form'), second),
      button('Join', named('join'), second),
      button('Leave', () => commands.say('party leave'), second),
      button('Who is in it', () => commands.say('party who'), second),
      button('All parties', () => commands.say('party list'), second),
    ),
  )
}
