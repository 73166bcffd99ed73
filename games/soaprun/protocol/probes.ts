// Acts as a Soaprun client: fetches the dispatch text, connects to the address in the text, and waits for the greeting.
import { ascii, latin1 } from '../../../wire/codec/fields/charsets.ts'
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, rejectedResult, wrongServerResult } from '../../shared/probe-results.ts'
import { dispatchLimits, dispatchProtocol, parseDispatchText } from './dispatch.ts'

/** The request of the 2010 client. */
const request =
  'GET /rochet/en_0x_kb/server.cgi HTTP/1.1\r\nHost: hpcgi2.nifty.com\r\nUser-Agent: Soaprun1\r\n\r\n'

export function probes(): ProtocolProbe[] {
  return [
    { transport: 'tcp', openingFrames: [], evaluate: evaluateGreeting },
    { transport: 'websocket', openingFrames: [], evaluate: evaluateGreeting },
    { transport: 'dispatch', openingFrames: [ascii.encode(request)], evaluate: evaluateDispatch },
  ]
}

/** The type of the first packet shows whether the room is full. */
function evaluateGreeting(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = heard.frames
  if (first === undefined) return noAnswerResult(heard, room)
  const word = typeof first === 'string' ? first : latin1.decode(first)
  if (word === 'WLCM') return { ok: true, message: 'it accepts new clients (WLCM)' }
  return word === 'OVER' ? rejectedResult('OVER', room) : wrongServerResult('Soaprun')
}

/** The client reads the answer with one `recv` and ignores further bytes. */
function evaluateDispatch({ frames, end }: ProbeResponse, { open }: ProbedRoom): ProbeResult | undefined {
  if (end === undefined) return undefined
  const [first, ...rest] = frames.map((frame) => (typeof frame === 'string' ? ascii.encode(frame) : frame))
  if (!first) return failure(end === 'closed' ? 'it disconnects without an answer' : 'no answer within 3 s')
  const whole = `The answer must arrive in one piece of less than ${dispatchLimits.read} bytes.`
  const more = rest.reduce((sum, { length }) => sum + length, 0)
  if (more) return failure(`the answer arrives in pieces (${first.length} bytes, then ${more})`, whole)
  if (first.length >= dispatchLimits.read) return failure(`the answer has ${first.length} bytes`, whole)
  const found = parseDispatchText(first)
  if (!found)
    return failure('the client finds no record in the answer', 'Does another program use this port?')
  if (found.protocol !== dispatchProtocol.name || found.version !== dispatchProtocol.version) {
    const expected = `${dispatchProtocol.name} ${dispatchProtocol.version}`
    return failure(`it names ${found.protocol} ${found.version}, the client expects ${expected}`)
  }
  const comments = found.comments.map((line) => `, “${line}”`).join('')
  const description = `${found.status}, ${found.ip}:${found.port}${comments}`
  if ((found.status === 'open') !== open)
    return failure(`it says ${description}, but the room is ${open ? 'open' : 'closed'}`)
  const seen = end === 'closed' ? description : `${description} (and holds the connection open)`
  if (found.status === 'closed') return { ok: true, message: seen }
  return { ok: true, message: seen, redirect: { transport: 'tcp', host: found.ip, port: found.port } }
}

function failure(seen: string, hint?: string): ProbeResult {
  return { ok: false, message: seen, ...(hint !== undefined && { hint }) }
}
