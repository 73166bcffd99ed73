// The probe of an Arcane Sector listener. The server does not speak first, so the probe tries to log in with the last
// id and a password that nobody has, which stores nothing [AS-2.6].
import { latin1 } from '../../../wire/charsets.ts'
import type { Heard, Heeded, Knock, KnockedRoom } from '../../knock.ts'
import { saysElse, saysNothing } from '../../shared/knocked.ts'
import { fromClient } from '../packets.ts'

export function knocks(): Knock[] {
  const login = fromClient.encode({ type: 'ENTR', packetId: 0n, playerId: 255, passwd: 'is anybody there?' })
  return [
    { transport: 'tcp', says: [login], hear },
    { transport: 'websocket', says: [login], hear },
  ]
}

function hear(heard: Heard, room: KnockedRoom): Heeded | undefined {
  const [first] = heard.frames
  if (first === undefined) {
    // [AS-2.1] A wrong password ends the same way if this id has a player.
    if (heard.end === 'closed' && room.open)
      return { ok: true, seen: 'it turns away who is nobody, without a word' }
    return saysNothing(heard, room)
  }
  const type = typeof first === 'string' ? '' : latin1.decode(first.subarray(4, 8))
  if (type === 'NOPC') return { ok: true, seen: 'it asks newcomers for a character (NOPC)' }
  return saysElse('Arcane Sector')
}
