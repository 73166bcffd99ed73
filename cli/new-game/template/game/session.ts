// One client's session: decodes, checks the phase, calls the world's verbs, encodes the world's events.
import { WireError } from '../../wire/index.ts'
import type { Frame, Peer, Session } from '../game.ts'
import { type FromServer, fromClient, fromServer } from './packets.ts'
import { decodeNote, encodeNote } from './talk/note.ts'
import type { Line, Listener, SayBackWorld } from './world.ts'

export class SayBackSession implements Session, Listener {
  readonly #world: SayBackWorld
  readonly #peer: Peer
  #entered = false
  #heard = 0
  /** Output is a reply, kept until the client has it; other messages are lost with a link. */
  #answering = false

  /** `note` undefined: a new client, which sends the first packet. */
  constructor(world: SayBackWorld, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#peer = peer
    if (!resumeState) return
    const { entered, heard } = decodeNote(resumeState)
    this.#entered = entered
    this.#heard = heard
    if (entered) world.rejoin(this)
  }

  get note(): Uint8Array {
    return encodeNote({ entered: this.#entered, heard: this.#heard })
  }

  receive(frame: Frame): void {
    // [SB-1.1] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('text, where a packet is wanted')
    const packet = fromClient.decode(frame)
    // [SB-1.3]
    if (packet.type === 'HELO' && this.#entered) throw new WireError('a second HELO')
    if (packet.type !== 'HELO' && !this.#entered) throw new WireError(`${packet.type} before HELO`)
    this.#answering = true
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
    this.#answering = false
  }

  hear({ number, text }: Line): void {
    this.#send({ type: 'ECHO', number, text })
    if (this.#answering) this.#heard = number
  }

  /** [SB-4.2] */
  resumed(): void {
    if (this.#entered) for (const line of this.#world.since(this.#heard)) this.hear(line)
  }

  closed(): void {
    this.#world.leave(this)
  }

  #enter(): void {
    if (!this.#world.enter(this)) {
      this.#send({ type: 'FULL' })
      this.#peer.close('full')
      return
    }
    this.#entered = true
    this.#heard = this.#world.newest
    this.#send({ type: 'WLCM', newest: this.#heard })
  }

  #send(packet: FromServer): void {
    this.#peer.send(fromServer.encode(packet))
  }
}
