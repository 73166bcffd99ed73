// One conversation with a DOOM-2077 client: an address that may become a player's.
import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { TokenBucket } from '../shared/token-bucket.ts'
import { readFromClient } from './datagrams/datagram.ts'
import { encoded } from './datagrams/messages.ts'
import { slotMs } from './datagrams/slot.ts'
import type { Place } from './map/place.ts'
import type { FromClient, FromServer } from './packets.ts'
import { type KickWord, kicks } from './people/kicks.ts'
import { type Conversation, decodeNote, encodeNote } from './talk/note.ts'
import { Output } from './talk/output.ts'
import { Proof } from './talk/proof.ts'
import { rebound } from './talk/rebinding.ts'
import { Seat } from './talk/seat.ts'
import type { Sessions } from './talk/sessions.ts'
import type { DoomWorld, Player } from './world.ts'

/** A world and what all its sessions share. */
export interface DoomRoom extends DoomWorld {
  readonly sessions: Sessions<DoomSession>
}

/** [DM-2.4] Milliseconds of silence after which a session ends. */
const patienceMs = {
  /** For a player whose client has sent keep-alives. */
  keepsAlive: 20_000,
  /** For a player whose client may be silent while they stand still. */
  still: 120_000,
  stranger: 20_000,
  /** For a player whose name is requested from their own IP address. */
  leftBehind: 4000,
  /** The same over WebSocket, where no probes are sent. */
  leftBehindOnSocket: 20_000,
} as const

/** [DM-2.6] PINGs answered per second. */
const pingsPerSecond = 10
/** [DM-8.8] Chat lines per second, and burst. */
const chats = { perSecond: 2, burst: 4 } as const
/** [DM-8.8] JOINs per second from one address, and burst. */
const joins = { perSecond: 1, burst: 4 } as const
/** [DM-2.10] Minimum interval between KICKs to an unknown address that sends MOVEs. */
const strangerEveryMs = 5000
/** [DM-1.4] Bad datagrams logged per second, and burst. */
const logged = { perSecond: 0.1, burst: 3 } as const
/** [DM-8.8] Map lines that one datagram may cause to be examined, and how many cost one step. */
const [mostLooks, looksPerStep] = [100_000, 8]
/** [DM-8.5] A datagram duplicated by the network arrives twice within this many milliseconds. */
const doubledMs = 5

type PlayerAction = Exclude<FromClient, { readonly type: 'JOIN' | 'KATC' | 'PING' | 'QUIT' | 'MOVE' }>

export class DoomSession implements Session {
  readonly #room: DoomRoom
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #output: Output
  readonly #pings = new TokenBucket(pingsPerSecond, pingsPerSecond)
  readonly #chats = new TokenBucket(chats.perSecond, chats.burst)
  readonly #joins = new TokenBucket(joins.perSecond, joins.burst)
  readonly #strange = new TokenBucket(1000 / strangerEveryMs, 1)
  readonly #faults = new TokenBucket(logged.perSecond, logged.burst)
  #keepsAlive = false
  /** The last datagram and when it arrived. */
  #last: Uint8Array | undefined
  #heardAt: number
  /** Slots since the last datagram. */
  #silentSlots = 0
  /** Undefined while the address has no player. */
  #seat: Seat | undefined
  #wasPlayers = false

  /** `note` is undefined for a new client, which speaks first. */
  constructor(room: DoomRoom, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#room = room
    this.#context = context
    this.#peer = peer
    this.#heardAt = context.now()
    const past = resumeState && decodeNote(resumeState)
    // [DM-2.8] A WebSocket's address needs no validation.
    const proven = peer.transport !== 'udp' || past?.proven === true
    this.#output = new Output(peer, new Proof(proven))
    room.sessions.add(this)
    if (past) this.#goOn(past)
  }

  get resumeState(): Uint8Array {
    const { proven } = this.#output.proof
    const seat = this.#seat
    return encodeNote({
      proven,
      keepsAlive: this.#keepsAlive,
      moved: seat?.moved ?? false,
      accepted: seat?.isAccepted ?? false,
      introduced: seat?.isIntroduced ?? false,
      told: seat?.told ?? [],
      player: seat && this.#room.remember(seat.player),
    })
  }

  /** Only once in the game: a name requested from an unvalidated address belongs to no one yet. */
  get name(): string | undefined {
    return this.#seat?.player.entered ? this.#seat.player.name : undefined
  }

  get address(): string {
    return this.#peer.address
  }

  /**
   * [DM-2.4] Milliseconds since the last datagram, counted in slots: a clock set forward would time out every client at
   * once.
   */
  get silentMs(): number {
    return this.#silentSlots * slotMs
  }

