// One client's session: decodes packets, checks the phase, calls the world's actions and encodes the results.
import { WireError } from '../../wire/index.ts'
import type { Frame, Peer, Session } from '../game.ts'
import { type FromServer, fromClient, fromServer } from './packets.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import type { Line, Listener, SayBackWorld } from './world.ts'

export class SayBackSession implements Session, Listener {
  readonly #world: SayBackWorld
  readonly #peer: Peer
  #entered = false
  /** The newest line that the client has for certain. */
  #received = 0
  /**
   * Whether output is a reply. The room keeps replies until the client has received them; other output can be lost with
   * a sidecar's connection.
   */
  #isReplying = false

  /** `resumeState` is undefined for a new client, which sends the first packet. */
  constructor(world: SayBackWorld, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#peer = peer
    if (!resumeState) return
    const { entered, received } = decodeResumeState(resumeState)
    this.#entered = entered
    this.#received = received
    if (entered) world.rejoin(this)
  }

  get resumeState(): Uint8Array {
    return encodeResumeState({ entered: this.#entered, received: this.#received })
  }

  receive(frame: Frame): void {
    // [SB-1.1] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('expected a binary packet, got text')
    const packet = fromClient.decode(frame)
    // [SB-1.3]
    if (packet.type === 'HELO' && this.#entered) throw new WireError('HELO was sent twice')
    if (packet.type !== 'HELO' && !this.#entered) throw new WireError(`${packet.type} before HELO`)
    this.#isReplying = true
    switch (packet.type) {
      case 'HELO':
        this.#enter()
        break
      case 'TALK':
        if (!this.#world.say(packet.text)) this.#send({ type: 'NOPE', why: 'blank' })
        break
      case 'BYE!':
        this.#peer.close('bye')
        break
    }
    this.#isReplying = false
  }

  receiveLine({ number, text }: Line): void {
    this.#send({ type: 'ECHO', number, text })
    if (this.#isReplying) this.#received = number
  }

  /** [SB-4.2] */
  onResumed(): void {
    if (this.#entered) for (const line of this.#world.since(this.#received)) this.receiveLine(line)
  }

  onClosed(): void {
    this.#world.leave(this)
  }

  #enter(): void {
    if (!this.#world.enter(this)) {
      this.#send({ type: 'FULL' })
      this.#peer.close('full')
      return
    }
    this.#entered = true
    this.#received = this.#world.newest
    this.#send({ type: 'WLCM', newest: this.#received })
  }

  #send(packet: FromServer): void {
    this.#peer.send(fromServer.encode(packet))
  }
}
