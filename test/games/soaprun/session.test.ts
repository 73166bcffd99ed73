import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FromClient, fromClient } from '../../../games/soaprun/packets.ts'
import { assertProperty } from '../../property.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { enter, faults, logIn, nodes, type SoaprunRoom, unlimited, walk, worldARoom } from './fixture-room.ts'

const prtc: FromClient = { type: 'Prtc', version: 432 }
const still = nodes([30, 22])

/** One packet of every type except Prtc, as a player at the spawn would send it. */
const inPlay: readonly FromClient[] = [
  { type: 'Test', data: new Uint8Array(508) },
  { type: 'Dlog', message: 'fps 60,60,60,60' },
  { type: 'mAtt' },
  { type: 'Room', x: 1, y: 1 },
  { type: 'myPo', nodes: still },
  { type: 'ChCl', color: 2, nodes: still },
  { type: 'DrFl', x: 30, y: 22, tile: 13, nodes: still },
  { type: 'HNPU', unit: 0, nodes: still },
  { type: 'HVen', nodes: still },
  { type: 'mCrp', x: 30, y: 22 },
  { type: 'Bye.' },
]

let room: SoaprunRoom
beforeEach(async () => {
  room = await worldARoom()
})

it('the host sees the name of each player as a colour and a slot number', () => {
  const player = enter(room)
  const listed = () => room.harness.host.sessions.map(({ info: { name } }) => name)
  expect(listed()).toEqual(['green (0)'])
  player.send({ type: 'ChCl', color: 2, nodes: still })
  expect(listed()).toEqual(['blue (0)'])
})

describe('a connection', () => {
  it('[SR-3.1] receives the greeting, and then only replies', async () => {
    const player = room.connect()
    player.expect('WLCM')
    const other = enter(room)
    walk(other, [30, 22])
    room.tick(100)
    player.expectNothing()
  })

  it('[SR-3.2] joins with the first valid Prtc, whatever its client version', async () => {
    const player = room.connect()
    player.expect('WLCM')
    expect(room.view).toMatchObject({ players: [] })
    expect(player.ask({ type: 'Prtc', version: -1 }, 'Prtc')).toEqual({ type: 'Prtc' })
    expect(room.view).toMatchObject({ players: [{ index: 0 }] })
  })

  it('[SR-2.4] is closed for a second Prtc, which frees its player slot', async () => {
    const player = logIn(room)
    player.send(prtc)
    player.expectNothing()
    expect(player.closed).toBe('a second Prtc')
    expect(room.view).toMatchObject({ players: [] })
  })

  it('[SR-3.16] may join with Scrt instead of Prtc, and then the reply contains the position', async () => {
    const player = room.connect()
    player.expect('WLCM')
    const scrt = { type: 'Scrt', secret: new Uint8Array(32) } as const
    expect(player.ask(scrt, 'Scrt')).toEqual({ type: 'Scrt', returned: 0, x: 30, y: 22 })
    expect(walk(player, [30, 22])).toMatchObject({ status: 1, color: 0 })
    player.send(scrt)
    expect(player.closed).toBe('a second Scrt')
  })

  it('[SR-3.17] receives messages of the host as text if it is on a WebSocket and joined with Scrt', async () => {
    const scrt = { type: 'Scrt', secret: new Uint8Array(32) } as const
    const clients = (['tcp', 'websocket', 'tcp', 'websocket'] as const).map((transport, n) => {
      const client = room.harness.client(transport)
      client.call.sendFrame(fromClient.encode(n < 2 ? prtc : { ...scrt, secret: new Uint8Array(32).fill(n) }))
      room.pass(10)
      client.received.length = 0
      return client
    })
    expect(room.harness.host.actions.broadcast('back in 5 minutes')).toBe(1)
    room.pass(1000)
    expect(clients.map(({ received }) => received)).toEqual([[], [], [], ['Host: back in 5 minutes']])
  })

  it.each(inPlay)('[SR-2.4] is closed for $type before Prtc', async (packet) => {
    const player = room.connect()
    player.expect('WLCM')
    player.send(packet)
    player.expectNothing()
    expect(player.closed).toBe(`${packet.type} before Prtc`)
  })

  it('[SR-2.3] stays open while it sends something every 60 s', async () => {
    const player = enter(room)
    for (let n = 0; n < 5; n++) {
      room.pass(55_000)
      walk(player, [30, 22])
    }
    room.pass(66_000)
    expect(player.closed).toBe('idle for too long')
    expect(room.view).toMatchObject({ players: [] })
  })

  it('[SR-3.14] gets Void in reply to `Bye.`, and is then closed, which frees the player slot', async () => {
    const [player, other] = [enter(room), enter(room)]
    player.ask({ type: 'Bye.' }, 'Void')
    expect(player.closed).toBe('bye')
    expect(walk(other, [30, 22]).players).toEqual([])
    expect(room.view).toMatchObject({ players: [{ index: 1 }] })
  })

  it('[SR-2.1] over WebSocket has the same packets without the length, and is closed after a text message', async () => {
    const player = logIn(room, { transport: 'websocket' })
    expect(walk(player, [30, 22])).toMatchObject({ status: 1 })
    player.sendFrame('myPo')
    expect(player.closed).toBe('received text instead of a packet')
  })
})

