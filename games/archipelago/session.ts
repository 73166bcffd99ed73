// One conversation with an Archipelago client: frames of packets, each in its turn.
import { WireError } from '../../wire/error.ts'
import type { Frame, Host, Peer, Received, Session } from '../game.ts'
import { tooManyWrong } from '../shared/guesses.ts'
import { Rate } from '../shared/rate.ts'
import { decodePacket, type FromClient, invalidArguments } from './packets.ts'
import { parse } from './python/json.ts'
import { type Dict, isDict, type PyValue } from './python/values.ts'
import { Client } from './room/clients.ts'
import { readingSteps } from './room/work.ts'
import { type Connect, connected, judge, type Verdict } from './talk/connect.ts'
import { answer } from './talk/dispatch.ts'
import { limits } from './talk/limits.ts'
import { NoteWriter, readNote } from './talk/note.ts'
import type { Outbox } from './talk/outbox.ts'
import { joinedText, leftText, tellPresence, tutorial, uncompressed } from './talk/presence.ts'
import type { Reading } from './talk/reading.ts'
import { tellAgain } from './talk/resume.ts'
import type { Welcome } from './talk/room-info.ts'
import type { Multiworld } from './world.ts'

/** A world, and what its sessions share. */
export interface Room extends Multiworld {
  readonly outbox: Outbox
  readonly reading: Reading
  readonly welcome: Welcome
}

/** A frame that is taken in parts. */
interface Taking {
  readonly frame: string
  readonly packets: readonly PyValue[]
  /** UTF-16 units of what it was answered so far. */
  replied: number
}

/** More locations than a packet holds: where a part goes on is the packet's number times this, and how many of its locations are done. */
const mostLocations = 2 ** 20

export class ArchipelagoSession implements Session {
  readonly #world: Room
  readonly #outbox: Outbox
  readonly #reading: Reading
  readonly #host: Host
  readonly #peer: Peer
  readonly #says = new Rate(limits.saysPerSecond, limits.sayBurst)
  readonly #connects = new Rate(limits.connectsPerSecond, limits.connectBurst)
  readonly #notes = new NoteWriter()
  /** When the client came, in the host's milliseconds. */
  #cameAt: number
  #client: Client | undefined
  /** How far the client had been told of the game before a restart, as its note has it. */
  #progressTold = ''
  /** The frame of which some parts are done. */
  #taking: Taking | undefined
  /** Nobody is there any more to whom a frame that waits could matter. */
  #gone = false
  /** The connection was closed: what is left of the frame is not taken. */
  #closing = false

