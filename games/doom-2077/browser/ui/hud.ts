import { createButton, createElement, createTableRow, setText } from '../../../../browser/ui/elements.ts'
import { createReplacementNotice } from '../../../../browser/ui/replacement-notice.ts'
import { sendableCharacters } from '../../../../wire/util/sendable-text.ts'
import type { Client } from '../client/client.ts'

export class Hud {
  readonly element: HTMLElement
  readonly #titles = createElement('div.titles', { 'aria-hidden': 'true' })
  readonly #chat = createElement('div.chat', { 'aria-hidden': 'true' })
  readonly #countdown = createElement('p.count', { 'aria-hidden': 'true' })
  readonly #clock = createElement('div.clock')
  readonly #score = createElement(
    'table.score',
    { hidden: true },
    createElement('caption', 'Score'),
    createElement('thead', createTableRow('th', ['Player', 'Kills', 'Deaths'])),
    createElement('tbody'),
  )
  readonly #log = createElement('div.log.visually-hidden', { role: 'log', 'aria-label': 'Event log' })
  readonly #status = createElement('p.state.visually-hidden', { role: 'status' })
  readonly #alone: HTMLElement
  readonly #form: HTMLFormElement
  readonly #input = createElement('input', {
    maxlength: 127,
    'aria-label': 'Message to all players',
    placeholder: 'Message to all players',
    autocomplete: 'off',
  })
  #loggedLines = 0

  /**
   * `onChat`: returns false if the room is disconnected; the line then stays in the input. `onClose`: called when the
   * chat input has closed. `onInvite`: shows the room's address.
   */
  constructor(onChat: (text: string) => boolean, onClose: () => void, onInvite: () => void) {
    this.#alone = createAloneNotice(onInvite)
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault()
      if (onChat(this.#input.value)) this.#closeChat(onClose)
    }
    this.#form = createElement(
      'form.say',
      { hidden: true, submit: onSubmit },
      this.#input,
      createReplacementNotice(this.#input, sendableCharacters.latin1),
    )
    this.#input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.isComposing) this.#closeChat(onClose)
    })
    this.#input.addEventListener('blur', () => (this.#form.hidden = true))
    this.element = createElement(
      'div.over',
      ...[this.#titles, this.#clock, this.#countdown, this.#alone, this.#score],
      ...[this.#chat, this.#form, this.#log, this.#status],
    )
  }

  openChat(): void {
    this.#form.hidden = false
    this.#input.focus()
  }

  #closeChat(left: () => void): void {
    this.#input.value = ''
    this.#form.hidden = true
    left()
  }

  update(client: Client, now: number, score: boolean): void {
    setLines(
      this.#titles,
      client.messages.titles(now).map(({ text }) => text),
    )
    setLines(
      this.#chat,
      client.messages.chats(now).map(({ text }) => text),
    )
    for (const { number, text } of client.messages.all) {
      if (number <= this.#loggedLines) continue
      this.#loggedLines = number
      this.#log.append(createElement('p', text))
      while (this.#log.childElementCount > 60) this.#log.firstElementChild?.remove()
    }
    const { countdown } = client
    const counts = countdown && now - countdown.at < 1100 && countdown.seconds > 0
    setText(this.#countdown, counts ? `${countdown.seconds}` : '')
    setText(this.#status, statusText(client))
    const isAlone = client.isReadyToDraw && client.others.size === 0 && !score
    if (this.#alone.hidden === isAlone) this.#alone.hidden = !isAlone
    setLines(this.#clock, client.isReadyToDraw ? client.clock.describe(client.scores, now, isAlone) : [])
    this.#updateScores(client, score)
  }

  #updateScores({ scores, name }: Client, shown: boolean): void {
    if (this.#score.hidden === shown) this.#score.hidden = !shown
    if (!shown) return
    const key = JSON.stringify(scores)
    if (this.#score.dataset.key === key) return
    this.#score.dataset.key = key
    this.#score.tBodies[0]!.replaceChildren(
      ...scores.map((of) => {
        const one = createTableRow('td', [of.name, `${of.kills}`, `${of.deaths}`])
        if (of.name === name) one.className = 'self'
        return one
      }),
    )
  }
}

/** [DM-5.5] A match needs two players. */
function createAloneNotice(onInvite: () => void): HTMLElement {
  return createElement(
    'div.alone',
    { hidden: true },
    createElement('p', { role: 'status' }, 'You are alone here. The match starts with a second player.'),
    createButton('Invite', onInvite),
  )
}

/** Screen readers read this text aloud, so it contains nothing that changes often. */
function statusText(client: Client): string {
  if (!client.isReadyToDraw) return 'Joining …'
  if (client.diedAt !== undefined) return 'You are dead.'
  const tens = Math.ceil(client.health / 25_000) * 25
  const { shotsLeft, weapon } = client.arsenal
  const held = ['Fists', 'Pistol', 'Chaingun', 'Shotgun'][weapon] ?? ''
  const empty = shotsLeft === 0 ? ', empty' : ''
  const full = client.health >= client.maxHealth
  return `Health ${full ? client.health / 1000 : `under ${tens}`}. ${held}${empty}. ${client.others.size === 1 ? '1 other player' : `${client.others.size} other players`}.`
}

function setLines(place: HTMLElement, texts: readonly string[]): void {
  const key = texts.join('\n')
  if (place.dataset.key === key) return
  place.dataset.key = key
  place.replaceChildren(...texts.map((text) => createElement('p', text)))
}