describe('player slots', () => {
  it('[SR-2.8] are limited to 63: the next client gets OVER until a player leaves, and silent connections take no slot', async () => {
    for (let n = 0; n < 100; n++) room.connect()
    const waiting = room.connect()
    waiting.expect('WLCM')
    const seated = Array.from({ length: 63 }, () => logIn(room))
    const late = room.connect()
    late.expect('OVER')
    expect(late.closed).toBe('full')
    waiting.ask(prtc, 'OVER')
    expect(waiting.closed).toBe('full')
    seated[62]!.hangUp()
    walk(logIn(room), [30, 22])
    expect(walk(seated[0]!, [30, 22]).players).toMatchObject([{ index: 62, generation: 2 }])
  })

  it('[SR-2.8] are kept by current players when the room closes, and new clients get OVER', async () => {
    const player = enter(room)
    room.harness.status = 'closed'
    const late = room.connect()
    late.expect('OVER')
    expect(late.closed).toBe('closed')
    room.restart()
    expect(walk(player, [30, 22])).toMatchObject({ status: 1 })
  })

  it('[SR-2.8] are taken by at most 30 logins a minute per address, except on loopback, and further logins get OVER', async () => {
    const logInAndOut = (address: string) => {
      const player = room.connect({ address })
      player.expect('WLCM')
      player.send(prtc)
      const { type } = player.next()!
      player.hangUp()
      return type
    }
    const answers = Array.from({ length: 31 }, () => logInAndOut('192.0.2.1'))
    expect(answers).toEqual([...Array(30).fill('Prtc'), 'OVER'])
    expect(logInAndOut('192.0.2.2')).toBe('Prtc')
    for (let n = 0; n < 40; n++) expect(logInAndOut('127.0.0.1')).toBe('Prtc')
    room.pass(2000)
    expect(logInAndOut('192.0.2.1')).toBe('Prtc')
  })
})

