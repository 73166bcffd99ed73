// Clients of a match in one room. Clients walk, shoot and chat, confirm positions that the room sets, and rejoin after
// a kick. Over UDP, messages in both directions may be lost, duplicated or late.

import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import type { Position } from '../../../games/doom-2077/map/position.ts'
import { type FromClient, type FromServer, fromClient, pingBytes } from '../../../games/doom-2077/packets.ts'
import { weapons } from '../../../games/doom-2077/weapons/weapons.ts'
import type { Frame } from '../../../games/game.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { type ClientModel, type DurableRecords, isIdleTimeout, violate } from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import { latestMs } from '../platform/datagram-network.ts'
import { ReceivedScores } from './doom-2077-scores.ts'

/**
 * Number of remembered datagrams that announce a death or a player. If one of these arrives twice, the network has
 * duplicated it: the room never sends the same one twice.
 */
const remembered = 64
const shotgun = 3
/**
 * Share of idle messages that contain a shot. The others contain only a PING, which takes the room a tenth of the time.
 */
const idleShots = 0.2

const commands = [
  [10, 'shoot'],
  [8, 'walk'],
  [3, 'chat'],
  [3, 'ping'],
  [0.4, 'quit'],
] as const

export class DoomClient implements ClientModel {
  readonly name: string
  /** Every id that the room has assigned to this client. */
  readonly ids = new Set<number>()
  readonly #random: SeededRandom
  readonly #now: () => number
  readonly #scores: ReceivedScores
  #state: 'out' | 'asking' | 'in' | 'over' = 'out'
  #id: number | undefined
  #acceptedAt = Number.NEGATIVE_INFINITY
  #place: Position | undefined
  #echo: Position | undefined
  /** The times at which other players were announced, by id. */
  readonly #others = new Map<number, number>()
  #loadedAt = Number.NEGATIVE_INFINITY
  #received: string[] = []
  #pings = 0
  #pinged = false

  constructor(n: number, random: SeededRandom, now: () => number, transport: Transport) {
    // [DM-2.8] The name is so long that three times the bytes of its JOIN are enough for all messages that follow a
    // JOIN.
    this.name = `somebody whose number in this run is ${n}`
    this.#random = random
    this.#now = now
    this.#scores = new ReceivedScores(now, transport === 'udp')
  }

  get isWaiting(): boolean {
    return this.#state === 'asking' || (this.#pinged && this.#state === 'in')
  }

  get isDone(): boolean {
    return this.#state === 'over'
  }

  /**
   * [DM-2.4] A client that has not joined times out. [DM-2.10] [DM-2.13] After a datagram from another port the session
   * continues on that port, so the old connection may be closed.
   */
  mayBeClosedFor(reason: string): boolean {
    if (reason === 'the session moved to another port' || reason === 'the player rejoined from another port')
      return true
    return isIdleTimeout(reason) && this.#state !== 'in'
  }

