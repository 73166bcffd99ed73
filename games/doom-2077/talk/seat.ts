// A client's player, what the client was told of itself, and what it is still to be told. All of it goes to another
// session together, when the client turns up at another port.
import { Mailbox, probeBytes } from '../datagrams/mailbox.ts'
import { encoded, type Messages } from '../datagrams/messages.ts'
import { Retelling } from '../datagrams/slot.ts'
import type { DoomWorld, KickReason, Player, Remembered } from '../world.ts'
import type { Conversation } from './note.ts'
import type { Output } from './output.ts'
import { Acceptance } from './proof.ts'

/** [DM-8.2] Over eight seconds of datagrams. */
const mostWaitingBytes = 256 * 1024
/** [DM-2.14] Milliseconds of silence after which a client is asked whether it is there, and from one asking to the next. */
const askedAfterMs = 2000
const probeEveryMs = 1000
/** [DM-8.9] A client is not made to load the map more often, in milliseconds. */
const reloadEveryMs = 10_000

export class Seat {
  readonly player: Player
  /** It has sent MOVE since it was accepted. */
  moved = false
  readonly #world: DoomWorld
  readonly #mailbox: Mailbox
  readonly #retelling: Retelling
  /** The name as it was asked for. */
  readonly #asked: string
  /** Undefined: ACPT has not left yet. */
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

  /** Of somebody new, who is not in yet. */
  static requested(world: DoomWorld, messages: Messages, name: string, now: number): Seat | KickReason {
    const mailbox = new Mailbox(messages)
    const player = world.join(name, mailbox)
    return 'kick' in player ? player : new Seat(world, mailbox, player, name, now)
  }

  /**
   * [DM-2.12] As it was in a life of the room before this one; undefined: he is out meanwhile. `entered`: who came in
   * in this life. His client was told of all others, or may have been, and that is not said again: if it is not sure, the
   * client is made to load the map, and told of all.
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
    // Its ACPT was repeated before the restart, or is too old to be.
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

  /** [DM-2.12] Others of whom its client has surely been told. */
  get told(): readonly number[] {
    return this.#mailbox.told
  }

  /** What was sent was heard, up to the last that told of others. */
  heardAll(): void {
    this.#mailbox.arrived()
  }

  /** It was, or is to be, told of itself. */
  get isIntroduced(): boolean {
    return this.#mailbox.knows(this.player.id)
  }

  /** [DM-8.2] So much waits for it that it will not catch up. */
  get isOverwhelmed(): boolean {
    return this.#mailbox.waitingBytes > mostWaitingBytes
  }

  isOf(name: string): boolean {
    return name === this.#asked || name === this.player.name
  }

  /** [DM-2.1] ACPT and LMAP together and alone, or the original client goes down. True when they left for the first time. */
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

  /** Its client was heard from: it has been accepted and knows. */
  answered(): void {
    this.#acceptance?.answered()
  }

  /** [DM-2.8] His own JOIN and his place, which is the first probe, in the next slot, as soon as they may be sent. */
  introduce({ proof, probes }: Output, now: number): void {
    if (this.isIntroduced) return
    const { id, name, place } = this.player
    const { length } = encoded([{ type: 'JOIN', playerId: id, name }])
    if (length + probeBytes > proof.allowance) return
    this.#mailbox.hear({ kind: 'joined', id, name })
    this.#mailbox.hear({ kind: 'moved', id, place })
    probes.sent(place, now)
  }

  /** What it may have missed, from the next slot on. */
  retell(): void {
    this.#retelling.hasten()
  }

  /** [DM-8.1] `silentMs`: for how long its client has said nothing. */
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

  /** [DM-2.8] [DM-2.14] Until its address is proven, and when its client says nothing. */
  #wantsProbe({ isLossy, proof, probes }: Output, silentMs: number, now: number): boolean {
    const { entered, arrived, alive } = this.player
    if (!isLossy || !this.isAccepted || now - probes.sentAt < probeEveryMs) return false
    if (!entered) return !proof.proven && this.isIntroduced
    if (!proof.proven) return arrived && alive
    return arrived && alive && silentMs >= askedAfterMs
  }

  /** Before all that waits, if it may be sent so much. */
  #askBack(output: Output, now: number): void {
    if (output.limit >= probeBytes) this.#mailbox.putFirst(this.#probe(output, now, false))
  }

  /** [DM-2.14] */
  #probe({ proof, probes }: Output, now: number, announces: boolean): Uint8Array {
    const place = this.#world.placeToEcho(this.player, proof.proven ? 'hair' : 'secret')
    probes.sent(place, now, announces)
    return encoded([{ type: 'MOVE', playerId: this.player.id, ...place }])
  }

  /** [DM-8.9] [DM-2.12] What its client was told of others may be lost, and cannot be told again: it is to load the map anew. */
  #reloadIfLost({ isLossy, probes }: Output, now: number): void {
    const mayBeLost = isLossy && (this.#mailbox.mayShowGhosts || probes.hasLostAnnouncement(now))
    if (!(mayBeLost || this.#mailbox.isDoubtful) || now - this.#reloadedAt < reloadEveryMs) return
    if (!this.#world.reload(this.player)) return
    this.#reloadedAt = now
    probes.forget()
  }
}

/** [DM-2.12] Who is there and may not have been told of, and who was told of and is not there any more. */
function doubtful(present: readonly number[], told: readonly number[] | undefined): number[] {
  if (!told) return []
  return [...present.filter((id) => !told.includes(id)), ...told.filter((id) => !present.includes(id))]
}
