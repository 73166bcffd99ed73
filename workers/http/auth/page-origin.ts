// A browser lets every page open WebSockets to this site, and they come from the visitor's address. Only the Origin
// header distinguishes a page of this site from a malicious page. Native clients send no Origin header.
import type { Game } from '../../../games/game.ts'
import { isLoopbackHost } from '../../../wire/net/ip-address.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import type { AppContext } from '../../context/routing.ts'
import { isCrossSite } from './tokens.ts'

/** The close code of RFC 6455 for a policy violation. */
const policyViolation = 1008
/** The reason in the close frame, which allows at most 123 bytes. */
const closeReason = "this page's origin is not allowed: the site's operator can add it to ORIGINS"

/** Returns true also without an Origin header, because clients that are not pages send none. */
export function isOwnOrigin(c: AppContext): boolean {
  // A proxy may change the scheme, so only the host must match.
  const hosts = [new URL(c.req.url).host, new URL(siteOrigin(c)).host]
  return !isCrossSite(
    c.req.raw,
    hosts.flatMap((host) => [`https://${host}`, `http://${host}`]),
  )
}

/**
 * For a rejected page, returns a WebSocket that closes at once with the reason, because browsers hide the reason of a
 * rejected handshake from pages. Returns undefined if the page may connect. `game`: the game of the room, if the path
 * names one.
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
  // Without a selected subprotocol the browser fails the connection, and the page does not get the reason.
  const [subprotocol] = (c.req.header('sec-websocket-protocol') ?? '').split(',')
  const headers: HeadersInit = subprotocol ? { 'sec-websocket-protocol': subprotocol.trim() } : {}
  return new Response(null, { status: 101, webSocket: client, headers })
}

/**
 * Whether the origin is a program on the player's machine (`file://` or an app's scheme) or a page served by that
 * machine.
 */
function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false // every page can embed a frame that sends the origin `null`
  return !/^https?:$/.test(url.protocol) || isLoopbackHost(url.hostname)
}