  /** The player's position once in the game. */
  get place(): Place | undefined {
    return this.#seat?.player.entered ? this.#seat.player.place : undefined
  }

  receive(frame: Frame): void {
    // [DM-1.1] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('text, where a datagram is wanted')
    const now = this.#context.now()
    this.#output.proof.heard(frame.length)
    if (this.#isDoubled(frame, now)) return
    const { messages, fault } = readFromClient(frame)
    if (fault !== undefined && this.#faults.take(now))
      this.#context.log('bad datagram', { peer: this.#peer.id, detail: fault })
    this.#prove(messages)
    this.#takeAll(messages, now)
    this.#admit(now)
    this.#answerPings(messages, now)
  }

  /** Datagrams sent while the link was down may be lost, and the sidecar may not know that the address is validated. */
  onResumed(): void {
    this.#silentSlots = 0
    if (this.#output.proof.proven) this.#peer.markAddressValidated()
    this.#seat?.retell()
  }

  onClosed(): void {
    this.#leave()
    this.#room.sessions.delete(this)
  }

  /** Runs every 34 ms: sends queued messages and checks timeouts. */
  slot(now: number): void {
    this.#silentSlots++
    if (this.#isSilent) this.#dismiss('silent for too long')
    else if (this.#seat?.isOverwhelmed) this.#dismiss('too much waits for it')
    else this.#seat?.slot(this.#output, this.silentMs, now)
  }

  // ---- Joining ----------------------------------------------------------------------------------------------------

  /** [DM-2.8] Checks whether the messages validate the address; if so, the player enters. */
  #prove(messages: readonly FromClient[]): void {
    const { proof, probes } = this.#output
    if (probes.answered(messages)) {
      if (probes.allHeard) this.#seat?.heardAll()
      if (!proof.proven) {
        proof.prove()
        this.#peer.markAddressValidated()
      }
    }
    if (messages.length === 0 || messages.some(({ type }) => type === 'JOIN')) return
    if (!this.#seat?.isAccepted || this.#seat.player.entered) return
    this.#seat.answered()
    if (proof.proven) this.#enter(this.#seat)
  }

  #enter(seat: Seat): void {
    const refused = this.#room.enter(seat.player)
    if (refused) return this.#kick(refused.kick)
    seat.answered()
    this.#room.sessions.entered.add(seat.player.id)
  }

  /** [DM-2.1] [DM-2.11] */
  #join(name: string, now: number): void {
    if (this.#seat?.isOf(name)) {
      if (this.#seat.isAccepted && !this.#seat.moved) this.#seat.accept(this.#output, now)
      return
    }
    if (!this.#joins.take(now)) return
    this.#leave()
    this.#relieve(name)
    const seat = Seat.requested(this.#room, this.#room.sessions.messages, name, now)
    if ('kick' in seat) return this.#kick(seat.kick)
    this.#sit(seat)
    this.#admit(now)
  }

  /** [DM-2.13] A client that crashed has sent no QUIT and reconnects from another port. */
  #relieve(name: string): void {
    for (const other of this.#room.sessions.all)
      if (other !== this && other.#isLeftBehind(name, this.address)) other.#dismiss('it came back elsewhere')
  }

  #isLeftBehind(name: string, address: string): boolean {
    if (!this.#seat?.player.entered || !this.#seat.isOf(name)) return false
    const { leftBehind, leftBehindOnSocket } = patienceMs
    const patience = this.#peer.transport === 'udp' ? leftBehind : leftBehindOnSocket
    return this.address === address && this.silentMs >= patience
  }

  #sit(seat: Seat): void {
    this.#seat = seat
    this.#wasPlayers = true
  }

  /** Continues joining as far as the address allows: accepted, introduced, in the game. */
  #admit(now: number): void {
    const seat = this.#seat
    if (!seat || seat.player.entered) return
    if (!seat.isAccepted) seat.accept(this.#output, now)
    // [DM-2.8] A WebSocket needs no validation and loses nothing, so the player enters without a reply.
    if (!seat.isAccepted) return
    if (this.#output.isLossy) seat.introduce(this.#output, now)
    else this.#enter(seat)
  }

  // ---- Playing -------------------------------------------------------------------------------------------------

  /** [DM-8.8] Drops the remaining messages once those before have examined too many map lines, as if they were lost. */
  #takeAll(messages: readonly FromClient[], now: number): void {
    const before = this.#room.looks
    const looked = () => this.#room.looks - before
    for (const message of messages) {
      if (looked() > mostLooks) break
      this.#take(message, now)
    }
    // Each message may be shown to all players, in a slot that is charged to no session.
    this.#context.chargeSteps(messages.length * (1 + this.#room.players) + Math.ceil(looked() / looksPerStep))
  }

  #take(message: FromClient, now: number): void {
    switch (message.type) {
      case 'JOIN':
        return this.#join(message.name, now)
      case 'KATC':
      case 'PING':
        this.#keepsAlive = true
        return
      case 'QUIT':
        // MOVEs that the QUIT has overtaken must not be answered with KICK like those of an unknown client.
        if (this.#seat) this.#strange.take(now)
        return this.#leave()
      case 'MOVE':
        return this.#move(message, now)
      default:
        if (this.#seat) this.#do(this.#seat.player, message, now)
    }
  }

  #move({ x, y, z, angle }: Place, now: number): void {
    const place = { x, y, z, angle }
    if (!this.#seat) this.#rebind(place, now)
    if (!this.#seat) return
    this.#seat.moved = true
    this.#room.move(this.#seat.player, place)
  }

  #do(player: Player, deed: PlayerAction, now: number): void {
    switch (deed.type) {
      case 'CHAT':
        if (this.#chats.take(now)) this.#room.chat(player, deed.msg)
        return
      case 'FIRE':
        return this.#room.fire(player, deed.weapon)
      case 'DAMG':
        return this.#room.damage(player, deed.playerId, deed.weapon, deed.damage)
      case 'OPEN':
      case 'CLOS':
        return this.#room.door(player, deed.doorId, deed.type === 'OPEN')
      case 'LASC':
      case 'LDSC':
        return this.#room.lift(player, deed.liftId, deed.type === 'LASC')
    }
  }

  /** [DM-2.6] */
  #answerPings(messages: readonly FromClient[], now: number): void {
    const pongs = messages.flatMap((message) =>
      message.type === 'PING' && this.#pings.take(now) ? [{ type: 'PONG', data: message.data } as const] : [],
    )
    if (pongs.length === 0) return
    const answer = encoded(pongs)
    if (this.#seat) this.#seat.pong(answer, this.#output, now)
    else this.#output.send(answer, now)
  }

  // ---- Leaving ----------------------------------------------------------------------------------------------------

  /** [DM-2.3] */
  #leave(): void {
    if (!this.#seat) return
    this.#room.leave(this.#seat.player)
    this.#room.sessions.entered.delete(this.#seat.player.id)
    this.#seat = undefined
  }

  /** [DM-2.5] Sends only KICK if both messages exceed what the address may receive. */
  #kick(reason: KickWord): void {
    this.#leave()
    const now = this.#context.now()
    // A MOVE in the same datagram must not be answered with a second KICK.
    this.#strange.take(now)
    const kick: FromServer = { type: 'KICK', reason }
    const explained = encoded([{ type: 'TELL', flags: 0, msg: kicks[reason] }, kick])
    if (!this.#output.send(explained, now)) this.#output.send(encoded([kick]), now)
  }

  /** [DM-2.4] */
  get #isSilent(): boolean {
    const patience = this.#keepsAlive ? patienceMs.keepsAlive : patienceMs.still
    return this.silentMs >= (this.#seat?.player.entered ? patience : patienceMs.stranger)
  }

  /** [DM-2.4] Ends the session. */
  #dismiss(why: string): void {
    if (this.#seat?.player.entered) this.#kick('Timed out.')
    else this.#leave()
    this.#peer.close(why)
  }

  /** [DM-2.10] */
  #rebind(place: Place, now: number): void {
    const other = this.#wasPlayers ? undefined : rebound(this.#room.sessions.all, this.address, place)
    if (other === 'perhaps') return
    if (!other) {
      if (this.#strange.take(now)) this.#kick('Unknown session')
      return
    }
    this.#keepsAlive = other.#keepsAlive
    this.#sit(other.#give())
    this.#seat?.retell()
  }

  #give(): Seat {
    const seat = this.#seat!
    this.#seat = undefined
    this.#peer.close('goes on at another port')
    return seat
  }

  /** [DM-8.5] Whether this is the same datagram again within a few milliseconds. */
  #isDoubled(datagram: Uint8Array, now: number): boolean {
    const doubled = now - this.#heardAt <= doubledMs && isSame(datagram, this.#last)
    this.#heardAt = now
    this.#silentSlots = 0
    this.#last = datagram
    return doubled
  }

  /** [DM-2.12] */
  #goOn(past: Conversation): void {
    const { player: remembered } = past
    this.#keepsAlive = past.keepsAlive
    if (!remembered) return
    const { messages, entered } = this.#room.sessions
    const seat = Seat.resumed(this.#room, messages, remembered, past, entered, this.#context.now())
    if (!seat) return this.#kick('Timed out.')
    seat.moved = past.moved
    this.#sit(seat)
    if (!seat.player.entered && past.accepted) this.#output.probes.sent(seat.player.place, this.#context.now())
  }
}

function isSame(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at])
}
