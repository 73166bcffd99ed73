// One session of a Crossfire client: negotiation, login and the game. [CF-2.2]
import { WireError } from '../../wire/index.ts'
import type { Frame, Host, Peer, Session } from '../game.ts'
import { tooManyWrong } from '../shared/guesses.ts'
import { plain } from './acts/speech.ts'
import { cannotInscribe } from './commands/rules-commands.ts'
import { usualWishes } from './dialects/wishes.ts'
import type { Hearing, MagicMap } from './hearing/hearing.ts'
import type { Sound } from './hearing/sounds.ts'
import { type TextKind, textKinds } from './hearing/text-kinds.ts'
import { queryFlags } from './packets/login.ts'
import { type FromClient, readFromClient } from './packets.ts'
import type { Player } from './scene/scene.ts'
import { ClientView } from './talk/client-view.ts'
import { LoginByQuestion } from './talk/login-1997.ts'
import { type AccountPacket, LoginByAccount } from './talk/login-today.ts'
import { type Agreed, decodeNote, encodeNote, type Remembered } from './talk/note.ts'
import { PasswordChange } from './talk/password-change.ts'
import { type Command, Commands } from './talk/queue.ts'
import { reply } from './talk/requestinfo.ts'
import type { CrossfireRoom, Watcher } from './talk/room.ts'
import { setUp } from './talk/setup.ts'
import type { Waiter } from './world/alarms.ts'

type Packet<T extends FromClient['type']> = Extract<FromClient, { readonly type: T }>
/** Packets that are ignored until the client is in the game. */
type InGame = Packet<'move' | 'examine' | 'apply' | 'lock' | 'mark' | 'lookat' | 'inscribe'>
/** A promise if the work is asynchronous; the function that it resolves to runs as the rest of the transaction. */
type Later = void | Promise<() => void>

/** [CF-2.1] `cs`: the client protocol that we understand; `sc`: the server protocol that we send. */
const version = { cs: 1023, sc: 1029, info: 'Packetboat\n' } as const
/** [CF-16.7] Cost of requesting a picture: the first request unpacks it for everybody. */
const pictureSteps = 2048
/** [CF-16.7] Base cost of any packet, for decoding it and checking which players' records changed. */
const packetSteps = 128
/** [CF-16.7] Milliseconds within which a client must enter the game before it is disconnected. */
const doorMs = 600_000
/** [CF-6.1] Clients get pixmaps by default. */
const nothingAgreed: Agreed = { cs: 0, sc: 0, wishes: usualWishes, faceMode: 2, sound: false }

export class CrossfireSession implements Session, Hearing, Watcher {
  readonly #room: CrossfireRoom
  readonly #host: Host
  readonly #peer: Peer
  readonly #view: ClientView
  readonly #commands: Commands
  readonly #byAccount: LoginByAccount
  readonly #byQuestion: LoginByQuestion
  readonly #passwords: PasswordChange
  readonly #door: Waiter = { goOn: () => this.#peer.close('did not come in') }
  #agreed: Agreed
  #playing: { readonly player: Player; readonly since: number } | undefined

