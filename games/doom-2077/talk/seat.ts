// A client's player and what the client has been or will be sent. Moves to another session as a whole if the client
// appears at another port.
import { Mailbox, probeBytes } from '../datagrams/mailbox.ts'
import { encoded, type Messages } from '../datagrams/messages.ts'
import { Retelling } from '../datagrams/slot.ts'
import type { DoomWorld, KickReason, Player, Remembered } from '../world.ts'
import type { Conversation } from './note.ts'
import type { Output } from './output.ts'
import { Acceptance } from './proof.ts'

/** [DM-8.2] More than eight seconds of datagrams. */
const mostWaitingBytes = 256 * 1024
/** [DM-2.14] Milliseconds of silence before a client is probed, and between two probes. */
const askedAfterMs = 2000
const probeEveryMs = 1000
/** [DM-8.9] Minimum milliseconds between two reloads of the map. */
const reloadEveryMs = 10_000

export class Seat {
  readonly player: Player
  /** The client has sent MOVE since it was accepted. */
  moved = false
  readonly #world: DoomWorld
  readonly #mailbox: Mailbox
  readonly #retelling: Retelling
  /** The name as requested. */
  readonly #asked: string
  /** Undefined until ACPT is sent. */
  #acceptance: Acceptance | undefined
  #reloadedAt = Number.NEGATIVE_INFINITY

  private constructor(world: DoomWorld, mailbox: Mailbox, player: Player, asked: string, now: number) {
    this.#world = world
    this.#mailbox = mailbox
    this.#retelling = new Retelling(now)
    this.#asked = asked
    this.player = player
    mailbox.owner = player.id
    mailbox.distanceTo = (id) => world.distance(player, id)
  }

  /** Creates a seat for a new player, who does not enter yet. */
  static requested(world: DoomWorld, messages: Messages, name: string, now: number): Seat | KickReason {
    const mailbox = new Mailbox(messages)
    const player = world.join(name, mailbox)
    return 'kick' in player ? player : new Seat(world, mailbox, player, name, now)
  }

  /**
   * [DM-2.12] Restores a seat from before the room's restart; undefined if the player has left meanwhile. `entered`:
   * players who joined since the restart. JOINs that the client may have received are not repeated; in doubt the client
   * reloads the map and then receives all of them.
   */
  static resumed(
    world: DoomWorld,
    messages: Messages,
    remembered: Remembered,
    { introduced, accepted, told }: Pick<Conversation, 'introduced' | 'accepted' | 'told'>,
    entered: ReadonlySet<number>,
    now: number,
  ): Seat | undefined {
    const mailbox = new Mailbox(messages)
    mailbox.owner = remembered.id
    const player = world.rejoin(remembered, mailbox)
    if (!player) return undefined
    const seat = new Seat(world, mailbox, player, remembered.name, now)
    if (introduced) mailbox.recall([player.id])
    if (accepted) seat.#acceptance = new Acceptance(now)
    // ACPT was repeated before the restart, or is too old to repeat.
    seat.answered()
    const present = world.present(player)
    const before = present.map(({ id }) => id).filter((id) => !entered.has(id))
    mailbox.recall(before, player.arrived ? doubtful(before, told) : [])
    for (const { id, name } of present) mailbox.hear({ kind: 'joined', id, name })
    return seat
  }

  get isAccepted(): boolean {
    return this.#acceptance !== undefined
  }

  /** [DM-2.12] Other players of whom the client certainly knows. */
  get told(): readonly number[] {
    return this.#mailbox.told
  }

  /** The client has received every announcement sent so far. */
  heardAll(): void {
    this.#mailbox.arrived()
  }

  /** The player's own JOIN has been sent or queued. */
  get isIntroduced(): boolean {
    return this.#mailbox.knows(this.player.id)
  }

  /** [DM-8.2] So much is queued that the client will not catch up. */
  get isOverwhelmed(): boolean {
    return this.#mailbox.waitingBytes > mostWaitingBytes
  }

  isOf(name: string): boolean {
    return name === this.#asked || name === this.player.name
  }

