// The text overlay of the arena: titles, chat, score, countdown, status and the chat input.
import type { Client } from './client.ts'

export class Panel {
  readonly element = document.createElement('div')
  readonly #titles = line('div', 'titles')
  readonly #chat = line('div', 'chat')
  readonly #count = line('p', 'count')
  readonly #score = document.createElement('table')
  readonly #log = line('div', 'log unseen')
  readonly #state = line('p', 'state unseen')
  readonly #form = document.createElement('form')
  readonly #input = document.createElement('input')
  #logged = 0

  /** `said`: a line of chat was entered. `left`: the input closed. */
  constructor(said: (text: string) => void, left: () => void) {
    this.element.className = 'over'
    for (const part of [this.#titles, this.#chat, this.#count]) part.setAttribute('aria-hidden', 'true')
    this.#log.setAttribute('role', 'log')
    this.#log.setAttribute('aria-label', 'What has happened')
    this.#state.setAttribute('role', 'status')
    this.#score.className = 'score'
    this.#score.hidden = true
    this.#score.createCaption().textContent = 'Score'
    this.#score.createTHead().append(row('th', ['Player', 'Kills', 'Deaths']))
    this.#score.createTBody()
    this.#input.maxLength = 127
    this.#input.setAttribute('aria-label', 'Say something to everybody')
    this.#input.placeholder = 'Say something to everybody'
    this.#input.autocomplete = 'off'
    this.#form.className = 'say'
    this.#form.hidden = true
    this.#form.append(this.#input)
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      said(this.#input.value)
      this.#close(left)
    })
    this.#input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#close(left)
    })
    this.#input.addEventListener('blur', () => (this.#form.hidden = true))
    this.element.append(
      this.#titles,
      this.#count,
      this.#score,
      this.#chat,
      this.#form,
      this.#log,
      this.#state,
    )
  }

  /** Opens the chat input. */
  say(): void {
    this.#form.hidden = false
    this.#input.focus()
  }

  #close(left: () => void): void {
    this.#input.value = ''
    this.#form.hidden = true
    left()
  }

  show(client: Client, now: number, score: boolean): void {
    lines(
      this.#titles,
      client.texts.titles(now).map(({ text }) => text),
    )
    lines(
      this.#chat,
      client.texts.chats(now).map(({ text }) => text),
    )
    for (const { number, text } of client.texts.all) {
      if (number <= this.#logged) continue
      this.#logged = number
      this.#log.append(line('p', '', text))
      while (this.#log.childElementCount > 60) this.#log.firstElementChild?.remove()
    }
    const { countdown } = client
    const counts = countdown && now - countdown.at < 1100 && countdown.seconds > 0
    write(this.#count, counts ? `${countdown.seconds}` : '')
    write(this.#state, stateOf(client))
    this.#showScore(client, score)
  }

  #showScore({ scores, name }: Client, shown: boolean): void {
    if (this.#score.hidden === shown) this.#score.hidden = !shown
    if (!shown) return
    const key = JSON.stringify(scores)
    if (this.#score.dataset.key === key) return
    this.#score.dataset.key = key
    this.#score.tBodies[0]!.replaceChildren(
      ...scores.map((of) => {
        const one = row('td', [of.name, `${of.kills}`, `${of.deaths}`])
        if (of.name === name) one.className = 'self'
        return one
      }),
    )
  }
}

/** Screen readers read this aloud, so it is worded to change seldom. */
function stateOf(client: Client): string {
  if (!client.isShown) return 'Coming in …'
  if (client.diedAt !== undefined) return 'You are dead.'
  const tens = Math.ceil(client.health / 25_000) * 25
  const { left, weapon } = client.arsenal
  const held = ['Fists', 'Pistol', 'Chaingun', 'Shotgun'][weapon] ?? ''
  const empty = left === 0 ? ', empty' : ''
  const full = client.health >= client.maxHealth
  return `Health ${full ? client.health / 1000 : `under ${tens}`}. ${held}${empty}. ${client.others.size === 1 ? '1 other is' : `${client.others.size} others are`} in.`
}

function lines(place: HTMLElement, texts: readonly string[]): void {
  const key = texts.join('\n')
  if (place.dataset.key === key) return
  place.dataset.key = key
  place.replaceChildren(...texts.map((text) => line('p', '', text)))
}

function line(tag: 'p' | 'div', name: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.textContent = text
  return element
}

function row(kind: 'th' | 'td', texts: readonly string[]): HTMLTableRowElement {
  const one = document.createElement('tr')
  for (const text of texts) {
    const cell = document.createElement(kind)
    cell.textContent = text
    one.append(cell)
  }
  return one
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
