// What a client sends and believes, without a screen. It gets a function to send with, a clock, and every packet
// received.
import { WireError } from '../../../wire/error.ts'
import { heading, type moves } from '../land/directions.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'
import { Belongings, ground } from './belongings.ts'
import { type Blow, sideOfBlow } from './blows.ts'
import { Door } from './door.ts'
import { Lines } from './lines.ts'
import { type Item, Sight } from './sight.ts'
import { Walking } from './walking.ts'

/** What changed. */
export type Subject = 'door' | 'place' | 'ground' | 'mobs' | 'self' | 'things' | 'line' | 'selection' | 'blow'

export interface Around {
  send(frame: Uint8Array<ArrayBuffer>): void
  /** Ends the connection. */
  leave(): void
  /** Reconnects, because the current connection does not answer. */
  comeAgain(): void
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Called at once while a packet is handled; draw in the next frame. */
  changed(subject: Subject): void
  /** Called after the packet's changes were applied. */
  told(packet: FromServer): void
}

/** What THIS can select. */
export type Choice =
  | { readonly kind: 'item' | 'mob'; readonly id: bigint }
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'ground' }

interface Selection {
  readonly id: bigint
  readonly until: number
}

type Unnumbered<P> = P extends FromClient ? Omit<P, 'packetId'> : never

/** Milliseconds between two PINGs, and of silence after a message before a PING is sent early. */
const [pingMs, silenceMs] = [30_000, 4000]
/** Milliseconds without an answer to a PING before a warning, and before the connection counts as lost. */
const [quietMs, cutMs] = [5000, 20_000]
/** [AS-8.4] When a selection expires. */
const selectionMs = 60_000
/** Milliseconds to wait for the answer to a turn. */
const turnMs = 1000
/** [AS-9.1] */
const mostSaid = 256
const mostRunes = 8

export class Client {
  readonly sight = new Sight()
  readonly self = new Belongings()
  readonly lines = new Lines()
  readonly walking = new Walking()
  readonly door: Door
  readonly #around: Around
  /** The side and time of the last blow. */
  blow: Blow | undefined
  #selection: Selection | undefined
  /** The requested facing that the room has not confirmed. */
  #turned: { readonly facing: number; readonly at: number } | undefined
  /** When the first message without any answer since was sent. */
  #unheardSince: number | undefined
  #pingedAt = 0
  #awaitsPong = false

  constructor(around: Around) {
    this.#around = around
    this.door = new Door(
      (packet) => this.#send(packet),
      () => around.changed('door'),
    )
  }

  get plays(): boolean {
    return this.door.stage === 'playing'
  }

  /** A selection is open. */
  get selects(): boolean {
    return this.#selection !== undefined && this.#around.now() < this.#selection.until
  }

  /** Seconds of unexpected silence. Undefined: all is well. */
  get silentFor(): number | undefined {
    const ms = this.#around.now() - this.#pingedAt
    return this.#awaitsPong && ms > quietMs ? Math.floor(ms / 1000) : undefined
  }

  // ---- The connection ----------------------------------------------------------------------------------------------

  /** A new socket is open. */
  begun(): void {
    this.#awaitsPong = false
    this.#unheardSince = undefined
    this.door.begun()
  }

  /** Handles one packet. Throws WireError if it is invalid. */
  heard(frame: Uint8Array): void {
    const packet: FromServer = fromServer.decode(frame)
    this.#unheardSince = undefined
    this.#awaitsPong = false
    this.#take(packet)
    this.#around.told(packet)
  }

