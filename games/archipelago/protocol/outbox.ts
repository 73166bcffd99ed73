// Queues packets to clients. Encodes each packet once, combines the packets of a transaction into few frames, and
// multicasts identical frames.
import type { GameContext, Peer } from '../../game.ts'
import type { FromServer } from '../packets.ts'
import { type JsonWritable, stringifyJson } from '../python/json.ts'
import type { ClientOutput, RoomUpdateFields } from '../room/client-output.ts'
import type { Client } from '../room/clients.ts'
import { type Message, type MessageType, toNetworkItem } from '../room/messages.ts'
import type { StepCounter } from '../room/step-counter.ts'
import type { ReceivedItem } from '../slots/received-items.ts'
import { protocolLimits } from './limits.ts'

/** One or more packets that stay in one frame. All their receivers share the entry. */
interface OutboxEntry {
  /** The encoded packets, separated by commas. */
  readonly text: string
  /** The number of packets that are item texts. */
  readonly itemTexts: number
  /** The encoded frame that contains only these packets. */
  readonly frame?: string
  readonly mayBeDelayed?: boolean
}

/** Texts of these types can be delayed, because they do not change the receiver's state. */
const delayableTypes: ReadonlySet<MessageType> = new Set(['Join', 'Part', 'TagsChanged', 'ItemSend'])

/** Steps for a message, in addition to those for the length of its text. */
const stepsPerMessage = 16

const frameBreak: OutboxEntry = { text: '', itemTexts: 0 }

/**
 * The last entry of a transaction's output to a peer, with a link to the entry before it. Peers with the same output
 * share the same object, so equal output is found without comparing texts, and is encoded and sent once.
 */
class QueuedOutput {
  readonly entry: OutboxEntry
  readonly #previous: QueuedOutput | undefined
  #next: QueuedOutput | undefined

  constructor(entry: OutboxEntry, before?: QueuedOutput) {
    this.entry = entry
    this.#previous = before
  }

  append(entry: OutboxEntry): QueuedOutput {
    const next = this.#next
    if (next?.entry === entry) return next
    this.#next = new QueuedOutput(entry, this)
    return this.#next
  }

  /** All queued entries in the order of output. */
  get all(): QueuedOutput[] {
    const all: QueuedOutput[] = []
    for (let queued: QueuedOutput | undefined = this; queued; queued = queued.#previous) all.push(queued)
    return all.reverse()
  }
}

interface SharedFrame {
  readonly entries: readonly OutboxEntry[]
  readonly peers: Peer[]
}

export class FrameOutbox implements ClientOutput {
  readonly #context: GameContext
  readonly #steps: StepCounter
  readonly #queued = new Map<Peer, QueuedOutput>()
  /** The clients that this transaction sends packets other than texts. */
  readonly #sentState = new Set<Client>()
  /** The output of each peer starts from this shared object, so that peers with the same output can share all of it. */
  #empty = new QueuedOutput(frameBreak)

  constructor(context: GameContext, steps: StepCounter) {
    this.#context = context
    this.#steps = steps
  }

  reply(peer: Peer, packet: FromServer): void {
    const entry = this.#entry(stringifyJson(packet))
    this.#steps.repliedUnits += entry.text.length
    this.#queue(peer, entry)
  }

  /** `frame`: the encoded frame, which contains one packet. */
  sendEncoded(peer: Peer, frame: string): void {
    this.#steps.repliedUnits += frame.length
    this.#queue(peer, { text: frame.slice(1, -1), itemTexts: 0, frame })
  }

  startFrame(peer: Peer): void {
    this.#queue(peer, frameBreak)
  }

  /** `packet`: encoded. */
  multicast(peers: Iterable<Peer>, packet: string): void {
    const entry = this.#entry(packet)
    for (const peer of peers) this.#queue(peer, entry)
  }

  print(to: Iterable<Client>, messages: readonly Message[]): void {
    const receivers = [...to].filter((client) => client.acceptsText)
    if (receivers.length === 0) return
    for (let at = 0; at < messages.length; at += protocolLimits.textsPerFrame) {
      const some = messages.slice(at, at + protocolLimits.textsPerFrame)
      this.#queueTexts(receivers, some)
    }
  }

  receivedItems(to: Client, index: number, items: readonly ReceivedItem[]): void {
    this.#multicastPacket([to], { cmd: 'ReceivedItems', index, items: items.map(toNetworkItem) })
  }

  roomUpdate(to: Iterable<Client>, change: RoomUpdateFields): void {
    this.#multicastPacket(to, { cmd: 'RoomUpdate', ...(change as { readonly [name: string]: JsonWritable }) })
  }

