// The test client keeps the same state as the two real clients. The strict decoder checks each packet. The room must
// announce each face before a cell or thing shows it.
import {
  type FromClient,
  type FromServer,
  fromServer,
  type Item,
  type Item1,
  type Item2,
} from '../../../../games/crossfire/protocol/packets/index.ts'
import type { Player, Table } from '../../../playtest.ts'
import { assertStrictPacket, type Dialect } from '../protocol/strict/strict-decoder.ts'

export type ServerPacket<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>
export type ReceivedPacket = FromServer & { readonly frame: Uint8Array }
export type ClientConnection = Pick<
  Player<FromClient, ReceivedPacket>,
  'closed' | 'send' | 'sendFrame' | 'next' | 'hangUp'
>

export const receivedPacketTable: Table<ReceivedPacket> = {
  encode: (packet) => fromServer.encode(packet),
  decode(frame) {
    if (typeof frame === 'string') throw new Error('text came')
    return Object.assign(fromServer.decode(frame), { frame })
  },
}

export interface KnownItem {
  readonly location: number
  readonly tag: number
  readonly flags: number
  readonly weight: number
  readonly face: number
  readonly name: string
  readonly nrof: number
}

/** Maximum duration of a command in milliseconds. */
const patience = 20_000

export class Client {
  readonly dialect: Dialect
  readonly peer: ClientConnection
  readonly #pass: (ms: number) => void
  readonly #check: typeof assertStrictPacket
  tag = 0
  name = ''
  width = 11
  height = 11
  readonly stats = new Map<string | number, unknown>()
  readonly things = new Map<number, KnownItem>()
  /**
   * The faces of each cell, by `x,y`. A current client has a face for each layer. A 1997 client has a list with the
   * topmost face first.
   */
  readonly cells = new Map<string, Map<number, number>>()
  /** By `x,y`. */
  readonly labels = new Map<string, string[]>()
  readonly faces = new Set<number>()
  /** Names of faces by number, from the packets `face` and `face2`. */
  readonly faceNames = new Map<number, string>()
  /** The light of each cell, by `x,y`, as current clients receive it: 0 to 255. */
  readonly light = new Map<string, number>()
  /** Total distance that the view has scrolled. */
  readonly moved = { x: 0, y: 0 }
  readonly animations = new Map<number, readonly number[]>()
  readonly spells = new Map<number, { name: string; mana: number; grace: number }>()
  readonly texts: string[] = []
  readonly done: number[] = []
  /** Number of received bytes, including length fields. Tests can reset it to 0. */
  bytes = 0
  ticks = 0
  #packet = 0

  /** `check`: validates each packet. Undefined for other servers, whose packets are not validated. */
  constructor(
    dialect: Dialect,
    peer: ClientConnection,
    pass: (ms: number) => void,
    check = assertStrictPacket,
  ) {
    this.#check = check
    this.dialect = dialect
    this.peer = peer
    this.#pass = pass
  }

  // ---- Sending ----------------------------------------------------------------------------------------

  send(packet: FromClient): ReceivedPacket[] {
    this.peer.send(packet)
    return this.look()
  }

  /** Advances the clock until the command is acknowledged. Returns the messages that have arrived. */
  do(text: string, repeat = -1): ReceivedPacket[] {
    this.#packet = (this.#packet % 255) + 1
    const packet = this.#packet
    const received = this.send({ type: 'ncom', packet, repeat, text })
    for (let ms = 0; !received.some((one) => one.type === 'comc' && one.packet === packet); ms += 10) {
      if (ms > patience || this.peer.closed !== undefined)
        throw new Error(`${text} is not done: ${this.peer.closed ?? this.texts.slice(-3).join(' / ')}`)
      this.#pass(10)
      received.push(...this.look())
    }
    return received
  }

  doAll(...texts: readonly string[]): ReceivedPacket[] {
    return texts.flatMap((text) => this.do(text))
  }

  pass(ms: number): ReceivedPacket[] {
    this.#pass(ms)
    return this.look()
  }

  look(): ReceivedPacket[] {
    const received: ReceivedPacket[] = []
    for (let packet = this.peer.next(); packet; packet = this.peer.next()) {
      this.#check(packet.frame, this.dialect)
      this.bytes += packet.frame.length + 2
      this.#take(packet)
      received.push(packet)
    }
    return received
  }

  // ---- State ------------------------------------------------------------------------------------------

  /** The things at a location (0: the ground), in the order of their arrival. */
  at(location: number): KnownItem[] {
    return [...this.things.values()].filter((thing) => thing.location === location)
  }

  get inventory(): KnownItem[] {
    return this.at(this.tag)
  }

  get ground(): KnownItem[] {
    return this.at(0)
  }

  thing(name: string, location = this.tag): KnownItem {
    const found = this.at(location).find((thing) => thing.name === name)
    if (!found) throw new Error(`no ${name} among ${this.at(location).map((one) => one.name)}`)
    return found
  }

