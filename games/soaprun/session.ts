// Each request has exactly one reply.
import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { TokenBucket } from '../shared/token-bucket.ts'
import { attributesPacket, type FromClient, fromClient, fromServer } from './packets.ts'
import { type Player, type PlayerClient, playerNameOfSlot, resumeDataOf } from './players/player.ts'
import { readShiftJis } from './protocol/dispatch.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import { playerLabel } from './view/colours.ts'
import type { SoaprunWorld } from './world.ts'

/** [SR-3.3] Maximum test packets of a session. The original client sends four. */
const maxTests = 8
/** [SR-2.6] The number of rooms that a client requests at once after its login. */
const roomBurst = 9
/** [SR-3.4] Log lines that a client may send at once. */
const logBurst = 4

/** [SR-7.8] */
const takenOver = 'the player joined from another window'

/** [SR-3.15] A browser reports another player by this log line. */
const reportPrefix = '/report '
/** [SR-3.18] A browser sends this log line when its page is closed or reloaded. */
const leaveLine = '/leave'

type Login = Extract<FromClient, { readonly type: 'Prtc' | 'Scrt' }>

export class SoaprunSession implements Session, PlayerClient {
  readonly #world: SoaprunWorld
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #roomLimit: TokenBucket
  readonly #logLimit: TokenBucket
  #player: Player | undefined
  #tests = 0
  #hasLeft = false

  /** `resumeState`: absent for a new client, which receives the greeting. */
  constructor(world: SoaprunWorld, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#context = context
    this.#peer = peer
    this.#roomLimit = new TokenBucket(world.options.maxRoomRequestsPerSecond, roomBurst)
    this.#logLimit = new TokenBucket(world.options.maxLogsPerSecond, logBurst)
    if (resumeState) this.#resume(resumeState)
    else if (!world.mayAdmit) this.#reject()
    else this.#reply({ type: 'WLCM' })
  }

  get resumeState(): Uint8Array {
    const player = this.#player && resumeDataOf(this.#player)
    return encodeResumeState({ tests: this.#tests, player })
  }

  /** The name of the player's slot, because players have no names. */
  get name(): string | undefined {
    return this.#player && playerNameOfSlot(this.#player.slot)
  }

  /** The player's name as other players and spectators see it. */
  get label(): string | undefined {
    return this.#player && playerLabel(this.#player)
  }

  receive(frame: Frame): void | Promise<() => void> {
    // [SR-2.1] Text can arrive only over a WebSocket.
    if (typeof frame === 'string') throw new WireError('received text instead of a packet')
    const packet = fromClient.decode(frame)
    if (packet.type === 'Prtc' || packet.type === 'Scrt') return this.#logIn(packet)
    // [SR-2.4] The first packet must be the login.
    if (!this.#player) throw new WireError(`${packet.type} before Prtc`)
    return this.#answer(this.#player, packet)
  }

  /** A Soaprun client receives nothing but replies, so there is nothing to send. */
  onResumed(): void {}

  onClosed(lost: boolean): void {
    if (!this.#player) return
    if (lost) this.#world.disconnect(this.#player, this.#hasLeft)
    else this.#world.leave(this.#player)
  }

  onTakenOver(): void {
    this.#player = undefined
    this.#peer.close(takenOver)
  }

  showMessage(line: string): boolean {
    if (this.#peer.transport !== 'websocket' || !this.#player?.secret) return false
    this.#peer.send(line)
    return true
  }

  /** [SR-3.2] [SR-3.16] */
  #logIn(packet: Login): void {
    if (this.#player) throw new WireError(`a second ${packet.type}`)
    if (!this.#world.takeLogin(this.#peer.address)) return this.#reject()
    const secret = packet.type === 'Scrt' ? String.fromCharCode(...packet.secret) : ''
    const former = this.#world.takeOver(secret, this)
    this.#player = former ?? this.#world.join(secret, this)
    if (!this.#player) return this.#reject()
    if (packet.type === 'Prtc') return this.#reply({ type: 'Prtc' })
    this.#reply({ type: 'Scrt', returned: former ? 1 : 0, ...this.#player.place })
  }

  #answer(player: Player, packet: Exclude<FromClient, Login>): void | Promise<() => void> {
    const world = this.#world
    switch (packet.type) {
      case 'Test':
        return this.#test(packet.data)
      case 'Dlog':
        return this.#log(packet.message)
      case 'mAtt':
        return this.#reply(attributesPacket(world.board.attributes))
      case 'Room':
        return this.#room(packet.x, packet.y)
      case 'mCrp':
        world.layCorpse(player, packet.x, packet.y)
        return this.#reply({ type: 'Void' })
      case 'Bye.':
        this.#reply({ type: 'Void' })
        return this.#peer.close('bye')
      case 'myPo':
        world.move(player, packet.nodes)
        break
      case 'ChCl':
        world.recolor(player, packet.nodes, packet.color)
        break
      case 'DrFl':
        world.draw(player, packet.nodes, packet.x, packet.y, packet.tile)
        break
      case 'HNPU':
        world.touch(player, packet.nodes, packet.unit)
        break
      case 'HVen':
        world.becomeGhost(player, packet.nodes)
    }
    // [SR-3.8] Also the reply to a refused action, which changes nothing.
    const { status, color, items, weather, players, units, tiles } = world.takeFieldView(player)
    this.#context.chargeSteps(players.length + units.length + tiles.length)
    this.#reply({ type: 'Flds', status, color, items, weather, players, units, tiles })
  }

  #test(data: Uint8Array): void {
    if (++this.#tests > maxTests) throw new WireError(`over ${maxTests} Test packets`)
    this.#reply({ type: 'Test', data })
  }

  #log(message: string): void {
    const text = readShiftJis(message)
    // [SR-3.15] The reply is a Void, which cannot contain an answer to the report.
    if (text.startsWith(reportPrefix))
      this.#context.moderation.report(this.#peer, text.slice(reportPrefix.length))
    else if (text === leaveLine) this.#hasLeft = true
    else if (this.#logLimit.take(this.#context.now()))
      this.#context.log('dlog', { peer: this.#peer.id, text })
    this.#reply({ type: 'Void' })
  }

  /** [SR-2.6] Above the rate limit, delays the reply, which slows the client down. */
  #room(x: number, y: number): void | Promise<() => void> {
    const reply = () => this.#reply({ type: 'Room', x, y, tiles: this.#world.board.room(x, y) })
    const wait = this.#roomLimit.takeOrWait(this.#context.now())
    if (wait === 0) return reply()
    return this.#context.delay(wait).then(() => () => {
      this.#roomLimit.take(this.#context.now())
      reply()
    })
  }

  #resume(resumeState: Uint8Array): void {
    const { tests, player } = decodeResumeState(resumeState)
    this.#tests = tests
    if (!player) return
    // [SR-7.8] Another client has taken over the player, either before the restart or before this sidecar reconnected.
    if (this.#world.isConnected(player)) return this.#peer.close(takenOver)
    this.#player = this.#world.rejoin(player, this)
    if (!this.#player) this.#peer.close('the room is full')
  }

  /** [SR-2.8] No other packet may be sent before the close. */
  #reject(): void {
    this.#reply({ type: 'OVER' })
    this.#peer.close('full')
  }

  #reply(packet: Parameters<typeof fromServer.encode>[0]): void {
    this.#peer.send(fromServer.encode(packet))
  }
}
