// Which pages may open WebSockets here. A browser connects for any page that asks, from its visitor's own address, so the
// Origin that it names is all that tells a client from a trap. Native clients name none.
import type { Game } from '../games/game.ts'
import { isLoopback } from '../wire/address.ts'
import { originOf } from './answers/shown.ts'
import type { Asked } from './routes.ts'
import { isForeign } from './tokens.ts'

/** Close code of RFC 6455: the message, here the handshake, violates a policy. */
const policyViolation = 1008
/** At most 123 bytes. */
const reason = "this page's origin is not allowed here: the site's owner can add it to ORIGINS"

/** Is it a page of this site, or no page at all? */
export function isOwnPage(c: Asked): boolean {
  // The scheme is a proxy's affair: a page of the same host is ours.
  const hosts = [new URL(c.req.url).host, new URL(originOf(c)).host]
  return !isForeign(
    c.req.raw,
    hosts.flatMap((host) => [`https://${host}`, `http://${host}`]),
  )
}

/**
 * For an upgrade by a page that may not connect: a WebSocket that closes at once with the reason, for browsers tell a page
 * nothing of a handshake that was refused. Undefined: it may. `game`: whose room it is, if it is one's.
 */
export function refusedPage(c: Asked, game?: Game): Response | undefined {
  const origin = c.req.header('origin')
  if (origin === undefined || isOwnPage(c) || isLocal(origin)) return undefined
  const allowed = (c.env.ORIGINS ?? '').split(',').map((one) => one.trim().replace(/\/$/, ''))
  if (['*', origin].some((one) => allowed.includes(one)) || game?.webClients?.includes(origin))
    return undefined
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(policyViolation, reason)
  // Without one of the subprotocols that it asked for a browser fails the connection, and the reason is lost.
  const [subprotocol] = (c.req.header('sec-websocket-protocol') ?? '').split(',')
  const headers: HeadersInit = subprotocol ? { 'sec-websocket-protocol': subprotocol.trim() } : {}
  return new Response(null, { status: 101, webSocket: client, headers })
}

/** A program of the player's own (`file://`, an app's scheme), or a page that the player's own machine serves. */
function isLocal(origin: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false // `null`: any page can make its frames say so
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return !/^https?:$/.test(url.protocol) || name === 'localhost' || isLoopback(name)
}
