// What a player's browser and its room say to each other: one request, its one answer, then the next. Knows nothing of
// sockets, and of the game nothing but its packets.
import { WireError } from '../../../wire/error.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'

/** Of the last client that there was. */
const version = 432
/** The middle one first, since the field is shown from it; the others as the client of 2010 asks for them. */
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
  /** A seat is taken: what there was before is no more. */
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

  /** There is a new socket, on which the room speaks first. */
  begun(): void {
    this.#queue = []
    this.#asked = undefined
  }

  /** Requests that are not answered yet. */
  get waiting(): number {
    return this.#queue.length + (this.#asked ? 1 : 0)
  }

  /** [SR-3.7] As long as it does, nobody says where he is. */
  get awaitsField(): boolean {
    return [this.#asked, ...this.#queue].some((packet) => packet !== undefined && isAnsweredByField(packet))
  }

  /** In its turn. */
  ask(packet: FromClient): void {
    this.#queue.push(packet)
    this.#next()
  }

  /** One packet. Throws WireError for what nobody can have said who speaks this protocol. */
  heard(bytes: Uint8Array): void {
    const packet = fromServer.decode(bytes)
    if (packet.type === 'WLCM') return this.#comeIn()
    // The close that follows tells why.
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
