import { notSentMessage } from '../connection/connection.ts'
import { createElement, createLabelledField, createSecondaryButton, setText } from './elements.ts'
import { createFormDialog } from './help.ts'

export interface ReportForm {
  /** The names of the other players. */
  players(): Iterable<string>
  /**
   * `words`: the name and the reason, in the form that the game's command expects. Returns false if the page has no
   * connection to the room. The dialog then keeps the report.
   */
  send(words: string): boolean
  /** Maximum length of the name and the reason together, in characters. */
  readonly maxLength: number
  /** The confirmation for games that do not show the room's answer themselves. */
  readonly sentText?: string
}

/** The arguments of the game's report command, in the form that rooms expect. */
export function formatReport(name: string, reason: string): string {
  const player = name.trim()
  // A name that contains quotes is not quoted, because the room would not find the quoted name.
  return `${player.includes('"') ? player : `"${player}"`} ${reason.trim()}`
}

export function createReportDialog(reporting: ReportForm): HTMLDialogElement {
  const { send, maxLength, sentText = '' } = reporting
  const known = createElement('datalist', { id: 'reportable' })
  const name = createElement('input', {
    ...{ name: 'player', required: true, maxlength: 60, list: 'reportable', autocomplete: 'off' },
    autofocus: true,
  })
  const reason = createElement('input', { name: 'reason', maxlength: 200, autocomplete: 'off' })
  const status = createElement('p.quiet', { role: 'status' })
  const form = createElement(
    'form',
    {
      submit: (event: SubmitEvent) => {
        event.preventDefault()
        if (!send(formatReport(name.value, reason.value).slice(0, maxLength)))
          return setText(status, notSentMessage)
        form.reset()
        if (sentText === '') box.close()
        else setText(status, sentText)
      },
    },
    createLabelledField('Player', name),
    known,
    createLabelledField('Reason', reason),
    createElement(
      'p.actions',
      createElement('button', { type: 'submit' }, 'Send report'),
      createSecondaryButton('Cancel', () => box.close()),
    ),
    status,
  )
  const box: HTMLDialogElement = createFormDialog(
    'Report a player',
    createElement(
      'p',
      'Only the host of this room reads it, with the last 20 lines of chat that you could read.',
    ),
    form,
  )
  // The dialog opens with the focus in this field. Some browsers send no event when a dialog opens.
  name.addEventListener('focus', () => {
    setText(status, '')
    const names = [...new Set(reporting.players())].sort()
    known.replaceChildren(...names.map((value) => createElement('option', { value })))
  })
  return box
}
