// A player of one client's, what that client has been told of itself, and what it is to be told. With its player it may
// go from one session to another.
import { Mailbox } from '../datagrams/mailbox.ts'
import { encoded, type Messages } from '../datagrams/messages.ts'
import { Retelling } from '../datagrams/slot.ts'
import type { DoomWorld, KickReason, Player, Remembered } from '../world.ts'
import type { Output } from './output.ts'
import { Acceptance } from './proof.ts'

/** [DM-8.2] Over eight seconds of datagrams. */
const mostWaitingBytes = 256 * 1024

export class Seat {
  readonly player: Player
  /** It has sent MOVE since it was accepted. */
  moved = false
  readonly #world: DoomWorld
  readonly #messages: Messages
  readonly #mailbox: Mailbox
  readonly #retelling: Retelling
  /** The name as it was asked for. */
  readonly #asked: string
  /** Undefined: ACPT has not left yet. */
  #acceptance: Acceptance | undefined

  private constructor(
    world: DoomWorld,
    messages: Messages,
    mailbox: Mailbox,
    player: Player,
    asked: string,
    now: number,
  ) {
    this.#world = world
    this.#messages = messages
    this.#mailbox = mailbox
    this.#retelling = new Retelling(now)
    this.#asked = asked
    this.player = player
    mailbox.owner = player.id
  }

  /** Of somebody new, who is not in yet. */
  static requested(world: DoomWorld, messages: Messages, name: string, now: number): Seat | KickReason {
    const mailbox = new Mailbox(messages)
    const player = world.join(name, mailbox)
    return 'kick' in player ? player : new Seat(world, messages, mailbox, player, name, now)
  }

  /**
   * [DM-2.12] As it was in a life of the room before this one; undefined: he is out meanwhile. `entered`: who came in
   * in this life. His client was told of all others, or may have been, and that is not said again.
   */
  static resumed(
    world: DoomWorld,
    messages: Messages,
    remembered: Remembered,
    { introduced, accepted }: { readonly introduced: boolean; readonly accepted: boolean },
    entered: ReadonlySet<number>,
    now: number,
  ): Seat | undefined {
    const mailbox = new Mailbox(messages)
    mailbox.owner = remembered.id
    const player = world.rejoin(remembered, mailbox)
    if (!player) return undefined
    const seat = new Seat(world, messages, mailbox, player, remembered.name, now)
    if (introduced) mailbox.recall([player.id])
    if (accepted) seat.#acceptance = new Acceptance(now)
    // It has had its repetitions, or the time for them is over.
    seat.answered()
    const present = world.present(player)
    mailbox.recall(present.filter(({ id }) => !entered.has(id)).map(({ id }) => id))
    for (const { id, name } of present) mailbox.hear({ kind: 'joined', id, name })
    return seat
  }

  get isAccepted(): boolean {
    return this.#acceptance !== undefined
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

  /** [DM-2.8] His own JOIN and MOVE in the next slot, once, and as soon as they may be sent. */
  introduce({ proof }: Output): void {
    if (this.isIntroduced) return
    const { id, name, place } = this.player
    const events = [{ kind: 'joined', id, name } as const, { kind: 'moved', id, place } as const]
    const bytes = events.reduce((sum, event) => sum + this.#messages.of(event).length, 0)
    if (bytes > proof.allowance) return
    for (const event of events) this.#mailbox.hear(event)
    proof.told(place)
  }

  /** What it may have missed, from the next slot on. */
  heal(): void {
    this.#retelling.hasten()
  }

  /** [DM-8.1] */
  slot(output: Output, now: number): void {
    if (this.#acceptance?.isDue(now)) this.accept(output, now)
    if (!output.isDue(now)) return
    if (this.player.entered)
      this.#retelling.fill(this.#mailbox, now, output.limit, () => this.#world.state(this.player))
    output.flush(this.#mailbox, now)
  }

  /** [DM-8.4] */
  pong(answer: Uint8Array, output: Output, now: number): void {
    if (this.player.entered) output.hurry(answer, this.#mailbox, now)
    else output.send(answer, now)
  }
}
