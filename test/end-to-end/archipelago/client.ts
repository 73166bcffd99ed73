// An Archipelago client with plain packets over WebSocket. Checks that items arrive without gaps and that locations are
// acknowledged. The client does not depend on the rules of the world.
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { pollOptions } from '../running-site.ts'

export interface Packet {
  readonly cmd: string
  readonly [field: string]: unknown
}

interface Item {
  readonly item: number
  readonly location: number
  readonly player: number
  readonly flags: number
}

export interface JoinOptions {
  readonly name: string
  readonly game: string
  readonly tags?: readonly string[]
  readonly password?: string | null
  readonly version?: { readonly major: number; readonly minor: number; readonly build: number }
}

export class PacketClient {
  /** `open`, or a text that says how the connection ended. */
  fate = 'open'
  readonly packets: Packet[] = []
  /** The received items of the slot, each as `player location item flags`. */
  readonly items: string[] = []
  readonly checked = new Set<number>()
  readonly faults: string[] = []
  /** Describes items that arrived with an unexpected index, until a full list arrives. */
  gap: string | undefined
  readonly gone: Promise<void>
  frames = 0
  readonly #over = Promise.withResolvers<void>()
  readonly #socket: WebSocket
  #raw: Socket | undefined
  readonly #waiting = new Set<() => void>()

  private constructor(url: string, deflate: boolean) {
    this.gone = this.#over.promise
    this.#socket = new WebSocket(url, { perMessageDeflate: deflate })
    this.#socket.on('upgrade', (response) => {
      this.#raw = response.socket
    })
    this.#socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')))
    this.#socket.on('error', (error) => this.#end(error.message))
    this.#socket.on('close', (code) => this.#end(`closed by the server: ${code}`))
    onTestFinished(() => this.#socket.terminate())
  }

  /** Throws if the connection ends first. */
  static async connected(url: string, deflate = false): Promise<PacketClient> {
    const client = new PacketClient(url, deflate)
    await client.receivePacket('RoomInfo')
    return client
  }

  /** Throws if the room rejects the client. */
  static async joined(url: string, joining: JoinOptions, deflate = false): Promise<PacketClient> {
    const client = await PacketClient.connected(url, deflate)
    const answer = await client.join(joining)
    if (answer.cmd !== 'Connected') throw new Error(`${joining.name}: ${JSON.stringify(answer)}`)
    return client
  }

  async join(joining: JoinOptions): Promise<Packet> {
    const { name, game, tags = ['AP'], password = null, version = { major: 0, minor: 6, build: 7 } } = joining
    this.packets.length = 0
    this.send({
      cmd: 'Connect',
      name,
      game,
      tags,
      password,
      uuid: name,
      version: { ...version, class: 'Version' },
      items_handling: 7,
      slot_data: false,
    })
    return this.receivePacket(({ cmd }) => cmd === 'Connected' || cmd === 'ConnectionRefused')
  }

  get compressed(): boolean {
    return this.#socket.extensions.includes('permessage-deflate')
  }

  get bytes(): number {
    return this.#raw?.bytesRead ?? 0
  }

  send(...packets: readonly object[]): void {
    this.#socket.send(JSON.stringify(packets))
  }

  say(text: string): void {
    this.send({ cmd: 'Say', text })
  }

  /** Returns the first received packet of this type, and waits for one if necessary. */
  receivePacket(wanted: string | ((packet: Packet) => boolean)): Promise<Packet> {
    const matches = typeof wanted === 'string' ? ({ cmd }: Packet) => cmd === wanted : wanted
    return this.until(() => this.packets.find(matches))
  }

  /** Calls `look` after every frame until its result is neither undefined nor false. */
  until<T>(look: () => T | undefined | false): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => done(new Error(`waited in vain: ${look}`)), pollOptions.timeout)
      const done = (error?: Error, value?: T) => {
        clearTimeout(late)
        this.#waiting.delete(tryIt)
        if (error) reject(error)
        else resolve(value as T)
      }
      const tryIt = () => {
        const found = look()
        if (found !== undefined && found !== false) done(undefined, found)
        else if (this.fate !== 'open') done(new Error(this.fate))
      }
      this.#waiting.add(tryIt)
      tryIt()
    })
  }

  /** Checks a location and waits for the acknowledgement. Rejects if the connection ends before that. */
  async check(location: number): Promise<void> {
    this.send({ cmd: 'LocationChecks', locations: [location] })
    await this.until(() => this.checked.has(location))
  }

  hangUp(): Promise<void> {
    this.#socket.close()
    return this.gone
  }

  #take(text: string): void {
    this.frames++
    const packets = JSON.parse(text) as readonly Packet[]
    if (packets.length === 0) this.faults.push('an empty frame')
    for (const packet of packets) this.#account(packet)
    for (const one of [...this.#waiting]) one()
  }

  #account(packet: Packet): void {
    this.packets.push(packet)
    const { checked_locations: checked } = packet
    if (Array.isArray(checked)) for (const location of checked) this.checked.add(location)
    if (packet.cmd === 'ReceivedItems') this.#receive(packet.index as number, packet.items as readonly Item[])
    if (packet.cmd === 'InvalidPacket') this.faults.push(JSON.stringify(packet))
  }

  /**
   * A list from index 0 must contain all previous items and may continue. The client ignores a list that begins at
   * another index than expected.
   */
  #receive(index: number, items: readonly Item[]): void {
    const texts = items.map(({ item, location, player, flags }) => `${player} ${location} ${item} ${flags}`)
    if (index === 0) {
      const lost = this.items.findIndex((one, at) => texts[at] !== one)
      if (lost >= 0) this.faults.push(`item ${lost} of ${this.items.length} is lost: ${this.items[lost]}`)
      this.items.splice(0)
      this.gap = undefined
    } else if (index !== this.items.length) {
      this.gap = `items from ${index}, after ${this.items.length}`
      return
    }
    this.items.push(...texts)
  }

  #end(how: string): void {
    if (this.fate === 'open') this.fate = how
    for (const one of [...this.#waiting]) one()
    this.#over.resolve()
  }
}
