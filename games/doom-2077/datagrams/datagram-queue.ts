// The messages that wait for one client: all events in order, and the MOVEs of other players.

import { datagramBytes } from '../framing.ts'
import type { WorldEvent, WorldEventListener } from '../state/world-events.ts'
import { DatagramBuilder } from './datagram.ts'
import type { EventEncoder } from './event-encoder.ts'

/** [DM-8.3] Number of datagrams that waiting MOVEs may fill before older MOVEs of each player are dropped. */
const maxMoveDatagrams = 3
/** [DM-8.3] The number of nearest players whose MOVEs are sent first, about half a datagram. */
const nearestCount = 10

/** [DM-8.9] Bytes of a probe, which is a MOVE to the client. */
export const probeBytes = 47

interface QueuedEvent {
  readonly message: Uint8Array
  /** The other player that this message announces, if any. */
  readonly announcedPlayer: number | undefined
}

interface QueuedMove {
  readonly id: number
  readonly message: Uint8Array
}

export class DatagramQueue implements WorldEventListener {
  /** Id of the client's player, 0 while it is unknown. */
  owner = 0
  /** The distance to a player. The queue only compares distances, so the unit does not matter. */
  distanceTo: (id: number) => number = () => 0
  readonly #encoder: EventEncoder
  readonly #datagram = new DatagramBuilder()
  /** Events wait in order, and none is dropped. */
  #events: QueuedEvent[] = []
  /** MOVEs of other players, in order of arrival. */
  #moves: QueuedMove[] = []
  /** Ids of players that the client has received a JOIN for, including its own player. */
  #announced = new Set<number>()
  /** Ids of players announced in a datagram that the client has not yet acknowledged. */
  readonly #unacknowledged = new Set<number>()
  /** [DM-2.12] Ids of players whose JOIN the client may have received before the room's restart. */
  readonly #uncertain = new Set<number>()
  #hasSentQuit = false
  #mayShowGhosts = false

  constructor(messages: EventEncoder) {
    this.#encoder = messages
  }

  onEvent(event: WorldEvent): void {
    if (event.kind === 'joined') {
      // [DM-2.2] A second JOIN of the same id crashes the original client.
      if (this.#announced.has(event.id)) return
      this.#announced.add(event.id)
    } else if (event.kind === 'left') {
      if (!this.#announced.delete(event.id)) return
      this.#hasSentQuit = true
      this.#moves = this.#moves.filter(({ id }) => id !== event.id)
    } else if (event.kind === 'map') {
      this.#forgetOthers()
    } else if (event.kind === 'starts' && event.seconds === 0) {
      this.#mayShowGhosts = this.#hasSentQuit
    } else if (event.kind === 'moved' && event.id !== this.owner) {
      this.#moves.push({ id: event.id, message: this.#encoder.encode(event) })
      return
    }
    const announced = event.kind === 'joined' && event.id !== this.owner ? event.id : undefined
    this.#events.push({ message: this.#encoder.encode(event), announcedPlayer: announced })
  }

  /**
   * Call after a restart of the room. `ids`: players whose JOIN the client has certainly received. `doubtful`: players
   * whose JOIN it may have received.
   */
  restoreAnnounced(ids: Iterable<number>, doubtful: Iterable<number> = []): void {
    for (const id of ids) this.#announced.add(id)
    for (const id of doubtful) this.#uncertain.add(id)
  }

  /** Call when the client has acknowledged every datagram sent so far. */
  onAllAcknowledged(): void {
    this.#unacknowledged.clear()
  }

  /** [DM-2.12] */
  get acknowledgedPlayers(): number[] {
    const unsure = new Set([this.owner, ...this.#unacknowledged, ...this.#uncertain])
    for (const { announcedPlayer } of this.#events)
      if (announcedPlayer !== undefined) unsure.add(announcedPlayer)
    return [...this.#announced].filter((id) => !unsure.has(id))
  }

  /** [DM-2.12] The client may lack a player, or still show a player who has left. */
  get isUncertain(): boolean {
    return this.#uncertain.size > 0
  }

  hasAnnounced(id: number): boolean {
    return this.#announced.has(id)
  }

  /** [DM-8.9] A match has started since a QUIT was sent, and that QUIT may be lost. */
  get mayShowGhosts(): boolean {
    return this.#mayShowGhosts
  }

  get queuedBytes(): number {
    return this.#events.reduce((sum, { message }) => sum + message.length, 0)
  }

  /** Puts the messages before all queued events and MOVEs. */
  prepend(...messages: readonly Uint8Array[]): void {
    this.#events.unshift(...messages.map((message) => ({ message, announcedPlayer: undefined })))
  }

  hasRoomFor(event: WorldEvent, limit: number): boolean {
    return this.queuedBytes + this.#moveBytes + this.#encoder.encode(event).length <= limit
  }

  /**
   * [DM-8.2] `limit`: 1,024 bytes or fewer. Returns undefined if no queued message fits. [DM-8.9] If the datagram
   * announces other players, the result of `probe` is added after the events.
   */
  takeDatagram(limit: number, probe?: () => Uint8Array): Uint8Array | undefined {
    let taken = 0
    let announces = false
    for (const { message, announcedPlayer } of this.#events) {
      const announcing: boolean = announces || announcedPlayer !== undefined
      if (!this.#addToDatagram(message, probe && announcing ? limit - probeBytes : limit)) break
      announces = announcing
      if (probe && announcedPlayer !== undefined) this.#unacknowledged.add(announcedPlayer)
      taken++
    }
    this.#events.splice(0, taken)
    if (announces && probe) this.#addToDatagram(probe(), limit)
    if (this.#events.length === 0) this.#addMoves(limit)
    return this.#datagram.take()
  }

  get #moveBytes(): number {
    return this.#moves.reduce((sum, { message }) => sum + message.length, 0)
  }

  #addToDatagram(message: Uint8Array, limit: number): boolean {
    return this.#datagram.size + message.length <= limit && this.#datagram.add(message)
  }

  /** [DM-8.3] */
  #addMoves(limit: number): void {
    if (this.#moveBytes > maxMoveDatagrams * datagramBytes)
      this.#moves = this.#nearestFirst(newestPerPlayer(this.#moves))
    let taken = 0
    for (const { message } of this.#moves) {
      if (!this.#addToDatagram(message, limit)) break
      taken++
    }
    this.#moves.splice(0, taken)
  }

  /** The other MOVEs keep their order, so that no MOVE waits forever. */
  #nearestFirst(steps: readonly QueuedMove[]): QueuedMove[] {
    const far = new Map(steps.map(({ id }) => [id, this.distanceTo(id)]))
    const nearest = [...steps].sort((a, b) => far.get(a.id)! - far.get(b.id)!).slice(0, nearestCount)
    return [...nearest, ...steps.filter((step) => !nearest.includes(step))]
  }

  /** [DM-8.7] LMAP makes the client forget all other players. Events queued earlier are still sent before LMAP. */
  #forgetOthers(): void {
    this.#moves = []
    this.#announced = new Set([this.owner])
    this.#unacknowledged.clear()
    this.#uncertain.clear()
    this.#hasSentQuit = false
    this.#mayShowGhosts = false
  }
}

/** Keeps each player's newest MOVE, at the queue position of that player's oldest MOVE. */
function newestPerPlayer(steps: readonly QueuedMove[]): QueuedMove[] {
  const last = new Map<number, QueuedMove>()
  for (const step of steps) last.set(step.id, step)
  return [...last.values()]
}
