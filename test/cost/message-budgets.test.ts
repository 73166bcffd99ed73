// Limits for the number of messages to many clients. Each message has a fixed cost for the room and for the client, in
// addition to its content. Counted under simulated time; `npm run bench -- archipelago` measures seconds.
import { describe, expect, it } from 'vitest'
import { enlargedUpload } from '../../bench/archipelago/multiworlds.ts'
import { type ArchipelagoPacket, archipelagoLoad } from '../../bench/cost/players/archipelago.ts'
import { type LoadClient, MeteredRoom } from '../../bench/cost/simulated-room.ts'
import { TestRoom } from '../games/archipelago/test-client.ts'

const clientCount = 120

/** A room with 120 players, each with its own socket. One player connected every `apartMs` milliseconds. */
async function bigRoom(apartMs: number) {
  const room = await MeteredRoom.create(archipelagoLoad.setup)
  const voices: LoadClient[] = []
  const missing: number[][] = []
  let messages = 0
  const usageSoFar = room.meter.begin()
  for (let n = 0; n < clientCount; n++) {
    room.connectClient('websocket', 'socket', (client) => {
      voices.push(client)
      const program = archipelagoLoad.player(n, 'idle', client)
      return {
        receive(frame) {
          messages++
          program.receive(frame)
          for (const packet of JSON.parse(frame as string) as readonly ArchipelagoPacket[])
            if (packet.cmd === 'Connected') missing[n] = [...packet.missing_locations!]
        },
      }
    })
    await room.advance(apartMs)
  }
  await room.advance(500)
  const { rowsWritten } = usageSoFar()
  expect(room.closed).toEqual([])
  return {
    /** Rows written during the logins. */
    rowsWritten,
    /** Number of messages to all clients since the last call. */
    received: () => {
      const heard = messages
      messages = 0
      return heard
    },
    pass: (ms: number) => room.advance(ms),
    say: (n: number, packet: object) => voices[n % clientCount]!.send(JSON.stringify([packet])),
    check: (n: number) => ({ cmd: 'LocationChecks', locations: missing[n % clientCount]!.splice(0, 1) }),
  }
}

describe('a multiworld of 120 clients', () => {
  it('sends at most fourteen messages per client when 400 clients a second connect, and sets one alarm', async () => {
    const { received, rowsWritten } = await bigRoom(2.5)
    // Each client gets the room info, the login, three texts and the other players. The first forty clients are
    // announced to each other at once.
    expect(received()).toBeLessThanOrEqual(14 * clientCount)
    expect(rowsWritten).toBe(1)
  })

  it('sends at most thirty messages per check at fifty checks a second', async () => {
    const room = await bigRoom(2.5)
    room.received()
    for (let n = 0; n < 100; n++) {
      room.say(n, room.check(n))
      await room.pass(20)
    }
    await room.pass(500)
    expect(room.received() / 100).toBeLessThanOrEqual(30)
  })

  it('sends a Bounce in one message per client, and combines twenty concurrent Bounces', async () => {
    const room = await bigRoom(2.5)
    room.received()
    room.say(0, { cmd: 'Bounce', tags: ['AP'] })
    await room.pass(500)
    expect(room.received()).toBe(clientCount)
    for (let n = 0; n < 20; n++) room.say(n, { cmd: 'Bounce', tags: ['AP'] })
    await room.pass(500)
    // The first Bounce is sent at once, and each sender gets its own reply.
    expect(room.received()).toBeLessThanOrEqual(3 * clientCount + 20)
  })
})

it('a release of 1,000 items is sent to a sidecar once, not once per client', async () => {
  const room = await TestRoom.create({ options: { release_mode: 'enabled' }, file: enlargedUpload(1000) })
  void room.harness.host
  const players = [...room.world.seed.slots.values()].filter(({ type }) => type === 1)
  const clients = players.map(({ name, game }) => room.join(name, game, { slot_data: false }))
  let bytes = 0
  for (const { door } of room.harness.wires) {
    const send = door.send.bind(door)
    door.send = (message) => {
      bytes += message.length
      send(message)
    }
  }
  clients[0]!.say('!release')
  expect(
    clients
      .at(-1)!
      .takePackets()
      .filter(({ type }) => type === 'ItemSend'),
  ).toHaveLength(1000)
  expect(bytes).toBeLessThan(2_000_000)
})
