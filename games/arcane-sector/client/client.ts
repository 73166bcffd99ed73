// What a client says and believes, without a screen: it is given a way to send and a clock, and every packet that comes.
import { WireError } from '../../../wire/error.ts'
import { heading, type moves } from '../land/directions.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'
import { Belongings, ground } from './belongings.ts'
import { type Blow, sideOfBlow } from './blows.ts'
import { Door } from './door.ts'
import { Lines } from './lines.ts'
import { type Item, Sight } from './sight.ts'
import { Walking } from './walking.ts'

/** What has changed. */
export type Subject = 'door' | 'place' | 'ground' | 'mobs' | 'self' | 'things' | 'line' | 'selection' | 'blow'

export interface Around {
  send(frame: Uint8Array<ArrayBuffer>): void
  /** The connection should end: nobody plays over it. */
  leave(): void
  /** The one there is answers nothing: another is wanted. */
  comeAgain(): void
  /** Milliseconds of a clock that goes on. */
  now(): number
  /** At once, while a packet is read: who draws waits for his next frame. */
  changed(subject: Subject): void
  /** What was told, behind what it has changed. */
  told(packet: FromServer): void
}

/** What THIS can name. */
export type Choice =
  | { readonly kind: 'item' | 'mob'; readonly id: bigint }
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'ground' }

interface Selection {
  readonly id: bigint
  readonly until: number
}

type Unnumbered<P> = P extends FromClient ? Omit<P, 'packetId'> : never

/** Milliseconds between two PINGs, and of silence behind what was said after which one is sent before its time. */
const [pingMs, silenceMs] = [30_000, 4000]
/** Of a PING that nobody answers, after which that is said, and after which the line counts as cut. */
const [quietMs, cutMs] = [5000, 20_000]
/** [AS-8.4] A selection is given up then. */
const selectionMs = 60_000
/** For which the answer to a turn is waited for. */
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
  /** Who struck last, and from where. */
  blow: Blow | undefined
  #selection: Selection | undefined
  /** The facing that was asked for, and is not told yet. */
  #turned: { readonly facing: number; readonly at: number } | undefined
  /** When something was said behind which nothing has been heard yet. */
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

  /** Something is to be pointed at. */
  get selects(): boolean {
    return this.#selection !== undefined && this.#around.now() < this.#selection.until
  }

  /** Seconds for which nothing was heard though it should; undefined: all is well. */
  get silentFor(): number | undefined {
    const ms = this.#around.now() - this.#pingedAt
    return this.#awaitsPong && ms > quietMs ? Math.floor(ms / 1000) : undefined
  }

  // ---- The connection ----------------------------------------------------------------------------------------------

  /** There is a new socket. */
  begun(): void {
    this.#awaitsPong = false
    this.#unheardSince = undefined
    this.door.begun()
  }

  /** One packet. Throws WireError for what is none of the game's. */
  heard(frame: Uint8Array): void {
    const packet: FromServer = fromServer.decode(frame)
    this.#unheardSince = undefined
    this.#awaitsPong = false
    this.#take(packet)
    this.#around.told(packet)
  }

  /** What is due: to be called some times a second. */
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

  // ---- What is done ------------------------------------------------------------------------------------------------

  /** The step that is due, if any. */
  walks(): void {
    const direction = this.walking.due(this.#around.now())
    if (direction !== undefined) this.#say({ type: 'MOVE', direction })
  }

  /** By a quarter. */
  turn(to: (typeof moves)['left' | 'right']): void {
    const now = this.#around.now()
    const asked = this.#turned && now - this.#turned.at < turnMs ? this.#turned.facing : this.sight.facing
    const facing = heading(asked, to)
    this.#turned = { facing, at: now }
    this.#say({ type: 'DIRE', direction: facing })
  }

  /** The room tells everybody but who spoke [AS-9.3]. */
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

  /** From one place to another: what was there is then held, and goes to where the first has been. */
  carry({ id }: Item, to: number, from = ground): void {
    const swapped = this.self.slots[to]
    this.hold(id)
    this.drop(to)
    if (swapped && from !== to) this.drop(from)
  }

  /** Off the ground, to where there is room. */
  take(item: Item): void {
    const { free } = this.self
    if (free === undefined) this.#note('Your slots and hands are full.')
    else this.carry(item, free)
  }

  /** Answers what was asked for, if anything was. */
  choose(choice: Choice): void {
    if (!this.#selection || !this.selects) return
    const packetId = this.#selection.id
    const selectedId = 'id' in choice ? choice.id : BigInt(choice.kind === 'slot' ? choice.slot : 0)
    this.#send({ type: 'THIS', kind: choice.kind, selectedId, packetId })
    this.#select(undefined)
  }

  /** Likewise with a slot: what is in it, or that it is empty. */
  chooseSlot(slot: number): void {
    const item = this.self.slots[slot]
    this.choose(item ? { kind: 'item', id: item.id } : { kind: 'slot', slot })
  }

  /** Leaves in good order. */
  bye(): void {
    this.#say({ type: 'GBYE', payload: new Uint8Array(0) })
  }

  #note(text: string): void {
    this.lines.add(text, this.#around.now())
    this.#around.changed('line')
  }

  /** Of who is not in nothing is said. */
  #say(packet: Unnumbered<FromClient>): void {
    if (!this.plays) return
    this.#unheardSince ??= this.#around.now()
    this.#send({ ...packet, packetId: 0n } as FromClient)
  }

  #send(packet: FromClient): void {
    this.#around.send(new Uint8Array(fromClient.encode(packet)))
  }

  // ---- What is told ------------------------------------------------------------------------------------------------

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
