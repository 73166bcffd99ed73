// The server sends nothing before the client does, so the probe tries to log in with the last id and an unused
// password. The attempt stores nothing [AS-2.6].
import { latin1 } from '../../../wire/codec/fields/charsets.ts'
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, wrongServerResult } from '../../shared/probe-results.ts'
import { fromClient } from '../packets.ts'

export function probes(): ProtocolProbe[] {
  const login = fromClient.encode({ type: 'ENTR', packetId: 0n, playerId: 255, passwd: 'is anybody there?' })
  return [
    { transport: 'tcp', openingFrames: [login], evaluate },
    { transport: 'websocket', openingFrames: [login], evaluate },
  ]
}

function evaluate(heard: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = heard.frames
  if (first === undefined) {
    // [AS-2.1] If the id has a character, the server closes the connection, as for any wrong password.
    if (heard.end === 'closed' && room.open)
      return { ok: true, message: 'it disconnects an unknown player without a message' }
    return noAnswerResult(heard, room)
  }
  const type = typeof first === 'string' ? '' : latin1.decode(first.subarray(4, 8))
  if (type === 'NOPC') return { ok: true, message: 'it asks new players for a character (NOPC)' }
  return wrongServerResult('Arcane Sector')
}
