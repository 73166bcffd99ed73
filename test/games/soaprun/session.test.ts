// Conversations with Soaprun clients: who is greeted, seated, answered, made to wait, and closed. Simulated time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FromClient, fromClient } from '../../../games/soaprun/packets.ts'
import { assertProperty } from '../../property.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { enter, faults, logIn, nodes, type SoaprunRoom, unlimited, walk, worldARoom } from './fixture-room.ts'

const prtc: FromClient = { type: 'Prtc', version: 432 }
const still = nodes([30, 22])

/** One of every packet but Prtc, as a player at the spawn would send it. */
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

describe('a connection', () => {
  it('[SR-3.1] is greeted, and told nothing more that it did not ask for', async () => {
    const room = await worldARoom()
    const player = room.connect()
    player.expect('WLCM')
    const other = enter(room)
    walk(other, [30, 22])
    room.tick(100)
    player.expectNothing()
  })

  it('[SR-3.2] has a seat from the first valid Prtc on, whatever version of the client it names', async () => {
    const room = await worldARoom()
    const player = room.connect()
    player.expect('WLCM')
    expect(room.view).toMatchObject({ players: [] })
    expect(player.ask({ type: 'Prtc', version: -1 }, 'Prtc')).toEqual({ type: 'Prtc' })
    expect(room.view).toMatchObject({ players: [{ index: 0 }] })
  })

  it('[SR-2.4] is closed for a second Prtc, and its seat is free', async () => {
    const room = await worldARoom()
    const player = logIn(room)
    player.send(prtc)
    player.expectNothing()
    expect(player.closed).toBe('a second Prtc')
    expect(room.view).toMatchObject({ players: [] })
  })

  it.each(inPlay)('[SR-2.4] is closed for $type before Prtc', async (packet) => {
    const room = await worldARoom()
    const player = room.connect()
    player.expect('WLCM')
    player.send(packet)
    player.expectNothing()
    expect(player.closed).toBe(`${packet.type} before Prtc`)
  })

  it('[SR-2.3] is kept as long as it says something within 60 s', async () => {
    const room = await worldARoom()
    const player = enter(room)
    for (let n = 0; n < 5; n++) {
      room.pass(55_000)
      walk(player, [30, 22])
    }
    room.pass(66_000)
    expect(player.closed).toBe('silent for too long')
    expect(room.view).toMatchObject({ players: [] })
  })

  it('[SR-3.14] that says Bye. is answered Void, then closed, and leaves its seat', async () => {
    const room = await worldARoom()
    const [player, other] = [enter(room), enter(room)]
    player.ask({ type: 'Bye.' }, 'Void')
    expect(player.closed).toBe('bye')
    expect(walk(other, [30, 22]).players).toEqual([])
    expect(room.view).toMatchObject({ players: [{ index: 1 }] })
  })

  it('that hangs up leaves its seat, which the next one has in a new generation', async () => {
    const room = await worldARoom()
    const [player, other] = [enter(room), enter(room)]
    player.hangUp()
    enter(room)
    expect(walk(other, [30, 22]).players).toMatchObject([{ index: 0, generation: 2 }])
  })

  it('[SR-2.1] by WebSocket speaks the same frames without their length, and no text', async () => {
    const room = await worldARoom()
    const player = logIn(room, { transport: 'websocket' })
    expect(walk(player, [30, 22])).toMatchObject({ status: 1 })
    player.sendFrame('myPo')
    expect(player.closed).toBe('received text instead of a packet')
  })
})

