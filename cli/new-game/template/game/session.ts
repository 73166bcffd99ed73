// The session of a client, which decodes packets, checks that they are allowed now, calls the world's actions and
// encodes the results.
import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { type FromServer, fromClient, fromServer } from './packets.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import type { Line, Listener, SayBackWorld } from './world.ts'

/** [SB-6.3] */
const reportCommand = /^\/report\s*(?<words>.*)$/u

export class SayBackSession implements Session, Listener {
  readonly #world: SayBackWorld
  readonly #context: GameContext
  readonly #peer: Peer
  #entered = false
  #name = ''
  /** The number of the newest line that the client has certainly received. */
  #received = 0
  /**
   * Whether the session's output is a reply. The room keeps a reply until the client has received it. Other output can
   * be lost with a sidecar's connection.
   */
  #isReplying = false

  /**
   * `resumeState`: undefined for a new client. The constructor sends nothing, because in this protocol the client sends
   * the first packet.
   */
  constructor(world: SayBackWorld, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#context = context
    this.#peer = peer
    if (!resumeState) return
    const { entered, received, name } = decodeResumeState(resumeState)
    this.#name = name
    this.#entered = entered
    this.#received = received
    if (entered) world.rejoin(this)
  }

  get resumeState(): Uint8Array {
    return encodeResumeState({ entered: this.#entered, received: this.#received, name: this.#name })
  }

  /** [SB-6.1] The player's name, for the host's list of players. */
  get name(): string | undefined {
    return this.#entered ? this.#name : undefined
  }

  receive(frame: Frame): void {
    // [SB-1.1] A text frame can only come from a WebSocket.
    if (typeof frame === 'string') throw new WireError('expected a binary packet, got text')
    const packet = fromClient.decode(frame)
    // [SB-1.3]
    if (packet.type === 'HELO' && this.#entered) throw new WireError('HELO was sent twice')
    if (packet.type !== 'HELO' && !this.#entered) throw new WireError(`${packet.type} before HELO`)
    this.#isReplying = true
    switch (packet.type) {
      case 'HELO':
        this.#enter(packet.name.trim())
        break
      case 'TALK':
        this.#talk(packet.text.trim())
        break
      case 'BYE!':
        this.#peer.close('bye')
        break
    }
    this.#isReplying = false
  }

  receiveLine({ number, text }: Line): void {
    this.#send({ type: 'ECHO', number, text })
    // [SB-6.3] Records the line, because a report of a player contains the last recorded lines.
    this.#context.moderation.recordLine([this.#peer], text)
    if (this.#isReplying) this.#received = number
  }

  /** [SB-4.2] */
  onResumed(): void {
    if (this.#entered) for (const line of this.#world.since(this.#received)) this.receiveLine(line)
  }

  onClosed(): void {
    this.#world.leave(this)
  }

  #enter(name: string): void {
    // [SB-6.2]
    const refused = name === '' ? 'A name cannot be blank.' : this.#context.moderation.nameRefusal(name)
    if (refused !== undefined) return this.#send({ type: 'TOLD', text: refused })
    if (!this.#world.enter(this)) {
      this.#send({ type: 'FULL' })
      this.#peer.close('full')
      return
    }
    this.#entered = true
    this.#name = name
    this.#received = this.#world.newest
    this.#send({ type: 'WLCM', newest: this.#received })
  }

  #talk(text: string): void {
    const { moderation } = this.#context
    const { words } = reportCommand.exec(text)?.groups ?? {}
    if (words !== undefined) return this.#send({ type: 'TOLD', text: moderation.report(this.#peer, words) })
    if (text === '') return this.#send({ type: 'TOLD', text: 'A line cannot be blank.' })
    // [SB-6.2] The review applies the host's mutes and word filter.
    const reviewed = moderation.review(this.#peer, text)
    if ('refused' in reviewed) this.#send({ type: 'TOLD', text: reviewed.refused })
    else this.#world.say(`${this.#name}: ${reviewed.text}`)
  }

  #send(packet: FromServer): void {
    this.#peer.send(fromServer.encode(packet))
  }
}