  /** `note` is undefined for a new client; the server then sends the first packet. */
  constructor(room: CrossfireRoom, host: Host, peer: Peer, note: Uint8Array | undefined) {
    const remembered = note && note.length > 0 ? decodeNote(note) : undefined
    this.#room = room
    this.#host = host
    this.#peer = peer
    this.#agreed = remembered?.agreed ?? nothingAgreed
    this.#view = new ClientView(peer, this.#agreed, room.texts, room.gallery)
    this.#commands = new Commands(room, this.#view, this)
    const entrance = { room, host, peer, view: this.#view, play: (name: string) => this.#play(name) }
    this.#byAccount = new LoginByAccount(entrance, remembered?.account)
    this.#byQuestion = new LoginByQuestion(entrance, remembered?.asking)
    this.#passwords = new PasswordChange(entrance, remembered?.changing)
    if (remembered) this.#goOn(remembered)
    if (!this.#playing) room.alarms.set(this.#door, host.now() + doorMs)
    // [CF-2.1] Sent at once to every client: today's clients request nothing before they have it.
    if (!note) this.#view.send({ type: 'version', ...version })
  }

  get note(): Uint8Array {
    const { account } = this.#byAccount
    const { asking } = this.#byQuestion
    const { changing } = this.#passwords
    const { packets, leaves } = this.#commands
    return encodeNote({
      agreed: this.#agreed,
      ...(account !== undefined && { account }),
      ...(asking && { asking }),
      ...(changing && { changing }),
      ...(this.#playing && { playing: { name: this.#playing.player.name, since: this.#playing.since } }),
      ...(packets.length > 0 && { waiting: packets }),
      ...(leaves && { leaves: true as const }),
    })
  }

  get name(): string | undefined {
    return this.#playing?.player.name
  }

  /** [CF-16.7] Sessions that play the same character share one quota. */
  get payer(): string | undefined {
    return this.#playing && `character ${this.#playing.player.name}`
  }

  receive(frame: Frame): Later {
    this.#host.spend(packetSteps)
    // [CF-1.2] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('text, where a packet is wanted')
    const packet = readFromClient(frame)
    // [CF-1.5]
    if (!packet) return
    if (packet.type === 'misread') return this.#misread(packet.why)
    const later = this.#take(packet)
    if (!later) return this.#turnEnds()
    return later.then((rest) => () => {
      rest()
      this.#turnEnds()
    })
  }

  /** [CF-1.8] */
  #misread(why: string): void {
    this.tell(`That could not be understood: ${plain(why).slice(0, 200)}.`, textKinds.error)
  }

  /** Sends everything again: output outside of a client's transaction may be lost with the link. */
  resumed(): void {
    this.#commands.answerAgain()
    this.#view.forget()
    this.compare()
  }

  closed(): void {
    this.#room.alarms.set(this.#door, undefined)
    this.#leave()
  }

  // ---- Negotiation ------------------------------------------------------------------------------------------------

  #take(packet: FromClient): Later {
    switch (packet.type) {
      case 'version':
        return this.#agree({ cs: packet.cs, sc: packet.sc ?? packet.cs })
      case 'setup':
        return this.#setUp(packet)
      case 'setfacemode':
        this.#agree({ faceMode: packet.mode & 0x1f })
        return this.#view.forgetFaces()
      case 'setsound':
        return this.#agree({ sound: packet.wanted })
      case 'requestinfo':
        return this.#inform(packet)
      case 'askface':
        return this.#showFace(packet.face)
      case 'asksmooth':
        return this.#showSmooth(packet.face)
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
        return this.#comeIn(packet)
      case 'command':
        return this.#command(undefined, packet.text, packet.count)
      case 'ncom':
        return this.#command(packet.packet, packet.text, packet.repeat)
      case 'mapredraw':
        return this.#view.forgetMap()
      default:
        return this.#act(packet)
    }
  }

  #agree(changes: Partial<Agreed>): void {
    this.#agreed = { ...this.#agreed, ...changes }
    this.#view.agree(this.#agreed)
  }

  /** [CF-3.1] */
  #setUp({ settings }: Packet<'setup'>): void {
    const before = this.#agreed.wishes
    const { wishes, answers, resized, facesAnew } = setUp(before, settings)
    this.#agree({ wishes })
    if (facesAnew) this.#view.forgetFaces()
    // [CF-5.4] The client has cleared its map. In the game, `newmap` is sent with the map at the end of the
    // transaction. Before the game no map follows, so send it here.
    if (resized && !this.#playing) this.#view.dialect.newMap()
    if (resized || wishes.darkness !== before.darkness) this.#view.forgetMap()
    this.#view.send({ type: 'setup', settings: answers })
  }

