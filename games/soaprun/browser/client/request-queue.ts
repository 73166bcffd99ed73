// The client sends the next request only after the reply to the previous one.
import { encodeUtf8 } from '../../../../wire/util/utf8.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { type FromClient, type FromServer, fromClient, fromServer, replyTypeOf } from '../../packets.ts'
import { roomOf } from './rooms.ts'

/**
 * Offsets from the player's room. The player's room comes first, because the client shows no field without it. The
 * other rooms are in the order of the client of 2010.
 */
const firstRooms = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const

/** The reply to a login: the player's position, and whether the player has returned. */
export type LoginAnswer = Extract<FromServer, { readonly type: 'Scrt' }>

export interface RequestEvents {
  send(packet: Uint8Array<ArrayBuffer>): void
  /** Called when the player has joined or returned. Any earlier game is over. */
  onLoggedIn(answer: LoginAnswer): void
  onReply(answer: FromServer, asked: FromClient): void
}

export class RequestQueue {
  readonly #events: RequestEvents
  readonly #secret: string
  #queue: FromClient[] = []
  #pending: FromClient | undefined

  /** `secret`: gives the client its player back after a lost connection [SR-7.7]. */
  constructor(events: RequestEvents, secret: string) {
    this.#events = events
    this.#secret = secret
  }

  /** Call when a new socket has opened. The client logs in later, when the room's WLCM arrives. */
  reset(): void {
    this.#queue = []
    this.#pending = undefined
  }

  get waiting(): number {
    return this.#queue.length + (this.#pending ? 1 : 0)
  }

  /** [SR-3.7] The client sends no position while it waits for a Flds. */
  get awaitsField(): boolean {
    return [this.#pending, ...this.#queue].some((packet) => packet && replyTypeOf(packet.type) === 'Flds')
  }

  request(packet: FromClient): void {
    this.#queue.push(packet)
    this.#next()
  }

  /** Throws WireError if the packet violates the protocol. */
  onFrame(bytes: Uint8Array): void {
    const packet = fromServer.decode(bytes)
    if (packet.type === 'WLCM') return this.#logIn()
    // After OVER the room closes the connection, with the reason in the close frame.
    if (packet.type === 'OVER') return
    const asked = this.#pending
    if (!asked) throw new WireError(`unexpected ${packet.type}: nothing was requested`)
    if (packet.type !== replyTypeOf(asked.type))
      throw new WireError(`${packet.type} as the answer to ${asked.type}`)
    this.#pending = undefined
    if (packet.type === 'Scrt') this.#onLoggedIn(packet)
    else this.#events.onReply(packet, asked)
    this.#next()
  }

  #logIn(): void {
    this.reset()
    this.request({ type: 'Scrt', secret: encodeUtf8(this.#secret) })
  }

  #onLoggedIn(answer: LoginAnswer): void {
    const middle = roomOf(answer)
    this.request({ type: 'mAtt' })
    for (const [dx, dy] of firstRooms) this.request({ type: 'Room', x: middle.x + dx, y: middle.y + dy })
    this.#events.onLoggedIn(answer)
  }

  #next(): void {
    if (this.#pending) return
    this.#pending = this.#queue.shift()
    if (this.#pending) this.#events.send(new Uint8Array(fromClient.encode(this.#pending)))
  }
}
