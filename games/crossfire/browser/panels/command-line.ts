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
  // Servers greet by `Type help`: nobody who does so means to say it aloud.
  const isCommand = way === '' || line.startsWith('/') || line === 'help'
  const command = isCommand ? line.replace(/^\//, '') : undefined
  if (command === undefined) return { text: line && `${way} ${line}`, count: 0 }
  const counted = /^(\d{1,9})\s+(.*)$/s.exec(command)
  return counted ? { text: counted[2]!, count: Number(counted[1]) } : { text: command, count: 0 }
}

/** `left`: somebody is done with typing, and the game has the keys again. */
export function commandLine(client: Client, left: () => void) {
  const history = new History()
  const people = new Set<string>()
  const offered = make('p.offered', { role: 'status' })
  const way = choice({ 'aria-label': 'How to say it' }, Object.entries(ways))
  const input = make('input', {
    ...{ 'aria-label': 'Say or do', placeholder: 'or /help', maxlength: 512 },
    ...{ autocomplete: 'off', autocapitalize: 'off', enterkeyhint: 'send' },
    keydown(event: KeyboardEvent) {
      const { key } = event
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey
      if (event.isComposing) return
      if (key === 'Escape') left()
      else if (key === 'ArrowUp') input.value = history.earlier(input.value)
      else if (key === 'ArrowDown') input.value = history.later(input.value)
      else if (key !== 'Tab' || !isPlain || !complete()) return
      event.preventDefault()
    },
  })
  /** What would not be heard stays where it was typed; the page says why. */
  const submit = (event: Event) => {
    event.preventDefault()
    if (client.door.returns) return
    const { value } = input
    input.value = ''
    offered.textContent = ''
    if (value.trim() === '') return left()
    // What was said some other way is kept as the command that it was.
    const { text, count } = sentFor(way.value as Way, value)
    const line = count > 0 ? `/${count} ${text}` : `/${text}`
    history.keep(line)
    say(line)
    left()
  }
  const say = (line: string) => {
    const { text, count } = sentFor('', line)
    client.commands.say(text, count)
  }
  /** As far as there is one way on; what the ways are is shown. */
  const complete = () => {
    const slash = input.value.startsWith('/')
    if (!slash && way.value !== '') return false
    const found = completionsOf(input.value.replace(/^\//, ''), namesOf)
    offered.textContent = found.length > 1 ? found.slice(0, 12).join(' · ') : ''
    if (found.length === 0) return false
    input.value = `${slash ? '/' : ''}${commonStart(found)}`
    return true
  }
  const namesOf = (names: Names) => {
    const { spells, stats, items, map } = client
    const all: { readonly [names in Names]: () => readonly string[] } = {
      spells: () => spells.all.map(({ name }) => name),
      skills: () => stats.skills.map(({ name }) => name),
      pack: () => items.inventory.map(({ one }) => one),
      ground: () => items.at(ground).map(({ one }) => one),
      'party words': () => partyWords,
      people: () => [...people, ...peopleIn(map)],
    }
    return all[names]()
  }
  client.events.on('message', ({ kind, text }) => {
    // Who has spoken can be answered by name.
    const speaker = kind === 15 ? /^([\w-]{2,32}) (?:says|tells|shouts|chats)\b/.exec(text)?.[1] : undefined
    if (speaker && people.size < 256) people.add(speaker)
  })
  const form = make('form.command', { submit }, way, input, make('button.send', 'Send'))
  return {
    element: make('div.command-line', offered, form),
    /** The way of talking that fits what is read. */
    talk(chosen: Way) {
      way.value = chosen
    },
    /** From now on somebody types here. */
    open(chosen: Way) {
      way.value = chosen
      input.focus()
      input.setSelectionRange(input.value.length, input.value.length)
    },
    /** The last line once more. */
    again() {
      if (history.last !== undefined) say(history.last)
    },
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
