// An Arcane Sector client over TCP, as strict as the one of 2019: it disconnects on an unknown packet. The client uses
// no code of the world's rules.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { framing } from '../../../games/arcane-sector/framing.ts'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
  type WireItem,
} from '../../../games/arcane-sector/packets.ts'
import { FrameSplitter } from '../../../wire/net/framing.ts'
import { pollOptions } from '../running-site.ts'

type Type = FromServer['type']
type Told<T extends Type> = Extract<FromServer, { readonly type: T }>
type Unnumbered<P> = P extends FromClient ? Omit<P, 'packetId'> : never

export class ArcaneClient {
  /** The state in the last packets that the client has received. */
  position: Told<'POSI'> | undefined
  ground: Told<'GRND'>['lists'] = []
  mobs: Told<'MOBS'>['mobs'] = []
  slots: readonly WireItem[] = []
  held: WireItem | undefined
  info: Told<'INFO'> | undefined
  readonly texts: string[] = []
  readonly counts = new Map<Type, number>()
  selection = 0n
  /** `open`, or a text that says how the connection ended. */
  fate = 'open'
  readonly #socket: Socket
  readonly #waiting = new Set<() => void>()

  private constructor(socket: Socket) {
    this.#socket = socket
    const splitter = new FrameSplitter(framing)
    socket.on('data', (chunk) => {
      try {
        for (const frame of splitter.push(chunk)) this.#take(fromServer.decode(frame))
      } catch (error) {
        this.#end((error as Error).message)
      }
      for (const look of [...this.#waiting]) look()
    })
    socket.on('error', (error) => this.#end(error.message))
    socket.on('close', () => this.#end('closed by the server'))
  }

  static async dialled(port: number, host = '127.0.0.1'): Promise<ArcaneClient> {
    const socket = connect({ port, host, noDelay: true })
    onTestFinished(() => void socket.destroy())
    const client = new ArcaneClient(socket)
    await once(socket, 'connect')
    return client
  }

  /** Connects and logs in. Creates the character if necessary. */
  static async joined(port: number, playerId: number, name = `Player ${playerId}`): Promise<ArcaneClient> {
    const client = await ArcaneClient.dialled(port)
    client.say({ type: 'ENTR', passwd: `of ${playerId}`, playerId })
    await client.until(() => client.count('NOPC') + client.count('GAME') > 0, 'ENTR')
    if (client.count('NOPC') > 0) client.say({ type: 'MYPC', pcName: name, portrait: 0 })
    await client.until(() => client.count('TEXT') > 0, 'the welcome')
    return client
  }

  say(packet: Unnumbered<FromClient>, packetId = 0n): void {
    if (this.fate === 'open') this.#socket.write(fromClient.encode({ ...packet, packetId } as FromClient))
  }

  async ask(packet: Unnumbered<FromClient>, type: Type, answers = 1): Promise<void> {
    const wanted = this.count(type) + answers
    this.say(packet)
    await this.until(() => this.count(type) >= wanted, `${type} for ${packet.type}`)
  }

  async walk(...directions: readonly number[]): Promise<void> {
    for (const direction of directions) await this.ask({ type: 'MOVE', direction }, 'MOBS')
  }

  count(type: Type): number {
    return this.counts.get(type) ?? 0
  }

  get here(): readonly WireItem[] {
    const { x, y } = this.position!
    return this.ground.find((pile) => pile.x === x && pile.y === y)?.items ?? []
  }

  /** Rejects when the connection ends or on a timeout. */
  until(done: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      if (done()) resolve()
      else if (this.fate !== 'open') reject(new Error(`${what}: ${this.fate}`))
    }
    const late = setTimeout(
      () => reject(new Error(`${what}: not within ${pollOptions.timeout} ms`)),
      pollOptions.timeout,
    )
    this.#waiting.add(look)
    look()
    return promise.finally(() => {
      clearTimeout(late)
      this.#waiting.delete(look)
    })
  }

  async leave(): Promise<void> {
    this.say({ type: 'GBYE', payload: new Uint8Array(0) })
    if (!this.#socket.closed) await once(this.#socket, 'close')
  }

  #take(packet: FromServer): void {
    this.counts.set(packet.type, this.count(packet.type) + 1)
    switch (packet.type) {
      case 'POSI':
        this.position = packet
        return
      case 'GRND':
        this.ground = packet.lists
        return
      case 'MOBS':
        this.mobs = packet.mobs
        return
      case 'INVT':
        this.slots = [...packet.inventory, ...packet.equipment]
        return
      case 'HLDI':
        this.held = packet.item
        return
      case 'INFO':
        this.info = packet
        return
      case 'TEXT':
        this.texts.push(packet.text)
        return
      case 'SLCT':
        this.selection = packet.packetId
        return
      case 'ANIM':
        return this.#end('was sent ANIM')
    }
  }

  #end(how: string): void {
    if (this.fate === 'open') this.fate = how
    this.#socket.destroy()
    for (const look of [...this.#waiting]) look()
  }
}