  hasReceivedText(text: string | RegExp, from = 0): boolean {
    return this.texts
      .slice(from)
      .some((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)))
  }

  /** The faces of a cell, the topmost first. */
  facesAt(x: number, y: number): number[] {
    const layers = [...(this.cells.get(`${x},${y}`) ?? [])]
    const order = this.dialect === 'today' ? -1 : 1
    return layers.sort(([a], [b]) => order * (a - b)).map(([, face]) => face)
  }

  // ---- Handling packets -------------------------------------------------------------------------------

  #take(packet: ReceivedPacket): void {
    switch (packet.type) {
      case 'face':
      case 'face2':
        this.faces.add(packet.face)
        this.faceNames.set(packet.face, packet.name)
        return
      case 'image':
      case 'image2':
      case 'pixmap':
      case 'bitmap':
        this.faces.add(packet.face)
        return
      case 'anim':
        for (const face of packet.faces) this.#known(face)
        this.animations.set(packet.anim, packet.faces)
        return
      case 'player':
        this.#known(packet.face)
        this.tag = packet.tag
        this.name = packet.name
        return
      case 'stats':
        for (const { stat, value } of packet.stats) this.stats.set(stat, value)
        return
      case 'item':
      case 'item1':
      case 'item2':
        for (const item of packet.items) this.#has(packet.location, item)
        return
      case 'upditem':
        return this.#changed(packet)
      case 'delitem':
        for (const tag of packet.tags) this.#remove(tag)
        return
      case 'delinv':
        for (const { tag } of this.at(packet.tag)) this.#remove(tag)
        return
      case 'drawinfo':
      case 'drawextinfo':
        this.texts.push(packet.text)
        return
      case 'comc':
        this.done.push(packet.packet)
        return
      case 'tick':
        this.ticks++
        return
      case 'newmap':
        this.cells.clear()
        this.light.clear()
        return
      case 'addspell':
        for (const { tag, name, mana, grace, face } of packet.spells) {
          this.#known(face)
          this.spells.set(tag, { name, mana, grace })
        }
        return
      case 'delspell':
        this.spells.delete(packet.tag)
        return
      default:
        return this.#takeMap(packet)
    }
  }

  #takeMap(packet: ReceivedPacket): void {
    switch (packet.type) {
      case 'map_scroll':
        return this.#scroll(packet.dx, packet.dy)
      case 'map2':
        if (packet.scroll) this.#scroll(packet.scroll.dx, packet.scroll.dy)
        for (const space of packet.spaces) this.#takeSpace(space)
        return
      case 'map':
        return this.#takeCells(packet)
    }
  }

  /** Applies changes to a cell, which keeps the layers that the changes do not mention. */
  #takeSpace({ x, y, changes }: ServerPacket<'map2'>['spaces'][number]): void {
    const cell = new Map(this.cells.get(`${x},${y}`))
    const labels = changes.flatMap((each) => (each.change === 'label' ? [each] : []))
    if (labels.length > 0)
      this.labels.set(
        `${x},${y}`,
        labels.filter(({ kind }) => kind !== 'none').map(({ kind, text }) => `${kind} ${text}`),
      )
    for (const change of changes) {
      if (change.change === 'clear') cell.clear()
      if (change.change === 'darkness') this.light.set(`${x},${y}`, change.value)
      if (change.change === 'face') {
        if (change.face > 0) cell.set(change.layer, this.#known(change.face))
        else cell.delete(change.layer)
      }
      if (change.change === 'animation') {
        const faces = this.animations.get(change.anim)
        if (!faces) throw new Error(`animation ${change.anim} was not announced`)
        cell.set(change.layer, faces[0]!)
      }
    }
    this.cells.set(`${x},${y}`, cell)
  }

  #takeCells({ empty, layers }: ServerPacket<'map'>): void {
    const place = (cell: number) => `${Math.floor(cell / 11)},${cell % 11}`
    for (const cell of empty) this.cells.delete(place(cell))
    for (const { cells } of layers[0] ?? []) for (const cell of cells) this.cells.set(place(cell), new Map())
    for (const { face, cells } of layers.flat()) {
      for (const cell of cells) {
        const faces = this.cells.get(place(cell))
        if (!faces) throw new Error(`cell ${cell} has no topmost face`)
        faces.set(faces.size, this.#known(face))
      }
    }
  }

  #scroll(dx: number, dy: number): void {
    this.moved.x += dx
    this.moved.y += dy
    this.#scrolled(this.cells, dx, dy)
    this.#scrolled(this.light, dx, dy)
  }

  /** Cells that leave the view are dropped. */
  #scrolled<T>(cells: Map<string, T>, dx: number, dy: number): void {
    const before = new Map(cells)
    cells.clear()
    for (const [place, each] of before) {
      const [x, y] = place.split(',').map(Number) as [number, number]
      const [newX, newY] = [x - dx, y - dy]
      if (newX >= 0 && newY >= 0 && newX < this.width && newY < this.height)
        cells.set(`${newX},${newY}`, each)
    }
  }

  #has(location: number, item: Item | Item1 | Item2): void {
    const { tag, flags, weight } = item
    if (tag === this.tag) throw new Error('the player is listed as a thing')
    const [name = ''] = item.name.split('\0')
    if ('anim' in item && item.anim > 0 && !this.animations.has(item.anim))
      throw new Error(`animation ${item.anim}`)
    const nrof = 'nrof' in item ? item.nrof : 1
    // The thing is deleted first, because a thing that is sent again becomes the last one.
    this.things.delete(tag)
    this.things.set(tag, { location, tag, flags, weight, face: this.#known(item.face), name, nrof })
  }

  #changed({ tag, flags, weight, face, name, nrof, location }: ServerPacket<'upditem'>): void {
    if (face !== undefined) this.#known(face)
    if (tag === this.tag) return
    const had = this.things.get(tag)
    if (!had) {
      if (this.#check === assertStrictPacket) throw new Error(`upditem of the unknown thing ${tag}`)
      return
    }
    this.things.set(tag, {
      tag,
      location: location ?? had.location,
      flags: flags ?? had.flags,
      weight: weight ?? had.weight,
      face: face ?? had.face,
      name: name?.split('\0')[0] ?? had.name,
      nrof: nrof ?? had.nrof,
    })
  }

  #remove(tag: number): void {
    this.things.delete(tag)
    for (const inside of this.at(tag)) this.#remove(inside.tag)
  }

  #known(face: number): number {
    if (!this.faces.has(face)) throw new Error(`face ${face} was not announced`)
    return face
  }
}
