import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DrawingCache } from '../../../../durable-objects/remote-client/remote-client-run.ts'
import { type FromThinClient, streamSize } from '../../../../games/arcane-sector/packets/pixel-stream.ts'
import { wireIdOffset } from '../../../../games/arcane-sector/packets.ts'
import { remoteClients } from '../../../../games/arcane-sector/remote-client/index.ts'
import { keyCodes } from '../../../../games/arcane-sector/remote-client/key-map.ts'
import { drawArt } from '../../../../games/arcane-sector/view/art/art.ts'
import { slotBoxes } from '../../../../games/arcane-sector/view/hud/layout.ts'
import { PlayerView } from '../../../../games/arcane-sector/view/player-view.ts'
import { assertProperty } from '../../../property.ts'
import { createIsland, type Island, quietOptions } from '../harness/island-world.ts'
import { cookiesOf, FakeScreen } from './fake-screen.ts'

const key = (letter: string) => letter.charCodeAt(0)
const [scroll, flask, fria] = [wireIdOffset + 2n, wireIdOffset + 4n, wireIdOffset + 5n]
const refused = 1008
const plain = drawArt()

let view: PlayerView
const drawn = new Uint8Array(streamSize.width * streamSize.height * 4)
const { draw } = PlayerView.prototype
beforeEach(() => {
  vi.spyOn(PlayerView.prototype, 'draw').mockImplementation(function (this: PlayerView, outlook, into) {
    draw.call(this, outlook, into)
    drawn.set(into)
    view = this
  })
})
afterEach(() => void vi.restoreAllMocks())

async function inGame(room: Island, dialect?: 'document'): Promise<FakeScreen> {
  const screen = new FakeScreen(room, dialect)
  await screen.connect(cookiesOf(7, 'Ann'))
  screen.pass(1000)
  expect(screen.ended).toBeUndefined()
  return screen
}

const players = (room: Island) => (room.view as { players: { id: number; name: string }[] }).players

let room: Island
beforeEach(async () => {
  room = await createIsland()
})

describe('[AS-17.5] a remote client', () => {
  test('joins at once with cookies, and gets a key frame first', async () => {
    const screen = await inGame(room)
    expect(players(room)).toMatchObject([{ id: 7, name: 'Ann' }])
    expect(screen.pictures[0]).toHaveLength(410_880)
  })

  test('[AS-17.8] draws its pictures on first use, and shares them later', async () => {
    const drawing = vi.fn(() => plain)
    const place = new DrawingCache()
    for (let arrival = 0; arrival < 3; arrival++) {
      const screen = new FakeScreen(room, 2019, drawing, place)
      await screen.connect(cookiesOf(7, 'Ann'))
      screen.pass(1000)
      expect(screen.pictures[0]).toHaveLength(410_880)
      screen.close()
    }
    expect(drawing).toHaveBeenCalledTimes(1)
  })

  test('joins with its first message, and is disconnected for a second one', async () => {
    const screen = new FakeScreen(room)
    await screen.connect({}, '{"id":7,"password":"of Ann","name":"Ann"}')
    screen.pass(500)
    expect(players(room)).toMatchObject([{ id: 7, name: 'Ann' }])
    screen.sendRaw('{"id":7,"password":"of Ann"}')
    expect(screen.ended).toEqual({ code: refused, reason: 'received text instead of bytes' })
    expect(players(room)).toEqual([])
  })

  test('resumes by id and password, with any name', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'))
    screen.close()
    const again = new FakeScreen(room)
    await again.connect(cookiesOf(7, 'Somebody', 'of Ann'))
    expect(players(room)).toMatchObject([{ id: 7, name: 'Ann' }])
    expect(again.receivedPackets('POSI')).toMatchObject({ x: 185, y: 429 })
  })

  test.for([
    ['{', 'the first message is not JSON'],
    ['7', 'the first message: must be an object'],
    ['{"id":256,"password":"x"}', 'id: must be a whole number from 0 to 255'],
    ['{"id":"7","password":"x"}', 'id: must be a whole number from 0 to 255'],
    ['{"id":7}', 'password: must be text of 1 to 32 characters'],
    ['{"id":7,"password":"Łódź"}', 'password: Use only Western European letters, digits and signs.'],
    ['{"id":7,"password":"x","name":"é"}', 'name: Use only letters without accents, digits and signs.'],
    ['{"id":7,"password":"x","nick":"y"}', 'nick: unknown field; known fields: id, password, name'],
    [`{"id":7,"password":"${'x'.repeat(2000)}"}`, 'the first message has more than 1024 characters'],
  ] as const)('is refused for the first message %s', async ([first, reason]) => {
    const screen = new FakeScreen(room)
    await screen.connect({}, first)
    expect(screen.ended).toEqual({ code: refused, reason })
    expect([screen.connectionAttempts, screen.faults]).toEqual([0, []])
  })

  test('receives the reason why invalid cookies or a wrong password are refused', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'))
    for (const [cookies, reason] of [
      [cookiesOf(999, 'Ann'), 'id: must be a whole number from 0 to 255'],
      [cookiesOf(7, 'Ann', 'guessed'), 'Wrong password for this number.'],
    ] as const) {
      const other = new FakeScreen(room)
      await other.connect(cookies)
      expect(other.ended).toEqual({ code: refused, reason })
    }
    expect(screen.ended).toBeUndefined()
  })

  test('is disconnected after 10 s without credentials', async () => {
    const screen = new FakeScreen(room)
    await screen.connect({})
    screen.pass(9000)
    expect(screen.ended).toBeUndefined()
    screen.pass(2000)
    expect(screen.ended).toEqual({
      code: refused,
      reason:
        'no login within 10 s: cookies are accepted only from pages of this site; send the credentials as a text instead',
    })
  })
})

