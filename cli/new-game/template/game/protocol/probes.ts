// The probe for the health check of a listener: a client that enters and leaves at once.
import { ascii, latin1 } from '../../../wire/codec/fields/charsets.ts'
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, rejectedResult, wrongServerResult } from '../../shared/probe-results.ts'

export function probes(): ProtocolProbe[] {
  const openingFrames = [ascii.encode('HELO\x05probe'), ascii.encode('BYE!')]
  return (['tcp', 'websocket'] as const).map((transport) => ({ transport, openingFrames, evaluate }))
}

function evaluate(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = heard.frames
  if (first === undefined) return noAnswerResult(heard, room)
  const type = typeof first === 'string' ? first : latin1.decode(first.subarray(0, 4))
  if (type === 'WLCM') return { ok: true, message: 'it accepts new clients (WLCM)' }
  return type === 'FULL' ? rejectedResult('FULL', room) : wrongServerResult('Say Back')
}
