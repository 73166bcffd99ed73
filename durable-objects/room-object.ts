// The Room as a Durable Object: a thin shell that connects a Room to its platform. The behaviour is in room.ts.
import { DurableObject } from 'cloudflare:workers'
import type { ForkOrigin, Game } from '../games/game.ts'
import { isInProgress } from '../games/underway.ts'
import type { Clock } from '../wire/clock.ts'
import { spectatorKeepalive } from '../wire/watched.ts'
import { type Called, callerOf, callVersion, unknownDoor } from './calls.ts'
import { systemClock } from './clock.ts'
import type { Env } from './env.ts'
import type { Post } from './hooks.ts'
import { platformOf } from './object-platform.ts'
import { piecesOf } from './pieces.ts'
import { Room } from './room.ts'
import {
  addressHeader,
  type BanWish,
  type BringCall,
  type FoundCall,
  type HookWish,
  type Reading,
  type RoomCalls,
  type RoomPatch,
} from './rooms.ts'
import { directoryStub } from './stubs.ts'

/** The single Room class of a Worker with these games. */
export abstract class RoomObject extends DurableObject<Env> implements RoomCalls {
  protected abstract readonly games: readonly Game[]
  protected abstract readonly clock: Clock
  protected abstract readonly post: Post
  #hosted: Room | undefined

