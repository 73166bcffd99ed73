import {
  createButton,
  createElement,
  createLabelledField,
  createSecondaryButton,
  showDialog,
} from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import type { Query } from '../client/core/client-event.ts'

/** The form has an input field, or two buttons for yes and no. */
export function createQuestionForm(
  { text, yesNo, oneCharacter, hidden }: Query,
  answer: (text: string) => void,
) {
  if (yesNo) {
    const choices = [createButton('Yes', () => answer('y')), createSecondaryButton('No', () => answer('n'))]
    return createElement('div', createElement('p.asked', text), createElement('div.actions', ...choices))
  }
  const input = createElement('input', {
    ...{ type: hidden ? 'password' : 'text', autocomplete: hidden ? 'current-password' : 'off' },
    ...{ maxlength: oneCharacter ? 1 : 255 },
    input: () => oneCharacter && input.value && form.requestSubmit(),
  })
  const submit = (event: Event) => {
    event.preventDefault()
    // The form sends only one answer to its question.
    form.remove()
    answer(input.value)
  }
  const form = createElement(
    'form.asked',
    { submit },
    createLabelledField(text, input),
    createElement('button', 'Answer'),
  )
  return form
}

/** Shows the server's questions during play, as a dialog. During login the login form shows the questions instead. */
export function showQuestions({ events, login }: Client): void {
  let box: HTMLDialogElement | undefined
  events.on('query', (query) => {
    box?.remove()
    box = undefined
    if (!query || login.stage !== 'playing') return
    const given = { class: 'over-game question', 'aria-label': 'A question' }
    const shown = showDialog(
      given,
      createQuestionForm(query, (text) => shown.close(text)),
    )
    // Closing the dialog without an answer sends an empty answer, so that the server does not keep waiting.
    shown.addEventListener('close', () => login.answer(shown.returnValue))
    box = shown
  })
}