/** Handles messages by the recorded rules of the 2019 page. Throws if a message violates them. */
function pageOf2019(screen: Uint8Array, message: Uint8Array): void {
  const row = streamSize.width * 4
  if ((message[0]! & 1) === 0) {
    if (message.length !== row * streamSize.height) throw new Error('a key frame has the wrong size')
    screen.set(message)
  } else if (message[0] === 0x01) {
    for (let at = 1; at < message.length; at += row + 1)
      screen.set(message.subarray(at + 1, at + 1 + row), message[at]! * row)
  } else if (message[0] === 0x23) {
    const view = new DataView(message.buffer, message.byteOffset)
    const [width, height] = [view.getUint16(5, true), view.getUint16(7, true)]
    if (message.length !== 9 + 4 * width * height) throw new Error('a cursor has the wrong size')
  } else if (message[0] !== 0x21) throw new Error(`the page ignores messages of type ${message[0]}`)
}

const inputs: fc.Arbitrary<FromThinClient> = fc.oneof(
  fc.record({ type: fc.constant('moved' as const), x: fc.nat(427), y: fc.nat(239) }),
  fc.record({
    type: fc.constantFrom('pressed' as const, 'released' as const),
    ...{ x: fc.nat(427), y: fc.nat(239), button: fc.constantFrom('left' as const, 'right' as const) },
  }),
  fc.record({
    type: fc.constantFrom('keyDown' as const, 'keyUp' as const),
    key: fc.constantFrom(0x1000, 0x1001, 0x1002, 0x1003, 0x10, 0x09, 0x0a, 0x20, 0x31, key('F'), key('Q')),
  }),
)