  get #room(): Room {
    this.#hosted ??= this.#begin()
    return this.#hosted
  }

  /** For calls, which are billed. */
  get #asked(): Room {
    const room = this.#room
    room.meter.request()
    return room
  }

  #begin(): Room {
    // Acknowledgements by spectators must not end the room's hibernation.
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(spectatorKeepalive.ping, spectatorKeepalive.pong))
    const directory = directoryStub(this.env)
    return new Room({
      games: this.games,
      platform: platformOf(this.ctx, this.clock),
      webhooks: {
        post: this.post,
        anywhere: this.env.WEBHOOKS === 'anywhere',
        admit: (target) => directory.admitHook(target),
      },
      directory,
    })
  }

  async version(): Promise<number> {
    return callVersion
  }

  async found(...args: Called<[FoundCall]>): ReturnType<RoomCalls['found']> {
    const [{ files, ...request }] = args
    const coming = files.map(({ body, ...file }) => ({ ...file, body: piecesOf(body) }))
    let answer = await this.#asked.found({ ...request, files: coming })
    // Callers of version 0 do not know parts, and would read the first as a refusal.
    while (callerOf(args) < 1 && answer && isInProgress(answer))
      answer = await this.#asked.goOn(request.generation)
    return answer
  }

  goOn(generation: number): ReturnType<RoomCalls['goOn']> {
    return this.#asked.goOn(generation)
  }

  async begun(): ReturnType<RoomCalls['begun']> {
    return this.#asked.begun
  }

  bring({ body, ...request }: BringCall): ReturnType<RoomCalls['bring']> {
    return this.#asked.bring({ ...request, body: piecesOf(body) })
  }

  async leave(known?: string): ReturnType<RoomCalls['leave']> {
    const leaving = this.#asked.leave(known)
    if (typeof leaving !== 'object') return leaving
    const { mark, title } = leaving
    return { mark, title, body: streamOf({ next: () => leaving.next(), end: () => leaving.end() }) }
  }

  describe(bare?: 'bare'): ReturnType<RoomCalls['describe']> {
    return this.#asked.describe(bare)
  }

  announce(): Promise<boolean> {
    return this.#asked.announce()
  }

  patch(change: RoomPatch): ReturnType<RoomCalls['patch']> {
    return this.#asked.patch(change)
  }

  remove(): Promise<boolean> {
    return this.#asked.remove()
  }

  accepts(token: string, address?: string): ReturnType<RoomCalls['accepts']> {
    return this.#asked.accepts(token, address)
  }

  people(): ReturnType<RoomCalls['people']> {
    return this.#asked.hosting.people()
  }

  kick(id: string): ReturnType<RoomCalls['kick']> {
    return this.#asked.hosting.kick(id)
  }

  ban(wish: BanWish): ReturnType<RoomCalls['ban']> {
    return this.#asked.hosting.ban(wish)
  }

  bans(): ReturnType<RoomCalls['bans']> {
    return this.#asked.hosting.bans()
  }

  lift(which?: Parameters<RoomCalls['lift']>[0]): ReturnType<RoomCalls['lift']> {
    return this.#asked.hosting.lift(which)
  }

  log(after: number): ReturnType<RoomCalls['log']> {
    return this.#asked.hosting.log(after)
  }

  webhooks(): ReturnType<RoomCalls['webhooks']> {
    return this.#asked.hosting.webhooks()
  }

  hook(wish: HookWish): ReturnType<RoomCalls['hook']> {
    return this.#asked.hosting.hook(wish)
  }

  unhook(id: string): ReturnType<RoomCalls['unhook']> {
    return this.#asked.hosting.unhook(id)
  }

  figures(): ReturnType<RoomCalls['figures']> {
    return this.#asked.hosting.figures()
  }

  async used(): ReturnType<RoomCalls['used']> {
    return this.#asked.hosting.used()
  }

  say(line: string): ReturnType<RoomCalls['say']> {
    return this.#asked.hosting.say(line)
  }

  async fork(from: ForkOrigin): ReturnType<RoomCalls['fork']> {
    const fork = await this.#asked.hosting.fork(from)
    return (
      fork && {
        options: fork.options,
        files: fork.files.map(({ field, name, bytes }) => ({
          ...{ field, name },
          body: streamOf(piecesIn(bytes)),
        })),
      }
    )
  }

  renewToken(): Promise<string | undefined> {
    return this.#asked.renewToken()
  }

  picture(): ReturnType<RoomCalls['picture']> {
    return this.#asked.showing.picture()
  }

  read(reading: Reading): ReturnType<RoomCalls['read']> {
    return this.#asked.showing.read(reading)
  }

  files(): ReturnType<RoomCalls['files']> {
    return this.#asked.showing.files()
  }

  file(name: string, allowed: boolean): ReturnType<RoomCalls['file']> {
    return this.#asked.showing.file(name, allowed)
  }

  /** Upgrades only: `/link` for sidecars (token checked by the Worker), `/watch` for spectators, `/play`. */
  override async fetch({ url, headers }: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    const entered = this.#enter(server, new URL(url).pathname, headers)
    if (entered === undefined) return new Response('no such door', { status: unknownDoor })
    if (!entered) return new Response('no such room', { status: 404 })
    return new Response(null, { status: 101, webSocket: client })
  }

  /** False: there is no such room; undefined: this build has no such path. */
  #enter(socket: WebSocket, door: string, headers: Headers): boolean | undefined {
    const address = headers.get(addressHeader) ?? '127.0.0.1'
    if (door === '/link') return this.#room.enterLink(socket)
    if (door === '/watch') return this.#room.enterWatcher(socket, address)
    if (door !== '/play') return undefined
    const compressed = (headers.get('sec-websocket-extensions') ?? '').includes('permessage-deflate')
    return this.#room.enterClient(socket, { address, compressed })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    this.#room.message(socket, typeof message === 'string' ? message : new Uint8Array(message))
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    this.#room.closed(socket, { code, reason })
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#room.closed(socket)
  }

  override async alarm(): Promise<void> {
    this.#room.alarm()
  }
}

/** Only the head of the response is read; its body is cancelled. */
const postByFetch: Post = async ({ url, headers, body, signal }) => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal })
  await answer.body?.cancel()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** Bytes per chunk. */
const atOnce = 256 * 1024

/** Splits bytes into chunks of that size. */
function piecesIn(bytes: Uint8Array): Pieces {
  let at = 0
  return {
    next() {
      const piece = bytes.slice(at, at + atOnce)
      at += piece.length
      return piece.length > 0 ? piece : undefined
    },
    end() {},
  }
}

interface Pieces {
  /** Undefined: the end. */
  next(): Uint8Array | undefined
  /** Ends reading early. */
  end(): void
}

/** Generates each piece when the previous one has been sent. */
function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
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

/** The Room class of these games, for a Worker to export. */
export function createRoom(
  games: readonly Game[],
  clock: Clock = systemClock,
  post: Post = postByFetch,
): new (
  ctx: DurableObjectState,
  env: Env,
) => RoomObject {
  return class extends RoomObject {
    protected override readonly games = games
    protected override readonly clock = clock
    protected override readonly post = post
  }
}
