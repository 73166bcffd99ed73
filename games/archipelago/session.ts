// One connection of an Archipelago client. Processes its frames of packets in order.
import { WireError } from '../../wire/util/wire-error.ts'
import type { Frame, GameContext, Peer, ReceiveResult, Session } from '../game.ts'
import { tooManyGuessesMessage } from '../shared/guess-message.ts'
import { TokenBucket } from '../shared/token-bucket.ts'
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

/** A world and the state that its sessions share. */
export interface Room extends Multiworld {
  readonly outbox: Outbox
  readonly reading: Reading
  readonly welcome: Welcome
}

/** A frame that is processed in parts. */
interface Taking {
  readonly frame: string
  readonly packets: readonly PyValue[]
  /** UTF-16 units of the replies so far. */
  replied: number
}

/** More locations than fit in a packet. A part's continuation: packet index times this, plus locations done. */
const mostLocations = 2 ** 20

export class ArchipelagoSession implements Session {
  readonly #world: Room
  readonly #outbox: Outbox
  readonly #reading: Reading
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #says = new TokenBucket(limits.saysPerSecond, limits.sayBurst)
  readonly #connects = new TokenBucket(limits.connectsPerSecond, limits.connectBurst)
  readonly #notes = new NoteWriter()
  /** When the client connected, in the host's milliseconds. */
  #cameAt: number
  #client: Client | undefined
  /** The progress that the client knew before a restart, from its note. */
  #progressTold = ''
  /** The partly processed frame. */
  #taking: Taking | undefined
  /** The connection is gone: a waiting frame is dropped. */
  #gone = false
  /** The connection is being closed: the rest of the frame is dropped. */
  #closing = false

  /** `note` undefined: a new client, which is sent RoomInfo. */
  constructor(world: Room, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    const { outbox, reading } = world
    this.#world = world
    this.#outbox = outbox
    this.#reading = reading
    this.#context = context
    this.#peer = peer
    this.#cameAt = context.now()
    if (resumeState) this.#goOn(resumeState)
    else outbox.ready(peer, world.welcome.roomInfo(world))
    if (!this.#client) world.joinDeadlines.add(peer, this.#cameAt)
    outbox.flush()
  }

  get resumeState(): Uint8Array {
    return this.#client ? this.#notes.of(this.#client, this.#world) : this.#notes.ofUnjoined(this.#cameAt)
  }

  /** The slot's own name, without its alias. */
  get name(): string | undefined {
    return this.#client && this.#world.seed.slots.get(this.#client.slot)?.name
  }

  /** [AP-9.9] All clients of a slot share one budget; a client that has not joined has its own. */
  get quotaKey(): string | undefined {
    return this.#client && `slot ${this.#client.slot}`
  }

  receive(frame: Frame, from: number): ReceiveResult | Promise<() => ReceiveResult> {
    if (typeof frame !== 'string') return this.#close('bytes, where text is wanted')
    if (from > 0) return this.#goOnWith(frame, from)
    const steps = readingSteps(frame)
    if (steps > limits.unreadSteps) return this.#leaveUnread(steps)
    const wait = this.#reading.wait(frame, steps, this.#context.now())
    if (wait > 0) return this.#whenRead(frame, steps, wait)
    const { ready, take } = this.#read(frame, steps)
    return ready === 0 ? take() : this.#context.delay(ready).then(() => take)
  }

  /** Processes the next part of a frame that was admitted with its first part; after a restart reads it again. */
  #goOnWith(frame: string, from: number): ReceiveResult {
    if (this.#taking?.frame === frame) return this.#take(this.#taking, 0, from)
    const taking = { frame, packets: packetsOf(frame) ?? [], replied: 0 }
    return this.#take(taking, readingSteps(frame), from)
  }

  /** [AP-9.11] Of several waiting frames, the first that can afford its steps runs: short frames overtake long ones. */
  async #whenRead(frame: string, steps: number, first: number): Promise<() => ReceiveResult> {
    const wait = () => this.#reading.wait(frame, steps, this.#context.now())
    for (let ms = first; ms > 0; ms = this.#gone ? 0 : wait()) await this.#context.delay(ms)
    if (this.#gone) return () => {}
    const { ready, take } = this.#read(frame, steps)
    if (ready > 0) await this.#context.delay(ready)
    return take
  }

  /** The handler of the frame, and the milliseconds to wait before it may run. */
  #read(frame: string, steps: number): { readonly ready: number; readonly take: () => ReceiveResult } {
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

  /** [AP-2.7] [AP-3.9] Milliseconds of delay. Clients over a limit (chat, logins) are slowed; no packet is lost. */
  #wait(packets: readonly PyValue[]): number {
    const now = this.#context.now()
    const says = packets.filter((packet) => cmdOf(packet) === 'Say').length
    const connects = packets.filter((packet) => cmdOf(packet) === 'Connect').length
    return Math.max(
      says > 0 ? this.#says.takeOrWait(now, says) : 0,
      connects > 0 ? this.#connects.takeOrWait(now, connects) : 0,
    )
  }

  /** [AP-9.2] Packets sent meanwhile may be lost, so the state is sent again. Other clients are not notified. */
  onResumed(): void {
    if (!this.#client) return
    tellAgain(this.#world, this.#outbox, this.#client, this.#progressTold)
    this.#progressTold = ''
    this.#outbox.flush()
  }

  onClosed(): void {
    this.#gone = true
    this.#world.joinDeadlines.remove(this.#peer)
    const client = this.#client
    if (!client) return
    this.#world.leave(client)
    tellPresence(this.#world, client, leftText(this.#world, client))
    this.#outbox.flush()
  }

  /** [AP-9.9] Processes as much of the frame as fits into one part. `steps`: the cost of reading it. */
  #take(taking: Taking, steps: number, from: number): ReceiveResult {
    const { work } = this.#world
    work.begin()
    work.spend(steps)
    const next = this.#takePart(taking, from)
    taking.replied += work.replied
    this.#taking = next === undefined ? undefined : taking
    this.#outbox.flush(this.#client)
    this.#context.chargeSteps(work.spent)
    return next
  }

  /** Returns where the next part continues: the packet, and how many of its locations are done. */
  #takePart({ packets, replied }: Taking, from: number): ReceiveResult {
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

  /** [AP-9.11] The client pays for the cost estimate. */
  #leaveUnread(steps: number): undefined {
    this.#outbox.reply(this.#peer, tooMuchUnread)
    this.#outbox.flush(this.#client)
    this.#context.chargeSteps(steps)
  }

  /**
   * Returns how many of the packet's locations are done, or undefined if all are. `done`: the count from earlier parts.
   */
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
        // [AP-9.9] Once the replies to a frame reach the limit, other packets are refused; location checks still count.
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

  /** [AP-2.12] The protocol has no field for a wait, so a text announces it first. */
  #refuse({ refused, waitMs }: Extract<Verdict, { readonly refused: unknown }>): void {
    if (waitMs > 0)
      this.#outbox.reply(this.#peer, { cmd: 'PrintJSON', data: [{ text: tooManyGuessesMessage(waitMs) }] })
    this.#outbox.reply(this.#peer, { cmd: 'ConnectionRefused', errors: refused })
  }

  /** [AP-2.9] The new client's own packets come first, in a frame of their own; the broadcast follows. */
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

  /** Sends queued packets before closing. */
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

/** Undefined: not a list of packets. */
function packetsOf(frame: string): readonly PyValue[] | undefined {
  const value = parsed(frame)
  if (Array.isArray(value)) return value
  // [AP-1.2] Python iterates over the keys of an object and the characters of a text.
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
