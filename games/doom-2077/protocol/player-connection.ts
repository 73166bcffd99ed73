// If the client appears at another port, the whole connection moves to the session of that port.
import { DatagramQueue, probeBytes } from '../datagrams/datagram-queue.ts'
import { type EventEncoder, encodeMessages } from '../datagrams/event-encoder.ts'
import { StateRefresh } from '../datagrams/pacing.ts'
import type { DoomWorld, JoinRefusal, Player, PlayerResumeState } from '../world.ts'
import { AcceptRepeater } from './accept-repeater.ts'
import type { DatagramSender } from './datagram-sender.ts'
import type { ResumeState } from './resume-state.ts'

/** [DM-8.2] Maximum bytes of waiting events, more than eight seconds of datagrams. */
const maxQueuedBytes = 256 * 1024
/** [DM-2.14] Milliseconds of silence before a client is probed, and between two probes. */
const probeAfterMs = 2000
const probeEveryMs = 1000
/** [DM-8.9] */
const reloadEveryMs = 10_000

export class PlayerConnection {
  readonly player: Player
  /** Whether the client has sent a MOVE since it was accepted. */
  hasMoved = false
  readonly #world: DoomWorld
  readonly #queue: DatagramQueue
  readonly #stateRefresh: StateRefresh
  readonly #requestedName: string
  /** Undefined until ACPT is sent. */
  #acceptance: AcceptRepeater | undefined
  #reloadedAt = Number.NEGATIVE_INFINITY

  private constructor(world: DoomWorld, queue: DatagramQueue, player: Player, asked: string, now: number) {
    this.#world = world
    this.#queue = queue
    this.#stateRefresh = new StateRefresh(now)
    this.#requestedName = asked
    this.player = player
    queue.owner = player.id
    queue.distanceTo = (id) => world.distance(player, id)
  }

  /** Creates the connection of an accepted player, who has not entered the game yet. */
  static create(
    world: DoomWorld,
    messages: EventEncoder,
    name: string,
    now: number,
    secret?: string,
  ): PlayerConnection | JoinRefusal {
    const queue = new DatagramQueue(messages)
    const player = world.join(name, queue, secret)
    return 'kick' in player ? player : new PlayerConnection(world, queue, player, name, now)
  }

  /**
   * [DM-2.15] Creates the connection for a client that knows nothing of the match yet. Undefined if no player has this
   * name and secret.
   */
  static reclaim(
    world: DoomWorld,
    messages: EventEncoder,
    name: string,
    now: number,
    secret: string,
  ): PlayerConnection | undefined {
    const queue = new DatagramQueue(messages)
    const player = world.reclaim(name, secret, queue)
    if (!player) return undefined
    const connection = new PlayerConnection(world, queue, player, name, now)
    const { id, map, position } = player
    queue.onEvent({ kind: 'joined', id, name: player.name })
    queue.onEvent({ kind: 'map', name: map, id, place: position })
    return connection
  }

  /**
   * [DM-2.12] Undefined if the player has left in the meantime. `entered`: players who joined after the restart. JOINs
   * that the client may have received are not repeated. If the server does not know which JOINs the client has, the
   * client reloads the map and then receives all players.
   */
  static restore(
    world: DoomWorld,
    messages: EventEncoder,
    remembered: PlayerResumeState,
    {
      isIntroduced,
      isAccepted,
      knownPlayerIds,
    }: Pick<ResumeState, 'isIntroduced' | 'isAccepted' | 'knownPlayerIds'>,
    entered: ReadonlySet<number>,
    now: number,
  ): PlayerConnection | undefined {
    const queue = new DatagramQueue(messages)
    queue.owner = remembered.id
    const player = world.rejoin(remembered, queue)
    if (!player) return undefined
    const connection = new PlayerConnection(world, queue, player, remembered.name, now)
    if (isIntroduced) queue.restoreAnnounced([player.id])
    if (isAccepted) connection.#acceptance = new AcceptRepeater(now)
    // The server does not repeat ACPT after a restart.
    connection.onHeard()
    const present = world.otherPlayers(player)
    const before = present.map(({ id }) => id).filter((id) => !entered.has(id))
    queue.restoreAnnounced(before, player.hasLoadedMap ? uncertainPlayers(before, knownPlayerIds) : [])
    for (const { id, name } of present) queue.onEvent({ kind: 'joined', id, name })
    return connection
  }

  get isAccepted(): boolean {
    return this.#acceptance !== undefined
  }

  /** [DM-2.12] */
  get knownPlayerIds(): readonly number[] {
    return this.#queue.acknowledgedPlayers
  }

  /** Called when the client has received every JOIN sent so far. */
  onAllAcknowledged(): void {
    this.#queue.onAllAcknowledged()
  }

  /** Whether the player's own JOIN has been sent or queued. */
  get isIntroduced(): boolean {
    return this.#queue.hasAnnounced(this.player.id)
  }

