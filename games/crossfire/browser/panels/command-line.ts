// The line to type in: what is said goes out as the chosen way of talking, a command as it is. Arrows call back what was
// typed, Tab completes.

import { choice, make } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import { ground } from '../client/items.ts'
import { completionsOf, History, type Names, partyWords } from './completion.ts'

/** Ways of talking, each a command in front of what is typed; '' is none. */
export const ways = {
  say: 'Say',
  chat: 'Chat',
  shout: 'Shout',
  gsay: 'Party',
  reply: 'Reply',
  '': 'Command',
} as const
export type Way = keyof typeof ways

/** What is sent for a typed line: a slash in front makes a command of whatever it is. */
export function sentFor(way: Way, typed: string): { readonly text: string; readonly count: number } {
  const line = typed.trim()
  const command = way === '' || line.startsWith('/') ? line.replace(/^\//, '') : undefined
  if (command === undefined) return { text: line && `${way} ${line}`, count: 0 }
  const counted = /^(\d{1,9})\s+(.*)$/s.exec(command)
  return counted ? { text: counted[2]!, count: Number(counted[1]) } : { text: command, count: 0 }
}

export class CommandLine {
  readonly element: HTMLElement
  readonly #client: Client
  readonly #history = new History()
  readonly #people = new Set<string>()
  readonly #way = choice({ 'aria-label': 'How to say it' }, Object.entries(ways))
  readonly #input = make('input', {
    'aria-label': 'Say or do',
    maxlength: 512,
    autocomplete: 'off',
    autocapitalize: 'off',
    enterkeyhint: 'send',
    placeholder: 'say something, or /command',
    keydown: (event: KeyboardEvent) => this.#keyDown(event),
  })
  readonly #offered = make('p.offered', { role: 'status' })
  readonly #left: () => void

  /** `left`: somebody is done with typing, and the game has the keys again. */
  constructor(client: Client, left: () => void) {
    this.#client = client
    this.#left = left
    const submit = (event: Event) => {
      event.preventDefault()
      this.#send()
    }
    const form = make('form.command', { submit }, this.#way, this.#input, make('button.send', 'Send'))
    this.element = make('div.command-line', this.#offered, form)
    client.events.on('message', ({ kind, text }) => {
      // Who has spoken can be answered by name.
      const speaker = kind === 15 ? /^([\w-]{2,32}) (?:says|tells|shouts|chats)\b/.exec(text)?.[1] : undefined
      if (speaker && this.#people.size < 256) this.#people.add(speaker)
    })
  }

  /** From now on somebody types here. `text`: what stands there already. */
  open(way: Way, text = ''): void {
    this.#way.value = way
    if (text) this.#input.value = text
    this.#input.focus()
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length)
  }

  /** The way of talking that fits what is read. */
  talk(way: Way): void {
    this.#way.value = way
  }

  /** The last line once more. */
  again(): void {
    if (this.#history.last !== undefined) this.#say(this.#history.last)
  }

  /** What would not be heard stays where it was typed; the page says why. */
  #send(): void {
    if (this.#client.door.returns) return
    const { value } = this.#input
    this.#input.value = ''
    this.#offered.textContent = ''
    if (value.trim() === '') return this.#left()
    // What was said some other way is kept as the command that it was.
    const { text, count } = sentFor(this.#way.value as Way, value)
    const line = count > 0 ? `/${count} ${text}` : `/${text}`
    this.#history.keep(line)
    this.#say(line)
    this.#left()
  }

  #say(line: string): void {
    const { text, count } = sentFor('', line)
    this.#client.commands.say(text, count)
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    const { key } = event
    const { value } = this.#input
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey
    if (key === 'Escape') this.#left()
    else if (key === 'ArrowUp') this.#input.value = this.#history.earlier(value)
    else if (key === 'ArrowDown') this.#input.value = this.#history.later(value)
    else if (key !== 'Tab' || !isPlain || !this.#complete(value)) return
    event.preventDefault()
  }

  /** As far as there is one way on; what the ways are is shown. */
  #complete(value: string): boolean {
    const slash = value.startsWith('/')
    if (!slash && this.#way.value !== '') return false
    const found = completionsOf(value.replace(/^\//, ''), (names) => this.#namesOf(names))
    this.#offered.textContent = found.length > 1 ? found.slice(0, 12).join(' · ') : ''
    if (found.length === 0) return false
    this.#input.value = `${slash ? '/' : ''}${commonStart(found)}`
    return true
  }

  #namesOf(names: Names): readonly string[] {
    const { spells, stats, items, map } = this.#client
    const all: { readonly [names in Names]: () => readonly string[] } = {
      spells: () => spells.all.map(({ name }) => name),
      skills: () => stats.skills.map(({ name }) => name),
      pack: () => items.inventory.map(({ one }) => one),
      ground: () => items.at(ground).map(({ one }) => one),
      'party words': () => partyWords,
      people: () => [...this.#people, ...peopleIn(map)],
    }
    return all[names]()
  }
}

/** Players in sight, by their labels. */
function* peopleIn(map: Client['map']): Iterable<string> {
  for (const { cell } of map.inView())
    for (const { kind, text } of cell.labels) if (kind === 'player' || kind === 'party') yield text
}

function commonStart(lines: readonly string[]): string {
  const [first = ''] = lines
  let length = first.length
  for (const line of lines) while (!line.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