describe('a session', () => {
  it('[SR-3.3] echoes eight Tests, and closes the connection at the ninth, also after a restart', async () => {
    const player = logIn(room)
    const data = Uint8Array.from({ length: 508 }, (_, n) => n)
    for (let n = 0; n < 5; n++) expect(player.ask({ type: 'Test', data }, 'Test').data).toEqual(data)
    room.restart()
    for (let n = 0; n < 3; n++) player.ask({ type: 'Test', data }, 'Test')
    player.send({ type: 'Test', data })
    expect(player.closed).toBe('over 8 Test packets')
  })

  it('[SR-3.4] answers every Dlog, but logs only four at once and then one a second', async () => {
    const player = logIn(room)
    const say = (count: number) => {
      for (let n = 0; n < count; n++) player.ask({ type: 'Dlog', message: `line ${n}` }, 'Void')
    }
    say(6)
    expect(logged(room)).toEqual(['line 0', 'line 1', 'line 2', 'line 3'])
    room.pass(1000)
    say(2)
    expect(logged(room)).toHaveLength(5)
  })

  it('[SR-3.4] logs a Dlog as Shift-JIS text, and accepts invalid bytes', async () => {
    const player = logIn(room)
    const dlog = (...bytes: number[]) =>
      player.ask({ type: 'Dlog', message: String.fromCharCode(...bytes) }, 'Void')
    dlog(0x90, 0xce, 0x8c, 0xb2)
    dlog(0x81)
    dlog(0xfd, 0xfe, 0xff)
    dlog(0x1b, 0x5b, 0x41)
    expect(logged(room)).toEqual(['石鹸', '\x81', '\xfd\xfe\xff', '\x1b[A'])
  })

  it('[SR-3.5] answers mAtt with all 16x16 attributes', async () => {
    const { width, height, attributes } = logIn(room).ask({ type: 'mAtt' }, 'mAtt')
    expect([width, height, attributes.length]).toEqual([16, 16, 256])
    expect([...attributes.subarray(0, 16)]).toEqual([0, 1, 0, 3, 2, 0, 1, 3, 1, 1, 1, 0, 0, 2, 2, 2])
  })

  it('[SR-3.6] answers every Room, with wall for rooms outside the map', async () => {
    const player = logIn(room)
    const wall = new Uint8Array(336).fill(1)
    expect(player.ask({ type: 'Room', x: 1, y: 1 }, 'Room').tiles.includes(12)).toBe(true)
    for (const [x, y] of [
      [-1, 0],
      [0, 3],
      [-128, 127],
    ] as const)
      expect(player.ask({ type: 'Room', x, y }, 'Room')).toEqual({ type: 'Room', x, y, tiles: wall })
  })
})

describe('rate limits', () => {
  it('[SR-2.6] allow twenty packets at once and then ten a second, and further packets wait in order', async () => {
    const room = await worldARoom({ options: { maxRoomRequestsPerSecond: 0 } })
    const player = logIn(room)
    room.pass(10_000)
    const rooms = Array.from({ length: 40 }, (_, n) => n - 20)
    for (const x of rooms) player.send({ type: 'Room', x, y: 0 })
    const answered: number[] = []
    const take = () => {
      while (player.waiting) answered.push(player.expect('Room').x)
      return answered.length
    }
    expect(take()).toBe(20)
    room.pass(99)
    expect(take()).toBe(20)
    room.pass(1)
    expect(take()).toBe(21)
    room.pass(1900)
    expect(take()).toBe(40)
    expect(answered).toEqual(rooms)
    expect(player.closed).toBeUndefined()
  })

  it('[SR-2.6] allow nine room requests at once and then three a second, and all later packets of the player wait too', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 0 } })
    const [player, other] = [enter(room), enter(room)]
    for (let n = 0; n < 10; n++) player.send({ type: 'Room', x: 1, y: 1 })
    player.send({ type: 'myPo', nodes: still })
    for (let n = 0; n < 9; n++) player.expect('Room')
    player.expectNothing()
    room.pass(333)
    await room.settled()
    player.expectNothing()
    walk(other, [30, 22])
    room.pass(1)
    await room.settled()
    // Frames that are no replies are sent within 2 ms.
    room.pass(2)
    player.expect('Room')
    player.expect('Flds')
  })

  it('[SR-2.6] lose no delayed room request when the room restarts', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 0 } })
    const player = enter(room)
    for (let n = 0; n < 10; n++) player.send({ type: 'Room', x: n, y: 1 })
    for (let n = 0; n < 9; n++) player.expect('Room')
    room.restart()
    await room.settled()
    expect(player.expect('Room').x).toBe(9)
    player.expectNothing()
  })

  it('[SR-2.9] do not limit the work of a session if `maxPacketsPerSecond` is 0', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 0, maxRoomRequestsPerSecond: 0 } })
    const player = logIn(room)
    for (let n = 0; n < 10_000; n++) {
      player.send({ type: 'Room', x: n % 30, y: 0 })
      // Waits, because without packet rates the room still limits the work of an event and, by [LINK-6], the bytes of
      // the replies to a session.
      room.pass(1)
      player.expect('Room')
    }
  })

  it('[SR-2.9] delay only the session that exceeds its work quota', async () => {
    const rates = { maxPacketsPerSecond: 10_000, packetBurst: 10_000, maxRoomRequestsPerSecond: 0 }
    const room = await worldARoom({ options: rates })
    const [player, other] = [logIn(room), logIn(room)]
    room.pass(10_000)
    const asked = 4000
    for (let n = 0; n < asked; n++) player.send({ type: 'Room', x: n % 30, y: 0 })
    room.pass(0)
    const take = () => {
      let answered = 0
      while (player.waiting) {
        player.expect('Room')
        answered++
      }
      return answered
    }
    const first = take()
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThan(3500)
    other.send({ type: 'mAtt' })
    room.pass(0)
    other.expect('mAtt')
    room.pass(5000)
    expect(first + take()).toBe(asked)
    expect(player.closed).toBeUndefined()
  })

  it('[SR-2.5] queue the packets of a client that sends without waiting for replies, and keep the connection open', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 50, packetBurst: 1 } })
    const player = logIn(room)
    for (let n = 0; n < 200; n++) player.send({ type: 'mAtt' })
    room.pass(5000)
    expect(player.closed).toBeUndefined()
    expect(player.waiting).toBe(200)
  })
})