  /** [CF-16.7] The checksum covers all pictures. */
  #inform({ info, options = '' }: Packet<'requestinfo'>): void {
    if (info === 'image_info') this.#host.spend(this.#room.gallery.last)
    this.#view.send(reply(this.#room, info, options))
  }

  /** [CF-6.2] Numbers that are no face get no answer. */
  #showFace(face: number): void {
    if (!this.#isFace(face)) return
    this.#host.spend(pictureSteps)
    this.#view.dialect.picture(face)
  }

  /** [CF-6.9] */
  #showSmooth(face: number): void {
    if (this.#isFace(face)) this.#view.smooth(face)
  }

  // ---- Login and logout -------------------------------------------------------------------------------------------

  /** [CF-4.18] A client in the game cannot log in again: only its answers to queries are processed. */
  #comeIn(packet: Packet<'addme' | 'reply'> | AccountPacket): Later {
    if (this.#playing) return packet.type === 'reply' ? this.#answer(packet.text) : undefined
    if (packet.type === 'addme') return this.#byQuestion.asking ? undefined : this.#byQuestion.begin()
    if (packet.type === 'reply') return this.#byQuestion.answer(packet.text)
    return this.#byAccount.take(packet)
  }

  /** Answers the last query [CF-4.3]. Wrong party passwords count like wrong login passwords [CF-4.20] [CF-18.3]. */
  #answer(text: string): Later {
    const { player } = this.#playing!
    if (this.#passwords.changing) return this.#passwords.answer(player.name, text)
    if (player.joining === undefined) return
    const target = `party/${player.joining.toLowerCase()}`
    const waitMs = this.#host.guess(this.#peer, target, text)
    if (waitMs > 0) return this.tell(tooManyWrong(waitMs), textKinds.error)
    if (this.#room.answer(player, text)) this.#host.guessedRight(this.#peer, target)
  }

  #play(name: string): void {
    this.#room.alarms.set(this.#door, undefined)
    const since = this.#host.now()
    this.#room.goesOn(name, since)
    const player = this.#room.enter(name, this)
    this.#playing = { player, since }
    this.#view.introduce(player)
    if (this.#byAccount.account !== undefined) this.#view.send({ type: 'addme_success' })
    this.#commands.begin(player)
    this.tell(`Welcome to Crossfire, ${player.name}! Type help for all there is to do.`, textKinds.welcome)
  }

  #goOn({ playing, waiting = [], leaves }: Remembered): void {
    if (!playing) return
    const { name, since } = playing
    if (!this.#room.goesOn(name, since)) return this.#peer.close('logged in again')
    const player = this.#room.resume(name, this)
    if (!player) return this.#peer.close('there is no such character any more')
    this.#playing = { player, since }
    this.#commands.begin(player)
    for (const packet of waiting) this.#commands.answerBetween(packet)
    // The quit command was acknowledged and will not be sent again; the client would wait for the close forever.
    if (leaves) this.quit()
  }

  #leave(): void {
    this.#commands.begin(undefined)
    if (this.#playing) this.#room.leave(this.#playing.player, this)
    this.#playing = undefined
  }

  // ---- The game ----------------------------------------------------------------------------------------------------

  /** [CF-9.3] Clients outside the game get an answer too: otherwise they would wait for `comc` forever. */
  #command(packet: number | undefined, text: string, repeat: number | undefined): Later {
    if (!this.#playing) {
      this.tell(`You are not in the game yet (${plain(text).slice(0, 80)}).`, textKinds.error)
      return this.#commands.answer(packet)
    }
    const { player } = this.#playing
    const count = repeat === undefined || repeat < 1 ? undefined : repeat
    return this.#queue({
      packet,
      says: this.#room.isHeard(text),
      leaves: this.#room.leaves(text),
      run: () => this.#room.command(player, text, count),
    })
  }

  /** [CF-9.4] If too many commands are queued, reading from the client pauses. */
  #queue(command: Command): Later {
    const add = () => this.#commands.add(command, this.#host.now())
    const wait = this.#commands.wait(this.#host.now())
    return wait > 0 ? this.#host.delay(wait).then(() => add) : add()
  }

  #act(packet: InGame): Later {
    if (!this.#playing) return
    const { player } = this.#playing
    const room = this.#room
    switch (packet.type) {
      case 'move':
        return room.moveItem(player, packet.to, packet.tag, packet.nrof)
      case 'examine':
        return room.examine(player, packet.tag)
      case 'apply':
        return this.#queue({ packet: undefined, says: false, run: () => room.apply(player, packet.tag) })
      case 'lock':
        return room.lock(player, packet.tag, packet.locked)
      case 'mark':
        return room.mark(player, packet.tag)
      case 'lookat':
        return room.lookAt(player, packet.dx, packet.dy)
      case 'inscribe':
        return player.tell(cannotInscribe, textKinds.failure)
    }
  }

  #turnEnds(): void {
    if (this.#playing) this.#room.stirred(this)
    this.#room.settle()
  }

  compare(): void {
    const player = this.#playing?.player
    if (!player?.level) return
    // [CF-16.7] The player who causes others' views to be compared pays for each cell and each thing examined.
    const { width, height } = this.#agreed.wishes
    this.#host.spend(width * height)
    this.#host.spend(this.#view.compare(player, this.#room.sight(player)))
  }

  // ---- Events from the world --------------------------------------------------------------------------------------

  tell(text: string, kind: TextKind): void {
    this.#view.tell(text, kind)
  }

  /** [CF-4.2] */
  ask(question: string): void {
    this.#passwords.changing = undefined
    this.#view.send({ type: 'query', flags: queryFlags.hideInput, text: question })
  }

  sound(sound: Sound, dx: number, dy: number): void {
    this.#view.dialect.heard({ x: dx, y: dy, sound, volume: volumeAt(dx, dy) })
  }

  /** [CF-11.5] */
  magicMap({ width, height, x, y, cells }: MagicMap): void {
    this.#view.send({ type: 'magicmap', width, height, x, y, data: cells })
  }

  stirred(): void {
    this.#room.stirred(this)
  }

  ticked(tick: number): void {
    this.compare()
    this.#view.dialect.tick(tick)
  }

  /** [CF-4.11] */
  quit(): void {
    this.#view.dialect.goodbye()
    this.#peer.close('bye')
  }

  /** [CF-4.19] */
  changePassword(): void {
    this.#passwords.begin()
  }

  #isFace(face: number): boolean {
    return face >= 1 && face <= this.#room.gallery.last
  }

  close(reason: string): void {
    this.tell(`The connection ends: ${reason}.`, textKinds.administrator)
    this.#view.dialect.goodbye()
    this.#peer.close(reason)
  }
}

/** [CF-11.11] The volume falls with the distance in cells. */
function volumeAt(dx: number, dy: number): number {
  return Math.max(10, 100 - 7 * Math.max(Math.abs(dx), Math.abs(dy)))
}
