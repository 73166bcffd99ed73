// Health check as a Soaprun client: fetches the dispatch, and waits for the greeting at its address.
import { ascii, latin1 } from '../../../wire/charsets.ts'
import type { Heard, Heeded, Knock, KnockedRoom } from '../../knock.ts'
import { saysElse, saysNothing, turnsAway } from '../../shared/knocked.ts'
import { dispatchLimits, parseDispatch, protocol } from './dispatch.ts'

/** The request of the 2010 client, which ignores the HTTP part of the answer. */
const request =
  'GET /rochet/en_0x_kb/server.cgi HTTP/1.1\r\nHost: hpcgi2.nifty.com\r\nUser-Agent: Soaprun1\r\n\r\n'

export function knocks(): Knock[] {
  return [
    { transport: 'tcp', says: [], hear: hearGreeting },
    { transport: 'websocket', says: [], hear: hearGreeting },
    { transport: 'dispatch', says: [ascii.encode(request)], hear: hearDispatch },
  ]
}

/** The first packet tells whether a seat is free. */
function hearGreeting(heard: Heard, room: KnockedRoom): Heeded | undefined {
  const [first] = heard.frames
  if (first === undefined) return saysNothing(heard, room)
  const word = typeof first === 'string' ? first : latin1.decode(first)
  if (word === 'WLCM') return { ok: true, seen: 'it welcomes newcomers (WLCM)' }
  return word === 'OVER' ? turnsAway('OVER', room) : saysElse('Soaprun')
}

/** The client reads one connection with one `recv` and ignores anything later. */
function hearDispatch({ frames, end }: Heard, { open }: KnockedRoom): Heeded | undefined {
  if (end === undefined) return undefined
  const [first, ...rest] = frames.map((frame) => (typeof frame === 'string' ? ascii.encode(frame) : frame))
  if (!first) return bad(end === 'closed' ? 'it hangs up without an answer' : 'no answer within 3 s')
  const whole = `all of it must come in one piece under ${dispatchLimits.read} bytes`
  const more = rest.reduce((sum, { length }) => sum + length, 0)
  if (more) return bad(`the answer comes in pieces (${first.length} bytes, then ${more})`, whole)
  if (first.length >= dispatchLimits.read) return bad(`the answer has ${first.length} bytes`, whole)
  const found = parseDispatch(first)
  if (!found) return bad('the client finds no record in the answer', 'does something else have this port?')
  if (found.protocol !== protocol.name || found.version !== protocol.version) {
    const wanted = `${protocol.name} ${protocol.version}`
    return bad(`it names ${found.protocol} ${found.version}, the client wants ${wanted}`)
  }
  const comments = found.comments.map((line) => `, “${line}”`).join('')
  const told = `${found.status}, ${found.ip}:${found.port}${comments}`
  if ((found.status === 'open') !== open)
    return bad(`it says ${told}, but the room is ${open ? 'open' : 'closed'}`)
  const seen = end === 'closed' ? told : `${told} (and holds the connection open)`
  if (found.status === 'closed') return { ok: true, seen }
  return { ok: true, seen, sentTo: { transport: 'tcp', host: found.ip, port: found.port } }
}

function bad(seen: string, hint?: string): Heeded {
  return { ok: false, seen, ...(hint !== undefined && { hint }) }
}