describe('the stream', () => {
  test('[AS-17.1] [AS-17.2] shows the drawn picture byte for byte, also on the client page of 2019', async () => {
    const screen = await inGame(room)
    const page = new Uint8Array(drawn.length)
    let shown = 0
    assertProperty(
      fc.property(fc.array(inputs, { minLength: 1, maxLength: 12 }), (done) => {
        for (const one of done) {
          screen.send(one)
          screen.pass(100)
        }
        screen.pass(200)
        for (; shown < screen.messages.length; shown++) pageOf2019(page, screen.messages[shown]!)
        const expected = drawn.slice()
        // The lowest bit of the first byte marks a key frame.
        if ((screen.pictures.at(-1)![0]! & 1) === 0) expected[0]! &= 0xfe
        expect(Buffer.compare(expected, screen.picture)).toBe(0)
        expect(Buffer.compare(page, screen.picture)).toBe(0)
      }),
      { numRuns: 12 },
    )
    expect([screen.ended, screen.faults]).toEqual([undefined, []])
  })

  test('[AS-17.3] [AS-17.8] sends a frame after the previous acknowledgement, at most ten a second, and only on changes', async () => {
    const screen = await inGame(room)
    screen.pass(12_000)
    const before = screen.pictures.length
    screen.pass(5000)
    expect(screen.pictures).toHaveLength(before)
    // Input is answered with a frame even if nothing changed, so that the screen can detect its arrival.
    screen.send({ type: 'keyDown', key: key('X') })
    screen.pass(200)
    expect([...screen.pictures.at(-1)!]).toEqual([1])
    for (let ms = 0; ms < 1000; ms += 10) screen.send({ type: 'moved', x: ms % 428, y: 200 })
    screen.acknowledges = false
    screen.pressKeys(key('A'), key('A'), key('A'))
    expect(screen.pictures.length).toBeLessThanOrEqual(before + 3)
    screen.acknowledges = true
    screen.send({ type: 'shown' })
    screen.pass(1000)
    const turned = screen.pictures.length
    screen.send({ type: 'keyDown', key: key('W') })
    screen.pass(2000)
    screen.send({ type: 'keyUp', key: key('W') })
    expect(screen.pictures.length - turned).toBeLessThanOrEqual(20)
    expect(screen.pictures.length - turned).toBeGreaterThan(3)
  })

  test.for([
    [undefined, { type: 'cursor', hotX: 0x8008, hotY: 0x8008 }, { type: 'usualCursor' }],
    ['document', { type: 'cursor', hotX: 8, hotY: 8 }, { type: 'cursor', width: 0, height: 0 }],
  ] as const)(
    '[AS-17.4] has a cursor picture while an item is held, in the dialect %s',
    async ([dialect, held, none]) => {
      const screen = await inGame(room, dialect)
      screen.pressKeys(key('Q'), key('F'))
      screen.pass(500)
      expect(screen.cursors).toMatchObject([{ ...held, width: 16, height: 16 }])
      screen.pressKeys(key('3'))
      screen.pass(500)
      expect(screen.cursors[1]).toMatchObject(none)
      expect(screen.cursors).toHaveLength(2)
    },
  )
})

describe('[AS-17.6] keys', () => {
  test('turn the player, or move the player five steps a second while pressed', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('A'))
    expect(screen.receivedPackets('POSI')).toMatchObject({ x: 185, y: 428, direction: 1 })
    screen.send({ type: 'keyDown', key: keyCodes.up }, { type: 'keyDown', key: keyCodes.up })
    screen.pass(950)
    screen.send({ type: 'keyUp', key: keyCodes.up })
    screen.pass(2000)
    expect(screen.sent().map(({ type }) => type)).toEqual(['DIRE', 'MOVE', 'MOVE', 'MOVE', 'MOVE', 'MOVE'])
    screen.pressKeys(keyCodes.down, key('E'), key('Q'), key('D'), keyCodes.left)
    const ways = screen.sent().map((packet) => 'direction' in packet && packet.direction)
    expect(ways).toEqual([1, 3, 2, 2, 1])
  })

  test('type a line of speech, and capitals with Shift or Caps', async () => {
    const screen = await inGame(room)
    screen.pressKeys(keyCodes.enter, key('W'), keyCodes.space)
    screen.send({ type: 'keyDown', key: keyCodes.shift })
    screen.pressKeys(key('A'), key('1'), key('/'))
    screen.send({ type: 'keyUp', key: keyCodes.shift })
    screen.pressKeys(keyCodes.caps, key('B'), keyCodes.caps, key('B'))
    screen.pressKeys(key('X'), keyCodes.backspace, 0x2007, 0x200a)
    expect(screen.sent()).toMatchObject([{ type: 'SAYS', text: 'w A!?Bb7' }])
    screen.pressKeys(keyCodes.enter, key('X'), keyCodes.escape, keyCodes.enter, keyCodes.enter)
    expect(screen.sent()).toEqual([])
  })

  test('take an item from the ground, put it into a slot, and use it', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'), key('F'), key('3'), key('3'))
    expect(screen.sent()).toMatchObject([
      { type: 'MOVE' },
      { type: 'HOLD', itemId: scroll },
      { type: 'DROP', dst: 2 },
      { type: 'USEI', itemId: scroll },
    ])
    expect(screen.receivedPackets('TEXT')?.text).toBe('The scroll says: klaatu')
    // A sign cannot be picked up, so it is read.
    expect(screen.receivedPackets('INVT')?.inventory[2]).toMatchObject({ id: scroll })
  })

  test('answer a selection', async () => {
    const screen = await inGame(room)
    // The flask and the herb are on the path. The flask is used, and then the herb is selected.
    takeFlaskAndHerb(screen)
    screen.pressKeys(key('1'))
    const { packetId } = screen.receivedPackets('SLCT')!
    screen.sent()
    screen.pressKeys(key('2'))
    expect(screen.sent()).toEqual([{ type: 'THIS', kind: 'item', selectedId: fria, packetId }])
  })

  test('show runes, which the mouse combines into a spell', async () => {
    const screen = await inGame(room)
    screen.pressKeys(keyCodes.tab)
    // Presses the first rune, the first rune of the second row, and one rune too many.
    for (const [x, y] of [
      [120, 205],
      [120, 214],
      [132, 205],
    ] as const)
      screen.click(x, y)
    screen.pressKeys(keyCodes.backspace, keyCodes.space, keyCodes.space)
    expect(screen.sent()).toMatchObject([
      { type: 'CAST', spell: Uint8Array.of(0x40, 0x50, 0, 0, 0, 0, 0, 0) },
    ])
  })
})

