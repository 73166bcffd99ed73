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
import { RoomSocket } from '../room/gateways/link-clients.ts'
import { resetStorage, TimedRoom } from '../room/timed-room.ts'

afterEach(resetStorage)

const scroll = wireIdOffset + 2n
const numbered = { packetId: 0n }

class Player extends RoomSocket<FromServer> {
  constructor(socket: WebSocket) {
    super(socket, (message) => fromServer.decode(message as Uint8Array<ArrayBuffer>))
  }

  say(packet: FromClient): void {
    this.socket.send(fromClient.encode(packet))
  }

  /** The packets up to the first one of this type, inclusive. */
  async until(type: FromServer['type']): Promise<FromServer[]> {
    const packets = [await this.next()]
    while (packets.at(-1)!.type !== type) packets.push(await this.next())
    return packets
  }
}

const entr = (passwd: string): FromClient => ({ ...numbered, type: 'ENTR', passwd, playerId: 1 })
const move = (direction: number): FromClient => ({ ...numbered, type: 'MOVE', direction })

it('[AS-13.4] a player continues after evictions of the room, and keeps all possessions', async () => {
  const options = { monsters: false, regeneration: false }
  const room = await TimedRoom.fromFile('arcane-sector/island', 'map.json', map, options)
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
