import { undefinedIfMalformed } from '../../wire/util/wire-error.ts'
import type { Frame, GameContext, Peer, ReceiveResult, Session } from '../game.ts'
import { tooManyGuessesMessage } from '../shared/passwords.ts'
import { TokenBucket } from '../shared/token-bucket.ts'
import { decodePacket, type FromClient, invalidArgumentsPacket } from './packets.ts'
import { type ConnectPacket, type ConnectVerdict, checkConnect, connectedPacket } from './protocol/connect.ts'
import type { FrameReadLimiter } from './protocol/frame-read-limiter.ts'
import { protocolLimits } from './protocol/limits.ts'
import type { FrameOutbox } from './protocol/outbox.ts'
import { handlePacket } from './protocol/packet-handlers.ts'
import {
  announcePresence,
  joinedMessage,
  leftMessage,
  noCompressionWarning,
  tutorialMessage,
} from './protocol/presence-messages.ts'
import { resendState } from './protocol/resend-state.ts'
import { decodeResumeState, ResumeStateEncoder } from './protocol/resume-state.ts'
import type { WelcomeFrames } from './protocol/room-info.ts'
import { parseJson } from './python/json.ts'
import { isDict, type PyDict, type PyValue } from './python/values.ts'
import { Client } from './room/clients.ts'
import { plainMessage } from './room/messages.ts'
import { pausedText } from './room/multiworld-state.ts'
import { estimateReadSteps } from './room/step-counter.ts'
import type { Multiworld } from './world.ts'

export interface SessionRoom extends Multiworld {
  readonly outbox: FrameOutbox
  readonly readLimiter: FrameReadLimiter
  readonly welcomeFrames: WelcomeFrames
}

interface PartialFrame {
  readonly frame: string
  readonly packets: readonly PyValue[]
  /** The length of the replies so far, in UTF-16 units. */
  repliedUnits: number
}

/**
 * A position in a frame is one number: the packet's index times `locationsPerPacket`, plus the number of the packet's
 * locations that are done. No packet has as many locations as `locationsPerPacket`.
 */
const locationsPerPacket = 2 ** 20

export class ArchipelagoSession implements Session {
  readonly #world: SessionRoom
  readonly #outbox: FrameOutbox
  readonly #readLimiter: FrameReadLimiter
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #chatLimit = new TokenBucket(protocolLimits.saysPerSecond, protocolLimits.sayBurst)
  readonly #connectLimit = new TokenBucket(protocolLimits.connectsPerSecond, protocolLimits.connectBurst)
  readonly #resumeStateWriter = new ResumeStateEncoder()
  /** When the client connected, in milliseconds of the room's clock. */
  #connectedAt: number
  #client: Client | undefined
  /** Restored from the client's resume state. */
  #sentProgress = ''
  #partialFrame: PartialFrame | undefined
  /** Whether the connection is closed. Its waiting frame is then dropped. */
  #isGone = false
  /** Whether the connection is being closed. The remaining packets of the frame are then dropped. */
  #isClosing = false