describe('[AS-17.7] the mouse', () => {
  test('drags an item from the ground into a slot and back, and uses it', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'))
    screen.sent()
    const at = pixelOf(scroll)
    screen.click(at.x, at.y, 'right')
    screen.drag(at, slotCentre(0))
    screen.drag(slotCentre(0), { x: 214, y: 120 })
    screen.drag(slotCentre(3), slotCentre(4))
    expect(screen.sent()).toMatchObject([
      { type: 'USEI', itemId: scroll },
      { type: 'HOLD', itemId: scroll },
      { type: 'DROP', dst: 0 },
      { type: 'HOLD', itemId: scroll },
      { type: 'DROP', dst: 255 },
    ])
  })

  test('holds an item until the next press outside the frame', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'))
    const at = pixelOf(scroll)
    screen.sent()
    screen.click(at.x, at.y)
    screen.click(300, 190)
    screen.click(slotCentre(9).x, slotCentre(9).y)
    expect(screen.sent()).toMatchObject([
      { type: 'HOLD', itemId: scroll },
      { type: 'DROP', dst: 9 },
    ])
  })

  test('answers a selection', async () => {
    const screen = await inGame(room)
    takeFlaskAndHerb(screen)
    screen.pressKeys(key('1'))
    const { packetId } = screen.receivedPackets('SLCT')!
    screen.sent()
    screen.click(slotCentre(5).x, slotCentre(5).y)
    expect(screen.sent()).toEqual([{ type: 'THIS', kind: 'slot', selectedId: 5n, packetId }])
  })
})

describe('[AS-17.8] limits', () => {
  test('allow no remote clients in a room by default, and eight if its option `thin` is on', () => {
    expect([
      remoteClients.maxClients(quietOptions),
      remoteClients.maxClients({ ...quietOptions, thin: true }),
    ]).toEqual([0, 8])
  })

  test('disconnect a client that acknowledges nothing for a minute, and its player leaves', async () => {
    const screen = await inGame(room)
    screen.acknowledges = false
    screen.pressKeys(key('A'))
    screen.pass(58_000)
    expect(screen.ended).toBeUndefined()
    screen.pass(4000)
    expect(screen.ended).toEqual({ code: refused, reason: 'no frame was acknowledged for 60 s' })
    expect(players(room)).toEqual([])
  })

  test('disconnect a client for a flood of mouse events, but not for fast mouse movement', async () => {
    const screen = await inGame(room)
    for (let n = 0; n < 990; n++) screen.send({ type: 'moved', x: n % 428, y: 0 })
    screen.pass(5000)
    for (let n = 0; n < 900; n++) screen.send({ type: 'moved', x: n % 428, y: 0 })
    expect(screen.ended).toBeUndefined()
    for (let n = 0; n < 1000; n++) screen.send({ type: 'moved', x: n % 428, y: 0 })
    expect(screen.ended).toEqual({ code: refused, reason: 'more than 200 messages a second' })
    expect(players(room)).toEqual([])
  })

  test('[AS-17.3] disconnect only the client that violates the protocol', async () => {
    const [screen, other] = [await inGame(room), new FakeScreen(room)]
    await other.connect(cookiesOf(8, 'Bob'))
    screen.sendRaw(Uint8Array.of(0x01, 0, 0, 0, 0, 3))
    expect(screen.ended?.code).toBe(refused)
    other.pass(500)
    expect(other.ended).toBeUndefined()
    expect(players(room)).toMatchObject([{ id: 8 }])
  })
})

