// The conversation between a player's browser and the room: one request, one answer, then the next. Knows no sockets,
// and of the game only its packets.
import { WireError } from '../../../wire/error.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'

/** Version of the last client released. */
const version = 432
/** The middle room first, since the field is shown from it; the others in the order of the 2010 client. */
const firstRooms = [
  [1, 1],
  [2, 1],
  [0, 1],
  [1, 0],
  [1, 2],
  [0, 0],
  [0, 2],
  [2, 0],
  [2, 2],
] as const

export interface ConversationEvents {
  send(packet: Uint8Array<ArrayBuffer>): void
  /** The player has a seat; any earlier game is over. */
  seated(): void
  told(answer: FromServer, asked: FromClient): void
}

export class Conversation {
  readonly #events: ConversationEvents
  #queue: FromClient[] = []
  #asked: FromClient | undefined

  constructor(events: ConversationEvents) {
    this.#events = events
  }

  /** A new socket has opened. The room speaks first. */
  begun(): void {
    this.#queue = []
    this.#asked = undefined
  }

  /** Requests not answered yet. */
  get waiting(): number {
    return this.#queue.length + (this.#asked ? 1 : 0)
  }

  /** [SR-3.7] While a field is awaited, no position is sent. */
  get awaitsField(): boolean {
    return [this.#asked, ...this.#queue].some((packet) => packet !== undefined && isAnsweredByField(packet))
  }

  /** Queues a request. */
  ask(packet: FromClient): void {
    this.#queue.push(packet)
    this.#next()
  }

  /** Handles one packet. Throws WireError if it violates the protocol. */
  heard(bytes: Uint8Array): void {
    const packet = fromServer.decode(bytes)
    if (packet.type === 'WLCM') return this.#comeIn()
    // The close that follows carries the reason.
    if (packet.type === 'OVER') return
    const asked = this.#asked
    if (!asked) throw new WireError(`${packet.type}, and nothing was asked`)
    if (packet.type !== answerTo(asked)) throw new WireError(`${packet.type} as the answer to ${asked.type}`)
    this.#asked = undefined
    if (packet.type === 'Prtc') this.#events.seated()
    else this.#events.told(packet, asked)
    this.#next()
  }

  #comeIn(): void {
    this.begun()
    this.ask({ type: 'Prtc', version })
    this.ask({ type: 'mAtt' })
    for (const [x, y] of firstRooms) this.ask({ type: 'Room', x, y })
  }

  #next(): void {
    if (this.#asked) return
    this.#asked = this.#queue.shift()
    if (this.#asked) this.#events.send(new Uint8Array(fromClient.encode(this.#asked)))
  }
}

const silent: ReadonlySet<FromClient['type']> = new Set(['Dlog', 'mCrp', 'Bye.'])
const byItself: ReadonlySet<FromClient['type']> = new Set(['Prtc', 'Test', 'mAtt', 'Room'])

/** [SR-3.8] */
function isAnsweredByField({ type }: FromClient): boolean {
  return !silent.has(type) && !byItself.has(type)
}

function answerTo(asked: FromClient): string {
  if (isAnsweredByField(asked)) return 'Flds'
  return silent.has(asked.type) ? 'Void' : asked.type
}
