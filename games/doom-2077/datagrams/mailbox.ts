// Outgoing queue of one client: all events in order, and the movement of other players.

import { datagramBytes } from '../framing.ts'
import type { Listener, WorldEvent } from '../scene/events.ts'
import { Datagram } from './datagram.ts'
import type { Messages } from './messages.ts'

/** [DM-8.3] Datagrams that waiting MOVEs may fill, enough for those queued behind the events of a match's start. */
const mostStepDatagrams = 3
/** [DM-8.3] Players whose MOVEs come first beyond that: about half a datagram. */
const nearestFirst = 10

/** [DM-8.9] Bytes of a MOVE to clients. */
export const probeBytes = 47

/** A queued event. */
interface Happening {
  readonly message: Uint8Array
  /** The other player that this message announces. */
  readonly announced: number | undefined
}

interface Step {
  readonly id: number
  readonly message: Uint8Array
}

export class Mailbox implements Listener {
  /** Id of the client's player; 0 until known. */
  owner = 0
  /** Distance of a player from the owner, in any unit. Only its order matters. */
  distanceTo: (id: number) => number = () => 0
  readonly #messages: Messages
  readonly #datagram = new Datagram()
  /** Never dropped, always in order. */
  #events: Happening[] = []
  /** In order of arrival. */
  #steps: Step[] = []
  /** Players announced to the client, including itself. */
  #known = new Set<number>()
  /** Players announced in a datagram that the client has not yet acknowledged. */
  readonly #unheard = new Set<number>()
  /** [DM-2.12] Players of whom the client may know from before the room restarted. */
  readonly #doubtful = new Set<number>()
  #hasToldOfLeaving = false
  #mayShowGhosts = false

  constructor(messages: Messages) {
    this.#messages = messages
  }

  hear(event: WorldEvent): void {
    if (event.kind === 'joined') {
      // [DM-2.2] A second JOIN of the same id crashes the original client.
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

  /** Restores the players that the client was sent before the room restarted, and those that it may have been sent. */
  recall(ids: Iterable<number>, doubtful: Iterable<number> = []): void {
    for (const id of ids) this.#known.add(id)
    for (const id of doubtful) this.#doubtful.add(id)
  }

  /** The client has acknowledged every datagram sent so far. */
  arrived(): void {
    this.#unheard.clear()
  }

  /** [DM-2.12] Other players whose announcement the client has certainly received. */
  get told(): number[] {
    const unsure = new Set([this.owner, ...this.#unheard, ...this.#doubtful])
    for (const { announced } of this.#events) if (announced !== undefined) unsure.add(announced)
    return [...this.#known].filter((id) => !unsure.has(id))
  }

  /** [DM-2.12] True if the client may lack a player or still show one who left. */
  get isDoubtful(): boolean {
    return this.#doubtful.size > 0
  }

  knows(id: number): boolean {
    return this.#known.has(id)
  }

  /** [DM-8.9] True if a match has started since a QUIT was sent, and that QUIT may be lost. */
  get mayShowGhosts(): boolean {
    return this.#mayShowGhosts
  }

  /** Bytes of queued events. */
  get waitingBytes(): number {
    return this.#events.reduce((sum, { message }) => sum + message.length, 0)
  }

  /** Puts messages ahead of everything queued. */
  putFirst(...messages: readonly Uint8Array[]): void {
    this.#events.unshift(...messages.map((message) => ({ message, announced: undefined })))
  }

  /** Whether this event also fits into the next datagram of `limit` bytes. */
  hasRoomFor(event: WorldEvent, limit: number): boolean {
    return this.waitingBytes + this.#stepBytes + this.#messages.of(event).length <= limit
  }

  /**
   * [DM-8.2] Takes the next datagram of at most `limit` bytes (1,024), or undefined if nothing queued fits. [DM-8.9] If
   * it announces other players, `probe` is added after the events.
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

  /** [DM-8.3] MOVEs in order. If too many wait: only each player's newest, the nearest players first. */
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

  /** The others keep their order behind the nearest, so that no MOVE waits forever. */
  #nearestFirst(steps: readonly Step[]): Step[] {
    const far = new Map(steps.map(({ id }) => [id, this.distanceTo(id)]))
    const nearest = [...steps].sort((a, b) => far.get(a.id)! - far.get(b.id)!).slice(0, nearestFirst)
    return [...nearest, ...steps.filter((step) => !nearest.includes(step))]
  }

  /** [DM-8.7] The client is about to forget every player but itself. Earlier events are still sent before that. */
  #forget(): void {
    this.#steps = []
    this.#known = new Set([this.owner])
    this.#unheard.clear()
    this.#doubtful.clear()
    this.#hasToldOfLeaving = false
    this.#mayShowGhosts = false
  }
}

/** Each player's last step, in the position of that player's first. */
function newest(steps: readonly Step[]): Step[] {
  const last = new Map<number, Step>()
  for (const step of steps) last.set(step.id, step)
  return [...last.values()]
}