  /** [DM-2.1] Sends ACPT and LMAP together and alone, or the original client crashes. True when first sent. */
  accept(output: Output, now: number): boolean {
    const { id, map } = this.player
    const accepting = encoded([
      { type: 'ACPT', playerId: id },
      { type: 'LMAP', mapName: map },
    ])
    if (!output.send(accepting, now)) return false
    this.#acceptance?.repeated(now)
    if (this.#acceptance) return false
    this.#acceptance = new Acceptance(now)
    return true
  }

  /** The client was heard from, so it knows that it was accepted. */
  answered(): void {
    this.#acceptance?.answered()
  }

  /** [DM-2.8] Queues the player's own JOIN and place, which is the first probe, once the address may receive them. */
  introduce({ proof, probes }: Output, now: number): void {
    if (this.isIntroduced) return
    const { id, name, place } = this.player
    const { length } = encoded([{ type: 'JOIN', playerId: id, name }])
    if (length + probeBytes > proof.allowance) return
    this.#mailbox.hear({ kind: 'joined', id, name })
    this.#mailbox.hear({ kind: 'moved', id, place })
    probes.sent(place, now)
  }

  /** Repeats the state that the client may have missed, from the next slot on. */
  retell(): void {
    this.#retelling.hasten()
  }

  /** [DM-8.1] `silentMs`: milliseconds since the client's last datagram. */
  slot(output: Output, silentMs: number, now: number): void {
    if (this.#acceptance?.isDue(now)) this.accept(output, now)
    if (!output.isDue(now)) return
    this.#reloadIfLost(output, now)
    if (this.#wantsProbe(output, silentMs, now)) this.#askBack(output, now)
    if (this.player.entered)
      this.#retelling.fill(this.#mailbox, now, output.limit, () => this.#world.state(this.player))
    output.flush(this.#mailbox, now, () => this.#probe(output, now, true))
  }

  /** [DM-8.4] */
  pong(answer: Uint8Array, output: Output, now: number): void {
    if (this.player.entered) output.hurry(answer, this.#mailbox, now, () => this.#probe(output, now, true))
    else output.send(answer, now)
  }

  /** [DM-2.8] [DM-2.14] Until the address is validated, and while the client is silent. */
  #wantsProbe({ isLossy, proof, probes }: Output, silentMs: number, now: number): boolean {
    const { entered, arrived, alive } = this.player
    if (!isLossy || !this.isAccepted || now - probes.sentAt < probeEveryMs) return false
    if (!entered) return !proof.proven && this.isIntroduced
    if (!proof.proven) return arrived && alive
    return arrived && alive && silentMs >= askedAfterMs
  }

  /** Puts a probe ahead of the queue if the address may receive it. */
  #askBack(output: Output, now: number): void {
    if (output.limit >= probeBytes) this.#mailbox.putFirst(this.#probe(output, now, false))
  }

  /** [DM-2.14] */
  #probe({ proof, probes }: Output, now: number, announces: boolean): Uint8Array {
    const place = this.#world.placeToEcho(this.player, proof.proven ? 'hair' : 'secret')
    probes.sent(place, now, announces)
    return encoded([{ type: 'MOVE', playerId: this.player.id, ...place }])
  }

  /** [DM-8.9] [DM-2.12] Lost announcements of players cannot be repeated, so the client reloads the map. */
  #reloadIfLost({ isLossy, probes }: Output, now: number): void {
    const mayBeLost = isLossy && (this.#mailbox.mayShowGhosts || probes.hasLostAnnouncement(now))
    if (!(mayBeLost || this.#mailbox.isDoubtful) || now - this.#reloadedAt < reloadEveryMs) return
    if (!this.#world.reload(this.player)) return
    this.#reloadedAt = now
    probes.forget()
  }
}

/** [DM-2.12] Players present whom the client may not know, and players it knows who are no longer present. */
function doubtful(present: readonly number[], told: readonly number[] | undefined): number[] {
  if (!told) return []
  return [...present.filter((id) => !told.includes(id)), ...told.filter((id) => !present.includes(id))]
}
