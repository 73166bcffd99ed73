// The object that one thin client runs in, beside its room: drawing costs the room no time. It keeps nothing: who was cut off
// comes again, and is who he was by what he says of himself. Its sockets do not hibernate, for while they are open it draws.
import { DurableObject } from 'cloudflare:workers'
import type { Game } from '../games/game.ts'
import type { Frame } from '../games/host.ts'
import type { ThinAsked, ThinDoor } from '../games/thin.ts'
import { countedAs } from '../wire/address.ts'
import { systemClock } from './clock.ts'
import type { Env } from './env.ts'
import { addressHeader, type RoomCalls } from './rooms.ts'
import { roomStub } from './stubs.ts'
import { Drawn, ThinRun, type ToRoom } from './thin-run.ts'

/** Of an upgrade, from the Worker: whose room it is (`arcane-sector/harbor`), and the cookies and the query as JSON. */
export const thinHeaders = {
  room: 'packetboat-room',
  asked: 'packetboat-asked',
  /** Of the answer 409: whoever asks has this place himself (`you`), by his address. */
  by: 'packetboat-by',
} as const

/** What it knows of a Room: as much as a client does, and what everybody may ask. */
export type RoomStub = Pick<RoomCalls, 'file' | 'describe'> & { fetch(request: Request): Promise<Response> }

export abstract class ThinObject extends DurableObject<Env> {
  protected abstract readonly games: readonly Game[]
  /** Each call over its own: a stub is of no use after one has failed. */
  protected abstract room(name: string): RoomStub
  /** The address of who has it, as limits count it. */
  #takenBy: string | undefined
  /** What its clients have drawn, for those who come after them. */
  readonly #drawn = new Drawn()

  /** Upgrades only. 409: one is run here already. */
  override async fetch({ headers }: Request): Promise<Response> {
    const address = countedAs(headers.get(addressHeader) ?? '127.0.0.1')
    if (this.#takenBy !== undefined) {
      const by = this.#takenBy === address ? 'you' : 'another'
      return new Response('taken', { status: 409, headers: { [thinHeaders.by]: by } })
    }
    const name = headers.get(thinHeaders.room) ?? ''
    const door = this.games.find(({ slug }) => name.startsWith(`${slug}/`))?.thin
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

  #begin(name: string, door: ThinDoor, file: Uint8Array, headers: Headers): Response {
    const asked = JSON.parse(headers.get(thinHeaders.asked) ?? '{}') as ThinAsked
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
      // The platform leaves the answer to us, and until it comes the other end waits.
      if (screen.readyState === WebSocket.CLOSING) screen.close(1000, 'goodbye')
    })
    screen.addEventListener('error', () => run.gone())
  }

  /** Undefined: there is no such room, or its file is none of its own. */
  async #fileOf(name: string, { file }: ThinDoor): Promise<Uint8Array | undefined> {
    const found = await this.room(name).file(file, false)
    if (!found || found === 'secret') return undefined
    if (found.body instanceof Uint8Array) return found.body
    return typeof found.body === 'string' ? new TextEncoder().encode(found.body) : undefined
  }

  #toRoom(name: string, door: ThinDoor, address: string): ToRoom {
    const room = () => this.room(name)
    return {
      async offers() {
        const said = await room().describe('bare')
        // Of what cannot be read nobody knows: it takes nobody, and is left in peace.
        return !said || !('options' in said) || door.most(said.options) > 0
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

/** The thin clients of these games; the class that a Worker exports. */
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
