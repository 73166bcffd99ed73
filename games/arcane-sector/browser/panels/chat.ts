// Screen readers announce the log.
import { createButton, createElement } from '../../../../browser/ui/elements.ts'
import { createReplacementNotice } from '../../../../browser/ui/replacement-notice.ts'
import { sendableCharacters } from '../../../../wire/util/sendable-text.ts'
import type { Client } from '../../client/client.ts'
import { maxLines, parseTextRuns, plainText } from '../../client/message-log.ts'
import { maxLineLength } from '../../state/player.ts'
import type { Icons } from './icons.ts'

/** The log follows new lines while it is scrolled to within this many pixels of its end. */
const near = 24
const scrolls = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/

export class ChatPanel {
  readonly element: HTMLElement
  readonly #client: Client
  readonly #icons: Icons
  readonly #lines = createElement('ol', {})
  readonly #log = createElement('div', {
    ...{ class: 'said', role: 'log', 'aria-label': 'Messages', tabindex: 0 },
    // Without this, the keys that scroll the log would also move the player.
    keydown: (event: KeyboardEvent) => scrolls.test(event.key) && event.stopPropagation(),
  })
  readonly #input = createElement('input', {
    ...{ 'aria-label': 'Say', maxlength: maxLineLength, placeholder: 'say something' },
    ...{ autocomplete: 'off', enterkeyhint: 'send' },
    keydown: (event: KeyboardEvent) => this.#keyDown(event),
    input: () => this.#onInput(),
    focus: () => this.#onInput(),
    blur: () => this.#onInput(),
  })
  readonly #onLeave: () => void
  readonly #onInput: () => void

  /**
   * `onInput`: called when the typed text changes. `onLeave`: called when the game gets the keyboard back from the
   * input line.
   */
  constructor(client: Client, icons: Icons, onInput: () => void, onLeave: () => void) {
    this.#client = client
    this.#icons = icons
    this.#onInput = onInput
    this.#onLeave = onLeave
    const say = createElement('form', {
      submit: (event: Event) => {
        event.preventDefault()
        this.#say()
      },
    })
    say.append(
      this.#input,
      createButton('Say', () => this.#say()),
      createReplacementNotice(this.#input, sendableCharacters.ascii),
    )
    this.#log.append(this.#lines)
    this.element = createElement('section', { class: 'chatter', 'aria-label': 'Talk' }, this.#log, say)
  }

  /** Undefined if the input line is not focused. */
  get typed(): string | undefined {
    return document.activeElement === this.#input ? this.#input.value : undefined
  }

  open(): void {
    this.#input.focus()
  }

  add(): void {
    const line = this.#client.messageLog.all.at(-1)
    if (!line || plainText(line.text).trim() === '') return
    const atEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < near
    this.#lines.append(createElement('li', {}, ...this.#runs(line.text)))
    while (this.#lines.childElementCount > maxLines) this.#lines.firstElementChild?.remove()
    if (atEnd) this.#log.scrollTop = this.#log.scrollHeight
  }

  #runs(line: string): Node[] {
    return parseTextRuns(line).map((run) => {
      if ('rune' in run) return this.#icons.rune(run.rune, 'named')
      const { text, colour } = run
      return colour === undefined ? new Text(text) : createElement('span', { class: `c${colour}` }, text)
    })
  }

  /** Keeps the text if the player is not in the game. */
  #say(): void {
    if (!this.#client.isPlaying) return
    const { value } = this.#input
    this.#input.value = ''
    this.#client.speak(value)
    this.#onLeave()
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.key !== 'Escape') return
    event.preventDefault()
    this.#onLeave()
  }
}
