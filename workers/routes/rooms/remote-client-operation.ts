// A remote client only shows pictures and sends input, while the game's client runs in a Durable Object. The room's
// options limit the number of these objects.

import { remoteClientHeaders } from '../../../durable-objects/remote-client/remote-client-object.ts'
import { clientAddressHeader } from '../../../durable-objects/rpc/rpc-types.ts'
import type { RemoteClientRequest } from '../../../games/game.ts'
import { isLoopback } from '../../../wire/net/ip-address.ts'
import {
  invalidFieldError,
  notFoundError,
  retryLaterError,
  upgradeRequiredError,
} from '../../api/responses/api-error.ts'
import { missingRoomError } from '../../cache/room-locator.ts'
import { readRoomState } from '../../cache/room-state.ts'
import {
  type AppContext,
  type HandledOperation,
  isWebSocketUpgrade,
  type RoomRef,
  roomFromPath,
} from '../../context/routing.ts'
import { isOwnOrigin, rejectForeignPage } from '../../http/auth/page-origin.ts'
import { toRoomRequest } from '../../http/request/client-address.ts'
import { remoteClientStub } from '../../platform/stubs.ts'

/** If all remote clients are in use, the answer tells the client to retry after this many seconds. */
const retryAfterSeconds = 10

export const remoteClientOperation: HandledOperation = {
  method: 'GET',
  path: '/:game/:room/thin',
  name: 'runThinClient',
  summary:
    "Connects the screen of a remote client over a WebSocket with the game's subprotocol. Needs a game with remote clients, and a room whose options allow them. Players log in with their first message, or with cookies, which are accepted only from this site's pages.",
  responses: {
    101: { description: 'Connected. If rejected, the socket closes with a reason.' },
    426: { description: 'The request is not a WebSocket upgrade.', schema: 'Error' },
  },
  errors: ['not-found', 'invalid', 'slow-down'],
  handler: (c) => runRemoteClient(c, roomFromPath(c)),
}

/**
 * [AS-17.8] One address gets at most half of a room's remote clients, so that its idle connections do not lock out
 * other players.
 */
const addressShare = 2

async function runRemoteClient(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  const { remoteClients } = game
  if (!remoteClients) throw notFoundError(`${game.title} has no remote clients`)
  const { state } = await readRoomState(c, name, 'withoutView')
  const maxClients = remoteClients.maxClients(state.options)
  if (maxClients === 0)
    throw notFoundError('remote clients are turned off in this room: its owner can allow them in the options')
  if (!isWebSocketUpgrade(c)) throw upgradeRequiredError()
  const rejection = rejectForeignPage(c, game)
  if (rejection) return rejection
  const offered = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((one) => one.trim())
  if (!offered.includes(remoteClients.subprotocol))
    throw invalidFieldError(
      'sec-websocket-protocol',
      `must include the subprotocol ${remoteClients.subprotocol}`,
    )
  const upgrade = toRoomRequest(c, 'https://thin/')
  upgrade.headers.delete('cookie')
  upgrade.headers.set(remoteClientHeaders.room, name)
  upgrade.headers.set(remoteClientHeaders.query, escapeNonAscii(JSON.stringify(remoteClientRequest(c))))
  const maxPerAddress = isLoopback(upgrade.headers.get(clientAddressHeader) ?? '')
    ? Number.POSITIVE_INFINITY
    : Math.ceil(maxClients / addressShare)
  let usedByAddress = 0
  for (let n = 0; n < maxClients; n++) {
    const answer = await remoteClientStub(c.env, `${name}/${n}`).fetch(upgrade.clone())
    if (answer.status === 404) throw missingRoomError(c, name)
    if (answer.status !== 409) return answer
    if (answer.headers.get(remoteClientHeaders.takenBy) === 'you' && ++usedByAddress === maxPerAddress)
      throw allInUse(`your address already uses ${usedByAddress} remote clients of this room`)
  }
  throw allInUse(`all ${maxClients} remote clients of this room are in use`)
}

const allInUse = (reason: string) => retryLaterError('slow-down', reason, retryAfterSeconds)

/** The platform logs headers with non-ASCII characters, and this header contains a password. */
function escapeNonAscii(text: string): string {
  return text.replace(
    /[\x7f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function remoteClientRequest(c: AppContext): RemoteClientRequest {
  // Cookies are accepted only from this site's pages. A browser also sends the cookies of this site when a page of
  // another site connects.
  return { cookies: isOwnOrigin(c) ? parseCookies(c.req.header('cookie') ?? '') : {}, query: c.req.query() }
}

/** Does not unescape the values, because the original web page of 2019 does not escape them. */
function parseCookies(header: string): { readonly [name: string]: string } {
  const pairs = header.split(';').map((pair) => pair.trim().split(/=(.*)/s))
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, value]] : [])),
  )
}