describe('seats', () => {
  it('[SR-2.8] are 63; the next one is told OVER, silent connections hold none, and a seat that is left is free', async () => {
    const room = await worldARoom()
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

  it('[SR-2.8] of a closed room are for those who have one; newcomers are told OVER', async () => {
    const room = await worldARoom()
    const player = enter(room)
    room.harness.status = 'closed'
    const late = room.connect()
    late.expect('OVER')
    expect(late.closed).toBe('closed')
    room.restart()
    expect(walk(player, [30, 22])).toMatchObject({ status: 1 })
  })

  it('[SR-2.8] go to 30 logins a minute of one address, then it is told OVER; loopback is not counted', async () => {
    const room = await worldARoom()
    const far = { address: '192.0.2.1' }
    const logInAndOut = (address: string) => {
      const player = room.connect({ address })
      player.expect('WLCM')
      player.send(prtc)
      const { type } = player.next()!
      player.hangUp()
      return type
    }
    const answers = Array.from({ length: 31 }, () => logInAndOut(far.address))
    expect(answers).toEqual([...Array(30).fill('Prtc'), 'OVER'])
    expect(logInAndOut('192.0.2.2')).toBe('Prtc')
    for (let n = 0; n < 40; n++) expect(logInAndOut('127.0.0.1')).toBe('Prtc')
    room.pass(2000)
    expect(logInAndOut(far.address)).toBe('Prtc')
  })

  it('[SR-2.8] sixteen connections come from one address, the next is told OVER', async () => {
    const room = await worldARoom()
    const address = '2001:db8::1'
    for (let n = 0; n < 16; n++) room.connect({ address }).expect('WLCM')
    room.connect({ address }).expect('OVER')
    room.connect().expect('WLCM')
  })
})

describe('what is no business of the world', () => {
  it('[SR-3.3] eight Tests come back as they were; for a ninth the connection is closed, restarts or not', async () => {
    const room = await worldARoom()
    const player = logIn(room)
    const data = Uint8Array.from({ length: 508 }, (_, n) => n)
    for (let n = 0; n < 5; n++) expect(player.ask({ type: 'Test', data }, 'Test').data).toEqual(data)
    room.restart()
    for (let n = 0; n < 3; n++) player.ask({ type: 'Test', data }, 'Test')
    player.send({ type: 'Test', data })
    expect(player.closed).toBe('over 8 Test packets')
  })

  it('[SR-3.4] of Dlogs four and then one a second are logged, and every one is answered', async () => {
    const room = await worldARoom()
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

  it('[SR-3.4] Shift-JIS is logged readable, and bytes that are none harm nobody', async () => {
    const room = await worldARoom()
    const player = logIn(room)
    const dlog = (...bytes: number[]) =>
      player.ask({ type: 'Dlog', message: String.fromCharCode(...bytes) }, 'Void')
    dlog(0x90, 0xce, 0x8c, 0xb2)
    dlog(0x81)
    dlog(0xfd, 0xfe, 0xff)
    dlog(0x1b, 0x5b, 0x41)
    expect(logged(room)).toEqual(['石鹸', '\x81', '\xfd\xfe\xff', '\x1b[A'])
  })

  it('[SR-3.4] a Dlog of over 120 bytes is not read', async () => {
    const room = await worldARoom()
    const player = logIn(room)
    const frame = new Uint8Array(8 + 122).fill(0x41)
    frame.set(new TextEncoder().encode('Dlog'))
    new DataView(frame.buffer).setInt32(4, 122, true)
    frame[129] = 0
    player.sendFrame(frame)
    expect(player.closed).toMatch(/^Dlog\.message/)
  })

  it('[SR-3.5] mAtt gives all 16x16 attributes', async () => {
    const room = await worldARoom()
    const { width, height, attributes } = logIn(room).ask({ type: 'mAtt' }, 'mAtt')
    expect([width, height, attributes.length]).toEqual([16, 16, 256])
    expect([...attributes.subarray(0, 16)]).toEqual([0, 1, 0, 3, 2, 0, 1, 3, 1, 1, 1, 0, 0, 2, 2, 2])
  })

  it('[SR-3.6] rooms may be asked for anywhere, and are wall outside the map', async () => {
    const room = await worldARoom()
    const player = logIn(room)
    expect(player.ask({ type: 'Room', x: 1, y: 1 }, 'Room').tiles.includes(12)).toBe(true)
    for (const [x, y] of [
      [-1, 0],
      [0, 3],
      [-128, 127],
    ] as const)
      expect(player.ask({ type: 'Room', x, y }, 'Room')).toEqual({
        type: 'Room',
        x,
        y,
        tiles: new Uint8Array(336).fill(1),
      })
  })
})

describe('rates', () => {
  it('[SR-2.6] ten packets a second are answered after twenty at once; the others wait, in order', async () => {
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

  it('[SR-2.6] nine rooms come at once, then three a second, and what was asked after them waits too', async () => {
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
    // What comes between messages of the link leaves within 2 ms.
    room.pass(2)
    player.expect('Room')
    player.expect('Flds')
  })

  it('[SR-2.6] a restart while a room waits answers it after all', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 0 } })
    const player = enter(room)
    for (let n = 0; n < 10; n++) player.send({ type: 'Room', x: n, y: 1 })
    for (let n = 0; n < 9; n++) player.expect('Room')
    room.restart()
    await room.settled()
    expect(player.expect('Room').x).toBe(9)
    player.expectNothing()
  })

  it('[SR-2.9] where packets have no rate work has no bound either', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 0, maxRoomRequestsPerSecond: 0 } })
    const player = logIn(room)
    for (let n = 0; n < 10_000; n++) {
      player.send({ type: 'Room', x: n % 30, y: 0 })
      // One event does a slice of the work, and a session is replied 2 MiB a second after 8 MiB: [LINK-6] holds without rates, too.
      room.pass(1)
      player.expect('Room')
    }
  })

  it('[SR-2.9] who asks for more work than one may waits for it, however high the rates, and nobody else does', async () => {
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

  it('[SR-2.5] packets far ahead of their answers wait, and the connection is not closed for them', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 50, packetBurst: 1 } })
    const player = logIn(room)
    for (let n = 0; n < 200; n++) player.send({ type: 'mAtt' })
    room.pass(5000)
    expect(player.closed).toBeUndefined()
    expect(player.waiting).toBe(200)
  })
})

