// A thin shell that connects a Room to its platform.
import type { ForkOrigin, Game } from '../../games/game.ts'
import { isRefusal } from '../../games/refusal.ts'
import { spectatorKeepalive } from '../../wire/link/spectator-frames.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { ObjectClass } from '../env.ts'
import { systemClock } from '../platform/clock.ts'
import { createPlatform } from '../platform/object-platform.ts'
import type { RoomRpc } from '../rpc/room-rpc.ts'
import { forwardCalls, rpcObject } from '../rpc/rpc-object.ts'
import {
  admissionCookie,
  type CreateRoomCall,
  clientAddressHeader,
  type ImportRoomCall,
  type OwnerCredential,
  type RoomExport,
  type StartRoomCall,
} from '../rpc/rpc-types.ts'
import { directoryStub } from '../rpc/stubs.ts'
import { unknownUpgradePathStatus } from '../rpc/versioned-calls.ts'
import { streamChunks } from '../storage/stream-chunks.ts'
import { callHandlers, directRoomMethods } from './api/room-calls.ts'
import type { ExportStream } from './export/room-export.ts'
import { Room } from './room.ts'
import type { PostMessage } from './webhooks/webhooks.ts'

/** `roomClass` adds the games. */
export abstract class RoomObject extends rpcObject<RoomRpc>() {
  protected abstract readonly games: readonly Game[]
  protected abstract readonly clock: Clock
  protected abstract readonly post: PostMessage
  #instance: Room | undefined

  get #room(): Room {
    this.#instance ??= this.#createInstance()
    return this.#instance
  }

  /** The RPC call is counted because the platform bills it. */
  get #billedRoom(): Room {
    const room = this.#room
    room.meter.countRequest()
    return room
  }

  static billedRoom(object: RoomObject): Room {
    return object.#billedRoom
  }

  #createInstance(): Room {
    // The platform answers the acknowledgements of spectators, so that they do not end the room's hibernation.
    this.ctx.setWebSocketAutoResponse(
      new WebSocketRequestResponsePair(spectatorKeepalive.ping, spectatorKeepalive.pong),
    )
    const directory = directoryStub(this.env)
    return new Room({
      games: this.games,
      platform: createPlatform(this.ctx, this.clock),
      webhooks: {
        post: this.post,
        allowPrivateTargets: this.env.WEBHOOKS === 'anywhere',
        admit: (target) => directory.admitWebhook(target),
      },
      pushKeys: () => directory.pushKeys(),
      directory,
    })
  }

  override createRoom({ files, ...request }: CreateRoomCall): ReturnType<RoomRpc['createRoom']> {
    return this.#billedRoom.createRoom({ ...request, files: files.map(withChunks) })
  }

  override startRoom({ files, ...request }: StartRoomCall): ReturnType<RoomRpc['startRoom']> {
    return this.#billedRoom.startRoom({ ...request, files: files.map(withChunks) })
  }

  override importRoom({ body, ...request }: ImportRoomCall): ReturnType<RoomRpc['importRoom']> {
    return this.#billedRoom.createRoom({ ...request, body: streamChunks(body) })
  }

  override async exportRoom(known?: string): ReturnType<RoomRpc['exportRoom']> {
    const file = this.#billedRoom.exportRoom(known)
    return typeof file === 'object' ? toRoomExport(file) : file
  }

  override async exportAt(at: number): ReturnType<RoomRpc['exportAt']> {
    const file = this.#billedRoom.exportAt(at)
    return typeof file === 'object' && !isRefusal(file) ? toRoomExport(file) : file
  }

  override async kickAsOwner(
    id: string,
    { token, address }: OwnerCredential,
  ): ReturnType<RoomRpc['kickAsOwner']> {
    const room = this.#billedRoom
    const accepted = await room.checkToken(token, address)
    if (accepted !== true) return { wrongToken: true, waitMs: accepted ? accepted.waitMs : 0 }
    return room.calls.kick(id)
  }

  override async fork(from: ForkOrigin): ReturnType<RoomRpc['fork']> {
    const fork = await this.#billedRoom.calls.fork(from)
    return (
      fork && {
        options: fork.options,
        files: fork.files.map(({ field, name, bytes }) => ({
          ...{ field, name },
          body: toStream(chunksIn(bytes)),
        })),
      }
    )
  }

  /**
   * Accepts only WebSocket upgrades: `/link` for sidecars, whose token the Worker has checked, `/watch` for spectators,
   * and `/play` for clients.
   */
  override async fetch({ url, headers }: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    const isAccepted = this.#acceptSocket(server, new URL(url).pathname, headers)
    if (isAccepted === undefined) return new Response('unknown path', { status: unknownUpgradePathStatus })
    if (!isAccepted) return new Response('no such room', { status: 404 })
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Returns false if the room does not exist, and undefined if this build does not have the path. */
  #acceptSocket(socket: WebSocket, path: string, headers: Headers): boolean | undefined {
    const address = headers.get(clientAddressHeader) ?? '127.0.0.1'
    if (path === '/link') return this.#room.acceptSidecar(socket)
    if (path === '/watch') return this.#room.acceptSpectator(socket, address)
    if (path !== '/play') return undefined
    const compressed = (headers.get('sec-websocket-extensions') ?? '').includes('permessage-deflate')
    const credential = readCookie(headers.get('cookie'), admissionCookie)
    return this.#room.acceptClient(socket, { address, compressed, credential })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    this.#room.socketMessage(socket, typeof message === 'string' ? message : new Uint8Array(message))
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    this.#room.socketClosed(socket, { code, reason })
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#room.socketClosed(socket)
  }

  override async alarm(): Promise<void> {
    this.#room.alarm()
  }
}

function readCookie(cookies: string | null, name: string): string | undefined {
  const pair = cookies?.split(/; */).find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

const withChunks = ({ body, ...file }: CreateRoomCall['files'][number]) => ({
  ...file,
  body: streamChunks(body),
})

/** Reads only the status and the headers of the response. */
const postByFetch: PostMessage = async ({ url, headers, body, signal }) => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal })
  await answer.body?.cancel()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

function toRoomExport(file: ExportStream): RoomExport {
  return { etag: file.etag, title: file.title, body: toStream(file) }
}

const chunkBytes = 256 * 1024

function chunksIn(bytes: Uint8Array): ChunkSource {
  let at = 0
  return {
    next() {
      const piece = bytes.slice(at, at + chunkBytes)
      at += piece.length
      return piece.length > 0 ? piece : undefined
    },
    end() {},
  }
}

interface ChunkSource {
  /** Returns the next piece; undefined after the last one. */
  next(): Uint8Array | undefined
  end(): void
}

/** A stream that generates each piece when the reader has taken the previous one. */
function toStream(pieces: ChunkSource): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const piece = pieces.next()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
    cancel: () => pieces.end(),
  })
}

export function roomClass(
  games: readonly Game[],
  clock: Clock = systemClock,
  post: PostMessage = postByFetch,
): ObjectClass<RoomObject> {
  const objects = class extends RoomObject {
    protected override readonly games = games
    protected override readonly clock = clock
    protected override readonly post = post
  }
  forwardCalls(objects, directRoomMethods, RoomObject.billedRoom)
  return forwardCalls(
    objects,
    Object.keys(callHandlers),
    (object: RoomObject) => RoomObject.billedRoom(object).calls,
  )
}
