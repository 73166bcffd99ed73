// What a Soaprun client would meet: the dispatch, fetched as it fetches it, and the greeting at the door it is sent to.
import { dispatchLimits, parseDispatch, protocol } from '../../games/soaprun/talk/dispatch.ts'
import { ascii, latin1 } from '../../wire/charsets.ts'
import type { RoomEntry } from '../api/api.ts'
import { broken, type Finding, hintFor, ok } from './finding.ts'
import { exchange, Obstacle, type Place } from './probe.ts'

/** What the client of 2010 sends; it looks at nothing of HTTP in the answer. */
const request = ascii.encode(
  'GET /rochet/en_0x_kb/server.cgi HTTP/1.1\r\nHost: hpcgi2.nifty.com\r\nUser-Agent: Soaprun1\r\n\r\n',
)

export const soaprun = {
  tcp: async (what: string, at: Place, room: RoomEntry): Promise<Finding[]> => [
    await checkGreeting(what, at, room),
  ],
  dispatch: checkDispatch,
}

/** Its first packet says whether there is a seat. */
async function checkGreeting(
  what: string,
  at: Place,
  { status, players, capacity }: RoomEntry,
): Promise<Finding> {
  const { first, closed } = await exchange(at)
  const greeting = latin1.decode(first.subarray(4, 8))
  const length =
    first.length >= 4 ? new DataView(first.buffer, first.byteOffset).getInt32(0, true) : undefined
  if (length === 4 && greeting === 'WLCM') return ok(what, 'it welcomes newcomers (WLCM)')
  if (length === 4 && greeting === 'OVER') {
    if (status === 'closed') return ok(what, 'it turns newcomers away (OVER): the room is closed')
    if (players >= capacity) return ok(what, 'it turns newcomers away (OVER): every seat is taken')
    return broken(
      what,
      'it turns newcomers away (OVER), though the room is open and has seats',
      'try again; see its log',
    )
  }
  if (first.length) return broken(what, 'something else than Soaprun answers there', hintFor('EADDRINUSE'))
  const hint = 'is the sidecar connected to the Worker? see its log'
  return broken(what, closed ? 'it hangs up without a word' : 'no greeting within 3 s', hint)
}

/** One connection, one `recv`: whatever comes later does not exist for the client. */
async function checkDispatch(what: string, at: Place, room: RoomEntry): Promise<Finding[]> {
  const { first, more, closed } = await exchange(at, request)
  const whole = `all of it must come in one piece under ${dispatchLimits.read} bytes`
  if (!first.length) return [broken(what, closed ? 'it hangs up without an answer' : 'no answer within 3 s')]
  if (more) return [broken(what, `the answer comes in pieces (${first.length} bytes, then ${more})`, whole)]
  if (first.length >= dispatchLimits.read)
    return [broken(what, `the answer has ${first.length} bytes`, whole)]
  const found = parseDispatch(first)
  if (!found)
    return [broken(what, 'the client finds no record in the answer', 'does something else have this port?')]
  if (found.protocol !== protocol.name || found.version !== protocol.version) {
    return [
      broken(
        what,
        `it names ${found.protocol} ${found.version}, the client wants ${protocol.name} ${protocol.version}`,
      ),
    ]
  }
  const told = `${found.status}, ${found.ip}:${found.port}${found.comments.map((line) => `, “${line}”`).join('')}`
  if (found.status !== (room.status === 'open' ? 'open' : 'closed'))
    return [broken(what, `it says ${told}, but the room is ${room.status}`)]
  const held = closed ? told : `${told} (and holds the connection open)`
  if (found.status === 'closed') return [ok(what, held)]
  return [
    ok(what, held),
    await checkNamed(`${what} → ${found.ip}:${found.port}`, { host: found.ip, port: found.port }, room),
  ]
}

/** Where the dispatch sends its clients. */
async function checkNamed(what: string, at: Place, room: RoomEntry): Promise<Finding> {
  try {
    return await checkGreeting(what, at, room)
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error
    return broken(what, `clients are sent there, but: ${error.code}`, hintFor(error.code))
  }
}
