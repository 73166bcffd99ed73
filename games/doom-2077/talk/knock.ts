// Health check of a DOOM-2077 listener: sends PING without joining [DM-2.6].
import { ascii } from '../../../wire/charsets.ts'
import { WireError } from '../../../wire/error.ts'
import type { Frame } from '../../host.ts'
import type { Heard, Heeded, Knock, KnockedRoom } from '../../knock.ts'
import { saysElse, turnsAway } from '../../shared/knocked.ts'
import { readFromServer } from '../datagrams/datagram.ts'
import { type FromServer, fromClient } from '../packets.ts'

export function knocks(): Knock[] {
  const ping = fromClient.encode({ type: 'PING', data: ascii.encode('anybody?') })
  return [
    { transport: 'udp', says: [ping], hear },
    { transport: 'websocket', says: [ping], hear },
  ]
}

function hear({ frames, end }: Heard, room: KnockedRoom): Heeded | undefined {
  const [first] = frames
  if (first === undefined) {
    if (end === undefined) return undefined
    const hint = 'a firewall, or a router that does not forward UDP; is the sidecar connected to the Worker?'
    return { ok: false, seen: 'no PONG within 3 s', hint }
  }
  const messages = messagesOf(first)
  const pong = messages.find((message) => message.type === 'PONG')
  if (pong) return { ok: true, seen: 'it says back what it was asked (PONG)' }
  return messages.some(({ type }) => type === 'KICK') ? turnsAway('KICK', room) : saysElse('DOOM-2077')
}

function messagesOf(frame: Frame): readonly FromServer[] {
  try {
    return typeof frame === 'string' ? [] : readFromServer(frame).messages
  } catch (error) {
    if (error instanceof WireError) return []
    throw error
  }
}