  /** `resumeState` is undefined for a new client, which receives RoomInfo. */
  constructor(world: SessionRoom, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    const { outbox, readLimiter } = world
    this.#world = world
    this.#outbox = outbox
    this.#readLimiter = readLimiter
    this.#context = context
    this.#peer = peer
    this.#connectedAt = context.now()
    if (resumeState) this.#resume(resumeState)
    else outbox.sendEncoded(peer, world.welcomeFrames.roomInfo(world))
    if (!this.#client) world.joinDeadlines.add(peer, this.#connectedAt)
    outbox.flush()
  }

  get resumeState(): Uint8Array {
    return this.#client
      ? this.#resumeStateWriter.encode(this.#client, this.#world)
      : this.#resumeStateWriter.encodeUnjoined(this.#connectedAt)
  }

  /** The slot's name without its alias. */
  get name(): string | undefined {
    return this.#client && this.#world.seed.slots.get(this.#client.slot)?.name
  }

  /** The slot's name with its alias, as other players see it. */
  get label(): string | undefined {
    return this.#client && this.#world.displayName(this.#client.slot)
  }

  /** [AP-9.9] All clients of a slot share one budget; a client that has not joined has its own. */
  get quotaKey(): string | undefined {
    return this.#client && `slot ${this.#client.slot}`
  }

  receive(frame: Frame, from: number): ReceiveResult | Promise<() => ReceiveResult> {
    if (typeof frame !== 'string') return this.#close('expected a text frame, got bytes')
    if (from > 0) return this.#continueFrame(frame, from)
    const steps = estimateReadSteps(frame)
    if (steps > protocolLimits.unreadSteps) return this.#rejectUnread(steps)
    const wait = this.#readLimiter.chargeOrWait(frame, steps, this.#context.now())
    if (wait > 0) return this.#readWhenAllowed(frame, steps, wait)
    const { waitMs, take } = this.#read(frame, steps)
    return waitMs === 0 ? take() : this.#context.delay(waitMs).then(() => take)
  }

  /**
   * Whether the frame changes no state. A LocationScouts that creates hints does change state, because the hints are
   * stored.
   */
  isReadOnly(frame: Frame): boolean {
    return typeof frame === 'string' && readOnlyPacket.test(frame) && !hintRequest.test(frame)
  }

  /** Rate limits apply only to the first part of a frame. After a restart the frame is parsed again. */
  #continueFrame(frame: string, from: number): ReceiveResult {
    if (this.#partialFrame?.frame === frame) return this.#processPart(this.#partialFrame, 0, from)
    const partial = { frame, packets: packetsOf(frame) ?? [], repliedUnits: 0 }
    return this.#processPart(partial, estimateReadSteps(frame), from)
  }

  /** [AP-9.11] A short frame can overtake a long one. */
  async #readWhenAllowed(frame: string, steps: number, first: number): Promise<() => ReceiveResult> {
    const wait = () => this.#readLimiter.chargeOrWait(frame, steps, this.#context.now())
    for (let ms = first; ms > 0; ms = this.#isGone ? 0 : wait()) await this.#context.delay(ms)
    if (this.#isGone) return () => {}
    const { waitMs, take } = this.#read(frame, steps)
    if (waitMs > 0) await this.#context.delay(waitMs)
    return take
  }

  /** `waitMs`: the time until `take` may run. */
  #read(frame: string, steps: number): { readonly waitMs: number; readonly take: () => ReceiveResult } {
    const packets = packetsOf(frame)
    if (!packets) return { waitMs: 0, take: () => this.#close('the frame is not a JSON list') }
    const waitMs = this.#rateLimitDelay(packets)
    return {
      waitMs,
      take: () => {
        if (waitMs > 0) this.#rateLimitDelay(packets)
        return this.#processPart({ frame, packets, repliedUnits: 0 }, steps, 0)
      },
    }
  }

  /** [AP-2.7] [AP-3.2] [AP-3.9] Returns the milliseconds for which the frame must wait. No packet is dropped. */
  #rateLimitDelay(packets: readonly PyValue[]): number {
    const now = this.#context.now()
    const sayCount = packets.filter(sendsText).length
    const connectCount = packets.filter((packet) => commandOf(packet) === 'Connect').length
    return Math.max(
      sayCount > 0 ? this.#chatLimit.takeOrWait(now, sayCount) : 0,
      connectCount > 0 ? this.#connectLimit.takeOrWait(now, connectCount) : 0,
    )
  }

  /**
   * [AP-9.2] Sends the state again, because packets sent during the restart may be lost. Other clients are not
   * notified.
   */
  onResumed(): void {
    if (!this.#client) return
    resendState(this.#world, this.#outbox, this.#client, this.#sentProgress)
    this.#sentProgress = ''
    this.#outbox.flush()
  }

  showText(text: string): void {
    if (!this.#client) return
    this.#world.send(this.#client, plainMessage(text))
    this.#outbox.flush()
  }

  onClosed(): void {
    this.#isGone = true
    this.#world.joinDeadlines.remove(this.#peer)
    const client = this.#client
    if (!client) return
    this.#world.removeClient(client)
    announcePresence(this.#world, client, leftMessage(this.#world, client))
    this.#outbox.flush()
  }

  /** [AP-9.9] `readSteps`: the cost of reading the frame, 0 if it is already charged. */
  #processPart(partial: PartialFrame, readSteps: number, from: number): ReceiveResult {
    const { steps } = this.#world
    steps.startPart()
    steps.charge(readSteps)
    const next = this.#processPackets(partial, from)
    partial.repliedUnits += steps.repliedUnits
    this.#partialFrame = next === undefined ? undefined : partial
    this.#outbox.flush(this.#client)
    this.#context.chargeSteps(steps.total)
    return next
  }

  /**
   * Returns the position at which the next part continues (see `locationsPerPacket`), or undefined if the frame is
   * done.
   */
  #processPackets({ packets, repliedUnits }: PartialFrame, from: number): ReceiveResult {
    const { steps } = this.#world
    const first = Math.floor(from / locationsPerPacket)
    let done = from % locationsPerPacket
    for (let nth = first; nth < packets.length; nth++) {
      if (this.#isClosing) return
      if (nth > first && steps.total > protocolLimits.frameSteps) return nth * locationsPerPacket
      const rest = this.#processPacket(packets[nth]!, done, repliedUnits + steps.repliedUnits)
      if (rest !== undefined) return nth * locationsPerPacket + rest
      done = 0
    }
  }

  /** [AP-9.11] The client is charged the estimated steps. */
  #rejectUnread(steps: number): undefined {
    this.#outbox.reply(this.#peer, frameTooExpensive)
    this.#outbox.flush(this.#client)
    this.#context.chargeSteps(steps)
  }

  /**
   * Returns the number of the packet's locations that are done, or undefined if the packet is done. `done`: the number
   * of locations that were done before the call.
   */
  #processPacket(value: PyValue, done: number, replied: number): number | undefined {
    const decoded = decodePacket(value, this.#client !== undefined)
    switch (decoded.outcome) {
      case 'ignored':
        return
      case 'close':
        return this.#close(decoded.reason)
      case 'invalid':
        this.#outbox.reply(this.#peer, decoded.answer)
        return decoded.close ? this.#close('a packet without cmd') : undefined
      case 'packet': {
        const { cmd } = decoded.packet
        // [AP-9.9] Once the replies to a frame exceed the limit, only LocationChecks packets are still processed.
        if (replied <= protocolLimits.replyUnits || cmd === 'LocationChecks')
          return this.#answer(decoded.packet, decoded.raw, done)
        this.#outbox.reply(this.#peer, invalidArgumentsPacket(cmd, tooManyReplies))
        return undefined
      }
    }
  }

  #answer(packet: FromClient, raw: PyDict, done: number): number | undefined {
    if (packet.cmd === 'Connect') return this.#connect(packet)
    if (packet.cmd === 'GetDataPackage') {
      const frame = this.#world.welcomeFrames.dataPackage(this.#world, packet.games, packet.exclusions)
      this.#outbox.sendEncoded(this.#peer, frame)
      return undefined
    }
    const context = { world: this.#world, outbox: this.#outbox, client: this.#client!, doneLocations: done }
    const answered = handlePacket(context, packet, raw)
    return typeof answered === 'string' ? this.#close(answered) : answered
  }

  #connect(packet: ConnectPacket): undefined {
    const verdict = checkConnect(this.#world, packet, this.#peer)
    if ('closed' in verdict) return this.#close(verdict.closed)
    if ('refused' in verdict) return void this.#refuse(verdict)
    const before = this.#client
    // [AP-2.10]
    if (before && before.slot !== verdict.joins.slot)
      return this.#close('the client has joined another slot already')
    if (before) this.#world.clients.remove(before)
    const client = new Client(this.#peer, verdict.joins)
    this.#world.reviewTags(client)
    for (const key of before?.watchedKeys ?? []) client.watchedKeys.add(key)
    if (before && this.#world.admin === before) this.#world.admin = client
    this.#client = client
    this.#world.joinDeadlines.remove(this.#peer)
    this.#join(client, packet.slot_data, before !== undefined)
  }

  /** [AP-2.12] ConnectionRefused has no field for the remaining waiting time. */
  #refuse({ refused, waitMs }: Extract<ConnectVerdict, { readonly refused: unknown }>): void {
    if (waitMs > 0)
      this.#outbox.reply(this.#peer, { cmd: 'PrintJSON', data: [{ text: tooManyGuessesMessage(waitMs) }] })
    this.#outbox.reply(this.#peer, { cmd: 'ConnectionRefused', errors: refused })
  }

  /** [AP-2.9] */
  #join(client: Client, slotData: PyValue | undefined, hadJoined: boolean): void {
    const { clients } = this.#world
    this.#outbox.reply(this.#peer, connectedPacket(this.#world, client, slotData))
    this.#world.sendInventory(client)
    if (hadJoined) return clients.add(client)
    this.#outbox.startFrame(this.#peer)
    this.#world.addClient(client)
    announcePresence(this.#world, client, joinedMessage(this.#world, client))
    this.#outbox.startFrame(this.#peer)
    this.#world.send(client, tutorialMessage)
    this.#outbox.startFrame(this.#peer)
    if (!this.#peer.compressed) this.#world.send(client, noCompressionWarning)
    this.#outbox.startFrame(this.#peer)
    if (this.#world.options.paused) this.#world.send(client, plainMessage(pausedText))
  }

  #resume(resumeState: Uint8Array): void {
    const restored = decodeResumeState(resumeState)
    if ('since' in restored) {
      this.#connectedAt = restored.since || this.#connectedAt
      return
    }
    const client = this.#world.restoreClient(this.#peer, restored.joined)
    for (const key of restored.watched) this.#world.clients.watch(client, key)
    if (restored.admin) this.#world.admin = client
    client.sentItems = this.#world.inventorySize(client)
    this.#client = client
    this.#sentProgress = restored.sentProgress
  }

  /** Sends queued packets before closing. */
  #close(reason: string): undefined {
    this.#isClosing = true
    this.#outbox.flush(this.#client)
    this.#peer.close(reason)
    return undefined
  }
}

const readOnlyPacket = /^\s*\[\s*\{\s*"cmd"\s*:\s*"(?:Get|GetDataPackage|LocationScouts)"/
const hintRequest = /"create_as_hint"\s*:\s*[^0\s]/
const tooManyReplies =
  'Too many replies to one frame: this packet was not executed. Send fewer packets per frame.'
const frameTooExpensive = {
  cmd: 'InvalidPacket',
  type: 'arguments',
  text: 'The packet is too expensive to read and was not executed. Send less at once.',
  original_cmd: null,
} as const

/** Undefined if the frame is invalid JSON or a single value. */
function packetsOf(frame: string): readonly PyValue[] | undefined {
  const value = tryParse(frame)
  if (Array.isArray(value)) return value
  // [AP-1.2] A Python loop visits the keys of an object and the characters of a text.
  if (isDict(value)) return [...value.keys()]
  return typeof value === 'string' ? [...value] : undefined
}

function tryParse(frame: string): PyValue | undefined {
  return undefinedIfMalformed(() =>
    parseJson(frame, { length: protocolLimits.frameBytes, depth: protocolLimits.frameDepth }),
  )
}

/** A Say, or new tags. */
function sendsText(packet: PyValue): boolean {
  const command = commandOf(packet)
  return command === 'Say' || (command === 'ConnectUpdate' && (packet as PyDict).has('tags'))
}

function commandOf(packet: PyValue): PyValue | undefined {
  return isDict(packet) ? packet.get('cmd') : undefined
}
