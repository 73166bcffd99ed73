// The probe acts like a client that does not support relays (RA-2.7). The relay answers and disconnects the client.
import { ascii, latin1 } from '../../../wire/index.ts'
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, wrongServerResult } from '../../shared/probe-results.ts'

export function probes(): ProtocolProbe[] {
  const openingFrames = [ascii.encode('RANP')]
  return (['tcp', 'websocket'] as const).map((transport) => ({ transport, openingFrames, evaluate }))
}

function evaluate(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = heard.frames
  if (first === undefined) return noAnswerResult(heard, room)
  if (typeof first === 'string' || latin1.decode(first.subarray(0, 4)) !== 'RANP')
    return wrongServerResult('a netplay relay')
  return { ok: true, message: 'it answers as a netplay relay (RANP)' }
}
