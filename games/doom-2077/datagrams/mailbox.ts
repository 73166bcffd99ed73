// What one client is to be told in its next datagrams: everything that happened, in order, and where the others are.

import { datagramBytes } from '../framing.ts'
import type { Listener, WorldEvent } from '../scene/events.ts'
import { Datagram } from './datagram.ts'
import type { Messages } from './messages.ts'

/** [DM-8.3] Datagrams that waiting MOVEs may fill: what waited behind the news of a match's start still goes whole. */
const mostStepDatagrams = 3
/** [DM-8.3] Players whose MOVEs then come first: about half a datagram. */
const nearestFirst = 10

/** [DM-8.9] Of a MOVE to clients. */
export const probeBytes = 47

/** Something that happened. */
interface Happening {
  readonly message: Uint8Array
  /** Of somebody else who is in: his id. */
  readonly announced: number | undefined
}

interface Step {
  readonly id: number
  readonly message: Uint8Array
}

export class Mailbox implements Listener {
  /** Whose it is; 0: not known yet. */
  owner = 0
  /** How far a player is from its owner, in any unit: it only decides who comes first. */
  distanceTo: (id: number) => number = () => 0
  readonly #messages: Messages
  readonly #datagram = new Datagram()
  /** Never dropped, and always in order. */
  #events: Happening[] = []
  /** In the order in which they came, each player's newest last. */
  #steps: Step[] = []
  /** Who was announced to the client, itself included. */
  #known = new Set<number>()
  /** Announced in a datagram that nobody has shown to have read. */
  readonly #unheard = new Set<number>()
  /** [DM-2.12] Of whom the client may or may not have been told in a life of the room before this one. */
  readonly #doubtful = new Set<number>()
  #hasToldOfLeaving = false
  #mayShowGhosts = false

  constructor(messages: Messages) {
    this.#messages = messages
  }

  hear(event: WorldEvent): void {
    if (event.kind === 'joined') {
      // [DM-2.2] A second JOIN of the same id brings the original client down.
      if (this.#known.has(event.id)) return
      this.#known.add(event.id)
    } else if (event.kind === 'left') {
      if (!this.#known.delete(event.id)) return
      this.#hasToldOfLeaving = true
      this.#steps = this.#steps.filter(({ id }) => id !== event.id)
    } else if (event.kind === 'map') {
      this.#forget()
    } else if (event.kind === 'starts' && event.seconds === 0) {
      this.#mayShowGhosts = this.#hasToldOfLeaving
    } else if (event.kind === 'moved' && event.id !== this.owner) {
      this.#steps.push({ id: event.id, message: this.#messages.of(event) })
      return
    }
    const announced = event.kind === 'joined' && event.id !== this.owner ? event.id : undefined
    this.#events.push({ message: this.#messages.of(event), announced })
  }

  /** The client was told of these in a life of the room before this one, or of the `doubtful` may have been. */
  recall(ids: Iterable<number>, doubtful: Iterable<number> = []): void {
    for (const id of ids) this.#known.add(id)
    for (const id of doubtful) this.#doubtful.add(id)
  }

  /** What has left has arrived. */
  arrived(): void {
    this.#unheard.clear()
  }

  /** [DM-2.12] Others of whom the client has surely been told. */
  get told(): number[] {
    const unsure = new Set([this.owner, ...this.#unheard, ...this.#doubtful])
    for (const { announced } of this.#events) if (announced !== undefined) unsure.add(announced)
    return [...this.#known].filter((id) => !unsure.has(id))
  }

  /** [DM-2.12] There may be somebody of whom it does not know, or who has left and of whom it does. */
  get isDoubtful(): boolean {
    return this.#doubtful.size > 0
  }

  knows(id: number): boolean {
    return this.#known.has(id)
  }

  /** [DM-8.9] A match has begun since it was told that somebody left, and that may have been lost. */
  get mayShowGhosts(): boolean {
    return this.#mayShowGhosts
  }

  /** Of what happened. */
  get waitingBytes(): number {
    return this.#events.reduce((sum, { message }) => sum + message.length, 0)
  }

  /** Before everything that waits. */
  putFirst(...messages: readonly Uint8Array[]): void {
    this.#events.unshift(...messages.map((message) => ({ message, announced: undefined })))
  }

  /** Whether this, too, would go with the next datagram of `limit` bytes. */
  hasRoomFor(event: WorldEvent, limit: number): boolean {
    return this.waitingBytes + this.#stepBytes + this.#messages.of(event).length <= limit
  }

  /**
   * [DM-8.2] The next datagram, of at most `limit` bytes (1,024); undefined if nothing waits that fits. [DM-8.9] If it
   * tells of others, it has a `probe` behind what happened.
   */
  take(limit: number, probe?: () => Uint8Array): Uint8Array | undefined {
    let taken = 0
    let announces = false
    for (const { message, announced } of this.#events) {
      const announcing: boolean = announces || announced !== undefined
      if (!this.#add(message, probe && announcing ? limit - probeBytes : limit)) break
      announces = announcing
      if (probe && announced !== undefined) this.#unheard.add(announced)
      taken++
    }
    this.#events.splice(0, taken)
    if (announces && probe) this.#add(probe(), limit)
    if (this.#events.length === 0) this.#addSteps(limit)
    return this.#datagram.take()
  }

  get #stepBytes(): number {
    return this.#steps.reduce((sum, { message }) => sum + message.length, 0)
  }

  #add(message: Uint8Array, limit: number): boolean {
    return this.#datagram.size + message.length <= limit && this.#datagram.add(message)
  }

  /** [DM-8.3] In their order; if too many wait, each player's newest alone, and those of the nearest first. */
  #addSteps(limit: number): void {
    if (this.#stepBytes > mostStepDatagrams * datagramBytes)
      this.#steps = this.#nearestFirst(newest(this.#steps))
    let taken = 0
    for (const { message } of this.#steps) {
      if (!this.#add(message, limit)) break
      taken++
    }
    this.#steps.splice(0, taken)
  }

  /** The others stay in their order behind them: who waits longest is sent first, and nobody waits for ever. */
  #nearestFirst(steps: readonly Step[]): Step[] {
    const far = new Map(steps.map(({ id }) => [id, this.distanceTo(id)]))
    const nearest = [...steps].sort((a, b) => far.get(a.id)! - far.get(b.id)!).slice(0, nearestFirst)
    return [...nearest, ...steps.filter((step) => !nearest.includes(step))]
  }

  /** [DM-8.7] The client is about to forget everybody but itself. What happened before, it hears before. */
  #forget(): void {
    this.#steps = []
    this.#known = new Set([this.owner])
    this.#unheard.clear()
    this.#doubtful.clear()
    this.#hasToldOfLeaving = false
    this.#mayShowGhosts = false
  }
}

/** The last step of each, where the first one stood. */
function newest(steps: readonly Step[]): Step[] {
  const last = new Map<number, Step>()
  for (const step of steps) last.set(step.id, step)
  return [...last.values()]
}
