// Sends REGISTER and no other packet.
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, wrongServerResult } from '../../shared/probe-results.ts'
import { roomAddress } from '../addresses/node-address.ts'
import { fromClient } from '../packets.ts'
import { readPacket } from '../traffic/ipx-packet.ts'
import { echoSocket } from '../traffic/sockets.ts'

export function probes(): ProtocolProbe[] {
  const registration = fromClient.encode({
    type: 'REGISTER',
    checksum: 0xffff,
    hops: 0,
    packetType: 0,
    destinationNetwork: 0,
    sourceNetwork: 0,
    source: 0,
    sourceSocket: echoSocket,
    data: new Uint8Array(0),
  })
  return (['udp', 'websocket'] as const).map((transport) => ({
    transport,
    openingFrames: [registration],
    evaluate,
  }))
}

function evaluate(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = heard.frames
  if (first === undefined) return noAnswerResult(heard, room)
  const packet = typeof first === 'string' ? undefined : readPacket(first)
  if (packet?.source !== roomAddress) return wrongServerResult('a LAN room')
  return { ok: true, message: 'it assigns addresses' }
}
