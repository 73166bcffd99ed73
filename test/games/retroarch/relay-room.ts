import type { Frame, Options } from '../../../games/game.ts'
import { retroarch } from '../../../games/retroarch/index.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../../../games/retroarch/packets.ts'
import { type ConnectOptions, type Player, type Playtest, playtest } from '../../playtest.ts'

/** A message of the relay, or bytes that it forwards from another player. */
type Received = FromServer | { readonly type: 'bytes'; readonly bytes: Uint8Array }

export type RelayRoom = Playtest<FromClient, Received>
export type RelayClient = Player<FromClient, Received>

const received = {
  encode(): Frame {
    throw new Error('only the room sends these')
  },
  decode(frame: Frame): Received {
    const bytes = frame as Uint8Array
    const isMessage = fromServer.names.includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1') as never)
    return isMessage ? fromServer.decode(bytes) : { type: 'bytes', bytes: bytes.slice() }
  },
}

export function relayRoom(options: Options = {}): Promise<RelayRoom> {
  return playtest(retroarch, { options, fromClient, fromServer: received })
}

export const zeros = new Uint8Array(12)
export const text = (words: string) => new Uint8Array(Buffer.from(words))

export function host(room: RelayRoom, from?: ConnectOptions): { client: RelayClient; session: Uint8Array } {
  const client = room.connect(from)
  const { session } = client.ask({ type: 'RATS', session: zeros }, 'RATS')
  return { client, session }
}

/** Joins a guest to the session, and the host accepts the guest. */
export function joinGuest(
  room: RelayRoom,
  { client, session }: ReturnType<typeof host>,
  from?: ConnectOptions,
) {
  const guest = room.connect(from)
  guest.send({ type: 'RATS', session })
  room.pass(10)
  const { client: id } = client.expect('RATL')
  const link = room.connect()
  link.send({ type: 'RATL', client: id })
  return { guest, link, id }
}

/** Waits for the room's output. */
export function receivedText(room: RelayRoom, client: RelayClient): string {
  room.pass(10)
  let all = ''
  for (let next = client.next(); next; next = client.next())
    all += next.type === 'bytes' ? Buffer.from(next.bytes).toString() : `<${next.type}>`
  return all
}
