// The object of one remote (server-rendered) client, separate from the room's object, so that drawing does not delay
// the room. It stores nothing: a disconnected client connects and identifies itself again. Its sockets do not
// hibernate, because a remote client draws continuously.
import { DurableObject } from 'cloudflare:workers'
import type { Game } from '../../games/game.ts'
import type { Frame } from '../../games/game-context.ts'
import type { RemoteClientFactory, RemoteClientRequest } from '../../games/remote-client.ts'
import { addressLimitKey } from '../../wire/net/ip-address.ts'
import type { Env, ObjectClass } from '../env.ts'
import { systemClock } from '../platform/clock.ts'
import { replyToClose } from '../platform/platform.ts'
import type { RoomRpc } from '../rpc/room-rpc.ts'
import { clientAddressHeader } from '../rpc/rpc-types.ts'
import { roomStub } from '../rpc/stubs.ts'
import { DrawingCache, type RemoteClientRoom, RemoteClientRun } from './remote-client-run.ts'

/** `room`: as in `arcane-sector/harbor`. `query`: the cookies and the query as JSON. */
export const remoteClientHeaders = {
  room: 'packetboat-room',
  query: 'packetboat-asked',
  /** Header of a 409 response: `you` if the running client was started from the caller's own address. */
  takenBy: 'packetboat-by',
} as const

export type RoomStub = Pick<RoomRpc, 'readFile' | 'describe'> & { fetch(request: Request): Promise<Response> }

export abstract class RemoteClientObject extends DurableObject<Env> {
  protected abstract readonly games: readonly Game[]
  /** Creates a stub for each call, because a stub is unusable after a call has failed. */
  protected abstract room(name: string): RoomStub
  /** Address of the running client, normalized by `addressLimitKey`. Undefined if no client is running. */
  #clientAddress: string | undefined
  readonly #drawingCache = new DrawingCache()

  /** Accepts only WebSocket upgrades. Answers 409 if a client is already running in this object. */
  override async fetch({ headers }: Request): Promise<Response> {
    const address = addressLimitKey(headers.get(clientAddressHeader) ?? '127.0.0.1')
    if (this.#clientAddress !== undefined) {
      const by = this.#clientAddress === address ? 'you' : 'another'
      return new Response('taken', { status: 409, headers: { [remoteClientHeaders.takenBy]: by } })
    }
    const name = headers.get(remoteClientHeaders.room) ?? ''
    const factory = this.games.find(({ slug }) => name.startsWith(`${slug}/`))?.remoteClients
    if (!factory) return new Response('no such client', { status: 404 })
    this.#clientAddress = address
    let isRun = false
    try {
      const file = await this.#fileOf(name, factory)
      if (!file) return new Response('no such room', { status: 404 })
      const answer = this.#startClient(name, factory, file, headers)
      isRun = true
      return answer
    } finally {
      if (!isRun) this.#clientAddress = undefined
    }
  }

  #startClient(name: string, factory: RemoteClientFactory, file: Uint8Array, headers: Headers): Response {
    const asked = JSON.parse(headers.get(remoteClientHeaders.query) ?? '{}') as RemoteClientRequest
    const { 0: client, 1: screen } = new WebSocketPair()
    screen.binaryType = 'arraybuffer'
    screen.accept()
    const run = new RemoteClientRun({
      ...{ factory, request: asked, file, screen, clock: systemClock },
      drawn: (draw) => this.#drawingCache.get(draw),
      room: this.#roomConnection(name, factory, headers.get(clientAddressHeader) ?? '127.0.0.1'),
      onEnded: () => {
        this.#clientAddress = undefined
      },
      onFault: (error) => console.error(faultLine(name, error)),
    })
    this.#listen(screen, run)
    run.start()
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { 'sec-websocket-protocol': factory.subprotocol },
    })
  }

  #listen(screen: WebSocket, run: RemoteClientRun): void {
    screen.addEventListener('message', ({ data }) => run.screenMessage(frameOf(data)))
    screen.addEventListener('close', () => {
      run.screenClosed()
      replyToClose(screen)
    })
    screen.addEventListener('error', () => run.screenClosed())
  }

  /** Reads a file of the room; undefined if the room does not exist, or the file is secret or streamed. */
  async #fileOf(name: string, { fileName }: RemoteClientFactory): Promise<Uint8Array | undefined> {
    const found = await this.room(name).readFile(fileName, false)
    if (!found || found === 'secret') return undefined
    if (found.body instanceof Uint8Array) return found.body
    return typeof found.body === 'string' ? new TextEncoder().encode(found.body) : undefined
  }

  #roomConnection(name: string, factory: RemoteClientFactory, address: string): RemoteClientRoom {
    const room = () => this.room(name)
    return {
      async isAllowed() {
        const state = await room().describe('withoutView')
        // The options of an unreadable room are unknown, so the client connects, and the room itself rejects it.
        return !state || !('options' in state) || factory.maxClients(state.options) > 0
      },
      async connect(heard, left) {
        const upgrade = { upgrade: 'websocket', [clientAddressHeader]: address }
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
  return JSON.stringify({ level: 'error', event: 'remote client', room, detail })
}

export function remoteClientClass(
  games: readonly Game[],
  roomIn: (env: Env, name: string) => RoomStub = roomStub,
): ObjectClass<RemoteClientObject> {
  return class extends RemoteClientObject {
    protected override readonly games = games

    protected override room(name: string): RoomStub {
      return roomIn(this.env, name)
    }
  }
}
