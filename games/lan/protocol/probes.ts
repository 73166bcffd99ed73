// Sends REGISTER and no other packet.
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, wrongServerResult } from '../../shared/probe-results.ts'
import { roomAddress } from '../addresses/node-address.ts'
import { fromClient, registration } from '../packets.ts'
import { readPacket } from '../traffic/ipx-packet.ts'

export function probes(): ProtocolProbe[] {
  const openingFrames = [fromClient.encode(registration)]
  return (['udp', 'websocket'] as const).map((transport) => ({ transport, openingFrames, evaluate }))
}

function evaluate(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = heard.frames
  if (first === undefined) return noAnswerResult(heard, room)
  const packet = typeof first === 'string' ? undefined : readPacket(first)
  if (packet?.source !== roomAddress) return wrongServerResult('a LAN room')
  return { ok: true, message: 'it assigns addresses' }
}
