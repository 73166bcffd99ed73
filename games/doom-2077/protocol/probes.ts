// Sends PING, which needs no JOIN. [DM-2.6]
import { ascii } from '../../../wire/codec/fields/charsets.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { Frame } from '../../game-context.ts'
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { rejectedResult, wrongServerResult } from '../../shared/probe-results.ts'
import { readFromServer } from '../datagrams/datagram.ts'
import { type FromServer, fromClient } from '../packets.ts'

export function probes(): ProtocolProbe[] {
  const ping = fromClient.encode({ type: 'PING', data: ascii.encode('anybody?') })
  return [
    { transport: 'udp', openingFrames: [ping], evaluate: evaluateResponse },
    { transport: 'websocket', openingFrames: [ping], evaluate: evaluateResponse },
  ]
}

function evaluateResponse({ frames, end }: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = frames
  if (first === undefined) {
    if (end === undefined) return undefined
    const hint = 'a firewall, or a router that does not forward UDP; is the sidecar connected to the Worker?'
    return { ok: false, message: 'no PONG within 3 s', hint }
  }
  const messages = messagesOf(first)
  const pong = messages.find((message) => message.type === 'PONG')
  if (pong) return { ok: true, message: 'it answers PING with PONG' }
  return messages.some(({ type }) => type === 'KICK')
    ? rejectedResult('KICK', room)
    : wrongServerResult('DOOM-2077')
}

function messagesOf(frame: Frame): readonly FromServer[] {
  try {
    return typeof frame === 'string' ? [] : readFromServer(frame).messages
  } catch (error) {
    if (error instanceof WireError) return []
    throw error
  }
}
