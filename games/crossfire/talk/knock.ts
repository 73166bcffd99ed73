// Health-check probes as a client of today and of 1997: expect the server's version and an answer in the dialect.
import { WireError } from '../../../wire/error.ts'
import type { Frame } from '../../host.ts'
import type { Heard, Heeded, Knock, KnockedRoom } from '../../knock.ts'
import { saysElse, saysNothing, turnsAway } from '../../shared/knocked.ts'
import { type FromServer, fromClient, fromServer } from '../packets.ts'

/** First packets of each dialect, and the type of the answer. */
const dialects = () =>
  [
    {
      as: 'as a client of today',
      says: [
        fromClient.encode({ type: 'version', cs: 1023, sc: 1029, info: 'doctor' }),
        fromClient.encode({ type: 'setup', settings: [{ key: 'map2cmd', value: '1' }] }),
      ],
      answer: 'setup',
    },
    {
      as: 'as a client of 1997',
      says: [
        fromClient.encode({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' }),
        fromClient.encode({ type: 'addme' }),
      ],
      answer: 'query',
    },
  ] as const

export function knocks(): Knock[] {
  return dialects().flatMap(({ as, says, answer }) =>
    (['tcp', 'websocket'] as const).map((transport) => ({
      transport,
      as,
      says,
      hear: (heard: Heard, room: KnockedRoom) => hear(heard, room, answer),
    })),
  )
}

function hear(heard: Heard, room: KnockedRoom, wanted: FromServer['type']): Heeded | undefined {
  if (!heard.frames.length) return saysNothing(heard, room)
  const packets = packetsOf(heard.frames)
  if (packets?.[0]?.type === 'drawinfo') return turnsAway('drawinfo', room)
  const version = packets?.find((packet) => packet.type === 'version')
  if (!packets || !version) return saysElse('Crossfire')
  const said = `version ${version.cs} ${version.sc}`
  if (packets.some(({ type }) => type === wanted))
    return { ok: true, seen: `${said}, and answers (${wanted})` }
  if (heard.end === undefined) return undefined
  return { ok: false, seen: `${said}, and no answer (${wanted}) to what this client asks first` }
}

/** Undefined if a frame is not a valid packet. */
function packetsOf(frames: readonly Frame[]): FromServer[] | undefined {
  try {
    return frames.map((frame) => {
      if (typeof frame === 'string') throw new WireError('text')
      return fromServer.decode(frame)
    })
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
