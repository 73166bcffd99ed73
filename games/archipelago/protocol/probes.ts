// A new connection must receive RoomInfo before it sends anything. While the room gathers files, it must receive a
// PrintJSON instead.
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../probe.ts'
import { noAnswerResult, rejectedResult, wrongServerResult } from '../../shared/probe-results.ts'

export function probes(): ProtocolProbe[] {
  return [{ transport: 'websocket', openingFrames: [], evaluate: evaluateResponse }]
}

/** [AP-16.8] */
export function gatheringProbes(): ProtocolProbe[] {
  return [{ transport: 'websocket', openingFrames: [], evaluate: evaluateGatheringResponse }]
}

function evaluateGatheringResponse(response: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = response.frames
  if (first === undefined) return noAnswerResult(response, room)
  return typeof first === 'string' && firstPacket(first)?.cmd === 'PrintJSON'
    ? { ok: true, message: 'the room tells clients that the game has not started' }
    : wrongServerResult('Archipelago')
}

function evaluateResponse(response: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  const [first] = response.frames
  if (first === undefined) return noAnswerResult(response, room)
  const packet = typeof first === 'string' ? firstPacket(first) : undefined
  if (packet?.cmd === 'RoomInfo') {
    const { major, minor, build } = packet.version ?? {}
    return { ok: true, message: `the room sends RoomInfo (version ${major}.${minor}.${build})` }
  }
  return packet?.cmd === 'PrintJSON' ? rejectedResult('PrintJSON', room) : wrongServerResult('Archipelago')
}

interface Packet {
  readonly cmd?: string
  readonly version?: { readonly major?: number; readonly minor?: number; readonly build?: number }
}

/** Undefined if the frame is not a JSON list. */
function firstPacket(text: string): Packet | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? (list[0] ?? undefined) : undefined
  } catch {
    return undefined // The text is not JSON.
  }
}
