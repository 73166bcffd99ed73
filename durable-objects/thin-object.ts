// The object of one thin (server-rendered) client, apart from its room, so that drawing costs the room no time. It
// stores nothing: a client that was cut off reconnects and identifies itself anew. Its sockets do not hibernate,
// because it draws.
import { DurableObject } from 'cloudflare:workers'
import type { Game } from '../games/game.ts'
import type { Frame } from '../games/host.ts'
import type { RemoteClientRequest, RemoteClientFactory } from '../games/thin.ts'
import { addressLimitKey } from '../wire/address.ts'
import { systemClock } from './clock.ts'
import type { Env } from './env.ts'
import { addressHeader, type RoomCalls } from './rooms.ts'
import { roomStub } from './stubs.ts'
import { Drawn, ThinRun, type ToRoom } from './thin-run.ts'

/** Headers of an upgrade from the Worker: the room (`arcane-sector/harbor`), and the cookies and the query as JSON. */
export const thinHeaders = {
  room: 'packetboat-room',
  asked: 'packetboat-asked',
  /** Header of a 409: whether the caller's own address has this place (`you`). */
  by: 'packetboat-by',
} as const

/** The parts of a Room that it uses: a client's connection, and public calls. */
export type RoomStub = Pick<RoomCalls, 'file' | 'describe'> & { fetch(request: Request): Promise<Response> }

export abstract class ThinObject extends DurableObject<Env> {
  protected abstract readonly games: readonly Game[]
  /** A new stub per call: a stub is unusable after a call has failed. */
  protected abstract room(name: string): RoomStub
  /** The address of the current client, as limits count it. */
  #takenBy: string | undefined
  /** Drawings of its clients, cached for later ones. */
  readonly #drawn = new Drawn()

  /** Upgrades only. 409: a client is running here already. */
  override async fetch({ headers }: Request): Promise<Response> {
    const address = addressLimitKey(headers.get(addressHeader) ?? '127.0.0.1')
    if (this.#takenBy !== undefined) {
      const by = this.#takenBy === address ? 'you' : 'another'
      return new Response('taken', { status: 409, headers: { [thinHeaders.by]: by } })
    }
    const name = headers.get(thinHeaders.room) ?? ''
    const door = this.games.find(({ slug }) => name.startsWith(`${slug}/`))?.remoteClients
    if (!door) return new Response('no such client', { status: 404 })
    this.#takenBy = address
    let isRun = false
    try {
      const file = await this.#fileOf(name, door)
      if (!file) return new Response('no such room', { status: 404 })
      const answer = this.#begin(name, door, file, headers)
      isRun = true
      return answer
    } finally {
      if (!isRun) this.#takenBy = undefined
    }
  }

  #begin(name: string, door: RemoteClientFactory, file: Uint8Array, headers: Headers): Response {
    const asked = JSON.parse(headers.get(thinHeaders.asked) ?? '{}') as RemoteClientRequest
    const { 0: client, 1: screen } = new WebSocketPair()
    screen.binaryType = 'arraybuffer'
    screen.accept()
    const run = new ThinRun({
      ...{ door, asked, file, screen, clock: systemClock },
      drawn: (draw) => this.#drawn.by(draw),
      room: this.#toRoom(name, door, headers.get(addressHeader) ?? '127.0.0.1'),
      over: () => {
        this.#takenBy = undefined
      },
      fault: (error) => console.error(faultLine(name, error)),
    })
    this.#listen(screen, run)
    run.begin()
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { 'sec-websocket-protocol': door.subprotocol },
    })
  }

  #listen(screen: WebSocket, run: ThinRun): void {
    screen.addEventListener('message', ({ data }) => run.done(frameOf(data)))
    screen.addEventListener('close', () => {
      run.gone()
      // The platform leaves the close reply to us, and the other end waits for it.
      if (screen.readyState === WebSocket.CLOSING) screen.close(1000, 'goodbye')
    })
    screen.addEventListener('error', () => run.gone())
  }

  /** Undefined: there is no such room, or the file is secret or generated. */
  async #fileOf(name: string, { fileName }: RemoteClientFactory): Promise<Uint8Array | undefined> {
    const found = await this.room(name).file(fileName, false)
    if (!found || found === 'secret') return undefined
    if (found.body instanceof Uint8Array) return found.body
    return typeof found.body === 'string' ? new TextEncoder().encode(found.body) : undefined
  }

  #toRoom(name: string, door: RemoteClientFactory, address: string): ToRoom {
    const room = () => this.room(name)
    return {
      async offers() {
        const said = await room().describe('bare')
        // The options of an unreadable room are unknown: the room itself rejects clients.
        return !said || !('options' in said) || door.maxClients(said.options) > 0
      },
      async dial(heard, left) {
        const upgrade = { upgrade: 'websocket', [addressHeader]: address }
        const answer = await room().fetch(new Request('https://room/play', { headers: upgrade }))
        const socket = answer.webSocket
        if (!socket) return undefined
        socket.binaryType = 'arraybuffer'
        socket.addEventListener('message', ({ data }) => heard(frameOf(data)))
        socket.addEventListener('close', ({ reason }) => left(reason))
        socket.addEventListener('error', () => left(''))
        socket.accept()
        return {
          send: (frame) => socket.send(frame),
          close: () => socket.close(1000, 'goodbye'),
        }
      },
    }
  }
}

function frameOf(data: string | ArrayBuffer): Frame {
  return typeof data === 'string' ? data : new Uint8Array(data)
}

function faultLine(room: string, error: unknown): string {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return JSON.stringify({ level: 'error', event: 'thin client', room, detail })
}

/** The thin-client class of these games, for a Worker to export. */
export function createThin(
  games: readonly Game[],
  roomIn: (env: Env, name: string) => RoomStub = roomStub,
): new (
  ctx: DurableObjectState,
  env: Env,
) => ThinObject {
  return class extends ThinObject {
    protected override readonly games = games

    protected override room(name: string): RoomStub {
      return roomIn(this.env, name)
    }
  }
}
