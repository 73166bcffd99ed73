// The client parses only frames that may contain an answer or an item.
import type { LoadSocket } from './load-socket.ts'

export interface Slot {
  readonly name: string
  readonly game: string
}

export interface Item {
  readonly item: number
  readonly location: number
  readonly player: number
}

type Packet =
  | { readonly cmd: 'RoomInfo' }
  | { readonly cmd: 'Connected'; readonly slot: number; readonly missing_locations: readonly number[] }
  | { readonly cmd: 'ConnectionRefused'; readonly errors: readonly string[] }
  | { readonly cmd: 'ReceivedItems'; readonly items: readonly Item[] }
  | { readonly cmd: 'RoomUpdate'; readonly checked_locations?: readonly number[] }
  | { readonly cmd: 'Bounced'; readonly data: { readonly round: number } }
  | { readonly cmd: 'PrintJSON' | 'Print' }

/** Requests that have one answer each. */
export type Operation = 'set' | 'get' | 'scout'

/** The text by which the client recognizes the answer to each operation. No other frame contains this text. */
const answers: { readonly [kind in Operation]: Buffer } = {
  set: Buffer.from('"cmd":"SetReply"'),
  get: Buffer.from('"cmd":"Retrieved"'),
  scout: Buffer.from('"cmd":"LocationInfo"'),
}
const scoutedLocations = 50

const parsedTypes = ['RoomInfo', 'Connect', 'ReceivedItems', 'RoomUpdate', 'Bounced'].map((cmd) =>
  Buffer.from(`{"cmd":"${cmd}`),
)
/** The tag of all load clients, so that one Bounce reaches all of them. */
const tag = 'Load'

export class LoadClient {
  slot = 0
  /** The unchecked locations of the slot. */
  readonly missing: number[] = []
  frames = 0
  /** The reason why the connection ended. Undefined while it is open. */
  lost: string | undefined
  received: (items: readonly Item[]) => void = () => {}
  checked: (locations: readonly number[]) => void = () => {}
  bounced: (round: number) => void = () => {}
  readonly #wire: LoadSocket
  readonly #as: Slot
  #asked: { readonly answer: Buffer; readonly answered: () => void } | undefined
  #joined: (why: string | undefined) => void = () => {}

  private constructor(wire: LoadSocket, as: Slot) {
    this.#wire = wire
    this.#as = as
    wire.frame = (frame) => this.#take(frame)
    wire.lost = (why) => {
      this.lost = why
      this.#joined(why)
    }
  }

  static async join(wire: LoadSocket, as: Slot): Promise<LoadClient> {
    const client = new LoadClient(wire, as)
    const refused = await new Promise<string | undefined>((resolve) => {
      client.#joined = resolve
    })
    if (refused !== undefined) throw new Error(`${as.name} could not join: ${refused}`)
    return client
  }

  get bytes(): number {
    return this.#wire.bytes
  }

  check(location: number): void {
    this.#wire.write(`[{"cmd":"LocationChecks","locations":[${location}]}]`)
  }

  bounce(round: number): void {
    this.#send({ cmd: 'Bounce', tags: [tag], data: { round, source: this.#as.name, cause: 'load' } })
  }

  /** Resolves when the answer arrives. Do not call `ask` again before that. */
  ask(kind: Operation, nth: number): Promise<void> {
    const key = `load ${this.slot}`
    if (kind === 'get') this.#send({ cmd: 'Get', keys: [key] })
    else if (kind === 'scout')
      this.#send({
        cmd: 'LocationScouts',
        locations: this.missing.slice(0, scoutedLocations),
        create_as_hint: 0,
      })
    else {
      const operations = [{ operation: 'replace', value: nth }]
      this.#send({ cmd: 'Set', key, default: 0, want_reply: true, operations })
    }
    return new Promise((resolve) => {
      this.#asked = { answer: answers[kind], answered: resolve }
    })
  }

  say(text: string): void {
    this.#send({ cmd: 'Say', text })
  }

  end(): void {
    this.#wire.end()
  }

  #send(packet: object): void {
    this.#wire.write(JSON.stringify([packet]))
  }

  #take(frame: Buffer): void {
    this.frames++
    const asked = this.#asked
    if (asked && frame.includes(asked.answer)) {
      this.#asked = undefined
      return asked.answered()
    }
    if (!parsedTypes.some((cmd) => frame.includes(cmd))) return
    for (const packet of JSON.parse(frame.toString()) as readonly Packet[]) this.#takeOne(packet)
  }

  #takeOne(packet: Packet): void {
    switch (packet.cmd) {
      case 'RoomInfo':
        return this.#connect()
      case 'Connected':
        this.slot = packet.slot
        this.missing.push(...packet.missing_locations)
        return this.#joined(undefined)
      case 'ConnectionRefused':
        return this.#joined(packet.errors.join(', '))
      case 'ReceivedItems':
        return this.received(packet.items)
      case 'RoomUpdate':
        return packet.checked_locations && this.checked(packet.checked_locations)
      case 'Bounced':
        return this.bounced(packet.data.round)
    }
  }

  #connect(): void {
    this.#send({
      cmd: 'Connect',
      password: null,
      ...this.#as,
      uuid: 'load',
      version: { major: 0, minor: 6, build: 7, class: 'Version' },
      items_handling: 7,
      tags: ['AP', tag],
      slot_data: false,
    })
  }
}
