// An Archipelago room that hibernates with clients connected and continues with the next message.
import { afterEach, describe, expect, it } from 'vitest'
import tiny from '../../games/archipelago/fixtures/tiny-2p.archipelago?url&inline'
import { Client } from '../room/gateways/link-clients.ts'
import { resetStorage, TimedRoom } from '../room/timed-room.ts'

afterEach(resetStorage)

type Packet = { readonly cmd: string; readonly [field: string]: unknown }

class Player {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async joined(room: TimedRoom, name: string, game: string): Promise<Player> {
    const player = new Player(await Client.of(room))
    const version = { major: 0, minor: 6, build: 7, class: 'Version' }
    const about = { uuid: name, tags: ['AP'], items_handling: 7, slot_data: false, password: null, version }
    player.send({ cmd: 'Connect', name, game, ...about })
    await player.until('Connected')
    return player
  }

  send(...packets: readonly object[]): void {
    this.#client.send(JSON.stringify(packets))
  }

  get waiting(): number {
    return this.#client.waiting
  }

  /** The packets up to the first one of this kind, inclusive, and the rest of its frame. */
  async until(cmd: string, type?: string): Promise<Packet[]> {
    const packets: Packet[] = []
    const found = (packet: Packet) => packet.cmd === cmd && (type === undefined || packet.type === type)
    while (!packets.some(found)) packets.push(...(JSON.parse(await this.#client.next()) as Packet[]))
    return packets
  }

  /** Sends a marker message, and returns the messages that arrive before the reply to it. */
  async settled(): Promise<Packet[]> {
    this.send({ cmd: 'Get', keys: [] })
    const packets = await this.until('Retrieved')
    return packets.filter((packet) => packet.cmd !== 'Retrieved')
  }
}

const location = 81_000
const item = { item: 16_871_244_205, location, player: 1, flags: 2, class: 'NetworkItem' }

describe('an Archipelago room', () => {
  it('hibernates without an alarm while clients are connected, and continues when one of them sends a packet', async () => {
    const room = await TimedRoom.fromFile('archipelago/sleepy', 'tiny-2p.archipelago', tiny)
    const ann = await Player.joined(room, 'Alice', 'ChecksFinder')
    const bob = await Player.joined(room, 'Bob', 'Yacht Dice')
    bob.send({ cmd: 'SetNotify', keys: ['key'] })
    await ann.settled()
    await bob.settled()

    // The room has no alarm, because clients that have joined have no timeout.
    await room.pass(3_600_000)
    expect(await room.alarmAt()).toBeNull()
    await room.evict()
    expect([ann.waiting, bob.waiting]).toEqual([0, 0])

    ann.send({ cmd: 'LocationChecks', locations: [location] })
    const told = await bob.until('ReceivedItems')
    expect(told.map(({ cmd, type }) => type ?? cmd)).toEqual(['ItemSend', 'ReceivedItems'])
    // The new item has index 4, because the slot starts with four items.
    expect(told[1]).toEqual({ cmd: 'ReceivedItems', index: 4, items: [item] })
    const received = await ann.until('RoomUpdate')
    expect(received.map(({ cmd, type }) => type ?? cmd)).toEqual(['ItemSend', 'RoomUpdate'])
    expect(received[1]).toEqual({ cmd: 'RoomUpdate', hint_points: 1, checked_locations: [location] })

    await room.evict()
    ann.send({ cmd: 'Set', key: 'key', default: 1, operations: [{ operation: 'add', value: 2 }] })
    const [set, ...more] = await bob.until('SetReply')
    expect([set, more]).toEqual([expect.objectContaining({ key: 'key', value: 3, original_value: 1 }), []])

    await room.evict()
    bob.send({ cmd: 'Say', text: 'still here' })
    const [said, ...others] = await ann.until('PrintJSON', 'Chat')
    expect([said, others]).toEqual([expect.objectContaining({ message: 'still here', slot: 2 }), []])
    expect([(await ann.settled()).length, (await bob.settled()).map(({ type }) => type)]).toEqual([
      0,
      ['Chat'],
    ])
    expect((await room.state()).players).toBe(2)
  })
})
