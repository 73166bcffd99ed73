// The log keeps its scroll position while the player reads earlier lines.

import { createButton, createElement } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import type { Channel, Message } from '../client/core/client-event.ts'
import type { TextRun } from '../client/core/text.ts'
import { maxMessages } from '../client/state/messages.ts'
import { textToneOf } from '../components/text-colours.ts'

export type Tab = 'all' | Extract<Channel, 'chat' | 'party'>
const tabs: readonly (readonly [tab: Tab, title: string])[] = [
  ['all', 'All'],
  ['chat', 'Talk'],
  ['party', 'Party'],
]
/** The log scrolls to new lines if it is at most this number of pixels from its end. */
const near = 24
const scrolls = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/

export class MessageLog {
  readonly element: HTMLElement
  readonly #lines = createElement('ol')
  readonly #log = createElement('div.said', {
    ...{ role: 'log', 'aria-label': 'Messages', tabindex: 0 },
    scroll: () => this.#scrolled(),
    // While the log has the focus, these keys scroll it instead of walking.
    keydown: (event: KeyboardEvent) => scrolls.test(event.key) && event.stopPropagation(),
  })
  readonly #more = createButton('Jump to latest ↓', () => this.#toEnd(), { class: 'more' })
  readonly #buttons = new Map<Tab | Channel, HTMLButtonElement>()
  #tab: Tab = 'all'
  #atEnd = true

  /** `turned`: called when the player selects a tab. */
  constructor(client: Client, turned: (tab: Tab) => void) {
    for (const [tab, title] of tabs) {
      const turn = () => {
        this.show(tab)
        turned(tab)
      }
      this.#buttons.set(tab, createButton(title, turn, { class: 'tab', 'data-tab': tab }))
    }
    const bar = createElement(
      'div.channels',
      { role: 'group', 'aria-label': 'Which' },
      ...this.#buttons.values(),
    )
    this.element = createElement('section.messages', { 'aria-label': 'Messages' }, bar, this.#log, this.#more)
    this.#log.append(this.#lines)
    this.show('all')
    for (const message of client.messages.all) this.#add(message)
    client.events.on('message', (message) => this.#add(message))
    new ResizeObserver(() => this.#atEnd && this.#toEnd()).observe(this.#log)
  }

  focus(): void {
    this.#log.focus()
  }

  show(tab: Tab): void {
    this.#tab = tab
    this.#log.dataset.tab = tab
    for (const [one, shown] of this.#buttons) shown.setAttribute('aria-pressed', `${one === tab}`)
    this.#buttons.get(tab)?.classList.remove('new')
    this.#toEnd()
  }

  #add(message: Message): void {
    const given = { 'data-channel': message.channel, class: `c${message.colour}` }
    this.#lines.append(createElement('li', given, ...message.runs.map(span)))
    while (this.#lines.children.length > maxMessages) this.#lines.firstElementChild!.remove()
    if (this.#tab !== 'all' && message.channel !== this.#tab)
      this.#buttons.get(message.channel)?.classList.add('new')
    if (this.#atEnd) this.#toEnd()
    else this.#more.hidden = false
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#log
    this.#atEnd = scrollHeight - scrollTop - clientHeight < near
    if (this.#atEnd) this.#more.hidden = true
  }

  #toEnd(): void {
    this.#more.hidden = true
    this.#log.scrollTop = this.#log.scrollHeight
    this.#atEnd = true
  }
}

function span({ text, bold, italic, underlined, font, colour }: TextRun): Node {
  const tone = colour === undefined ? undefined : textToneOf(colour)
  const styles = [
    bold && 'bold',
    italic && 'italic',
    underlined && 'underlined',
    font && `font-${font}`,
    tone !== undefined && `c${tone}`,
  ].filter(Boolean)
  return styles.length === 0
    ? document.createTextNode(text)
    : createElement('span', { class: styles.join(' ') }, text)
}
