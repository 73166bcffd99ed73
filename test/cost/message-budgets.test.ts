// What a crowd may cost in messages: a message costs whoever writes it and the client that reads it more than what is in
// it, however fast the machine is. Counted under simulated time; `npm run bench -- archipelago` has it in seconds.
import { describe, expect, it } from 'vitest'
import { enlargedUpload } from '../../bench/archipelago/multiworlds.ts'
import { archipelagoLoad } from '../../bench/cost/players/archipelago.ts'
import { MeteredRoom, type Voice } from '../../bench/cost/simulated-room.ts'
import { TestRoom } from '../games/archipelago/test-client.ts'

const crowd = 120

interface Packet {
  readonly cmd: string
  readonly missing_locations?: readonly number[]
}

/** A big room with its 120 players on sockets of their own, who came one every `apartMs`. */
async function bigRoom(apartMs: number) {
  const room = await MeteredRoom.founded(archipelagoLoad.founding)
  const voices: Voice[] = []
  const missing: number[][] = []
  let messages = 0
  const used = room.meter.begin()
  for (let n = 0; n < crowd; n++) {
    room.come('websocket', 'socket', (voice) => {
      voices.push(voice)
      const program = archipelagoLoad.player(n, 'still', voice)
      return {
        hears(frame) {
          messages++
          program.hears(frame)
          for (const packet of JSON.parse(frame as string) as readonly Packet[])
            if (packet.cmd === 'Connected') missing[n] = [...packet.missing_locations!]
        },
      }
    })
    await room.pass(apartMs)
  }
  await room.pass(500)
  const { rowsWritten } = used()
  expect(room.closed).toEqual([])
  return {
    /** While they came. */
    rowsWritten,
    /** Heard by all together, since this was asked last. */
    heard: () => {
      const heard = messages
      messages = 0
      return heard
    },
    pass: (ms: number) => room.pass(ms),
    say: (n: number, packet: object) => voices[n % crowd]!.say(JSON.stringify([packet])),
    check: (n: number) => ({ cmd: 'LocationChecks', locations: missing[n % crowd]!.splice(0, 1) }),
  }
}

describe('a multiworld of 120 clients', () => {
  it('that come at 400 a second tells them in fourteen messages each, and sets an alarm', async () => {
    const { heard, rowsWritten } = await bigRoom(2.5)
    // Each is greeted, let in, told three texts, and of the others; the first forty of each other at once.
    expect(heard()).toBeLessThanOrEqual(14 * crowd)
    expect(rowsWritten).toBe(1)
  })

  it('tells all of fifty checks a second in thirty messages a check, and answers each at once', async () => {
    const room = await bigRoom(2.5)
    room.heard()
    for (let n = 0; n < 100; n++) {
      room.say(n, room.check(n))
      await room.pass(20)
    }
    await room.pass(500)
    expect(room.heard() / 100).toBeLessThanOrEqual(30)
  })

  it('hears a Bounce in one message each, and twenty that come together in fewer', async () => {
    const room = await bigRoom(2.5)
    room.heard()
    room.say(0, { cmd: 'Bounce', tags: ['AP'] })
    await room.pass(500)
    expect(room.heard()).toBe(crowd)
    for (let n = 0; n < 20; n++) room.say(n, { cmd: 'Bounce', tags: ['AP'] })
    await room.pass(500)
    // The first finds nobody under way, and each is answered by itself.
    expect(room.heard()).toBeLessThanOrEqual(3 * crowd + 20)
  })
})

it('a release of 1,000 items goes to a sidecar once, and not for each of those who hear it', async () => {
  const room = await TestRoom.create({ options: { release_mode: 'enabled' }, file: enlargedUpload(1000) })
  const seed = () => room.world.seed
  void room.harness.host
  const players = [...seed().slots.values()].filter(({ type }) => type === 1)
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
