import { createElement, createLabelledField, createSecondaryButton } from '../../../../browser/ui/elements.ts'
import { createListRow } from '../../../../browser/ui/row-list.ts'
import type { Client } from '../client/client.ts'
import type { NoticeKind } from '../client/core/client-event.ts'
import { parseTextRuns } from '../client/core/text.ts'
import type { FaceImages } from '../components/face-image.ts'
import { redrawOn } from '../components/redraw-on.ts'

const notices: readonly (readonly [notice: NoticeKind, title: string])[] = [
  ['motd', 'Message of the day'],
  ['news', 'News'],
  ['rules', 'Rules'],
]

export function createQuestJournal(client: Client, pictures: FaceImages): HTMLElement {
  const [texts, learnt] = [createElement('div'), createElement('div')]
  redrawOn(client, ['notice'], () => {
    const shown = notices.flatMap(([notice, title]) => {
      const text = plain(client.notices.text(notice))
      return text
        ? [createElement('details', createElement('summary', title), createElement('p.text', text))]
        : []
    })
    texts.replaceChildren(...shown)
  })
  redrawOn(client, ['quests'], () => {
    const quests = client.notices.quests.map(({ title, face, ended, step, parent }) => {
      const one = createListRow(pictures.element({ face }), `${title}${ended ? ' (done)' : ''}`, [
        createElement('span.detail', step),
      ])
      one.classList.toggle('part', parent > 0)
      return one
    })
    const knowledge = client.notices.knowledge.map(({ title, kind, face }) =>
      createListRow(pictures.element({ face }), title, [createElement('span.detail', kind)]),
    )
    learnt.replaceChildren(...listed('Quests', quests), ...listed('Knowledge', knowledge))
  })
  return createElement('div', partyForm(client), createElement('h3', 'The room'), texts, learnt)
}

const plain = (text: string) =>
  parseTextRuns(text)
    .map((run) => run.text)
    .join('')
    .trim()

function listed(title: string, rows: readonly HTMLElement[]): HTMLElement[] {
  return rows.length === 0 ? [] : [createElement('h3', title), createElement('ul.rows', ...rows)]
}

/** [CF-18.1] For parties the protocol has only commands, whose replies appear in the message log. */
function partyForm({ commands }: Client): HTMLElement {
  const name = createElement('input', { maxlength: 32, autocomplete: 'off' })
  const named = (title: string) =>
    createSecondaryButton(
      title,
      () => name.value.trim() && commands.send(`party ${title.toLowerCase()} ${name.value.trim()}`),
    )
  const plainly = (title: string, word: string) =>
    createSecondaryButton(title, () => commands.send(`party ${word}`))
  return createElement(
    'section.party',
    createElement('h3', 'Party'),
    createLabelledField('Party name', name),
    createElement(
      'div.actions',
      ...[named('Form'), named('Join'), plainly('Leave', 'leave')],
      ...[plainly('Members', 'who'), plainly('All parties', 'list')],
    ),
  )
}
