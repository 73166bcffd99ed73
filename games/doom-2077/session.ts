// A session with one client address, which may join as a player.

import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { decodeByteText, encodeByteText } from '../shared/byte-text.ts'
import { TokenBucket } from '../shared/token-bucket.ts'
import { readFromClient } from './datagrams/datagram.ts'
import { encodeMessages } from './datagrams/event-encoder.ts'
import { datagramIntervalMs } from './datagrams/pacing.ts'
import type { Position } from './map/position.ts'
import type { FromClient, FromServer } from './packets.ts'
import { type KickReason, kickDescriptions } from './players/kick-reasons.ts'
import { AmplificationLimit } from './protocol/address-validation/amplification-limit.ts'
import { findSessionToContinue } from './protocol/address-validation/rebinding.ts'
import { DatagramSender } from './protocol/datagram-sender.ts'
import { PlayerConnection } from './protocol/player-connection.ts'
import { decodeResumeState, encodeResumeState, type ResumeState } from './protocol/resume-state.ts'
import type { DoomSessions } from './protocol/sessions.ts'
import type { DoomWorld, Player } from './world.ts'

export interface DoomRoom extends DoomWorld {
  readonly sessions: DoomSessions<DoomSession>
}

/** [DM-2.4] Milliseconds of silence after which a session ends. */
const silenceTimeoutMs = {
  /** The limit for a player whose client has sent keep-alives. */
  keepsAlive: 20_000,
  /** The limit for a player whose client sends nothing while the player stands still. */
  still: 120_000,
  unjoined: 20_000,
  /** The limit for a player whose name another client requests from the same IP address. */
  leftBehind: 4000,
  /** Like `leftBehind`, for a WebSocket, over which no probes are sent. */
  leftBehindOnSocket: 20_000,
} as const

/** [DM-2.6] PINGs that the room answers, for each session. */
const pingsPerSecond = 10
/** [DM-8.8] Chat lines that a session may send per second (`perSecond`) and at once (`burst`). */
const chatLimit = { perSecond: 2, burst: 4 } as const
/** [DM-8.8] JOINs that an address may send per second (`perSecond`) and at once (`burst`). */
const joinLimit = { perSecond: 1, burst: 4 } as const
/** [DM-2.10] Minimum milliseconds between two KICKs to an unknown address that sends MOVEs. */
const unknownKickIntervalMs = 5000
/** [DM-1.4] Log lines about a session's bad datagrams. */
const logLimit = { perSecond: 0.1, burst: 3 } as const
/**
 * [DM-8.8] Maximum number of map lines that the room examines for a datagram, and the number of examined lines that
 * costs one step.
 */
const [maxLineChecks, lineChecksPerUnit] = [100_000, 8]
/** [DM-8.5] An identical datagram within this many milliseconds is a duplicate made by the network. */
const duplicateMs = 5

/** [DM-7.4] */
const reportCommand = '/report'

type PlayerAction = Exclude<
  FromClient,
  { readonly type: 'JOIN' | 'KATC' | 'PING' | 'QUIT' | 'MOVE' | 'SCRT' }
>

export class DoomSession implements Session {
  readonly #room: DoomRoom
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #sender: DatagramSender
  readonly #pingBucket = new TokenBucket(pingsPerSecond, pingsPerSecond)
  readonly #chatBucket = new TokenBucket(chatLimit.perSecond, chatLimit.burst)
  readonly #joinBucket = new TokenBucket(joinLimit.perSecond, joinLimit.burst)
  readonly #unknownKickBucket = new TokenBucket(1000 / unknownKickIntervalMs, 1)
  readonly #errorLogBucket = new TokenBucket(logLimit.perSecond, logLimit.burst)
  #sendsKeepAlive = false
  #lastDatagram: Uint8Array | undefined
  #receivedAt: number
  /** Slots since the last datagram. */
  #silentSlots = 0
  /** Undefined while the address has no player. */
  #connection: PlayerConnection | undefined
  #hadPlayer = false
  /** [DM-2.15] */
  #secret: string | undefined

  /** Without a `resumeState` the client is new. */
  constructor(room: DoomRoom, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#room = room
    this.#context = context
    this.#peer = peer
    this.#receivedAt = context.now()
    const past = resumeState && decodeResumeState(resumeState)
    // [DM-2.8] A WebSocket's address needs no validation.
    const isValidated = peer.transport !== 'udp' || past?.addressValidated === true
    this.#sender = new DatagramSender(peer, new AmplificationLimit(isValidated))
    room.sessions.add(this)
    if (past) this.#resume(past)
  }