  nextFrame(): Frame | undefined {
    if (this.#state === 'over') return undefined
    if (this.#state !== 'in') return this.#join()
    switch (this.#random.chooseWeighted(commands)) {
      case 'shoot':
        return this.#shoot()
      case 'walk':
        return this.#walk()
      case 'chat':
        return encode({ type: 'CHAT', msg: 'hello' })
      case 'ping':
        return encode(this.#ping())
      case 'quit':
        this.#state = 'over'
        return encode({ type: 'QUIT' })
    }
  }

  idleFrame(): Frame | undefined {
    if (this.#state === 'over') return undefined
    if (this.#state !== 'in') return this.#join()
    return this.#random.happens(idleShots) ? this.#shoot(this.#ping()) : encode(this.#ping())
  }

  /** [DM-2.14] The client answers a new position in the same tick. */
  replyFrame(): Frame | undefined {
    const echo = this.#echo
    this.#echo = undefined
    return echo && encode({ type: 'MOVE', ...echo })
  }

  leaveFrame(): Frame | undefined {
    return this.#state === 'in' ? encode({ type: 'QUIT' }) : undefined
  }

  #join(): Frame {
    this.#state = 'asking'
    // [DM-2.4] The client sends KATC, so that it times out soon after its last message.
    return encode({ type: 'JOIN', name: this.name }, { type: 'KATC' })
  }

  #ping(): FromClient {
    this.#pinged = true
    const data = new Uint8Array(pingBytes)
    new DataView(data.buffer).setUint32(0, ++this.#pings)
    return { type: 'PING', data }
  }

  #shoot(...before: readonly FromClient[]): Frame {
    const playerId = this.#others.size > 0 ? this.#random.choose([...this.#others.keys()]) : undefined
    const weapon = shotgun
    const hit = { type: 'DAMG', playerId: playerId ?? 0, weapon, damage: weapons[weapon]!.damage } as const
    return encode(...before, { type: 'FIRE', weapon }, ...(playerId === undefined ? [] : [hit]))
  }

  #walk(): Frame {
    const place = this.#place
    if (!place) return encode(this.#ping())
    const step = () => this.#random.integerBetween(-10_000, 10_000)
    return encode({ type: 'MOVE', ...place, x: place.x + step(), y: place.y + step() })
  }

  onFrame(received: Frame, records: DurableRecords): void {
    const bytes = received as Uint8Array
    const { messages, error } = readFromServer(bytes)
    if (error !== undefined) violate('every datagram can be decoded', `${this.name} received ${error}`)
    this.#pinged = false
    if (this.#isDoubled(bytes, messages)) return
    this.#scores.begin()
    // Records are read only for scoreboards, which few datagrams contain.
    if (messages.some(({ type }) => type === 'SCOR')) this.#scores.look(records, this.#pings)
    for (const message of messages) this.#hear(message, records)
  }

  #isDoubled(bytes: Uint8Array, messages: readonly FromServer[]): boolean {
    if (!messages.some(({ type }) => type === 'KILL' || type === 'JOIN')) return false
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    if (this.#received.includes(text)) return true
    this.#received.push(text)
    if (this.#received.length > remembered) this.#received.shift()
    return false
  }

  #hear(message: FromServer, records: DurableRecords): void {
    switch (message.type) {
      case 'ACPT':
        return this.#accepted(message.playerId, records)
      case 'KICK':
        return this.#kicked()
      case 'LMAP':
        this.#loadedAt = this.#now()
        return this.#others.clear()
      case 'JOIN':
        this.#scores.isCalled(message.playerId, message.name)
        return this.#meet(message.playerId)
      case 'QUIT':
        return void this.#others.delete(message.playerId)
      case 'MOVE':
        if (message.playerId === this.#id && this.#state === 'in') this.#setPosition(message)
        return
      case 'PONG':
        return this.#scores.ponged(new DataView(message.data.slice().buffer).getUint32(0))
      case 'KILL':
        return this.#scores.died(message)
      case 'SCOR':
        return this.#scores.shown(message)
    }
  }

  /** [DM-2.2] [DM-10.4] An id is never assigned twice, whichever messages and instances are lost. */
  #accepted(id: number, records: DurableRecords): void {
    if (Number(records.get('next-id')) <= id)
      violate('announced state is durable', `${this.name} received the id ${id}`)
    this.ids.add(id)
    if (this.#state === 'over') return
    this.#state = 'in'
    this.#id = id
    this.#acceptedAt = this.#now()
  }

  #kicked(): void {
    // If a KICK arrives this soon after the ACPT, it may be delayed and answer an earlier request.
    if (this.#now() - this.#acceptedAt <= latestMs) return
    if (this.#state === 'in' || this.#state === 'asking') this.#state = 'out'
    this.#others.clear()
  }

  /** [DM-2.2] A second JOIN for one player crashes the client, unless it has loaded the map in between. */
  #meet(id: number): void {
    const announcedAt = this.#others.get(id)
    // If a JOIN arrives this soon after the LMAP, it may be delayed and belong to the previous map.
    if (announcedAt !== undefined && announcedAt - this.#loadedAt > latestMs)
      violate('each player is announced once', `${this.name} received the JOIN of ${id} again`)
    if (id !== this.#id) this.#others.set(id, announcedAt ?? this.#now())
  }

  #setPosition({ x, y, z, angle }: Position): void {
    this.#place = { x, y, z, angle }
    this.#echo = this.#place
  }
}

/** Datagrams with a forged sender: a join, a position and a keep-alive. */
export function forgedDatagram(random: SeededRandom): Uint8Array {
  const name = `somebody else, whose number is ${random.integerBelow(4)}`
  const place = { x: random.choose([64_000, 192_000]), y: 64_000, z: 41_000, angle: 0 }
  return random.chooseWeighted([
    [2, encode({ type: 'JOIN', name })],
    [2, encode({ type: 'MOVE', ...place })],
    [2, encode({ type: 'KATC' }, { type: 'PING', data: new Uint8Array(pingBytes) })],
    [1, encode({ type: 'CHAT', msg: 'hello' })],
  ])
}

function encode(...messages: readonly FromClient[]): Uint8Array {
  return Buffer.concat(messages.map((message) => fromClient.encode(message)))
}
