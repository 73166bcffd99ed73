// Message history: every text with its kind and colour.

import { Part } from './part.ts'
import type { Channel, Message } from './told.ts'
import { readable, runsOf } from './words.ts'

/** Messages kept; the oldest are dropped. */
export const mostMessages = 500

const talk = 15
const party = 6
const attack = 14
const victim = 19
const own = 20
const lastColour = 12

export class Messages extends Part {
  readonly #kept: Message[] = []
  #last = 0

  /** Oldest first. */
  get all(): readonly Message[] {
    return this.#kept
  }

  /** A message from the server. */
  heard(kind: number, subtype: number, colour: number, text: string): void {
    const runs = runsOf(readable(text))
    const message: Message = {
      id: ++this.#last,
      kind,
      subtype,
      colour: colour >= 0 && colour <= lastColour ? colour : 0,
      channel: channelOf(kind, subtype),
      runs,
      text: runs.map((run) => run.text).join(''),
    }
    this.#kept.push(message)
    if (this.#kept.length > mostMessages) this.#kept.shift()
    this.events.tell('message', message)
  }

  /** A message from this client itself. */
  note(text: string): void {
    this.heard(own, 0, 0, text)
  }
}

function channelOf(kind: number, subtype: number): Channel {
  if (kind === talk) return subtype === party ? 'party' : 'chat'
  return kind === attack || kind === victim ? 'fight' : 'world'
}