describe('a player action', () => {
  it('[SR-3.8] is answered with Flds, whether the server accepts the action or not', async () => {
    const room = await worldARoom({ options: unlimited })
    const player = enter(room)
    for (const type of ['myPo', 'ChCl', 'DrFl', 'HNPU', 'HVen'] as const) {
      const packet = inPlay.find((one) => one.type === type)!
      expect(player.ask(packet, 'Flds'), type).toMatchObject({ status: 1 })
    }
  })

  it('[SR-3.9] ChCl changes the player’s colour for all players', async () => {
    const [player, watcher] = [enter(room), enter(room)]
    expect(player.ask({ type: 'ChCl', color: 3, nodes: still }, 'Flds')).toMatchObject({ color: 3 })
    expect(walk(watcher, [30, 22])).toMatchObject({ players: [{ index: 0, color: 3 }] })
  })

  it('[SR-3.10] DrFl paints the player’s tile, and all players receive it', async () => {
    const room = await worldARoom({ options: unlimited })
    const [player, watcher] = [enter(room, [34, 22], [34, 20]), enter(room)]
    const drawn = [{ x: 34, y: 20, tile: 14 }]
    expect(player.ask({ type: 'DrFl', ...drawn[0]!, nodes: nodes([34, 20]) }, 'Flds')).toMatchObject({
      tiles: drawn,
    })
    expect(walk(watcher, [30, 22])).toMatchObject({ tiles: drawn })
  })

  it('[SR-3.11] HNPU touches a unit and takes a sword', async () => {
    const room = await worldARoom({ units: [['Sword', 31, 22]] })
    const player = enter(room)
    expect(player.ask({ type: 'HNPU', unit: 0, nodes: still }, 'Flds')).toMatchObject({
      items: 1,
      units: [{ index: 0, status: 2 }],
    })
  })

  it('[SR-3.12] HVen turns a player who held a sword for 30 s into a ghost', async () => {
    const room = await worldARoom({ units: [['Sword', 31, 22]] })
    const player = enter(room)
    player.ask({ type: 'HNPU', unit: 0, nodes: still }, 'Flds')
    room.pass(29_000)
    expect(player.ask({ type: 'HVen', nodes: still }, 'Flds')).toMatchObject({ status: 1, items: 1 })
    room.pass(1000)
    expect(player.ask({ type: 'HVen', nodes: still }, 'Flds')).toMatchObject({ status: 4, items: 0 })
  })

  it('[SR-3.13] mCrp gets Void and places the corpse of a dead player', async () => {
    const room = await worldARoom({ units: [['Crawl', 31, 22]] })
    const [player, watcher] = [enter(room, [31, 22], [31, 23]), enter(room)]
    const lies = { type: 'mCrp', x: 31, y: 23 } as const
    player.ask(lies, 'Void')
    expect(walk(watcher, [30, 22])).toMatchObject({ tiles: [] })
    expect(player.ask({ type: 'HNPU', unit: 0, nodes: nodes([31, 23]) }, 'Flds')).toMatchObject({ status: 2 })
    player.ask(lies, 'Void')
    expect(walk(watcher, [30, 22])).toMatchObject({ tiles: [{ x: 31, y: 23, tile: 4 | 0x10 }] })
  })
})