describe('[AS-17.9] the room connection', () => {
  test('is restored after a loss, with the same player', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'))
    screen.room.answers = false
    screen.loseRoom()
    for (let s = 0; s < 20; s++) {
      screen.pass(1000)
      await screen.settle()
    }
    expect(screen.ended).toBeUndefined()
    expect(screen.connectionAttempts).toBeGreaterThan(3)
    screen.room.answers = true
    screen.pass(10_000)
    await screen.settle()
    expect(players(room)).toMatchObject([{ id: 7 }])
    expect(screen.receivedPackets('POSI')).toMatchObject({ x: 185, y: 429 })
    screen.pressKeys(key('E'))
    expect(screen.receivedPackets('POSI')).toMatchObject({ x: 185, y: 428 })
  })

  test('ends the client after a minute without an answer', async () => {
    const screen = await inGame(room)
    screen.room.answers = false
    screen.loseRoom()
    for (let s = 0; s < 80; s++) {
      screen.pass(1000)
      await screen.settle()
    }
    expect(screen.ended).toEqual({ code: 1013, reason: 'the room has not answered for 60 s' })
  })

  test('reports that the room is deleted, closed or full, or allows no remote clients', async () => {
    const gone = new FakeScreen(room)
    gone.room.exists = false
    await gone.connect(cookiesOf(8, 'Bob'))
    expect(gone.ended).toEqual({ code: 4004, reason: 'the room is gone' })
    for (const [why, reason] of [
      ['full', 'This room is full.'],
      ['closed', 'This room is closed to new players.'],
    ] as const) {
      const newClient = new FakeScreen(room)
      newClient.room.rejectReason = why
      await newClient.connect(cookiesOf(8, 'Bob'))
      expect(newClient.ended).toEqual({ code: refused, reason })
    }
    const screen = await inGame(room)
    screen.room.allowsRemoteClients = false
    screen.pass(31_000)
    await screen.settle()
    expect(screen.ended).toEqual({ code: 1013, reason: 'this room has no remote clients any more' })
  })

  test('is not restored after a kick', async () => {
    const screen = await inGame(room)
    screen.loseRoom('kicked by the host')
    expect(screen.ended).toEqual({ code: refused, reason: 'The owner of this room has disconnected you.' })
    expect(screen.connectionAttempts).toBe(1)
  })

  test('ends when the remote client disconnects, and when its player logs in elsewhere', async () => {
    const screen = await inGame(room)
    screen.pressKeys(key('Q'))
    const other = new FakeScreen(room)
    await other.connect(cookiesOf(7, 'Ann'))
    screen.pass(200)
    expect(screen.ended).toMatchObject({
      code: refused,
      reason: expect.stringMatching('logged in from another window'),
    })
    other.close()
    expect(players(room)).toEqual([])
    expect([...screen.faults, ...other.faults]).toEqual([])
  })
})

const slotCentre = (n: number) => {
  const { left, top } = slotBoxes[n]!
  return { x: left + 12, y: top + 12 }
}

/** The first pixel at which the item can be picked. */
function pixelOf(id: bigint) {
  for (let y = 60; y < 179; y++)
    for (let x = 0; x < streamSize.width; x++) {
      const picked = view.pick(x, y)
      if (picked.on === 'item' && picked.id === id) return { x, y }
    }
  throw new Error(`item ${id} is not in the picture`)
}

function takeFlaskAndHerb(screen: FakeScreen): void {
  screen.pressKeys(key('W'), key('W'), key('F'), key('1'), key('F'), key('2'))
  const inventory = screen.receivedPackets('INVT')?.inventory
  expect(inventory?.slice(0, 2)).toMatchObject([{ id: flask }, { id: fria }])
}