  get resumeState(): Uint8Array {
    const { isValidated } = this.#sender.amplificationLimit
    const connection = this.#connection
    return encodeResumeState({
      addressValidated: isValidated,
      sendsKeepAlive: this.#sendsKeepAlive,
      hasMoved: connection?.hasMoved ?? false,
      isAccepted: connection?.isAccepted ?? false,
      isIntroduced: connection?.isIntroduced ?? false,
      knownPlayerIds: connection?.knownPlayerIds ?? [],
      player: connection && this.#room.resumeStateOf(connection.player),
    })
  }

  /** Undefined until the player has entered the game: a name that an unvalidated address requests is not reserved. */
  get name(): string | undefined {
    return this.#connection?.player.hasEntered ? this.#connection.player.name : undefined
  }

  get address(): string {
    return this.#peer.address
  }

  /** [DM-2.4] Counted in slots, because otherwise a clock set forward would time out every client at once. */
  get silentMs(): number {
    return this.#silentSlots * datagramIntervalMs
  }

  /** Undefined until the player has entered the game. */
  get position(): Position | undefined {
    return this.#connection?.player.hasEntered ? this.#connection.player.position : undefined
  }

  receive(frame: Frame): void {
    // [DM-1.1] Only WebSocket clients can send text.
    if (typeof frame === 'string') throw new WireError('text frame; expected a binary datagram')
    const now = this.#context.now()
    this.#sender.amplificationLimit.onReceived(frame.length)
    if (this.#isDuplicate(frame, now)) return
    const { messages, error } = readFromClient(frame)
    if (error !== undefined && this.#errorLogBucket.take(now))
      this.#context.log('bad datagram', { peer: this.#peer.id, detail: error })
    this.#checkEchoes(messages)
    this.#handleMessages(messages, now)
    this.#continueJoining(now)
    this.#answerPings(messages, now)
  }

  /** Datagrams sent while the link was down may be lost, and the sidecar may not know that the address is validated. */
  onResumed(): void {
    this.#silentSlots = 0
    if (this.#sender.amplificationLimit.isValidated) this.#peer.markAddressValidated()
    this.#connection?.refreshState()
  }

  onClosed(): void {
    this.#leave()
    this.#room.sessions.delete(this)
  }

  showText(text: string): void {
    this.#connection?.player.listener.onEvent({ kind: 'server-text', flags: 1, text })
  }

  /** Runs every 34 ms. */
  onSlot(now: number): void {
    this.#silentSlots++
    if (this.#isSilent) this.#end('idle for too long')
    else if (this.#connection?.isOverwhelmed) this.#end('send queue full')
    else this.#connection?.onSlot(this.#sender, this.silentMs, now)
  }

  /** [DM-2.8] */
  #checkEchoes(messages: readonly FromClient[]): void {
    const { amplificationLimit, echoProbes } = this.#sender
    if (echoProbes.takeEchoes(messages, this.#context.now())) {
      if (echoProbes.hasNoPendingAnnouncement) this.#connection?.onAllAcknowledged()
      if (!amplificationLimit.isValidated) {
        amplificationLimit.markValidated()
        this.#peer.markAddressValidated()
      }
    }
    if (messages.length === 0 || messages.some(({ type }) => type === 'JOIN')) return
    if (!this.#connection?.isAccepted || this.#connection.player.hasEntered) return
    this.#connection.onHeard()
    if (amplificationLimit.isValidated) this.#enterGame(this.#connection)
  }

  #enterGame(connection: PlayerConnection): void {
    const refused = this.#room.enter(connection.player)
    if (refused) return this.#kick(refused.kick)
    connection.onHeard()
    this.#room.sessions.enteredPlayerIds.add(connection.player.id)
  }

  /** [DM-2.1] [DM-2.11] */
  #join(name: string, now: number): void {
    if (this.#connection?.isForName(name)) {
      if (this.#connection.isAccepted && !this.#connection.hasMoved)
        this.#connection.accept(this.#sender, now)
      return
    }
    if (!this.#joinBucket.take(now)) return
    this.#leave()
    if (this.#reclaim(name, now)) return
    // [DM-7.3]
    const refused = this.#context.moderation.nameRefusal(decodeByteText(name))
    if (refused !== undefined) return this.#kick('Bad name.', refused)
    this.#replaceCrashedClient(name)
    const { encoder } = this.#room.sessions
    const connection = PlayerConnection.create(this.#room, encoder, name, now, this.#secret)
    if ('kick' in connection) return this.#kick(connection.kick)
    this.#setConnection(connection)
    this.#continueJoining(now)
  }

  /** [DM-2.15] Returns false if the client does not have the player's secret. */
  #reclaim(name: string, now: number): boolean {
    if (this.#secret === undefined) return false
    const { encoder, all } = this.#room.sessions
    const connection = PlayerConnection.reclaim(this.#room, encoder, name, now, this.#secret)
    if (!connection) return false
    for (const other of all)
      if (other.#connection?.player.id === connection.player.id)
        other.#takeConnection('the player joined from another window')
    this.#setConnection(connection)
    connection.accept(this.#sender, now)
    connection.onHeard()
    return true
  }

  /** [DM-2.13] A client that crashed has sent no QUIT and reconnects from another port. */
  #replaceCrashedClient(name: string): void {
    for (const other of this.#room.sessions.all)
      if (other !== this && other.#isAbandoned(name, this.address))
        other.#end('the player rejoined from another port')
  }

  #isAbandoned(name: string, address: string): boolean {
    if (!this.#connection?.player.hasEntered || !this.#connection.isForName(name)) return false
    const { leftBehind, leftBehindOnSocket } = silenceTimeoutMs
    const patience = this.#peer.transport === 'udp' ? leftBehind : leftBehindOnSocket
    return this.address === address && this.silentMs >= patience
  }

  #setConnection(connection: PlayerConnection): void {
    this.#connection = connection
    this.#hadPlayer = true
  }

  /**
   * Sends ACPT, then the player's own JOIN, and then lets the player enter, as far as the limit for the address allows.
   */
  #continueJoining(now: number): void {
    const connection = this.#connection
    if (!connection || connection.player.hasEntered) return
    if (!connection.isAccepted) connection.accept(this.#sender, now)
    // [DM-2.8] A WebSocket needs no validation and loses nothing, so the player enters without a reply.
    if (!connection.isAccepted) return
    if (this.#sender.isLossy) connection.announceSelf(this.#sender, now)
    else this.#enterGame(connection)
  }

  /**
   * [DM-8.8] If the messages so far have examined too many map lines, the remaining ones are dropped as if they were
   * lost.
   */
  #handleMessages(messages: readonly FromClient[], now: number): void {
    const before = this.#room.lineChecks
    const lineChecks = () => this.#room.lineChecks - before
    for (const message of messages) {
      if (lineChecks() > maxLineChecks) break
      this.#handleMessage(message, now)
    }
    // The cost of sending each message to all players is charged here, because the slots that send it are charged to no
    // session.
    this.#context.chargeSteps(
      messages.length * (1 + this.#room.players) + Math.ceil(lineChecks() / lineChecksPerUnit),
    )
  }

  #handleMessage(message: FromClient, now: number): void {
    switch (message.type) {
      case 'JOIN':
        return this.#join(message.name, now)
      case 'SCRT':
        // Secrets are ignored over UDP, where addresses can be forged and every router on the way could read the
        // secret.
        if (this.#peer.transport !== 'udp') this.#secret = message.secret
        return
      case 'KATC':
      case 'PING':
        this.#sendsKeepAlive = true
        return
      case 'QUIT':
        // MOVEs that the QUIT has overtaken must not be answered with KICK, as MOVEs of an unknown client are.
        if (this.#connection) this.#unknownKickBucket.take(now)
        return this.#leave()
      case 'MOVE':
        return this.#move(message, now)
      default:
        if (this.#connection) this.#handleAction(this.#connection.player, message, now)
    }
  }

  #move({ x, y, z, angle }: Position, now: number): void {
    const place = { x, y, z, angle }
    if (!this.#connection) this.#rebind(place, now)
    if (!this.#connection) return
    this.#connection.hasMoved = true
    this.#room.move(this.#connection.player, place)
  }

  #handleAction(player: Player, action: PlayerAction, now: number): void {
    switch (action.type) {
      case 'CHAT':
        // Until the player has entered the game, the address may be forged.
        if (!player.hasEntered || !this.#chatBucket.take(now)) return
        return this.#chat(player, action.msg)
      case 'FIRE':
        return this.#room.fire(player, action.weapon)
      case 'DAMG':
        return this.#room.damage(player, action.playerId, action.weapon, action.damage)
      case 'OPEN':
      case 'CLOS':
        return this.#room.door(player, action.doorId, action.type === 'OPEN')
      case 'LASC':
      case 'LDSC':
        return this.#room.lift(player, action.liftId, action.type === 'LASC')
    }
  }

  /** [DM-7.3] [DM-7.4] */
  #chat(player: Player, bytes: string): void {
    const { moderation } = this.#context
    const answer = (text: string) =>
      player.listener.onEvent({ kind: 'server-text', flags: 0, text: encodeByteText(text) })
    const said = decodeByteText(bytes)
    const [word = '', ...rest] = said.split(' ')
    if (word.toLowerCase() === reportCommand) return answer(moderation.report(this.#peer, rest.join(' ')))
    const reviewed = moderation.review(this.#peer, said)
    if ('refused' in reviewed) return answer(reviewed.refused)
    const shown = reviewed.text === said ? bytes : encodeByteText(reviewed.text)
    if (!this.#room.chat(player, shown)) return
    const readers = [...this.#room.sessions.all].flatMap((other) => (other.position ? [other.#peer] : []))
    moderation.recordLine(readers, `${decodeByteText(player.name)}: ${reviewed.text}`)
  }

  /** [DM-2.6] */
  #answerPings(messages: readonly FromClient[], now: number): void {
    const pongs = messages.flatMap((message) =>
      message.type === 'PING' && this.#pingBucket.take(now)
        ? [{ type: 'PONG', data: message.data } as const]
        : [],
    )
    if (pongs.length === 0) return
    const answer = encodeMessages(pongs)
    if (this.#connection) this.#connection.sendPong(answer, this.#sender, now)
    else this.#sender.send(answer, now)
  }

  /** [DM-2.3] */
  #leave(): void {
    if (!this.#connection) return
    this.#room.leave(this.#connection.player)
    this.#room.sessions.enteredPlayerIds.delete(this.#connection.player.id)
    this.#connection = undefined
  }

  /** [DM-2.5] Sends only KICK if the address may not receive both messages. */
  #kick(reason: KickReason, msg: string = kickDescriptions[reason]): void {
    this.#leave()
    const now = this.#context.now()
    // A MOVE in the same datagram must not be answered with a second KICK.
    this.#unknownKickBucket.take(now)
    const kick: FromServer = { type: 'KICK', reason }
    const description = encodeMessages([{ type: 'TELL', flags: 0, msg }, kick])
    if (!this.#sender.send(description, now)) this.#sender.send(encodeMessages([kick]), now)
  }

  /** [DM-2.4] */
  get #isSilent(): boolean {
    const patience = this.#sendsKeepAlive ? silenceTimeoutMs.keepsAlive : silenceTimeoutMs.still
    return this.silentMs >= (this.#connection?.player.hasEntered ? patience : silenceTimeoutMs.unjoined)
  }

  /** [DM-2.4] */
  #end(reason: string): void {
    if (this.#connection?.player.hasEntered) this.#kick('Timed out.')
    else this.#leave()
    this.#peer.close(reason)
  }

  /** [DM-2.10] */
  #rebind(place: Position, now: number): void {
    const other = this.#hadPlayer
      ? undefined
      : findSessionToContinue(this.#room.sessions.all, this.address, place)
    if (other === 'perhaps') return
    if (!other) {
      if (this.#unknownKickBucket.take(now)) this.#kick('Unknown session')
      return
    }
    this.#sendsKeepAlive = other.#sendsKeepAlive
    this.#setConnection(other.#takeConnection('the session moved to another port'))
    this.#connection?.refreshState()
  }

  #takeConnection(reason: string): PlayerConnection {
    const connection = this.#connection!
    this.#connection = undefined
    this.#peer.close(reason)
    return connection
  }

  /** [DM-8.5] */
  #isDuplicate(datagram: Uint8Array, now: number): boolean {
    const doubled = now - this.#receivedAt <= duplicateMs && isSameDatagram(datagram, this.#lastDatagram)
    this.#receivedAt = now
    this.#silentSlots = 0
    this.#lastDatagram = datagram
    return doubled
  }

  /** [DM-2.12] */
  #resume(saved: ResumeState): void {
    const { player: remembered } = saved
    this.#sendsKeepAlive = saved.sendsKeepAlive
    if (!remembered) return
    const { encoder, enteredPlayerIds } = this.#room.sessions
    const connection = PlayerConnection.restore(
      this.#room,
      encoder,
      remembered,
      saved,
      enteredPlayerIds,
      this.#context.now(),
    )
    if (!connection) return this.#kick('Timed out.')
    connection.hasMoved = saved.hasMoved
    this.#setConnection(connection)
    if (!connection.player.hasEntered && saved.isAccepted)
      this.#sender.echoProbes.add(connection.player.position, this.#context.now())
  }
}

function isSameDatagram(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at])
}