  setReply(to: Iterable<Client>, reply: JsonWritable): void {
    const fields = reply instanceof Map ? [...reply] : Object.entries(reply as object)
    this.#multicastPacket(to, new Map<string, JsonWritable>([['cmd', 'SetReply'], ...fields]))
  }

  flush(answeredClient?: Client): void {
    const peersByOutput = Map.groupBy(this.#queued.keys(), (peer) => this.#queued.get(peer)!)
    this.#queued.clear()
    this.#empty = new QueuedOutput(frameBreak)
    // Output for few peers is sent first, because it usually answers a waiting client. Output for many peers is usually
    // an announcement.
    const framed = new Map<QueuedOutput, SharedFrame>()
    for (const [queued, peers] of [...peersByOutput].sort(([, a], [, b]) => a.length - b.length))
      for (const { end, entries } of splitFrames(queued.all)) {
        const same = framed.get(end)
        if (same) same.peers.push(...peers)
        else framed.set(end, { entries, peers: [...peers] })
      }
    for (const { entries, peers } of framed.values()) this.#send(peers, entries)
    this.#recordSentState(answeredClient)
  }

  #queueTexts(receivers: readonly Client[], messages: readonly Message[]): void {
    this.#steps.charge(stepsPerMessage * messages.length + receivers.length)
    const sends = messages.filter(({ type }) => type === 'ItemSend').length
    // [AP-1.7]
    const mayBeDelayed =
      receivers.length > protocolLimits.maxPromptReceivers &&
      messages.every(({ type }) => type && delayableTypes.has(type))
    const entry = this.#entry(messages.map(encodePrintJson).join(','), sends, mayBeDelayed)
    let older: OutboxEntry | undefined
    for (const client of receivers) {
      if (!client.usesLegacyPrint) this.#queue(client.peer, entry)
      else {
        older ??= this.#entry(messages.map(encodePrint).join(','), sends, mayBeDelayed)
        this.#queue(client.peer, older)
      }
    }
  }

  #multicastPacket(to: Iterable<Client>, packet: FromServer): void {
    const entry = this.#entry(stringifyJson(packet))
    for (const client of to) {
      this.#queue(client.peer, entry)
      this.#sentState.add(client)
    }
  }

  #entry(text: string, sends = 0, mayBeDelayed = false): OutboxEntry {
    this.#steps.chargeText(text.length)
    return { text, itemTexts: sends, mayBeDelayed }
  }

  #queue(peer: Peer, entry: OutboxEntry): void {
    this.#steps.chargeText(entry.text.length)
    this.#queued.set(peer, (this.#queued.get(peer) ?? this.#empty).append(entry))
  }

  #send(peers: readonly Peer[], entries: readonly OutboxEntry[]): void {
    const frame = joinEntries(entries)
    if (entries.every(({ mayBeDelayed }) => mayBeDelayed)) this.#context.multicast(peers, frame, 'late')
    else if (peers.length === 1) peers[0]!.send(frame)
    else this.#context.multicast(peers, frame)
  }

  #recordSentState(answeredClient: Client | undefined): void {
    if (this.#sentState.size === 0) return
    const now = this.#context.now()
    for (const client of this.#sentState) if (client !== answeredClient) client.sentStateAt = now
    this.#sentState.clear()
  }
}

function encodePrintJson(message: Message): string {
  return stringifyJson({ cmd: 'PrintJSON', ...message })
}

/** [AP-4.8] */
function encodePrint(message: Message): string {
  if (message.data.some(({ type }) => type !== undefined)) return encodePrintJson(message)
  return stringifyJson({ cmd: 'Print', text: message.data.map(({ text }) => text).join('') })
}

/**
 * [AP-1.5] An entry that is longer than the limit has its own frame. The end of a frame depends only on the entries
 * before it, so outputs with a common start share their first frames.
 */
function* splitFrames(
  list: readonly QueuedOutput[],
): Iterable<{ readonly end: QueuedOutput; readonly entries: readonly OutboxEntry[] }> {
  let together: OutboxEntry[] = []
  let sends = 0
  let length = 0
  for (const [at, { entry }] of list.entries()) {
    const full =
      sends + entry.itemTexts > protocolLimits.textsPerFrame ||
      length + entry.text.length > protocolLimits.frameUnits
    if (together.length > 0 && (entry === frameBreak || full)) {
      yield { end: list[at - 1]!, entries: together }
      together = []
      sends = 0
      length = 0
    }
    if (entry === frameBreak) continue
    together.push(entry)
    sends += entry.itemTexts
    length += entry.text.length
  }
  if (together.length > 0) yield { end: list.at(-1)!, entries: together }
}

function joinEntries(entries: readonly OutboxEntry[]): string {
  const [first] = entries
  if (entries.length === 1 && first!.frame !== undefined) return first!.frame
  return `[${entries.map(({ text }) => text).join(',')}]`
}