describe('what a player does', () => {
  it('[SR-3.8] is answered with a Flds, whatever it was and whether or not it was granted', async () => {
    const room = await worldARoom({ options: unlimited })
    const player = enter(room)
    for (const type of ['myPo', 'ChCl', 'DrFl', 'HNPU', 'HVen'] as const) {
      const packet = inPlay.find((one) => one.type === type)!
      expect(player.ask(packet, 'Flds'), type).toMatchObject({ status: 1 })
    }
  })

  it('[SR-3.9] ChCl changes his colour, for himself and for others', async () => {
    const room = await worldARoom()
    const [player, watcher] = [enter(room), enter(room)]
    expect(player.ask({ type: 'ChCl', color: 3, nodes: still }, 'Flds')).toMatchObject({ color: 3 })
    expect(walk(watcher, [30, 22])).toMatchObject({ players: [{ index: 0, color: 3 }] })
  })

  it('[SR-3.10] DrFl paints where he stands, and everybody is told', async () => {
    const room = await worldARoom({ options: unlimited })
    const [player, watcher] = [enter(room, [34, 22], [34, 20]), enter(room)]
    const drawn = [{ x: 34, y: 20, tile: 14 }]
    expect(player.ask({ type: 'DrFl', ...drawn[0]!, nodes: nodes([34, 20]) }, 'Flds')).toMatchObject({
      tiles: drawn,
    })
    expect(walk(watcher, [30, 22])).toMatchObject({ tiles: drawn })
  })

  it('[SR-3.11] HNPU meets a unit: a sword is taken', async () => {
    const room = await worldARoom({ units: [['Sword', 31, 22]] })
    const player = enter(room)
    expect(player.ask({ type: 'HNPU', unit: 0, nodes: still }, 'Flds')).toMatchObject({
      items: 1,
      units: [{ index: 0, status: 2 }],
    })
  })

  it('[SR-3.12] HVen makes a ghost of who has held a sword for 30 s', async () => {
    const room = await worldARoom({ units: [['Sword', 31, 22]] })
    const player = enter(room)
    player.ask({ type: 'HNPU', unit: 0, nodes: still }, 'Flds')
    room.pass(29_000)
    expect(player.ask({ type: 'HVen', nodes: still }, 'Flds')).toMatchObject({ status: 1, items: 1 })
    room.pass(1000)
    expect(player.ask({ type: 'HVen', nodes: still }, 'Flds')).toMatchObject({ status: 4, items: 0 })
  })

  it('[SR-3.13] mCrp is answered Void, and lays a corpse for who is dead', async () => {
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

describe('what the rules refuse', () => {
  it('[SR-4.2] is answered with a Flds in which nothing has changed', async () => {
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

  it('[SR-4.7] ten walks in a row that cannot have been are death', async () => {
    const room = await worldARoom({ options: unlimited })
    const player = enter(room)
    for (let n = 0; n < 9; n++) expect(walk(player, [5, 5]).status).toBe(1)
    expect(walk(player, [5, 5]).status).toBe(2)
    expect(player.closed).toBeUndefined()
  })
})

describe('hostile clients', () => {
  it('[SR-2.7] whatever they send closes them alone, and 20 others notice nothing', async () => {
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
