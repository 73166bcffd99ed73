// [CF-2.2]

import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { decodeByteText, encodeByteText } from '../shared/byte-text.ts'
import { tooManyGuessesMessage } from '../shared/passwords.ts'
import type { Player } from './model/state/game-state.ts'
import { sanitizeText } from './model/state/player-texts.ts'
import type { TimerListener } from './model/time/timers.ts'
import { ClientView } from './protocol/client-view/client-view.ts'
import { defaultClientSettings, type NegotiatedSettings } from './protocol/dialects/client-settings.ts'
import { negotiateSetup } from './protocol/dialects/negotiate-setup.ts'
import { type MessageType, messageTypes } from './protocol/events/message-types.ts'
import type { MagicMap, PlayerListener } from './protocol/events/player-listener.ts'
import type { Sound } from './protocol/events/sounds.ts'
import { type AccountPacket, LoginByAccount } from './protocol/login/login-by-account.ts'
import { LoginByQuestion } from './protocol/login/login-by-question.ts'
import type { LoginStep } from './protocol/login/login-context.ts'
import { PasswordChange } from './protocol/login/password-change.ts'
import { decodeResumeState, encodeResumeState, type ResumeState } from './protocol/login/resume-state.ts'
import { decodeFromClient, type FromClient } from './protocol/packets/index.ts'
import { queryFlags } from './protocol/packets/login.ts'
import type { CrossfireRoom, SyncedSession } from './protocol/room/crossfire-room.ts'
import { protocolVersion, serverName } from './protocol/server-version.ts'
import { CommandQueue, type QueuedCommand } from './protocol/session/command-queue.ts'
import { replyToRequestInfo } from './protocol/session/request-info.ts'

type Packet<T extends FromClient['type']> = Extract<FromClient, { readonly type: T }>
/** Packets that are ignored until the client is in the game. */
type InGamePacket = Packet<'move' | 'examine' | 'apply' | 'lock' | 'mark' | 'lookat' | 'inscribe'>

/** [CF-16.7] Steps that the request of a picture costs; the first request also decodes the picture for all clients. */
const faceImageSteps = 2048
/** [CF-16.7] Steps that any packet costs, for decoding it and checking which players' records have changed. */
const packetSteps = 128
/** [CF-16.7] The server disconnects a client that has not entered the game after this time. */
const loginTimeoutMs = 600_000
/** [CF-6.1] The face mode is pixmaps until the client sends `setfacemode`. */
const initialSettings: NegotiatedSettings = {
  clientProtocolVersion: 0,
  serverProtocolVersion: 0,
  clientSettings: defaultClientSettings,
  faceMode: 2,
  wantsSound: false,
}

export class CrossfireSession implements Session, PlayerListener, SyncedSession {
  readonly #room: CrossfireRoom
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #view: ClientView
  readonly #commands: CommandQueue
  readonly #accountLogin: LoginByAccount
  readonly #questionLogin: LoginByQuestion
  readonly #passwordChange: PasswordChange
  readonly #loginTimeout: TimerListener = { onTimer: () => this.#peer.close('login timeout') }
  #settings: NegotiatedSettings
  #playing: { readonly player: Player; readonly since: number } | undefined

