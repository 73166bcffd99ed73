// Output to clients, from the world's messages to frames. Encodes each packet once, combines one transaction's packets
// for a client into few frames, and multicasts identical frames. Used by sessions, and by the world as its Speech.
import type { GameContext, Peer } from '../../game.ts'
import type { FromServer } from '../packets.ts'
import { stringify, type Writable } from '../python/json.ts'
import type { Client } from '../room/clients.ts'
import type { RoomChange, Speech } from '../room/speech.ts'
import { type Message, type MessageType, networkItem } from '../room/texts.ts'
import type { Work } from '../room/work.ts'
import type { ReceivedItem } from '../slots/items.ts'
import { limits } from './limits.ts'

/** Packets that stay together; shared by all their receivers. */
interface Entry {
  /** Encoded packets, separated by commas. */
  readonly text: string
  /** How many of them are item texts. */
  readonly sends: number
  /** The frame that contains only them, if already encoded. */
  readonly frame?: string
  /** Delivery may be delayed. */
  readonly late?: boolean
}

/** Texts about other players that do not change the receiver's state. */
const patient: ReadonlySet<MessageType> = new Set(['Join', 'Part', 'TagsChanged', 'Chat', 'ItemSend'])

/** The cost of encoding a text, beside its length. */
const stepsOfMessage = 16

/** Marks the end of a frame in a list of entries. */
const cut: Entry = { text: '', sends: 0 }

/**
 * A transaction's output to a peer, as a list linked backwards from the last entry. Peers with the same output share
 * one list, so that it is identified without comparing texts, and encoded and sent once.
 */
class Queued {
  readonly entry: Entry
  readonly #before: Queued | undefined
  #next: Queued | undefined

  constructor(entry: Entry, before?: Queued) {
    this.entry = entry
    this.#before = before
  }

  /** This list followed by `entry`. */
  and(entry: Entry): Queued {
    const next = this.#next
    if (next?.entry === entry) return next
    this.#next = new Queued(entry, this)
    return this.#next
  }

  /** All elements, in order of output. */
  get all(): Queued[] {
    const all: Queued[] = []
    for (let queued: Queued | undefined = this; queued; queued = queued.#before) all.push(queued)
    return all.reverse()
  }
}

/** One frame and its receivers. */
interface Framed {
  readonly entries: readonly Entry[]
  readonly peers: Peer[]
}

export class Outbox implements Speech {
  readonly #context: GameContext
  readonly #work: Work
  readonly #queued = new Map<Peer, Queued>()
  /** Clients that were sent more than texts in this transaction. */
  readonly #sentState = new Set<Client>()
  /** The empty list of this transaction, from which all others continue. */
  #nothing = new Queued(cut)

  constructor(context: GameContext, work: Work) {
    this.#context = context
    this.#work = work
  }

  /** Queues one packet to one peer. */
  reply(peer: Peer, packet: FromServer): void {
    const entry = this.#entry(stringify(packet))
    this.#work.replied += entry.text.length
    this.#queue(peer, entry)
  }

  /** Queues one encoded frame with one packet to one peer. */
  ready(peer: Peer, frame: string): void {
    this.#work.replied += frame.length
    this.#queue(peer, { text: frame.slice(1, -1), sends: 0, frame })
  }

  /** Starts a new frame for the peer. */
  cut(peer: Peer): void {
    this.#queue(peer, cut)
  }

  /** Queues one encoded packet to many peers. */
  toAll(peers: Iterable<Peer>, packet: string): void {
    const entry = this.#entry(packet)
    for (const peer of peers) this.#queue(peer, entry)
  }

  print(to: Iterable<Client>, messages: readonly Message[]): void {
    const hearing = [...to].filter((client) => client.hearsText)
    if (hearing.length === 0) return
    for (let at = 0; at < messages.length; at += limits.textsPerFrame) {
      const some = messages.slice(at, at + limits.textsPerFrame)
      this.#print(hearing, some)
    }
  }

  receivedItems(to: Client, index: number, items: readonly ReceivedItem[]): void {
    this.#tell([to], { cmd: 'ReceivedItems', index, items: items.map(networkItem) })
  }

  roomUpdate(to: Iterable<Client>, change: RoomChange): void {
    this.#tell(to, { cmd: 'RoomUpdate', ...(change as { readonly [name: string]: Writable }) })
  }

