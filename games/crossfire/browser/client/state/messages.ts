import type { Channel, Message } from '../core/client-event.ts'
import { PacketHandler } from '../core/packet-handler.ts'
import { decodeText, parseTextRuns } from '../core/text.ts'

/** The oldest are removed first. */
export const maxMessages = 500

/** Message kinds [CF-10.3], and the subtype of `talk` for parties. */
const [talk, attack, victim, own] = [15, 14, 19, 20]
const partySubtype = 6
const lastColour = 12

export class MessageHistory extends PacketHandler {
  readonly #messages: Message[] = []
  #last = 0

  /** Oldest first. */
  get all(): readonly Message[] {
    return this.#messages
  }

  onText(kind: number, subtype: number, colour: number, text: string): void {
    const runs = parseTextRuns(decodeText(text))
    const message: Message = {
      id: ++this.#last,
      kind,
      subtype,
      colour: colour >= 0 && colour <= lastColour ? colour : 0,
      channel: channelOf(kind, subtype),
      runs,
      text: runs.map((run) => run.text).join(''),
    }
    this.#messages.push(message)
    if (this.#messages.length > maxMessages) this.#messages.shift()
    this.events.emit('message', message)
  }

  /** Adds a message of this client, which does not come from the server. */
  addLocal(text: string): void {
    this.onText(own, 0, 0, text)
  }
}

function channelOf(kind: number, subtype: number): Channel {
  if (kind === talk) return subtype === partySubtype ? 'party' : 'chat'
  return kind === attack || kind === victim ? 'fight' : 'world'
}
