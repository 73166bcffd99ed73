// The probes expect the server's version and an answer in the dialect.
import { undefinedIfMalformed, WireError } from '../../../../wire/util/wire-error.ts'
import type { Frame } from '../../../game-context.ts'
import type { ProbedRoom, ProbeResponse, ProbeResult, ProtocolProbe } from '../../../probe.ts'
import { noAnswerResult, rejectedResult, wrongServerResult } from '../../../shared/probe-results.ts'
import { type FromServer, fromClient, fromServer } from '../packets/index.ts'

const dialectProbes = () =>
  [
    {
      clientKind: 'as a client of today',
      openingFrames: [
        fromClient.encode({ type: 'version', cs: 1023, sc: 1029, info: 'doctor' }),
        fromClient.encode({ type: 'setup', settings: [{ key: 'map2cmd', value: '1' }] }),
      ],
      answer: 'setup',
    },
    {
      clientKind: 'as a client of 1997',
      openingFrames: [
        fromClient.encode({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' }),
        fromClient.encode({ type: 'addme' }),
      ],
      answer: 'query',
    },
  ] as const

export function probes(): ProtocolProbe[] {
  return dialectProbes().flatMap(({ clientKind, openingFrames, answer }) =>
    (['tcp', 'websocket'] as const).map((transport) => ({
      transport,
      clientKind,
      openingFrames,
      evaluate: (heard: ProbeResponse, room: ProbedRoom) => evaluate(heard, room, answer),
    })),
  )
}

function evaluate(
  response: ProbeResponse,
  room: ProbedRoom,
  wanted: FromServer['type'],
): ProbeResult | undefined {
  if (!response.frames.length) return noAnswerResult(response, room)
  const packets = decodePackets(response.frames)
  if (packets?.[0]?.type === 'drawinfo') return rejectedResult('drawinfo', room)
  const version = packets?.find((packet) => packet.type === 'version')
  if (!packets || !version) return wrongServerResult('Crossfire')
  const versions = `version ${version.cs} ${version.sc}`
  if (packets.some(({ type }) => type === wanted))
    return { ok: true, message: `${versions}; answered with ${wanted}` }
  if (response.end === undefined) return undefined
  return { ok: false, message: `${versions}, but no ${wanted} packet in answer to the first request` }
}

/** The packets of the frames; undefined if a frame is not a valid packet. */
function decodePackets(frames: readonly Frame[]): FromServer[] | undefined {
  return undefinedIfMalformed(() =>
    frames.map((frame) => {
      if (typeof frame === 'string') throw new WireError('text frame')
      return fromServer.decode(frame)
    }),
  )
}
