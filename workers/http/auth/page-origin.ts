// Decides which pages may open WebSockets. A browser opens WebSockets for any page, from its visitor's own address, so
// only the Origin header distinguishes a player from a malicious page. Native clients send none.
import type { Game } from '../../../games/game.ts'
import { isLoopback } from '../../../wire/net/ip-address.ts'
import { originOf } from '../../api/responses/room-response.ts'
import type { AppContext } from '../../context/routing.ts'
import { isCrossSite } from './tokens.ts'

/** RFC 6455 close code for a policy violation, here by the handshake. */
const policyViolation = 1008
/** At most 123 bytes. */
const closeReason = "this page's origin is not allowed: the site's operator can add it to ORIGINS"

/** Whether the request is from a page of this site, or from no page. */
export function isOwnOrigin(c: AppContext): boolean {
  // A proxy may change the scheme, so only the host must match.
  const hosts = [new URL(c.req.url).host, new URL(originOf(c)).host]
  return !isCrossSite(
    c.req.raw,
    hosts.flatMap((host) => [`https://${host}`, `http://${host}`]),
  )
}

/**
 * For an upgrade by a page that may not connect: a WebSocket that closes at once with the reason, because browsers hide
 * rejected handshakes from pages. Undefined if the page may connect. `game`: the game of the room, if any.
 */
export function rejectForeignPage(c: AppContext, game?: Game): Response | undefined {
  const origin = c.req.header('origin')
  if (origin === undefined || isOwnOrigin(c) || isLocalOrigin(origin)) return undefined
  const allowed = (c.env.ORIGINS ?? '').split(',').map((one) => one.trim().replace(/\/$/, ''))
  if (['*', origin].some((one) => allowed.includes(one)) || game?.webClients?.includes(origin))
    return undefined
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(policyViolation, closeReason)
  // A browser that gets none of the subprotocols that it offered fails the connection and loses the reason.
  const [subprotocol] = (c.req.header('sec-websocket-protocol') ?? '').split(',')
  const headers: HeadersInit = subprotocol ? { 'sec-websocket-protocol': subprotocol.trim() } : {}
  return new Response(null, { status: 101, webSocket: client, headers })
}

/** A program of the player's own (`file://`, an app's scheme), or a page from the player's own machine. */
function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false // `null`: any page can make its frames send that
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return !/^https?:$/.test(url.protocol) || name === 'localhost' || isLoopback(name)
}
