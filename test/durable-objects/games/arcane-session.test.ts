// workerd evicts an Arcane Sector room while a player is connected. The player resumes with position and items, and any
// other client needs the password.
import { afterEach, expect, it } from 'vitest'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
  wireIdOffset,
} from '../../../games/arcane-sector/packets.ts'
import map from '../../games/arcane-sector/fixtures/world.json?url&inline'
import { resetStorage, TimedRoom } from '../room/timed-room.ts'

afterEach(resetStorage)

const scroll = wireIdOffset + 2n
const numbered = { packetId: 0n }

class Player {
  readonly #socket: WebSocket
  readonly #received: FromServer[] = []
  #arrived: (() => void) | undefined
  readonly closed: Promise<unknown>

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      this.#received.push(fromServer.decode(new Uint8Array(data as ArrayBuffer)))
      this.#arrived?.()
    })
    this.closed = new Promise((resolve) => socket.addEventListener('close', resolve))
    socket.accept()
  }

  say(packet: FromClient): void {
    this.#socket.send(fromClient.encode(packet))
  }

  /** The packets up to the first one of this type, inclusive. */
  async until(type: FromServer['type']): Promise<FromServer[]> {
    for (;;) {
      const at = this.#received.findIndex((packet) => packet.type === type)
      if (at >= 0) return this.#received.splice(0, at + 1)
      await new Promise<void>((resolve) => (this.#arrived = resolve))
    }
  }
}

async function createRoom(): Promise<TimedRoom> {
  const room = new TimedRoom('arcane-sector/island')
  const file = await (await fetch(map)).blob()
  const options = { monsters: false, regeneration: false }
  const answer = await room.createRoom({
    options,
    files: [{ field: 'file', name: 'map.json', body: file.stream() }],
  })
  if (!answer || 'refused' in answer) throw new Error(JSON.stringify(answer))
  return room
}

const entr = (passwd: string): FromClient => ({ ...numbered, type: 'ENTR', passwd, playerId: 1 })
const move = (direction: number): FromClient => ({ ...numbered, type: 'MOVE', direction })

it('[AS-13.4] a player continues after evictions of the room, and keeps all possessions', async () => {
  const room = await createRoom()
  const ann = new Player(await room.upgrade('play'))
  ann.say(entr('secret'))
  await ann.until('NOPC')
  ann.say({ ...numbered, type: 'MYPC', pcName: 'Ann', portrait: 0 })
  await ann.until('TEXT')
  ann.say(move(2))
  await ann.until('MOBS')
  ann.say({ ...numbered, type: 'HOLD', itemId: scroll })
  await ann.until('HLDI')
  await room.evict()

  ann.say({ ...numbered, type: 'DROP', dst: 4 })
  const dropped = await ann.until('HLDI')
  expect(dropped.map(({ type }) => type)).toEqual(['INVT', 'HLDI'])
  await room.evict()
  ann.say({ ...numbered, type: 'USEI', itemId: scroll })
  expect(await ann.until('TEXT')).toMatchObject([{ type: 'TEXT', text: 'The scroll says: klaatu' }])
  ann.say(move(0))
  expect((await ann.until('MOBS'))[0]).toMatchObject({ type: 'POSI', x: 184, y: 429, direction: 2 })
  expect((await room.state()).view).toMatchObject({ players: [{ id: 1, name: 'Ann' }] })

  // The eviction closes all sockets and leaves only the durable state.
  await room.evict('close')
  const stranger = new Player(await room.upgrade('play'))
  stranger.say(entr('guessed'))
  await stranger.closed
  const again = new Player(await room.upgrade('play'))
  again.say(entr('secret'))
  const told = await again.until('TEXT')
  expect(told.map(({ type }) => type)).toEqual(['GAME', 'INFO', 'INVT', 'POSI', 'GRND', 'MOBS', 'TEXT'])
  expect(told[2]).toMatchObject({ inventory: [{}, {}, {}, {}, { id: scroll }, {}, {}, {}] })
  const records = [...(await room.records()).values()].filter((value) => typeof value === 'string')
  expect(records.join()).not.toMatch(/secret|guessed/)
})
