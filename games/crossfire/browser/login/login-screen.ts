// The client's stage selects one of the screens in front of the game.

import { readSetting } from '../../../../browser/local-settings.ts'
import { createElement, setText } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import type { LoginStage } from '../client/core/client-event.ts'
import type { FaceImages } from '../components/face-image.ts'
import { createQuestionForm } from '../components/question-form.ts'
import { accountSetting, createAccountForm } from './account-form.ts'
import { createCharacterForm } from './character-form.ts'
import { createCharacterList } from './character-list.ts'
import { createGuestForm } from './guest-form.ts'

/** Maximum number of messages above the questions of a server without accounts. */
const maxLines = 12

/** Collapsed if this browser has no stored account name. */
function createAccountSection(form: HTMLElement): HTMLElement {
  const isKnown = typeof readSetting(accountSetting) === 'string'
  return createElement('details', { open: isKnown }, createElement('summary', 'With an account'), form)
}

export interface LoginScreen {
  /** Hidden during play. */
  readonly element: HTMLElement
  /** Shows the text while there is no form yet. An empty text shows `Loading …`. */
  showStatus(text: string): void
}

/** `room`: path of the room's page. */
export function createLoginScreen(client: Client, pictures: FaceImages, room: string): LoginScreen {
  const { login, events, messages } = client
  const element = createElement('div.entrance')
  const errorText = createElement('p.error', { role: 'alert' })
  const lines = createElement('p.said')
  const waiting = createElement('p', 'Loading …')
  const put = (title: string, ...content: readonly HTMLElement[]) => {
    const card = createElement('section.card', createElement('h2', title), ...content, errorText)
    element.replaceChildren(card)
    card.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }
  const putCharacters = () => {
    if (login.characters.length === 0) return putMaking()
    put('Choose a character', createCharacterList(client, pictures, putMaking))
  }
  const putMaking = () => {
    const back = login.characters.length > 0 ? putCharacters : () => login.leaveAccount()
    setText(errorText, '')
    put('New character', createCharacterForm(client, back))
  }
  const shows: { readonly [stage in LoginStage]: () => void } = {
    away: () => put('Crossfire', waiting),
    account: () =>
      put('Play Crossfire', createGuestForm(client, room), createAccountSection(createAccountForm(client))),
    characters: putCharacters,
    asked: () => put('Log in', lines),
    playing: () => element.replaceChildren(),
  }
  const show = (stage: LoginStage) => {
    if (stage !== 'away') setText(errorText, '')
    element.hidden = stage === 'playing'
    shows[stage]()
  }
  events.on('stage', show)
  events.on('failure', ({ text }) => setText(errorText, /[.!?]$/.test(text) ? text : `${text}.`))
  events.on('ended', (why) => setText(errorText, why))
  events.on('message', () => {
    if (login.stage === 'playing') return
    const last = messages.all.slice(-maxLines)
    setText(lines, last.map(({ text }) => text).join('\n'))
  })
  events.on('query', (query) => {
    if (query && login.stage === 'asked')
      put(
        'Log in',
        lines,
        createQuestionForm(query, (text) => login.answer(text)),
      )
  })
  show(login.stage)
  return { element, showStatus: (text) => setText(waiting, text || 'Loading …') }
}