  /** `note` undefined: a new client, who is greeted. */
  constructor(world: Room, host: Host, peer: Peer, note: Uint8Array | undefined) {
    const { outbox, reading } = world
    this.#world = world
    this.#outbox = outbox
    this.#reading = reading
    this.#host = host
    this.#peer = peer
    this.#cameAt = host.now()
    if (note) this.#goOn(note)
    else outbox.ready(peer, world.welcome.roomInfo(world))
    if (!this.#client) world.joinDeadlines.add(peer, this.#cameAt)
    outbox.flush()
  }

  get note(): Uint8Array {
    return this.#client ? this.#notes.of(this.#client, this.#world) : this.#notes.ofUnjoined(this.#cameAt)
  }

  /** The slot's own name, whatever alias it has. */
  get name(): string | undefined {
    return this.#client && this.#world.seed.slots.get(this.#client.slot)?.name
  }

  /** [AP-9.9] A player's clients share what they may cost; who has not joined pays for himself. */
  get payer(): string | undefined {
    return this.#client && `slot ${this.#client.slot}`
  }

  receive(frame: Frame, from: number): Received | Promise<() => Received> {
    if (typeof frame !== 'string') return this.#close('bytes, where text is wanted')
    if (from > 0) return this.#goOnWith(frame, from)
    const steps = readingSteps(frame)
    if (steps > limits.unreadSteps) return this.#leaveUnread(steps)
    const wait = this.#reading.wait(frame, steps, this.#host.now())
    if (wait > 0) return this.#whenRead(frame, steps, wait)
    const { ready, take } = this.#read(frame, steps)
    return ready === 0 ? take() : this.#host.delay(ready).then(() => take)
  }

  /** The next part of a frame that was read, and let in, in its first; after a restart it is read again. */
  #goOnWith(frame: string, from: number): Received {
    if (this.#taking?.frame === frame) return this.#take(this.#taking, 0, from)
    const taking = { frame, packets: packetsOf(frame) ?? [], replied: 0 }
    return this.#take(taking, readingSteps(frame), from)
  }

  /** [AP-9.11] Of several that wait the next is whose steps are there first, so that short ones pass long ones. */
  async #whenRead(frame: string, steps: number, first: number): Promise<() => Received> {
    const wait = () => this.#reading.wait(frame, steps, this.#host.now())
    for (let ms = first; ms > 0; ms = this.#gone ? 0 : wait()) await this.#host.delay(ms)
    if (this.#gone) return () => {}
    const { ready, take } = this.#read(frame, steps)
    if (ready > 0) await this.#host.delay(ready)
    return take
  }

  /** What is in it, and in how many milliseconds it may be taken. */
  #read(frame: string, steps: number): { readonly ready: number; readonly take: () => Received } {
    const packets = packetsOf(frame)
    if (!packets) return { ready: 0, take: () => this.#close('no JSON list') }
    const ready = this.#wait(packets)
    return {
      ready,
      take: () => {
        if (ready > 0) this.#wait(packets)
        return this.#take({ frame, packets, replied: 0 }, steps, 0)
      },
    }
  }

  /** [AP-2.7] [AP-3.9] Milliseconds; whoever talks or tries too fast is slowed, and loses nothing. */
  #wait(packets: readonly PyValue[]): number {
    const now = this.#host.now()
    const says = packets.filter((packet) => cmdOf(packet) === 'Say').length
    const connects = packets.filter((packet) => cmdOf(packet) === 'Connect').length
    return Math.max(
      says > 0 ? this.#says.wait(now, says) : 0,
      connects > 0 ? this.#connects.wait(now, connects) : 0,
    )
  }

  /** [AP-9.2] Whatever was said to the client meanwhile may be lost; nobody else is told of anything. */
  resumed(): void {
    if (!this.#client) return
    tellAgain(this.#world, this.#outbox, this.#client, this.#progressTold)
    this.#progressTold = ''
    this.#outbox.flush()
  }

  closed(): void {
    this.#gone = true
    this.#world.joinDeadlines.remove(this.#peer)
    const client = this.#client
    if (!client) return
    this.#world.leave(client)
    tellPresence(this.#world, client, leftText(this.#world, client))
    this.#outbox.flush()
  }

  /** [AP-9.9] As much of the frame as goes into one part. `steps`: what reading it has cost. */
  #take(taking: Taking, steps: number, from: number): Received {
    const { work } = this.#world
    work.begin()
    work.spend(steps)
    const next = this.#takePart(taking, from)
    taking.replied += work.replied
    this.#taking = next === undefined ? undefined : taking
    this.#outbox.flush(this.#client)
    this.#host.spend(work.spent)
    return next
  }

  /** Where the next part goes on: which packet, and how many of its locations are done. */
  #takePart({ packets, replied }: Taking, from: number): Received {
    const { work } = this.#world
    const first = Math.floor(from / mostLocations)
    let done = from % mostLocations
    for (let nth = first; nth < packets.length; nth++) {
      if (this.#closing) return
      if (nth > first && work.spent > limits.frameSteps) return nth * mostLocations
      const rest = this.#takeOne(packets[nth]!, done, replied + work.replied)
      if (rest !== undefined) return nth * mostLocations + rest
      done = 0
    }
  }

  /** [AP-9.11] To find out what it would cost is paid for. */
  #leaveUnread(steps: number): undefined {
    this.#outbox.reply(this.#peer, tooMuchUnread)
    this.#outbox.flush(this.#client)
    this.#host.spend(steps)
  }

  /** How many of its locations are done, if that is not all. `done`: in the parts before. */
  #takeOne(value: PyValue, done: number, replied: number): number | undefined {
    const decoded = decodePacket(value, this.#client !== undefined)
    switch (decoded.outcome) {
      case 'ignored':
        return
      case 'close':
        return this.#close(decoded.reason)
      case 'invalid':
        this.#outbox.reply(this.#peer, decoded.answer)
        return decoded.close ? this.#close('no command') : undefined
      case 'packet': {
        const { cmd } = decoded.packet
        // [AP-9.9] What it was answered fills a frame's replies, whatever this packet comes to.
        if (replied <= limits.replyUnits || cmd === 'LocationChecks')
          return this.#answer(decoded.packet, decoded.raw, done)
        this.#outbox.reply(this.#peer, invalidArguments(cmd, tooMuch))
        return undefined
      }
    }
  }

  #answer(packet: FromClient, raw: Dict, done: number): number | undefined {
    if (packet.cmd === 'Connect') return this.#connect(packet)
    if (packet.cmd === 'GetDataPackage') {
      const frame = this.#world.welcome.dataPackage(this.#world, packet.games, packet.exclusions)
      this.#outbox.ready(this.#peer, frame)
      return undefined
    }
    const turn = { world: this.#world, outbox: this.#outbox, client: this.#client!, done }
    const answered = answer(turn, packet, raw)
    return typeof answered === 'string' ? this.#close(answered) : answered
  }

  #connect(packet: Connect): undefined {
    const verdict = judge(this.#world, packet, this.#peer)
    if ('closed' in verdict) return this.#close(verdict.closed)
    if ('refused' in verdict) return void this.#refuse(verdict)
    const before = this.#client
    // [AP-2.10]
    if (before && before.slot !== verdict.joins.slot) return this.#close('connected to another slot')
    if (before) this.#world.clients.remove(before)
    const client = new Client(this.#peer, verdict.joins)
    for (const key of before?.watched ?? []) client.watched.add(key)
    if (before && this.#world.admin === before) this.#world.admin = client
    this.#client = client
    this.#world.joinDeadlines.remove(this.#peer)
    this.#join(client, packet.slot_data, before !== undefined)
  }

  /** [AP-2.12] The protocol has no word for a wait, so a text says it first. */
  #refuse({ refused, waitMs }: Extract<Verdict, { readonly refused: unknown }>): void {
    if (waitMs > 0)
      this.#outbox.reply(this.#peer, { cmd: 'PrintJSON', data: [{ text: tooManyWrong(waitMs) }] })
    this.#outbox.reply(this.#peer, { cmd: 'ConnectionRefused', errors: refused })
  }

  /** [AP-2.9] What belongs to the newcomer comes first, in a frame of its own; then what everybody hears. */
  #join(client: Client, slotData: PyValue | undefined, hadJoined: boolean): void {
    const { clients } = this.#world
    this.#outbox.reply(this.#peer, connected(this.#world, client, slotData))
    this.#world.sendInventory(client)
    if (hadJoined) return clients.add(client)
    this.#outbox.cut(this.#peer)
    this.#world.join(client)
    tellPresence(this.#world, client, joinedText(this.#world, client))
    this.#outbox.cut(this.#peer)
    this.#world.tell(client, tutorial)
    this.#outbox.cut(this.#peer)
    if (!this.#peer.compressed) this.#world.tell(client, uncompressed)
  }

  #goOn(note: Uint8Array): void {
    const remembered = readNote(note)
    if ('since' in remembered) {
      this.#cameAt = remembered.since || this.#cameAt
      return
    }
    const client = this.#world.rejoin(this.#peer, remembered.joined)
    for (const key of remembered.watched) this.#world.clients.watch(client, key)
    if (remembered.admin) this.#world.admin = client
    client.sent = this.#world.inventorySize(client)
    this.#client = client
    this.#progressTold = remembered.progressTold
  }

  /** What was said so far is sent before. */
  #close(reason: string): undefined {
    this.#closing = true
    this.#outbox.flush(this.#client)
    this.#peer.close(reason)
    return undefined
  }
}

const tooMuch = 'Too many replies to one frame: this was not done. Send less at once.'
const tooMuchUnread = {
  cmd: 'InvalidPacket',
  type: 'arguments',
  text: 'Too much for one frame: it was not read. Send less at once.',
  original_cmd: null,
} as const

/** Undefined: it is no list of packets. */
function packetsOf(frame: string): readonly PyValue[] | undefined {
  const value = parsed(frame)
  if (Array.isArray(value)) return value
  // [AP-1.2] Python goes through the keys of an object and the characters of a text.
  if (isDict(value)) return [...value.keys()]
  return typeof value === 'string' ? [...value] : undefined
}

function parsed(frame: string): PyValue | undefined {
  try {
    return parse(frame, { length: limits.frameBytes, depth: 200 })
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

function cmdOf(packet: PyValue): PyValue | undefined {
  return isDict(packet) ? packet.get('cmd') : undefined
}
