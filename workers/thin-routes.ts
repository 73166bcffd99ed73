// Connects thin clients, which have only a screen, to an object that runs the rest for them. A room has at most as
// many of these objects as its options allow.

import { addressHeader } from '../durable-objects/rooms.ts'
import { thinHeaders } from '../durable-objects/thin-object.ts'
import type { Game, ThinAsked } from '../games/game.ts'
import { isLoopback } from '../wire/address.ts'
import { ApiError, invalid, notFound, upgradeWanted } from './answers/error.ts'
import { isOwnPage, refusedPage } from './page-origin.ts'
import { forRoom } from './peer.ts'
import { roomState } from './room-state.ts'
import { type Asked, roomOf, type Served, wantsSocket } from './routes.ts'
import type { There } from './there.ts'

/** Seconds after which a client may retry when all are in use. */
const againAfter = 10
const later = { headers: { 'retry-after': `${againAfter}` } } as const

export function thinOperation(games: readonly Game[], there: There): Served {
  return {
    method: 'GET',
    path: '/:game/:room/thin',
    name: 'runThinClient',
    says:
      "A client that the site runs, for who brings only a screen, by WebSocket in the game's own subprotocol, where the " +
      "game has such and the room's options allow it. Who comes says so by cookies, which count from pages of the site " +
      'itself alone, or by his first message.',
    answers: {
      101: { says: 'He is in, or is told in the close why not.' },
      426: { says: 'A WebSocket is wanted.', schema: 'Error' },
    },
    errors: ['not-found', 'invalid', 'slow-down'],
    answer: (c) => runThin(c, there, roomOf(c, games)),
  }
}

/** One address gets at most half of a room's places, so idle connections do not lock out others. [AS-17.8] */
const mostShare = 2

async function runThin(c: Asked, there: There, { game, name }: ReturnType<typeof roomOf>): Promise<Response> {
  const { thin } = game
  if (!thin) throw notFound(`${game.title} has no thin clients`)
  const { state } = await roomState(c, there, name, 'bare')
  const most = thin.most(state.options)
  if (most === 0) throw notFound('this room has no thin clients: its host allows them by an option')
  if (!wantsSocket(c)) throw upgradeWanted()
  const refused = refusedPage(c, game)
  if (refused) return refused
  const offered = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((one) => one.trim())
  if (!offered.includes(thin.subprotocol))
    throw invalid('sec-websocket-protocol', `the subprotocol ${thin.subprotocol} is wanted`)
  const upgrade = forRoom(c.req.raw, c.env, 'https://thin/')
  upgrade.headers.delete('cookie')
  upgrade.headers.set(thinHeaders.room, name)
  upgrade.headers.set(thinHeaders.asked, inAscii(JSON.stringify(askedBy(c))))
  const mostOfHis = isLoopback(upgrade.headers.get(addressHeader) ?? '')
    ? Number.POSITIVE_INFINITY
    : Math.ceil(most / mostShare)
  let his = 0
  for (let n = 0; n < most; n++) {
    const answer = await c.env.THIN.getByName(`${name}/${n}`).fetch(upgrade.clone())
    if (answer.status === 404) throw there.none(name)
    if (answer.status !== 409) return answer
    if (answer.headers.get(thinHeaders.by) === 'you' && ++his === mostOfHis)
      throw new ApiError('slow-down', `${his} thin clients of this room are at your address already`, later)
  }
  throw new ApiError('slow-down', `all ${most} thin clients of this room are taken`, later)
}

/** The platform logs headers that are not ASCII, and this one contains a password. */
function inAscii(text: string): string {
  return text.replace(
    /[\x7f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function askedBy(c: Asked): ThinAsked {
  // A browser sends this site's cookies even if a page of another site connects.
  return { cookies: isOwnPage(c) ? cookiesOf(c.req.header('cookie') ?? '') : {}, query: c.req.query() }
}

/** Without unescaping: the page of 2019 knew no escapes. */
function cookiesOf(header: string): { readonly [name: string]: string } {
  const pairs = header.split(';').map((pair) => pair.trim().split(/=(.*)/s))
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, value]] : [])),
  )
}
