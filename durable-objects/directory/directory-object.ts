import type { Game } from '../../games/game.ts'
import { keepaliveTexts } from '../../wire/link/control-messages.ts'
import { parsePortRange } from '../../wire/net/port-range.ts'
import { isRegion } from '../../wire/net/region.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { ObjectClass } from '../env.ts'
import { systemClock } from '../platform/clock.ts'
import { createPlatform } from '../platform/object-platform.ts'
import type { DirectoryRpc } from '../rpc/directory-rpc.ts'
import { forwardCalls, rpcObject } from '../rpc/rpc-object.ts'
import { clientAddressHeader } from '../rpc/rpc-types.ts'
import { roomStub } from '../rpc/stubs.ts'
import { Directory } from './directory.ts'

const methods: { readonly [M in Exclude<keyof DirectoryRpc, 'version'>]: true } = {
  reserveName: true,
  extendReservation: true,
  reservedGeneration: true,
  releaseName: true,
  announce: true,
  removeRoom: true,
  pushKeys: true,
  listRooms: true,
  listRoomPage: true,
  getRoom: true,
  hasRoom: true,
  findRoomByPublicId: true,
  listSharedContent: true,
  siteStats: true,
  forgetSidecar: true,
  countWrongToken: true,
  readSeries: true,
  eraseFromSeries: true,
  admitWebhook: true,
  admitRoomCreation: true,
}

/** The class of the site's single Directory, the object named `directory`. */
export abstract class DirectoryObject extends rpcObject<DirectoryRpc>() {
  protected abstract readonly games: readonly Game[]
  protected abstract readonly clock: Pick<Clock, 'now'>
  #instance: Directory | undefined

  get #directory(): Directory {
    this.#instance ??= this.#createInstance()
    return this.#instance
  }

  #createInstance(): Directory {
    this.ctx.setWebSocketAutoResponse(
      new WebSocketRequestResponsePair(keepaliveTexts.ping, keepaliveTexts.pong),
    )
    return new Directory({
      games: this.games,
      platform: createPlatform(this.ctx, { ...systemClock, now: () => this.clock.now() }),
      askRoom: (name) => roomStub(this.env, name).announce(),
    })
  }

  static directory(object: DirectoryObject): Directory {
    return object.#directory
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/live') return this.#acceptSubscriber(request, searchParams.getAll('room'))
    const id = searchParams.get('id')
    const advertise = searchParams.get('advertise')
    if (!id || !advertise)
      return new Response('the parameters id and advertise are required', { status: 400 })
    const { 0: client, 1: server } = new WebSocketPair()
    const region = searchParams.get('region')
    const ports = parsePortRange(searchParams.get('ports') ?? '')
    const rooms = searchParams.getAll('room')
    this.#directory.acceptSidecar(server, {
      id,
      advertise,
      ...(isRegion(region) && { region }),
      ...(ports && { ports }),
      ...(rooms.length > 0 && { rooms }),
    })
    return new Response(null, { status: 101, webSocket: client })
  }

  #acceptSubscriber({ headers }: Request, names: readonly string[]): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    const address = headers.get(clientAddressHeader) ?? '127.0.0.1'
    if (!this.#directory.acceptSubscriber(server, { address, names }))
      return new Response('too many', { status: 503 })
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    this.#directory.socketMessage(socket, typeof message === 'string' ? message : new Uint8Array(message))
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#directory.socketClosed(socket)
  }

  /** Called in place of `webSocketClose` when a connection breaks. */
  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#directory.socketClosed(socket)
  }

  override async alarm(): Promise<void> {
    this.#directory.alarm()
  }
}

export function directoryClass(
  games: readonly Game[],
  clock: Pick<Clock, 'now'> = systemClock,
): ObjectClass<DirectoryObject> {
  const objects = class extends DirectoryObject {
    protected override readonly games = games
    protected override readonly clock = clock
  }
  return forwardCalls(objects, Object.keys(methods), DirectoryObject.directory)
}