  /** `resumeState`: undefined for a new client. */
  constructor(room: CrossfireRoom, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    const remembered = resumeState && resumeState.length > 0 ? decodeResumeState(resumeState) : undefined
    this.#room = room
    this.#context = context
    this.#peer = peer
    this.#settings = remembered?.settings ?? initialSettings
    this.#view = new ClientView(peer, this.#settings, room.textFrameCache, room.gallery, room.quests)
    this.#commands = new CommandQueue(room, this.#view, this)
    const login = {
      room,
      context,
      peer,
      view: this.#view,
      enterGame: (name: string) => this.#enterGame(name),
    }
    this.#accountLogin = new LoginByAccount(login, remembered?.account)
    this.#questionLogin = new LoginByQuestion(login, remembered?.question)
    this.#passwordChange = new PasswordChange(login, remembered?.passwordChange)
    if (remembered) this.#resume(remembered)
    if (!this.#playing) room.timers.set(this.#loginTimeout, context.now() + loginTimeoutMs)
    // [CF-2.1] The server sends its version at once, because today's clients request nothing before they have received
    // that version.
    if (!resumeState) this.#view.send({ type: 'version', ...protocolVersion, info: `${serverName}\n` })
  }

  get resumeState(): Uint8Array {
    const { login } = this.#accountLogin
    const { question } = this.#questionLogin
    const { step } = this.#passwordChange
    const { queuedPackets, isQuitting } = this.#commands
    return encodeResumeState({
      settings: this.#settings,
      ...(login && { account: login }),
      ...(question && { question }),
      ...(step && { passwordChange: step }),
      ...(this.#playing && { playing: { name: this.#playing.player.name, since: this.#playing.since } }),
      ...(queuedPackets.length > 0 && { queuedPackets }),
      ...(isQuitting && { isQuitting: true as const }),
    })
  }

  get name(): string | undefined {
    return this.#playing?.player.name
  }

  /** [CF-16.7] Clients that play the same character share one limit of work. */
  get quotaKey(): string | undefined {
    return this.#playing && `character ${this.#playing.player.name}`
  }

  receive(frame: Frame): LoginStep {
    this.#context.chargeSteps(packetSteps)
    // [CF-1.2] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('text frame: packets are binary')
    const packet = decodeFromClient(frame)
    // [CF-1.5]
    if (!packet) return
    if (packet.type === 'misread') return this.#reportMalformedPacket(packet.reason)
    const later = this.#dispatch(packet)
    if (!later) return this.#endTransaction()
    return later.then((rest) => () => {
      rest()
      this.#endTransaction()
    })
  }

  showText(text: string): void {
    this.onText(text, messageTypes.administrator)
  }

  /** [CF-1.8] */
  #reportMalformedPacket(why: string): void {
    this.onText(`Invalid packet: ${sanitizeText(why).slice(0, 200)}.`, messageTypes.error)
  }

  /** Sends everything again, because packets sent outside of a client's transaction may be lost with the link. */
  onResumed(): void {
    this.#commands.acknowledgeAgain()
    this.#view.resendAll()
    this.syncView()
  }

  onClosed(): void {
    this.#room.timers.set(this.#loginTimeout, undefined)
    this.#leaveGame()
  }

  // ---- Negotiation ------------------------------------------------------------------------------------------------

  #dispatch(packet: FromClient): LoginStep {
    switch (packet.type) {
      case 'version':
        return this.#applySettings({
          clientProtocolVersion: packet.cs,
          serverProtocolVersion: packet.sc ?? packet.cs,
        })
      case 'setup':
        return this.#handleSetup(packet)
      case 'setfacemode':
        this.#applySettings({ faceMode: packet.mode & 0x1f })
        return this.#view.resendFaces()
      case 'setsound':
        return this.#applySettings({ wantsSound: packet.wanted })
      case 'requestinfo':
        return this.#sendInfo(packet)
      case 'askface':
        return this.#sendFaceImage(packet.face)
      case 'asksmooth':
        return this.#sendSmoothing(packet.face)
      case 'beat':
        return
      case 'addme':
      case 'reply':
      case 'accountnew':
      case 'accountlogin':
      case 'accountplay':
      case 'accountaddplayer':
      case 'accountpw':
      case 'createplayer':
        return this.#handleLoginPacket(packet)
      case 'command':
        return this.#handleCommand(undefined, packet.text, packet.count)
      case 'ncom':
        return this.#handleCommand(packet.packet, packet.text, packet.repeat)
      case 'mapredraw':
        return this.#view.resendMap()
      default:
        return this.#handleGamePacket(packet)
    }
  }

  #applySettings(changes: Partial<NegotiatedSettings>): void {
    this.#settings = { ...this.#settings, ...changes }
    this.#view.applySettings(this.#settings)
  }

  /** [CF-3.1] */
  #handleSetup({ settings }: Packet<'setup'>): void {
    const before = this.#settings.clientSettings
    const { clientSettings, answers, viewResized, resendFaces } = negotiateSetup(
      before,
      settings,
      this.#room.gallery.classic ? 1 : 0,
    )
    this.#applySettings({ clientSettings })
    if (resendFaces) this.#view.resendFaces()
    // [CF-5.4] The client has cleared its map. In the game, `newmap` is sent with the map at the end of the
    // transaction. Before the game no map follows, so it is sent here.
    if (viewResized && !this.#playing) this.#view.dialect.sendNewMap()
    if (viewResized || clientSettings.darkness !== before.darkness) this.#view.resendMap()
    this.#view.send({ type: 'setup', settings: answers })
  }

  /** [CF-16.7] The checksum covers all pictures, so the request costs one step per picture. */
  #sendInfo({ info, options = '' }: Packet<'requestinfo'>): void {
    const { gallery, characterRules } = this.#room
    const { faceSet } = this.#settings.clientSettings
    if (info === 'image_info') this.#context.chargeSteps(gallery.lastFace)
    this.#view.send(replyToRequestInfo({ gallery, characterRules, faceSet }, info, options))
  }

  /** [CF-6.2] A number without a face gets no answer. */
  #sendFaceImage(face: number): void {
    if (!this.#isFace(face)) return
    this.#context.chargeSteps(faceImageSteps)
    this.#view.dialect.sendFaceImage(face)
  }

  /** [CF-6.9] */
  #sendSmoothing(face: number): void {
    if (this.#isFace(face)) this.#view.sendSmoothing(face)
  }

  // ---- Login and logout -------------------------------------------------------------------------------------------

  /** [CF-4.18] A client in the game cannot log in again. Only the client's answers to queries are handled. */
  #handleLoginPacket(packet: Packet<'addme' | 'reply'> | AccountPacket): LoginStep {
    if (this.#playing) return packet.type === 'reply' ? this.#handleReply(packet.text) : undefined
    if (packet.type === 'addme') return this.#questionLogin.question ? undefined : this.#questionLogin.start()
    if (packet.type === 'reply') return this.#questionLogin.answer(packet.text)
    return this.#accountLogin.handle(packet)
  }

  /** [CF-4.3] Wrong party passwords count like wrong login passwords [CF-4.20] [CF-18.3]. */
  #handleReply(text: string): LoginStep {
    const { player } = this.#playing!
    if (this.#passwordChange.step) return this.#passwordChange.answer(player.name, text)
    if (player.pendingPartyName === undefined) return
    const target = `party/${player.pendingPartyName.toLowerCase()}`
    const waitMs = this.#context.recordGuess(this.#peer, target, text)
    if (waitMs > 0) return this.onText(tooManyGuessesMessage(waitMs), messageTypes.error)
    if (this.#room.answerQuestion(player, text)) this.#context.recordCorrectGuess(this.#peer, target)
  }

  #enterGame(name: string): void {
    this.#room.timers.set(this.#loginTimeout, undefined)
    const since = this.#context.now()
    this.#room.claimLogin(name, since)
    const player = this.#room.enter(name, this)
    this.#playing = { player, since }
    this.#view.sendPlayer(player)
    if (this.#accountLogin.login) this.#view.send({ type: 'addme_success' })
    this.#commands.setPlayer(player)
    this.onText(
      `Welcome to Crossfire, ${player.name}! Type help for a list of commands.`,
      messageTypes.welcome,
    )
  }

  #resume({ playing, queuedPackets = [], isQuitting }: ResumeState): void {
    if (!playing) return
    const { name, since } = playing
    if (!this.#room.claimLogin(name, since)) return this.#peer.close('replaced by a newer login')
    const player = this.#room.resume(name, this)
    if (!player) return this.#peer.close('the character was deleted')
    this.#playing = { player, since }
    this.#commands.setPlayer(player)
    for (const packet of queuedPackets) this.#commands.acknowledgeBetween(packet)
    // The quit command was acknowledged before the restart, so the client does not send it again and waits for the
    // close.
    if (isQuitting) this.onQuit()
  }

  #leaveGame(): void {
    this.#commands.setPlayer(undefined)
    if (this.#playing) this.#room.leave(this.#playing.player, this)
    this.#playing = undefined
  }

  // ---- The game ----------------------------------------------------------------------------------------------------

  /** [CF-9.3] Clients outside the game get an answer too: otherwise they would wait for `comc` forever. */
  #handleCommand(packet: number | undefined, text: string, repeat: number | undefined): LoginStep {
    if (!this.#playing) {
      this.onText(`You are not in the game yet (${sanitizeText(text).slice(0, 80)}).`, messageTypes.error)
      return this.#commands.acknowledge(packet)
    }
    const { player } = this.#playing
    const count = repeat === undefined || repeat < 1 ? undefined : repeat
    const isSpeech = this.#room.isSpeech(text)
    const allowed = isSpeech ? this.#reviewSpeech(text) : text
    if (allowed === undefined) return this.#commands.acknowledge(packet)
    return this.#enqueue({
      packet,
      isSpeech,
      isQuit: this.#room.isQuit(text),
      run: () => this.#room.runCommand(player, allowed, count),
    })
  }

  /** [CF-10.9] The words are as others may read them; undefined if the host's rules refuse the command. */
  #reviewSpeech(command: string): string | undefined {
    const [, word = '', words = ''] = /^(\s*\S*\s*)(.*)$/s.exec(command)!
    const said = decodeByteText(words)
    const reviewed = this.#context.moderation.review(this.#peer, said)
    if ('refused' in reviewed) return void this.onText(reviewed.refused, messageTypes.failure)
    return reviewed.text === said ? command : word + encodeByteText(reviewed.text)
  }

  /** [CF-9.4] If too many commands are queued, reading from the client pauses. */
  #enqueue(command: QueuedCommand): LoginStep {
    const add = () => this.#commands.add(command, this.#context.now())
    const wait = this.#commands.waitMs(this.#context.now())
    return wait > 0 ? this.#context.delay(wait).then(() => add) : add()
  }

  #handleGamePacket(packet: InGamePacket): LoginStep {
    if (!this.#playing) return
    const { player } = this.#playing
    const room = this.#room
    switch (packet.type) {
      case 'move':
        return room.moveItem(player, packet.to, packet.tag, packet.nrof)
      case 'examine':
        return room.examineItem(player, packet.tag)
      case 'apply':
        return this.#enqueue({
          packet: undefined,
          isSpeech: false,
          run: () => room.applyItem(player, packet.tag),
        })
      case 'lock':
        return room.lockItem(player, packet.tag, packet.locked)
      case 'mark':
        return room.markItem(player, packet.tag)
      case 'lookat':
        return room.lookAt(player, packet.dx, packet.dy)
      case 'inscribe':
        return room.inscribe(player, packet.spell, packet.scroll)
    }
  }

  #endTransaction(): void {
    if (this.#playing) this.#room.scheduleSync(this)
    this.#room.syncSessions()
  }

  syncView(): void {
    const player = this.#playing?.player
    if (!player?.level) return
    // [CF-16.7] The player whose action makes the server compare views of other clients pays for each cell and each
    // thing compared.
    const { width, height } = this.#view.dialect
    const view = this.#room.viewOf(player, Math.max(width, height) >> 1)
    this.#context.chargeSteps(this.#view.sync(player, view))
  }

  // ---- Events from the world --------------------------------------------------------------------------------------

  onText(text: string, kind: MessageType, spoken?: string): void {
    this.#view.sendText(text, kind)
    if (spoken !== undefined) this.#context.moderation.recordLine([this.#peer], decodeByteText(spoken))
  }

  /** [CF-4.2] */
  onQuestion(question: string): void {
    this.#passwordChange.step = undefined
    this.#view.send({ type: 'query', flags: queryFlags.hideInput, text: question })
  }

  onSound(sound: Sound, dx: number, dy: number): void {
    this.#view.dialect.sendSound({ x: dx, y: dy, sound, volume: volumeAt(dx, dy) })
  }

  /** [CF-11.5] */
  onMagicMap({ width, height, x, y, cells }: MagicMap): void {
    this.#view.send({ type: 'magicmap', width, height, x, y, data: cells })
  }

  onSurroundingsChanged(): void {
    this.#room.scheduleSync(this)
  }

  onTick(tick: number): void {
    this.syncView()
    this.#view.dialect.sendTick(tick)
  }

  /** [CF-4.11] */
  onQuit(): void {
    this.#view.dialect.sendGoodbye()
    this.#peer.close('bye')
  }

  /** [CF-4.19] */
  onChangePassword(): void {
    this.#passwordChange.start()
  }

  /** [CF-10.10] */
  onReport(words: string): void {
    const answer = this.#context.moderation.report(this.#peer, decodeByteText(words))
    this.onText(encodeByteText(answer), messageTypes.info)
  }

  #isFace(face: number): boolean {
    return face >= 1 && face <= this.#room.gallery.lastFace
  }

  close(reason: string): void {
    this.onText(`Connection closed: ${reason}.`, messageTypes.administrator)
    this.#view.dialect.sendGoodbye()
    this.#peer.close(reason)
  }
}

/** [CF-11.11] The volume of a sound falls with its distance in cells. */
function volumeAt(dx: number, dy: number): number {
  return Math.max(10, 100 - 7 * Math.max(Math.abs(dx), Math.abs(dy)))
}