  /** [DM-8.2] */
  get isOverwhelmed(): boolean {
    return this.#queue.queuedBytes > maxQueuedBytes
  }

  isForName(name: string): boolean {
    return name === this.#requestedName || name === this.player.name
  }

  /**
   * [DM-2.1] The original client crashes if the datagram has other messages. Returns true when ACPT is sent for the
   * first time.
   */
  accept(output: DatagramSender, now: number): boolean {
    const { id, map } = this.player
    const accepting = encodeMessages([
      { type: 'ACPT', playerId: id },
      { type: 'LMAP', mapName: map },
    ])
    if (!output.send(accepting, now)) return false
    this.#acceptance?.onRepeated(now)
    if (this.#acceptance) return false
    this.#acceptance = new AcceptRepeater(now)
    return true
  }

  /** Called when the client has answered and so has received ACPT. */
  onHeard(): void {
    this.#acceptance?.onHeard()
  }

  /** [DM-2.8] The MOVE after the JOIN is the first probe. */
  announceSelf({ amplificationLimit, echoProbes }: DatagramSender, now: number): void {
    if (this.isIntroduced) return
    const { id, name, position } = this.player
    const { length } = encodeMessages([{ type: 'JOIN', playerId: id, name }])
    if (length + probeBytes > amplificationLimit.allowance) return
    this.#queue.onEvent({ kind: 'joined', id, name })
    this.#queue.onEvent({ kind: 'moved', id, place: position })
    echoProbes.add(position, now)
  }

  /** Starts to resend the state in the next slot. */
  refreshState(): void {
    this.#stateRefresh.startNow()
  }

  /** [DM-8.1] `silentMs`: milliseconds since the client's last datagram. */
  onSlot(output: DatagramSender, silentMs: number, now: number): void {
    if (this.#acceptance?.isDue(now)) this.accept(output, now)
    const { echoProbes } = output
    this.player.reception = { isBehind: echoProbes.isBehind(now), echoDelayMs: echoProbes.echoDelayMs }
    if (!output.isSlotDue(now)) return
    this.#reloadIfLost(output, now)
    if (this.#wantsProbe(output, silentMs, now)) this.#sendProbe(output, now)
    if (this.player.hasEntered)
      this.#stateRefresh.addEvents(this.#queue, now, output.maxBytes, () =>
        this.#world.repeatableState(this.player),
      )
    output.flush(this.#queue, now, () => this.#createProbe(output, now, true))
  }

  /** [DM-8.4] */
  sendPong(answer: Uint8Array, output: DatagramSender, now: number): void {
    if (this.player.hasEntered)
      output.sendAhead(answer, this.#queue, now, () => this.#createProbe(output, now, true))
    else output.send(answer, now)
  }

  /** [DM-2.8] [DM-2.14] */
  #wantsProbe(
    { isLossy, amplificationLimit, echoProbes }: DatagramSender,
    silentMs: number,
    now: number,
  ): boolean {
    const { hasEntered, hasLoadedMap, isAlive } = this.player
    if (!isLossy || !this.isAccepted || now - echoProbes.lastSentAt < probeEveryMs) return false
    if (echoProbes.isBehind(now) && echoProbes.hasPending) return false
    if (!hasEntered) return !amplificationLimit.isValidated && this.isIntroduced
    if (!amplificationLimit.isValidated) return hasLoadedMap && isAlive
    return hasLoadedMap && isAlive && silentMs >= probeAfterMs
  }

  /** Does nothing if the address may not receive a probe. */
  #sendProbe(output: DatagramSender, now: number): void {
    if (output.maxBytes >= probeBytes) this.#queue.prepend(this.#createProbe(output, now, false))
  }

  /** [DM-2.14] */
  #createProbe(
    { amplificationLimit, echoProbes }: DatagramSender,
    now: number,
    announces: boolean,
  ): Uint8Array {
    const place = this.#world.positionToEcho(
      this.player,
      amplificationLimit.isValidated ? 'invisible' : 'secret',
    )
    echoProbes.add(place, now, announces)
    return encodeMessages([{ type: 'MOVE', playerId: this.player.id, ...place }])
  }

  /** [DM-8.9] [DM-2.12] JOINs cannot be repeated. */
  #reloadIfLost({ isLossy, echoProbes }: DatagramSender, now: number): void {
    const mayBeLost = isLossy && (this.#queue.mayShowGhosts || echoProbes.hasLostAnnouncement(now))
    if (!(mayBeLost || this.#queue.isUncertain) || now - this.#reloadedAt < reloadEveryMs) return
    if (!this.#world.reloadMap(this.player)) return
    this.#reloadedAt = now
    echoProbes.clear()
  }
}

/** [DM-2.12] Present players whose JOIN the client may not have received, and announced players who have left. */
function uncertainPlayers(present: readonly number[], known: readonly number[]): number[] {
  return [...present.filter((id) => !known.includes(id)), ...known.filter((id) => !present.includes(id))]
}
