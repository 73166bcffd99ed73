// The Directory as a Durable Object: a thin shell that connects a Directory to its platform.
import { DurableObject } from 'cloudflare:workers'
import type { Game } from '../games/game.ts'
import { keepaliveTexts } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import { parsePortRange } from '../wire/ports.ts'
import { isRegion } from '../wire/region.ts'
import { callVersion } from './calls.ts'
import { systemClock } from './clock.ts'
import { Directory } from './directory.ts'
import type { Env } from './env.ts'
import { platformOf } from './object-platform.ts'
import { type Asker, addressHeader, type DirectoryCalls } from './rooms.ts'
import { roomStub } from './stubs.ts'

/** The single object named `directory`: RPC for the Worker and the Rooms, a WebSocket for each sidecar. */
export abstract class DirectoryObject extends DurableObject<Env> implements DirectoryCalls {
  protected abstract readonly games: readonly Game[]
  protected abstract readonly clock: Pick<Clock, 'now'>
  #hosted: Directory | undefined

  get #directory(): Directory {
    this.#hosted ??= this.#begin()
    return this.#hosted
  }

  #begin(): Directory {
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(keepaliveTexts.ping, keepaliveTexts.pong))
    return new Directory({
      games: this.games,
      platform: platformOf(this.ctx, { ...systemClock, now: () => this.clock.now() }),
      ask: (name) => roomStub(this.env, name).announce(),
    })
  }

  async version(): Promise<number> {
    return callVersion
  }

  reserve(name: string): Promise<number | undefined> {
    return this.#directory.reserve(name)
  }

  hold(name: string, generation: number): Promise<void> {
    return this.#directory.hold(name, generation)
  }

  held(name: string): Promise<number | undefined> {
    return this.#directory.held(name)
  }

  release(name: string, generation: number): Promise<void> {
    return this.#directory.release(name, generation)
  }

  announce(
    ...[room, at, figures]: Parameters<DirectoryCalls['announce']>
  ): ReturnType<DirectoryCalls['announce']> {
    return this.#directory.announce(room, at, figures)
  }

  survey(): ReturnType<DirectoryCalls['survey']> {
    return this.#directory.survey()
  }

  remove(name: string, generation: number): Promise<void> {
    return this.#directory.remove(name, generation)
  }

  rooms(): ReturnType<DirectoryCalls['rooms']> {
    return this.#directory.rooms()
  }

  page(wanted: Parameters<DirectoryCalls['page']>[0]): ReturnType<DirectoryCalls['page']> {
    return this.#directory.page(wanted)
  }

  room(name: string): ReturnType<DirectoryCalls['room']> {
    return this.#directory.room(name)
  }

  has(name: string, asker: Asker): Promise<boolean> {
    return this.#directory.has(name, asker)
  }

  named(id: Parameters<DirectoryCalls['named']>[0]): ReturnType<DirectoryCalls['named']> {
    return this.#directory.named(id)
  }

  wrongToken(...wrong: Parameters<DirectoryCalls['wrongToken']>): Promise<number> {
    return this.#directory.wrongToken(...wrong)
  }

  admitHook(target: Parameters<DirectoryCalls['admitHook']>[0]): Promise<number> {
    return this.#directory.admitHook(target)
  }

  admit(address: string, mostRooms?: number): Promise<number | 'full'> {
    return this.#directory.admit(address, mostRooms)
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/live') return this.#look(request, searchParams.getAll('room'))
    const id = searchParams.get('id')
    const advertise = searchParams.get('advertise')
    if (!id || !advertise) return new Response('id and advertise are wanted', { status: 400 })
    const { 0: client, 1: server } = new WebSocketPair()
    const region = searchParams.get('region')
    const ports = parsePortRange(searchParams.get('ports') ?? '')
    const rooms = searchParams.getAll('room')
    this.#directory.enter(server, {
      id,
      advertise,
      ...(isRegion(region) && { region }),
      ...(ports && { ports }),
      ...(rooms.length > 0 && { rooms }),
    })
    return new Response(null, { status: 101, webSocket: client })
  }

  #look({ headers }: Request, names: readonly string[]): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    const address = headers.get(addressHeader) ?? '127.0.0.1'
    if (!this.#directory.look(server, { address, names })) return new Response('too many', { status: 503 })
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    this.#directory.message(socket, typeof message === 'string' ? message : new Uint8Array(message))
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#directory.closed(socket)
  }

  /** A broken connection has no close event. */
  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#directory.closed(socket)
  }

  override async alarm(): Promise<void> {
    this.#directory.alarm()
  }
}

/** The Directory class of these games, for a Worker to export. */
export function createDirectory(
  games: readonly Game[],
  clock: Pick<Clock, 'now'> = systemClock,
): new (
  ctx: DurableObjectState,
  env: Env,
) => DirectoryObject {
  return class extends DirectoryObject {
    protected override readonly games = games
    protected override readonly clock = clock
  }
}
