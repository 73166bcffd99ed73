import type { Env } from '../../../durable-objects/env.ts'
import { seriesRefusalDescriptions } from '../../../durable-objects/model/series.ts'
import type { RoomAddress, RoomState } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, Json } from '../../../games/game.ts'
import type { Answers } from './answers.ts'

export type RoomResponse = Answers['ListedRoom'] & { readonly view?: Json }

export interface RoomStateWithAddresses {
  readonly state: Omit<RoomState, 'view'> & Partial<Pick<RoomState, 'view'>>
  readonly addresses: readonly RoomAddress[]
}

/** Cloudflare's proxy also accepts HTTPS on this port, and custom domains need no setup for it. */
const defaultPublicPort = '8443'

interface SiteContext {
  readonly env: Env
  readonly req: { readonly url: string }
}

/** The prefix of every absolute URL of the site, without a trailing `/`. */
export function siteOrigin(c: SiteContext): string {
  return c.env.PUBLIC_URL?.replace(/\/+$/, '') || new URL(c.req.url).origin
}

export function roomUrls(origin: string, game: string, room: string): { url: string; websocket: string } {
  const url = `${origin}/${game}/${room}`
  return { url, websocket: url.replace(/^http/, 'ws') }
}

/**
 * The best address is first. For a URL with the default port, some clients use their own default port, and others
 * append the port after the path. All clients can use an explicit port that is not the default.
 */
function websocketAddresses(
  game: Game,
  websocket: string,
  addresses: readonly RoomAddress[],
  { env }: SiteContext,
): readonly string[] {
  if (!game.listeners.some(({ transport }) => transport === 'websocket')) return []
  const url = new URL(websocket)
  const publicPort = env.PUBLIC_PORT || defaultPublicPort
  const withPort = url.port ? websocket : websocket.replace(url.host, `${url.host}:${publicPort}`)
  const sidecarAddresses = addresses.flatMap(({ transport, host, port }) =>
    transport === 'websocket' && host !== undefined ? [formatHostPort(host, port)] : [],
  )
  return [...sidecarAddresses, withPort]
}

/** IPv6 addresses are in brackets. */
export function formatHostPort(host: string, port: number): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`
}

/** `room.view` is absent if the state comes from the Directory's copy and not from the room itself. */
export function toRoomResponse(
  c: SiteContext,
  gameDefinition: Game | undefined,
  { state: room, addresses }: RoomStateWithAddresses,
): RoomResponse {
  const origin = siteOrigin(c)
  const urls = roomUrls(origin, room.game, room.room)
  const connect = gameDefinition ? websocketAddresses(gameDefinition, urls.websocket, addresses, c) : []
  const { game, title, stage, status, damage, comments, createdAt, region, players, capacity } = room
  const {
    watching = 'on',
    join = 'open',
    schedule,
    outsideHours,
    opensAt,
    closesAt,
    message,
    options,
    listen,
    series,
    view,
  } = room
  return {
    game,
    room: room.room,
    title,
    ...(stage && { stage }),
    status,
    ...(damage !== undefined && { damage }),
    comments,
    watching,
    join,
    ...(schedule && { schedule }),
    ...(outsideHours && { outsideHours }),
    ...(opensAt !== undefined && { opensAt }),
    ...(closesAt !== undefined && { closesAt }),
    ...(message && { message }),
    createdAt,
    ...(region && { region }),
    ...(series && { series: toSeriesAnswer(series, `${origin}/series/${game}/${series.name}`) }),
    players,
    capacity,
    options,
    listen,
    addresses,
    ...urls,
    ...(connect.length > 0 && { connect }),
    ...(gameDefinition?.publicIds &&
      room.publicIds && { [gameDefinition.publicIds.apiField]: room.publicIds }),
    ...(view !== undefined && { view }),
  }
}

function toSeriesAnswer({ name, refused }: NonNullable<RoomState['series']>, url: string) {
  return refused ? { name, problem: seriesRefusalDescriptions[refused] } : { name, url }
}
