// Players of a relay. Hosts open a session, accept guests and answer pings. Guests join the sessions of this run. Hosts
// and guests send each other numbered bytes, so that a gap, a duplicate or a wrong receiver is detected.
import type { Frame } from '../../../games/game.ts'
import { type FromServer, fromClient, fromServer } from '../../../games/retroarch/packets.ts'
import { idBytes, toRelayId } from '../../../games/retroarch/sessions/relay-id.ts'
import { type ClientModel, isIdleTimeout, violate } from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

/** The lobby of one run, in which hosts and guests find each other. */
export class Lobby {
  readonly sessions: Uint8Array[] = []
  /** Guests that were announced to the host and that the host has not accepted yet. */
  readonly waitingGuests: Uint8Array[] = []
}

const roles = [
  [3, 'host'],
  [4, 'guest'],
  [4, 'link'],
] as const

/** Reasons for which the room closes connections by its rules. */
const expectedCloses = new Set([
  'no such session, or it is full',
  'no such guest',
  'the other side has left',
  'the host has left',
  'the room restarted',
  'silent for too long',
  'the host did not accept in time',
  'the host does not answer',
])

export class RelayPlayer implements ClientModel {
  readonly #lobby: Lobby
  readonly #random: SeededRandom
  #role: 'new' | 'host' | 'guest' | 'link' = 'new'
  #asked = false
  #session: Uint8Array | undefined
  #wantsPong = false
  #sent = 0
  #received = 0

  constructor(lobby: Lobby, random: SeededRandom) {
    this.#lobby = lobby
    this.#random = random
  }

  /** The id of the session, of a host that has received it. */
  get session(): string | undefined {
    return this.#session && toRelayId(this.#session)
  }

  get isWaiting(): boolean {
    return this.#asked
  }

  mayBeClosedFor(reason: string): boolean {
    return isIdleTimeout(reason) || expectedCloses.has(reason)
  }

  nextFrame(): Frame | undefined {
    if (this.#role === 'new') return this.#begin()
    if (this.#role === 'host') {
      if (!this.#session || this.#asked) return undefined
      this.#asked = true
      return fromClient.encode({ type: 'RATA', client: new Uint8Array(idBytes) })
    }
    return Uint8Array.of(this.#sent++ & 0xff)
  }

  idleFrame(): Frame | undefined {
    return this.#role === 'host' ? undefined : this.nextFrame()
  }

  replyFrame(): Frame | undefined {
    if (!this.#wantsPong) return undefined
    this.#wantsPong = false
    return fromClient.encode({ type: 'RATP' })
  }

  onFrame(frame: Frame): void {
    const bytes = frame as Uint8Array
    if (this.#role === 'host') return this.#serve(fromServer.decode(bytes))
    // [RA-3.1] On both sides of a new pair of connections the numbers of the bytes start at 0.
    for (const byte of bytes) {
      if (byte !== (this.#received++ & 0xff))
        violate('a stream has no gap', `byte ${this.#received - 1} is ${byte}`)
    }
  }

  #begin(): Frame {
    const { sessions, waitingGuests } = this.#lobby
    const role = this.#random.chooseWeighted(roles)
    if (role === 'guest' && sessions.length > 0) {
      this.#role = 'guest'
      return fromClient.encode({ type: 'RATS', session: this.#random.choose(sessions) })
    }
    const client = role === 'link' ? waitingGuests.shift() : undefined
    if (client) {
      this.#role = 'link'
      return fromClient.encode({ type: 'RATL', client })
    }
    this.#role = 'host'
    this.#asked = true
    return fromClient.encode({ type: 'RATS', session: new Uint8Array(idBytes) })
  }

  #serve(message: FromServer): void {
    switch (message.type) {
      case 'RATS':
        this.#asked = false
        if (this.#session && toRelayId(this.#session) !== toRelayId(message.session))
          violate('a session keeps its id', `${this.session}, then ${toRelayId(message.session)}`)
        if (!this.#session) this.#lobby.sessions.push(message.session)
        this.#session = message.session
        return
      case 'RATA':
        this.#asked = false
        return
      case 'RATL':
        return void this.#lobby.waitingGuests.push(message.client)
      case 'RATP':
        this.#wantsPong = true
        return
      default:
        violate('each request has one answer', `a host received ${message.type}`)
    }
  }
}
