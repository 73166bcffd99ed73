// The client sends a password, creates a character if it has none, and plays.

import { latin1, WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { tooManyGuessesMessage } from '../shared/passwords.ts'
import { transliterate } from '../shared/transliterate.ts'
import { cleanSpeech } from './actions/speech.ts'
import { emptyWireItem, type FromClient, fromClient, wireIdOffset } from './packets.ts'
import { cleanPlayerName } from './players/player-name.ts'
import { ClientScreen, type EncodedViews } from './protocol/client-screen.ts'
import type { LoginLimits } from './protocol/login-limits.ts'
import { passwordTexts } from './protocol/password-texts.ts'
import { decodeResumeState, encodeResumeState, type SessionState } from './protocol/resume-state.ts'
import type { Player, SelectionAnswer } from './state/player.ts'
import type { ArcaneWorld } from './world.ts'

export interface SharedArcaneState extends ArcaneWorld {
  readonly loginLimits: LoginLimits
  readonly encodedViews: EncodedViews
}

type Packet<T extends FromClient['type']> = Extract<FromClient, { readonly type: T }>

type Phase =
  | { readonly phase: 'entering' }
  /** `password`: the hash of the password that the player chose. Undefined if the room's owner has set one. */
  | { readonly phase: 'naming'; readonly playerId: number; readonly password: string | undefined }
  | { readonly phase: 'playing'; readonly player: Player; readonly since: number }

/** [AS-13.9] Work for a password hash, in steps (see `GameContext.chargeSteps`). */
const hashingSteps = 32_768

export class ArcaneSession implements Session {
  readonly #world: SharedArcaneState
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #screen: ClientScreen
  #state: Phase = { phase: 'entering' }

  /** A client that is not resumed gets nothing until it has sent ENTR. */
  constructor(
    world: SharedArcaneState,
    context: GameContext,
    peer: Peer,
    resumeState: Uint8Array | undefined,
  ) {
    this.#world = world
    this.#context = context
    this.#peer = peer
    this.#screen = new ClientScreen(peer, world.encodedViews, context.moderation)
    if (resumeState) this.#resume(decodeResumeState(resumeState))
  }

  get resumeState(): Uint8Array {
    if (this.#state.phase !== 'playing') return encodeResumeState(this.#state)
    const { phase, player, since } = this.#state
    return encodeResumeState({
      phase,
      playerId: player.id,
      since,
      remembered: this.#world.resumeDataOf(player),
    })
  }

  get name(): string | undefined {
    return this.#state.phase === 'playing' ? this.#state.player.name : undefined
  }

  /** [AS-13.9] */
  get quotaKey(): string | undefined {
    return this.#state.phase === 'playing' ? `character ${this.#state.player.id}` : undefined
  }

  receive(frame: Frame): void | Promise<() => void> {
    // [AS-1.1] Only WebSocket clients can send text.
    if (typeof frame === 'string') throw new WireError('received text instead of a packet')
    // [AS-1.3] Checks the type of the packet before decoding, because the type must be valid in the session's phase.
    requirePacketForPhase(packetTypeOf(frame), this.#state.phase)
    const packet = fromClient.decode(frame)
    if (packet.type === 'ENTR') return this.#logIn(packet)
    if (packet.type === 'MYPC') return this.#createCharacter(packet)
    if (this.#state.phase !== 'playing') return
    if (packet.type === 'PASW') return this.#changePassword(this.#state.player, packet)
    return this.#dispatch(this.#state.player, packet)
  }

  /** A restart may lose frames that answer no packet. */
  onResumed(): void {
    if (this.#state.phase === 'playing') this.#world.resendAll(this.#state.player)
  }

  showText(text: string): void {
    if (this.#state.phase === 'playing') this.#state.player.sendText(text)
  }

  onClosed(): void {
    if (this.#state.phase === 'playing') this.#world.leave(this.#state.player, this.#screen)
  }

  // ---- Login ---------------------------------------------------------------------------------------------------

  /**
   * [AS-2.1] [AS-2.6] Hashes the password. The function that the promise returns then runs in this frame's transaction.
   */
  #logIn({ passwd, playerId }: Packet<'ENTR'>): void | Promise<() => void> {
    const kept = this.#world.characters.passwordOf(playerId)
    const target = `player ${playerId}`
    const { loginLimits } = this.#world
    const now = this.#context.now()
    // Checks this before `recordGuess`, because a guess that is never compared must not be counted.
    if (!loginLimits.canTryLogin(this.#peer.address, now))
      return this.#peer.close('too many logins from this address')
    // [AS-2.11] A login that has to wait is not one of the 30 logins of its address.
    const waitMs = kept === undefined ? 0 : this.#context.recordGuess(this.#peer, target, passwd)
    if (waitMs > 0) return this.#peer.close(tooManyGuessesMessage(waitMs))
    loginLimits.takeLoginTry(this.#peer.address, now)
    this.#context.chargeSteps(hashingSteps)
    if (kept === undefined)
      return this.#context.hashSecret(passwd).then((hashed) => () => this.#choosePassword(playerId, hashed))
    const compared = this.#context.verifySecret(passwd, kept).then((matches) => {
      // Records this here, because the function below does not run if the client has disconnected.
      if (matches) this.#context.recordCorrectGuess(this.#peer, target)
      return matches
    })
    return compared.then((matches) => () => {
      if (!matches) this.#peer.close('wrong password')
      // The password may have changed during the hashing, or the owner may have freed the id.
      else if (this.#world.characters.passwordOf(playerId) !== kept)
        this.#peer.close('the password has changed')
      else this.#admit(playerId, undefined)
    })
  }

  /** [AS-2.6] Two clients may log in at once with an id that has no password. The first one sets the password. */
  #choosePassword(playerId: number, hashed: string): void {
    if (this.#world.characters.passwordOf(playerId) !== undefined)
      return this.#peer.close('another client was first')
    // The owner has removed the only password of an existing character. This login sets a new password.
    if (this.#world.characters.has(playerId)) this.#world.characters.setPassword(playerId, hashed)
    this.#admit(playerId, hashed)
  }

  #admit(playerId: number, password: string | undefined): void {
    if (this.#world.characters.has(playerId)) return this.#startPlaying(playerId)
    this.#state = { phase: 'naming', playerId, password }
    this.#screen.send({ type: 'NOPC' })
  }

  /** [AS-2.3] [AS-2.6] */
  #createCharacter({ pcName, portrait }: Packet<'MYPC'>): void {
    if (this.#state.phase !== 'naming') return
    const { playerId, password } = this.#state
    // [AS-9.5]
    const refused =
      this.#context.moderation.nameRefusal(cleanPlayerName(pcName, playerId)) ??
      this.#createRefusal(playerId, password)
    if (refused !== undefined) return this.#peer.close(refused)
    this.#world.createCharacter(playerId, pcName, portrait, password)
    this.#startPlaying(playerId)
  }

  /** NOPC reserves no id, so the password or the character of the id may have changed since NOPC. */
  #createRefusal(playerId: number, password: string | undefined): string | undefined {
    const taken = this.#world.characters.has(playerId)
    const preset = this.#world.characters.passwordOf(playerId) !== undefined
    if (password !== undefined && (taken || preset)) return 'another client was first'
    if (password === undefined && !preset) return 'the password has changed'
    if (taken || this.#world.loginLimits.takeCreation(this.#peer.address, this.#context.now()))
      return undefined
    return 'too many new characters from this address'
  }

  /** [AS-2.4] */
  #startPlaying(playerId: number): void {
    const since = this.#context.now()
    this.#world.loginLimits.recordLogin(playerId, since)
    this.#screen.send({ type: 'GAME' })
    this.#state = { phase: 'playing', player: this.#world.enter(playerId, this.#screen), since }
  }

  /** [AS-2.12] */
  #changePassword(player: Player, { passwd }: Packet<'PASW'>): void | Promise<() => void> {
    const { loginLimits } = this.#world
    if (passwd === '') return player.sendText(passwordTexts.empty)
    if (this.#world.characters.hasOwnerPassword(player.id))
      return player.sendText(passwordTexts.ownersPassword)
    if (!loginLimits.takeLoginTry(this.#peer.address, this.#context.now()))
      return player.sendText(passwordTexts.tooOften)
    this.#context.chargeSteps(hashingSteps)
    return this.#context.hashSecret(passwd).then((hashed) => () => {
      // During the hashing the owner may have set a password. This function does not run if the session has ended.
      if (this.#world.characters.hasOwnerPassword(player.id)) return
      this.#world.characters.setPassword(player.id, hashed)
      player.sendText(`${passwordTexts.changed} Your number is ${player.id}.`)
    })
  }

  #resume(state: SessionState): void {
    if (state.phase !== 'playing') {
      this.#state = state
      return
    }
    const { phase, playerId, since, remembered } = state
    if (!this.#world.loginLimits.resumeLogin(playerId, since)) return this.#peer.close('logged in again')
    const player = this.#world.resume(playerId, this.#screen, remembered)
    if (player) this.#state = { phase, player, since }
    else this.#peer.close('the character no longer exists')
  }

  // ---- The game ------------------------------------------------------------------------------------------------

  #dispatch(player: Player, packet: Exclude<FromClient, Packet<'ENTR' | 'MYPC' | 'PASW'>>): void {
    const world = this.#world
    switch (packet.type) {
      case 'MOVE':
        return world.move(player, packet.direction)
      case 'SAYS':
        return this.#say(player, packet.text)
      case 'DIRE':
        return world.face(player, packet.direction)
      case 'HOLD':
        return world.hold(player, itemOf(packet.itemId))
      case 'DROP':
        return world.drop(player, packet.dst)
      case 'USEI':
        return world.use(player, itemOf(packet.itemId))
      case 'THIS':
        return world.choose(player, toWorldId(packet.packetId), choiceOf(packet))
      case 'CAST':
        return world.cast(player, packet.spell)
      case 'PING':
        return this.#screen.send({ type: 'PONG' })
      case 'GBYE':
        return this.#peer.close('bye')
    }
  }

  /** [AS-9.5] [AS-9.6] */
  #say(player: Player, bytes: string): void {
    const { moderation } = this.#context
    const text = cleanSpeech(bytes)
    const [word = '', ...rest] = text.split(' ')
    if (word.toLowerCase() === reportCommand) {
      const answer = moderation.report(this.#peer, rest.join(' '))
      return player.sendText(transliterate(answer, 0x7e))
    }
    const reviewed = moderation.review(this.#peer, text)
    if ('refused' in reviewed) return player.sendText(reviewed.refused)
    moderation.recordLine([this.#peer], `${player.name} says: ${reviewed.text}`)
    this.#world.say(player, reviewed.text)
  }
}

const reportCommand = '/report'

/** Four letters, or fewer if the packet is shorter. */
function packetTypeOf(frame: Uint8Array): string {
  return latin1.decode(frame.subarray(4, 8))
}

/** [AS-1.3] [AS-2.1] [AS-2.3] Throws WireError. */
function requirePacketForPhase(letters: string, phase: Phase['phase']): void {
  if (!fromClient.names.some((name) => name === letters)) throw new WireError('not a client packet')
  const wanted = { entering: 'ENTR', naming: 'MYPC', playing: undefined }[phase]
  const fits = wanted === undefined ? letters !== 'ENTR' && letters !== 'MYPC' : letters === wanted
  if (!fits) throw new WireError(`${letters} while ${phase}`)
}

/** An id that the world never assigns. */
const nothing = -1

/** [AS-1.5] Only the ids of items and selections have an offset on the wire. */
function toWorldId(id: bigint): number {
  return toNumber(id - wireIdOffset)
}

function toNumber(number: bigint): number {
  return number >= 0n && number <= Number.MAX_SAFE_INTEGER ? Number(number) : nothing
}

/** Undefined for the wire id of no item. */
function itemOf(id: bigint): number | undefined {
  return id === emptyWireItem.id ? undefined : toWorldId(id)
}

/** [AS-8.2] */
function choiceOf({ kind, selectedId }: Packet<'THIS'>): SelectionAnswer {
  if (typeof kind === 'number') return { kind: 'other', id: nothing }
  return { kind, id: kind === 'item' ? toWorldId(selectedId) : toNumber(selectedId) }
}