  setReply(to: Iterable<Client>, reply: Writable): void {
    const fields = reply instanceof Map ? [...reply] : Object.entries(reply as object)
    this.#tell(to, new Map<string, Writable>([['cmd', 'SetReply'], ...fields]))
  }

  flush(turnOf?: Client): void {
    const alike = new Map<Queued, Peer[]>()
    for (const [peer, queued] of this.#queued) {
      const peers = alike.get(queued)
      if (peers) peers.push(peer)
      else alike.set(queued, [peer])
    }
    this.#queued.clear()
    this.#nothing = new Queued(cut)
    // Frames for few peers go first: they answer waiting clients, while those for many are news.
    const framed = new Map<Queued, Framed>()
    for (const [queued, peers] of [...alike].sort(([, a], [, b]) => a.length - b.length))
      for (const { end, entries } of frames(queued.all)) {
        const same = framed.get(end)
        if (same) same.peers.push(...peers)
        else framed.set(end, { entries, peers: [...peers] })
      }
    for (const { entries, peers } of framed.values()) this.#send(peers, entries)
    this.#remember(turnOf)
  }

  #print(hearing: readonly Client[], messages: readonly Message[]): void {
    this.#work.spend(stepsOfMessage * messages.length + hearing.length)
    const sends = messages.filter(({ type }) => type === 'ItemSend').length
    // [AP-1.7]
    const late = hearing.length > limits.crowd && messages.every(({ type }) => type && patient.has(type))
    const entry = this.#entry(messages.map(printJson).join(','), sends, late)
    let older: Entry | undefined
    for (const client of hearing) {
      if (!client.wantsPrint) this.#queue(client.peer, entry)
      else {
        older ??= this.#entry(messages.map(print).join(','), sends, late)
        this.#queue(client.peer, older)
      }
    }
  }

  #tell(to: Iterable<Client>, packet: FromServer): void {
    const entry = this.#entry(stringify(packet))
    for (const client of to) {
      this.#queue(client.peer, entry)
      this.#sentState.add(client)
    }
  }

  #entry(text: string, sends = 0, late = false): Entry {
    this.#work.spendText(text.length)
    return { text, sends, late }
  }

  #queue(peer: Peer, entry: Entry): void {
    this.#work.spendText(entry.text.length)
    this.#queued.set(peer, (this.#queued.get(peer) ?? this.#nothing).and(entry))
  }

  #send(peers: readonly Peer[], entries: readonly Entry[]): void {
    const frame = frameOf(entries)
    if (entries.every(({ late }) => late)) this.#context.multicast(peers, frame, 'late')
    else if (peers.length === 1) peers[0]!.send(frame)
    else this.#context.multicast(peers, frame)
  }

  #remember(turnOf: Client | undefined): void {
    if (this.#sentState.size === 0) return
    const now = this.#context.now()
    for (const client of this.#sentState) if (client !== turnOf) client.sentStateAt = now
    this.#sentState.clear()
  }
}

function printJson(message: Message): string {
  return stringify({ cmd: 'PrintJSON', ...message })
}

/** [AP-4.8] Clients from before 0.3.5 get plain texts as Print, and everything else unchanged. */
function print(message: Message): string {
  if (message.data.some(({ type }) => type !== undefined)) return printJson(message)
  return stringify({ cmd: 'Print', text: message.data.map(({ text }) => text).join('') })
}

/**
 * [AP-1.5] Splits a list into as few frames as possible: limits the item texts of each, and its length unless a single
 * entry is longer. A frame's end depends only on the entries before it, so lists with a common start share their first
 * frames.
 */
function* frames(
  list: readonly Queued[],
): Iterable<{ readonly end: Queued; readonly entries: readonly Entry[] }> {
  let together: Entry[] = []
  let sends = 0
  let length = 0
  for (const [at, { entry }] of list.entries()) {
    const full = sends + entry.sends > limits.textsPerFrame || length + entry.text.length > limits.frameUnits
    if (together.length > 0 && (entry === cut || full)) {
      yield { end: list[at - 1]!, entries: together }
      together = []
      sends = 0
      length = 0
    }
    if (entry === cut) continue
    together.push(entry)
    sends += entry.sends
    length += entry.text.length
  }
  if (together.length > 0) yield { end: list.at(-1)!, entries: together }
}

function frameOf(entries: readonly Entry[]): string {
  const [first] = entries
  if (entries.length === 1 && first!.frame !== undefined) return first!.frame
  return `[${entries.map(({ text }) => text).join(',')}]`
}
