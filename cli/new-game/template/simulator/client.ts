// The clients of the simulator. The clients send lines with unique texts and check all lines that they receive.
import type { Frame } from '../../../games/game.ts'
import { lineRecord, maxLines } from '../../../games/say-back/lines/records.ts'
import { type FromClient, fromClient, fromServer } from '../../../games/say-back/packets.ts'
import {
  type ClientModel,
  type DurableRecords,
  InvariantError,
  isIdleTimeout,
  readOnlyStore,
} from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

export class SayBackClient implements ClientModel {
  readonly #n: number
  readonly #random: SeededRandom
  #state: 'new' | 'entering' | 'in' | 'leaving' = 'new'
  /** Sent texts whose ECHO has not arrived yet, in the order of sending. */
  readonly #pending: string[] = []
  /** The received lines by number. */
  readonly received = new Map<number, string>()
  /** The number of sent lines, and of those whose ECHO has arrived. */
  sent = 0
  acknowledged = 0

  constructor(n: number, random: SeededRandom) {
    this.#n = n
    this.#random = random
  }

  get #name(): string {
    return `client ${this.#n}`
  }

  get isWaiting(): boolean {
    return this.#state === 'entering' || (this.#state === 'in' && this.#pending.length > 0)
  }

  get isDone(): boolean {
    return this.#state === 'leaving'
  }

  mayBeClosedFor(reason: string): boolean {
    return isIdleTimeout(reason) || (this.#state === 'leaving' && reason === 'bye')
  }

  nextFrame(): Frame | undefined {
    if (this.#state === 'new') {
      this.#state = 'entering'
      return this.#encode({ type: 'HELO', name: this.#name })
    }
    if (this.#state !== 'in') return undefined
    if (this.#random.integerBetween(0, 200) === 0) return this.leaveFrame()
    const text = `line ${++this.sent} of ${this.#n}`
    this.#pending.push(`${this.#name}: ${text}`)
    return this.#encode({ type: 'TALK', text })
  }

  leaveFrame(): Frame {
    this.#state = 'leaving'
    return this.#encode({ type: 'BYE!' })
  }

  onFrame(frame: Frame, records: DurableRecords): void {
    const packet = fromServer.decode(frame as Uint8Array)
    if (packet.type === 'WLCM' && this.#state === 'entering') this.#state = 'in'
    else if (packet.type === 'ECHO') this.#checkLine(packet.number, packet.text, records)
    else if (packet.type !== 'WLCM' || this.#state !== 'leaving')
      throw new InvariantError('each request has one answer', `${this.#n} received ${packet.type}`)
  }

  /** [SB-3.1] [SB-4.1] */
  #checkLine(number: number, text: string, records: DurableRecords): void {
    const known = this.received.get(number)
    if (known !== undefined && known !== text)
      throw new InvariantError('a line keeps its number', `${number}: ${known}, then ${text}`)
    this.received.set(number, text)
    const newest = Number(records.keys('lines/').toSorted().at(-1)?.slice('lines/'.length))
    const [key] = lineRecord({ number, text })
    if (readOnlyStore(records).get(key) !== text && !(newest >= number + maxLines))
      throw new InvariantError('a line is stored before it is sent', `${number} ${text}, newest is ${newest}`)
    if (this.#pending[0] !== text || known !== undefined) return
    this.#pending.shift()
    this.acknowledged++
  }

  #encode(packet: FromClient): Frame {
    return fromClient.encode(packet)
  }
}