  /** Does what is due. Call it several times a second. */
  minds(): void {
    if (!this.plays) return
    const now = this.#around.now()
    const isSilent = now - (this.#unheardSince ?? now) > silenceMs
    if (!this.#awaitsPong && (isSilent || now - this.#pingedAt >= pingMs)) {
      this.#pingedAt = now
      this.#awaitsPong = true
      this.#say({ type: 'PING', payload: new Uint8Array(0) })
    }
    if (this.#awaitsPong && now - this.#pingedAt > cutMs) {
      this.#awaitsPong = false
      this.#around.comeAgain()
    }
    if (this.#selection && !this.selects) this.#select(undefined)
    this.walks()
  }

  // ---- Actions -----------------------------------------------------------------------------------------------------

  /** Takes the step that is due, if any. */
  walks(): void {
    const direction = this.walking.due(this.#around.now())
    if (direction !== undefined) this.#say({ type: 'MOVE', direction })
  }

  /** Turns by a quarter. */
  turn(to: (typeof moves)['left' | 'right']): void {
    const now = this.#around.now()
    const asked = this.#turned && now - this.#turned.at < turnMs ? this.#turned.facing : this.sight.facing
    const facing = heading(asked, to)
    this.#turned = { facing, at: now }
    this.#say({ type: 'DIRE', direction: facing })
  }

  /** The room sends speech to everybody but the speaker [AS-9.3]. */
  speak(text: string): void {
    const said = text.replace(/[^\x20-\x7e]/g, '').slice(0, mostSaid)
    if (said.trim() === '' || !this.plays) return
    this.#say({ type: 'SAYS', text: said })
    this.#note(`\x13You said: \x12${said}`)
  }

  cast(runes: readonly number[]): void {
    const spell = new Uint8Array(mostRunes)
    spell.set(runes.slice(0, mostRunes))
    if (runes.length > 0) this.#say({ type: 'CAST', spell })
  }

  hold(id: bigint): void {
    this.#say({ type: 'HOLD', itemId: id })
  }

  drop(slot: number = ground): void {
    this.#say({ type: 'DROP', dst: slot })
  }

  use(id: bigint): void {
    this.#say({ type: 'USEI', itemId: id })
  }

  /** Moves an item from one place to another. An item already there moves to the first place. */
  carry({ id }: Item, to: number, from = ground): void {
    const swapped = this.self.slots[to]
    this.hold(id)
    this.drop(to)
    if (swapped && from !== to) this.drop(from)
  }

  /** Takes an item off the ground into a free slot or hand. */
  take(item: Item): void {
    const { free } = this.self
    if (free === undefined) this.#note('Your slots and hands are full.')
    else this.carry(item, free)
  }

  /** Answers the open selection, if any. */
  choose(choice: Choice): void {
    if (!this.#selection || !this.selects) return
    const packetId = this.#selection.id
    const selectedId = 'id' in choice ? choice.id : BigInt(choice.kind === 'slot' ? choice.slot : 0)
    this.#send({ type: 'THIS', kind: choice.kind, selectedId, packetId })
    this.#select(undefined)
  }

  /** Answers with a slot: its item, or that it is empty. */
  chooseSlot(slot: number): void {
    const item = this.self.slots[slot]
    this.choose(item ? { kind: 'item', id: item.id } : { kind: 'slot', slot })
  }

  /** Leaves the room cleanly. */
  bye(): void {
    this.#say({ type: 'GBYE', payload: new Uint8Array(0) })
  }

  #note(text: string): void {
    this.lines.add(text, this.#around.now())
    this.#around.changed('line')
  }

  /** Sends nothing unless the player is in the game. */
  #say(packet: Unnumbered<FromClient>): void {
    if (!this.plays) return
    this.#unheardSince ??= this.#around.now()
    this.#send({ ...packet, packetId: 0n } as FromClient)
  }

  #send(packet: FromClient): void {
    this.#around.send(new Uint8Array(fromClient.encode(packet)))
  }

  // ---- Packets from the room ---------------------------------------------------------------------------------------

  #take(packet: FromServer): void {
    const { changed } = this.#around
    switch (packet.type) {
      case 'NOPC':
        return this.door.asked() ? undefined : this.#around.leave()
      case 'GAME':
        return this.#begin()
      case 'POSI':
        if (this.#turned?.facing === packet.direction) this.#turned = undefined
        this.sight.placed(packet, this.#around.now())
        return changed('place')
      case 'GRND':
        this.sight.groundTold(packet)
        return changed('ground')
      case 'MOBS':
        this.sight.mobsTold(packet)
        return changed('mobs')
      case 'INFO':
        this.self.infoTold(packet)
        return changed('self')
      case 'INVT':
        this.self.carriedTold(packet)
        return changed('things')
      case 'HLDI':
        this.self.heldTold(packet)
        return changed('things')
      case 'TEXT':
        return this.#read(packet.text)
      case 'SLCT':
        return this.#select({ id: packet.packetId, until: this.#around.now() + selectionMs })
      case 'PONG':
        return
      case 'ANIM':
        // [AS-1.10]
        throw new WireError('ANIM, which nobody animates')
    }
  }

  #begin(): void {
    if (!this.door.admitted()) return this.#around.leave()
    this.sight.begun()
    this.self.begun()
    this.walking.stop()
    this.#turned = undefined
    this.#pingedAt = this.#around.now()
    this.#select(undefined)
  }

  #read(text: string): void {
    const side = sideOfBlow(text)
    this.#note(text)
    if (side === undefined) return
    this.blow = { side, at: this.#around.now() }
    this.#around.changed('blow')
  }

  #select(selection: Selection | undefined): void {
    this.#selection = selection
    this.#around.changed('selection')
  }
}
