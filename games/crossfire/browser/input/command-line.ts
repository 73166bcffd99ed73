// Sends text in the selected way of talking, and commands unchanged. Arrow keys recall earlier lines, Tab completes.

import { createElement, createSelect } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { groundLocation } from '../client/state/items.ts'
import { completions, InputHistory, type NameSource, partyWords } from './completion.ts'

/** Each key is the command that is put in front of the text. With the key '' the text itself is sent as a command. */
const speechModes = {
  say: 'Say',
  chat: 'Chat',
  shout: 'Shout',
  gsay: 'Party',
  reply: 'Reply',
  '': 'Command',
} as const
export type SpeechMode = keyof typeof speechModes

/** A line with a leading slash is always a command. */
export function commandFor(
  way: SpeechMode,
  typed: string,
): { readonly text: string; readonly count: number } {
  const line = typed.trim()
  // Servers greet with `Type help`, so `help` is sent as a command and not as chat.
  const isCommand = way === '' || line.startsWith('/') || line === 'help'
  const command = isCommand ? line.replace(/^\//, '') : undefined
  if (command === undefined) return { text: line && `${way} ${line}`, count: 0 }
  const counted = /^(\d{1,9})\s+(.*)$/s.exec(command)
  return counted ? { text: counted[2]!, count: Number(counted[1]) } : { text: command, count: 0 }
}

/** `left`: called when the player has finished typing and keys control the game again. */
export function createCommandLine(client: Client, left: () => void) {
  const history = new InputHistory()
  const people = new Set<string>()
  const offered = createElement('p.offered', { role: 'status' })
  const way = createSelect({ 'aria-label': 'Channel' }, Object.entries(speechModes))
  const input = createElement('input', {
    ...{ 'aria-label': 'Message or command', placeholder: 'Message, or /help', maxlength: 512 },
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
  const submit = (event: Event) => {
    event.preventDefault()
    // The line keeps its text until the client has logged in again.
    if (client.login.isLoggingInAgain) return
    const { value } = input
    input.value = ''
    offered.textContent = ''
    if (value.trim() === '') return left()
    // The history keeps the resulting command, not the typed text.
    const { text, count } = commandFor(way.value as SpeechMode, value)
    const line = count > 0 ? `/${count} ${text}` : `/${text}`
    history.keep(line)
    say(line)
    left()
  }
  const say = (line: string) => {
    const { text, count } = commandFor('', line)
    client.commands.send(text, count)
  }
  /** Completes the line to the common prefix of all candidates, and shows the candidates if there are several. */
  const complete = () => {
    const slash = input.value.startsWith('/')
    if (!slash && way.value !== '') return false
    const found = completions(input.value.replace(/^\//, ''), namesOf)
    offered.textContent = found.length > 1 ? found.slice(0, 12).join(' · ') : ''
    if (found.length === 0) return false
    input.value = `${slash ? '/' : ''}${commonStart(found)}`
    return true
  }
  const namesOf = (names: NameSource) => {
    const { spells, stats, items, map } = client
    const all: { readonly [names in NameSource]: () => readonly string[] } = {
      spells: () => spells.all.map(({ name }) => name),
      skills: () => stats.skills.map(({ name }) => name),
      pack: () => items.inventory.map(({ one }) => one),
      ground: () => items.at(groundLocation).map(({ one }) => one),
      'party words': () => partyWords,
      people: () => [...people, ...playerNamesOn(map)],
    }
    return all[names]()
  }
  client.events.on('message', ({ kind, text }) => {
    // Tab completion and the suggestions include the other players who have spoken last.
    const speaker = kind === 15 ? /^([\w-]{2,32}) (?:says|tells|shouts|chats)\b/.exec(text)?.[1] : undefined
    if (!speaker || speaker === client.items.player?.name) return
    people.delete(speaker)
    people.add(speaker)
    const [oldest] = people
    if (people.size > 256 && oldest !== undefined) people.delete(oldest)
  })
  const form = createElement('form.command', { submit }, way, input, createElement('button.send', 'Send'))
  return {
    element: createElement('div.command-line', offered, form),
    /** Selects the way of talking that fits the open tab. */
    talk(chosen: SpeechMode) {
      way.value = chosen
    },
    open(chosen: SpeechMode) {
      way.value = chosen
      input.focus()
      input.setSelectionRange(input.value.length, input.value.length)
    },
    /** Other players who have spoken or are in view. */
    people: () => namesOf('people'),
    again() {
      if (history.last !== undefined) say(history.last)
    },
  }
}

/** Names of the players whose labels are in view. */
function* playerNamesOn(map: Client['map']): Iterable<string> {
  for (const { cell } of map.inView())
    for (const { kind, text } of cell.labels) if (kind === 'player' || kind === 'party') yield text
}

function commonStart(lines: readonly string[]): string {
  const [first = ''] = lines
  let length = first.length
  for (const line of lines) while (!line.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
