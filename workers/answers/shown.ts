// A room as the API and the pages show it.

import type { Env } from '../../durable-objects/env.ts'
import type { Address, Announcement, RoomState } from '../../durable-objects/rooms.ts'
import type { Game, Json } from '../../games/game.ts'

export type ShownRoom = Omit<Announcement, 'limits' | 'generation' | 'watching'> & {
  readonly watching: 'on' | 'off'
  readonly addresses: readonly Address[]
  readonly url: string
  readonly websocket: string
  /** Of a game whose clients take a WebSocket address: what they may be given, each in full, the best first. */
  readonly connect?: readonly string[]
  readonly view?: Json
}

/** The Worker as the world reaches it. */
export interface Site {
  /** What every absolute url begins with, without a `/` at its end. */
  readonly origin: string
  /** Where it is reached beside 443, by clients that cannot be told 443. */
  readonly publicPort: string
}

/** A port of Cloudflare's proxy for https beside 443, open for custom domains without further ado. */
const usualPublicPort = '8443'

/** What of a request tells where the site is. */
interface Asked {
  readonly env: Env
  readonly req: { readonly url: string }
}

export function siteOf(c: Asked): Site {
  return { origin: originOf(c), publicPort: c.env.PUBLIC_PORT || usualPublicPort }
}

/** What every absolute url begins with, without a `/` at its end. */
export function originOf(c: Asked): string {
  return c.env.PUBLIC_URL?.replace(/\/+$/, '') || new URL(c.req.url).origin
}

/** `http…` becomes `ws…`, and `https…` `wss…`. */
export function urlsOf(origin: string, game: string, room: string): { url: string; websocket: string } {
  const url = `${origin}/${game}/${room}`
  return { url, websocket: url.replace(/^http/, 'ws') }
}

/**
 * Some clients drop a url's usual port and then put their own default in its place, others put it behind the path:
 * only a port that is said, and is not the usual one, reaches the Worker from all of them.
 */
function connectTo(
  game: Game,
  websocket: string,
  addresses: readonly Address[],
  site: Site,
): readonly string[] {
  if (!game.listen.some(({ transport }) => transport === 'websocket')) return []
  const url = new URL(websocket)
  const explicit = url.port ? websocket : websocket.replace(url.host, `${url.host}:${site.publicPort}`)
  const carried = addresses.flatMap(({ transport, host, port }) =>
    transport === 'websocket' && host !== undefined ? [hostPort(host, port)] : [],
  )
  return [...carried, explicit]
}

/** `host:port` as people and urls write it; an IPv6 address goes into brackets. */
export function hostPort(host: string, port: number): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`
}

/** `view` is there if the room's own state is shown, not the Directory's memory of it. */
export function shown(
  of: Game | undefined,
  room: Omit<RoomState, 'view'> & { readonly view?: Json },
  addresses: readonly Address[],
  site: Site,
): ShownRoom {
  const urls = urlsOf(site.origin, room.game, room.room)
  const connect = of ? connectTo(of, urls.websocket, addresses, site) : []
  const { game, title, status, damage, comments, createdAt, region, players, capacity } = room
  const { watching = 'on', options, listen, view } = room
  return {
    game,
    room: room.room,
    title,
    status,
    ...(damage !== undefined && { damage }),
    comments,
    watching,
    createdAt,
    ...(region && { region }),
    players,
    capacity,
    options,
    listen,
    addresses,
    ...urls,
    ...(connect.length > 0 && { connect }),
    ...(of?.publicIds && room.publicIds && { [of.publicIds.shownAs]: room.publicIds }),
    ...(view !== undefined && { view }),
  }
}