describe('a refused action', () => {
  it('[SR-4.2] is answered with an unchanged Flds', async () => {
    const room = await worldARoom({ options: unlimited, units: [['Sword', 40, 22]] })
    const [player, watcher] = [enter(room), enter(room)]
    const before = walk(player, [30, 22])
    const refused: readonly FromClient[] = [
      { type: 'myPo', nodes: nodes([31, 22], [32, 22]) },
      { type: 'myPo', nodes: nodes([30, 22], [31, 23]) },
      { type: 'myPo', nodes: nodes([30, 22], [30, -1]) },
      { type: 'ChCl', color: 4, nodes: still },
      { type: 'DrFl', x: 30, y: 22, tile: 13, nodes: still },
      { type: 'DrFl', x: -1, y: -1, tile: 13, nodes: still },
      { type: 'HNPU', unit: 0, nodes: still },
      { type: 'HNPU', unit: 200, nodes: still },
      { type: 'HVen', nodes: still },
    ]
    for (const packet of refused) {
      const { units, ...answer } = player.ask(packet, 'Flds')
      expect({ ...answer, units: before.units }, packet.type).toEqual(before)
    }
    player.ask({ type: 'mCrp', x: 30, y: 22 }, 'Void')
    expect(walk(watcher, [30, 22])).toMatchObject({ players: [{ index: 0, color: 0, status: 1 }], tiles: [] })
  })
})

describe('hostile clients', () => {
  it('[SR-2.7] are closed for any invalid data without affecting 20 other players', async () => {
    const room = await worldARoom({ options: unlimited })
    const honest = Array.from({ length: 20 }, () => enter(room))
    const bytes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 })
    const frames = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(...fromClient.names), bytes, fc.option(fc.nat())),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    let turn = 0
    await assertProperty(
      fc.asyncProperty(fc.boolean(), frames, async (seated, sent) => {
        const guest = seated ? enter(room) : room.connect()
        for (const [seed, type, edits, cut] of sent) guest.sendFrame(hostile(seed, type, edits, cut))
        await room.settled()
        expect(faults(room)).toEqual([])
        expect(guest.closed ?? '').not.toMatch(/fault|could not/)
        const witness = honest[turn++ % honest.length]!
        expect(walk(witness, [30, 22])).toMatchObject({ status: 1, items: 0 })
        guest.hangUp()
        room.tick()
      }),
      { numRuns: 500 },
    )
    for (const [i, player] of honest.entries()) {
      const { players, color } = walk(player, [30, 22])
      expect(player.closed).toBeUndefined()
      expect(color).toBe(i % 4)
      expect(players.map(({ index }) => index)).toEqual(honest.map((_, n) => n).filter((n) => n !== i))
    }
  })
})

function hostile(
  seed: number,
  type: FromClient['type'],
  edits: readonly (readonly [at: number, value: number])[],
  cut: number | null,
): Uint8Array {
  const bytes = fromClient.encode(fromClient.sample(seededRandom(seed), type))
  for (const [at, value] of edits) bytes[at % bytes.length] = value
  return cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1))
}

function logged(room: SoaprunRoom) {
  return room.harness.log.filter(({ event }) => event === 'dlog').map(({ fields }) => fields?.text)
}
