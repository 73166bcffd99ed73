// A DOOM-2077 client without a screen, as strict as the one of 2024: it reads one datagram per 33 ms and counts
// everything that would crash the original as a fault. It walks in circles and, if the option is set, shoots at all
// players.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import { datagramBytes } from '../../../games/doom-2077/framing.ts'
import type { Position } from '../../../games/doom-2077/map/position.ts'
import { type FromClient, type FromServer, fromClient } from '../../../games/doom-2077/packets.ts'
import { weapons } from '../../../games/doom-2077/weapons/weapons.ts'
import { pollOptions } from '../running-site.ts'

/** Milliseconds of a frame, in which the client reads one datagram and sends one MOVE. */
const frameMs = 33
/** A JOIN without an answer is sent again after this time, according to the protocol document. */
const retryMs = 2000
/** Radius of the circle in map units, and radians walked per frame. */
const circle = { radius: 16, step: 0.2 }

type Type = FromServer['type']

export class DoomClient {
  readonly name: string
  /** Id of the client's player, or 0 until the room has accepted the client. */
  id = 0
  map = ''
  place: Position | undefined
  readonly names = new Map<number, string>()
  readonly places = new Map<number, Position>()
  readonly health = new Map<number, number>()
  /** The last received scores, each as `name kills-deaths`. */
  scores: readonly string[] = []
  readonly texts: string[] = []
  readonly lines: string[] = []
  readonly kicks: string[] = []
  /** Seconds in the last GSTR and in the last GEND. */
  starts: number | undefined
  ends: number | undefined
  readonly counts = new Map<Type, number>()
  /** Datagrams that would crash the original client or make it lag. */
  readonly faults: string[] = []
  shoots = false
  /** Whether the client sends nothing, as the original does while no key is pressed. */
  still = false
  readonly #socket: Socket
  readonly #port: number
  readonly #queue: Buffer[] = []
  readonly #fired = new Map<number, number>()
  readonly #waiting = new Set<() => void>()
  #joining: NodeJS.Timeout | undefined
  #angle = 0
  #shots = 0

  private constructor(name: string, socket: Socket, port: number) {
    this.name = name
    this.#socket = socket
    this.#port = port
    socket.on('message', (bytes) => this.#queue.push(bytes))
    let due = performance.now()
    const frame = setInterval(() => {
      // Reads one datagram per frame, and those of the frames that a busy machine has skipped.
      for (; due <= performance.now(); due += frameMs) this.#readNext()
      this.#frame()
    }, frameMs)
    onTestFinished(() => {
      clearInterval(frame)
      clearInterval(this.#joining)
      socket.close()
    })
  }

  static async bound(port: number, name: string, address = '127.0.0.1'): Promise<DoomClient> {
    const socket = createSocket('udp4')
    socket.bind(0, address)
    await once(socket, 'listening')
    return new DoomClient(name, socket, port)
  }

  /** Waits until the client has joined and has received the other players. */
  static async joined(port: number, name: string): Promise<DoomClient> {
    const client = await DoomClient.bound(port, name)
    client.join()
    await client.until(() => client.scores.length > 0, 'the scoreboard')
    return client
  }

  join(): void {
    const ask = () => this.say({ type: 'JOIN', name: this.name })
    ask()
    this.#joining = setInterval(() => this.id === 0 && ask(), retryMs)
  }

  say(...messages: FromClient[]): void {
    this.sayBytes(Buffer.concat(messages.map((message) => fromClient.encode(message))))
  }

  sayBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#port, '127.0.0.1')
  }

  /** Closes the client, which also stops the repetition of JOIN. */
  leave(): void {
    clearInterval(this.#joining)
    this.say({ type: 'QUIT' })
    this.id = 0
  }

  count(type: Type): number {
    return this.counts.get(type) ?? 0
  }

  get unread(): number {
    return this.#queue.length
  }

  /** Rejects on a timeout. */
  until(done: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      if (done()) resolve()
    }
    const late = () => reject(new Error(`${this.name}: ${what}: not within ${pollOptions.timeout} ms`))
    const timer = setTimeout(late, pollOptions.timeout)
    this.#waiting.add(look)
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(look)
    })
  }

  #readNext(): void {
    const datagram = this.#queue.shift()
    if (!datagram) return
    const { messages, error } = readFromServer(datagram)
    if (error !== undefined) this.faults.push(error)
    if (datagram.length > datagramBytes || datagram.length === 0) this.faults.push(`${datagram.length} bytes`)
    const types = messages.map(({ type }) => type)
    if (types.includes('ACPT') && types.join() !== 'ACPT,LMAP') this.faults.push(`ACPT among ${types}`)
    for (const message of messages) this.#take(message)
  }

  #frame(): void {
    if (this.id > 0 && !this.still) {
      this.#walk()
      if (this.shoots) this.#shoot(Date.now())
    }
    for (const look of [...this.#waiting]) look()
  }

  #take(message: FromServer): void {
    this.counts.set(message.type, this.count(message.type) + 1)
    switch (message.type) {
      case 'ACPT':
        if (this.id === 0) this.id = message.playerId
        return
      case 'LMAP':
        this.map = message.mapName
        // The original clears its world when it receives LMAP.
        this.names.clear()
        this.places.clear()
        return
      case 'JOIN':
        if (this.names.has(message.playerId)) this.faults.push(`a second JOIN of ${message.playerId}`)
        this.names.set(message.playerId, message.name)
        return
      case 'QUIT':
        this.places.delete(message.playerId)
        return
      case 'MOVE':
        return this.#moved(message)
      case 'HLTH':
        this.health.set(message.playerId, message.health)
        return
      case 'SCOR':
        this.scores = message.names.map((name, at) => `${name} ${message.kills[at]}-${message.deaths[at]}`)
        return
      case 'TELL':
        this.texts.push(message.msg)
        return
      case 'CHAT':
        this.lines.push(message.msg)
        return
      case 'KICK':
        this.kicks.push(message.reason)
        return
      case 'GSTR':
        this.starts = message.seconds
        return
      case 'GEND':
        this.ends = message.seconds
        return
    }
  }

  #moved({ playerId, x, y, z, angle }: Extract<FromServer, { readonly type: 'MOVE' }>): void {
    this.places.set(playerId, { x, y, z, angle })
    if (playerId !== this.id) return
    // The original sends its position at once, even if no key is pressed.
    this.place = { x, y, z, angle }
    this.#angle = 0
    this.say({ type: 'MOVE', x, y, z, angle })
  }

  #walk(): void {
    const { x, y, z, angle } = this.place ?? { x: 0, y: 0, z: 41_000, angle: 0 }
    const units = circle.radius * 1000
    // The client starts at its spawn position.
    const place = {
      x: Math.trunc(x + units * (Math.cos(this.#angle) - 1)),
      y: Math.trunc(y + units * Math.sin(this.#angle)),
    }
    this.#angle += circle.step
    this.say({ type: 'MOVE', ...place, z, angle })
  }

  #shoot(now: number): void {
    const targets = [...this.places.keys()].filter((id) => id !== this.id)
    for (const [weapon, { damage, perSecond, reach }] of weapons.entries()) {
      if (Number.isFinite(reach) || now - (this.#fired.get(weapon) ?? 0) < 1000 / perSecond) continue
      const target = targets[this.#shots++ % targets.length]
      if (target === undefined) return
      this.#fired.set(weapon, now)
      this.say({ type: 'FIRE', weapon }, { type: 'DAMG', playerId: target, weapon, damage })
    }
  }
}
