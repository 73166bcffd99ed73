// Datagrams that crash or abuse the original server harm nobody in our room.
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FromClient, fromClient } from '../../../../games/doom-2077/packets.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'
import { DoomTestRoom, positionOf, type TestClient } from '../test-client.ts'

const unhex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const encoded = (...messages: readonly FromClient[]) =>
  Buffer.concat(messages.map((message) => fromClient.encode(message)))

const damage = (playerId: number, weapon = 1, amount = 15_000): FromClient => ({
  type: 'DAMG',
  playerId,
  weapon,
  damage: amount,
})
const fire = (weapon: number): FromClient => ({ type: 'FIRE', weapon })

let room: DoomTestRoom
let ann: TestClient
let bob: TestClient

beforeEach(async () => {
  room = await DoomTestRoom.create()
  ann = room.joinPlayer('ann')
  bob = room.joinPlayer('bob')
  room.advance(1000)
})

/** Prevents timeouts. */
function sendKeepAlives(): void {
  for (const testClient of [ann, bob]) testClient.send({ type: 'KATC' })
}

/** The players can still play, have full health, and receive each other's messages. */
function expectUnharmed(): void {
  room.advanceSlots(3)
  for (const testClient of [ann, bob]) testClient.takeDatagrams()
  ann.send({ type: 'CHAT', msg: 'still here' })
  bob.send({ type: 'PING', data: new Uint8Array(8) })
  room.advance(3000)
  const received = bob.takeMessages()
  expect(received).toContainEqual({ type: 'CHAT', playerId: 4, msg: 'still here' })
  expect(received.some(({ type }) => type === 'PONG')).toBe(true)
  for (const playerId of [4, 5])
    expect(received).toContainEqual({ type: 'HLTH', playerId, health: 100_000, maxHealth: 100_000 })
  expect(room.names.slice(0, 2)).toEqual(['ann', 'bob'])
  expect([ann.closeReason, bob.closeReason]).toEqual([undefined, undefined])
  expect(room.harness.log.filter(({ level }) => level === 'error')).toEqual([])
}

const hostileDatagrams: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ['a length that the original reads as -7 and answers forever', unhex('50494e47 fff9 0a')],
  ['a length that the original reads as -1', unhex('4d4f5645 ffff 0a')],
  ['a length that the original reads as -32768', unhex('51554954 8000 0a')],
  ['a JOIN of no bytes', unhex('4a4f494e 0000 0a')],
  ['a CHAT of no bytes', unhex('43484154 0000 0a')],
  ['a CHAT longer than its buffer', unhex(`43484154 03f2 ${'79'.repeat(1010)} 0a`)],
  ['a JOIN longer than its buffer', unhex(`4a4f494e 03f2 ${'6e'.repeat(1010)} 0a`)],
  ['a PING of no bytes', unhex('50494e47 0000 0a')],
  ['a length beyond the end', unhex('4a4f494e 03f0 6100 0a')],
  ['half a header', unhex('4d4f56')],
  ['an empty datagram', new Uint8Array(0)],
  ['zeros', new Uint8Array(1024)],
  ['33 messages', Buffer.concat(Array(33).fill(unhex('51554954 0000 0a')))],
  ['a door that no map has', unhex('4f50454e 0008 ffffffffffffffff 0a')],
  ['a lift that no map has', unhex('4c415343 0008 00000000000003e8 0a')],
  ['a position beyond the number range', unhex(`4d4f5645 0020 ${'7fffffffffffffff'.repeat(4)} 0a`)],
  ['a position far outside the map', unhex(`4d4f5645 0020 ${'0000000ffffffff0'.repeat(4)} 0a`)],
]

describe('nobody is harmed by', () => {
  it.each(hostileDatagrams)('%s, from an unjoined address and from a player', (_, bytes) => {
    const unjoined = room.connectFrom('192.0.2.66')
    for (const testClient of [unjoined, room.joinPlayer('mallory', '192.0.2.67')]) {
      for (let times = 0; times < 20; times++) {
        testClient.sendBytes(bytes)
        room.advance(times)
      }
    }
    expectUnharmed()
  })

  it('all player commands from an unjoined address', () => {
    const unjoined = room.connectFrom('192.0.2.66')
    for (const testClient of [ann, bob]) testClient.takeDatagrams()
    unjoined.send(
      { type: 'OPEN', doorId: 0 },
      { type: 'LDSC', liftId: 0 },
      { type: 'CHAT', msg: 'I am nobody' },
      fire(1),
      damage(4),
      { type: 'KATC' },
      { type: 'QUIT' },
      { type: 'QUIT' },
    )
    room.advanceSlots(3)
    expect(ann.takeMessages().filter(({ type }) => /OPEN|LDSC|CHAT|FIRE|DAMG|QUIT/.test(type))).toEqual([])
    expect(unjoined.types()).toBe('')
    expectUnharmed()
  })

  it('all player commands from an unvalidated address', () => {
    const waiting = room.knock('mallory', '192.0.2.66')
    for (const testClient of [ann, bob]) testClient.takeDatagrams()
    waiting.send({ type: 'OPEN', doorId: 0 }, { type: 'CHAT', msg: 'nobody yet' }, fire(1), damage(4))
    room.advanceSlots(3)
    expect(ann.takeMessages().filter(({ type }) => /OPEN|CHAT|FIRE|DAMG/.test(type))).toEqual([])
    expectUnharmed()
  })

  it('joins and leaves: ids are never reused', () => {
    ann.send({ type: 'QUIT' })
    room.advanceSlots(2)
    const carol = room.joinPlayer('carol')
    const ids = carol.takeMessagesOf('ACPT').map(({ playerId }) => playerId)
    expect(ids).toEqual([6])
    expect(bob.takeMessagesOf('JOIN').map(({ playerId }) => playerId)).toContain(6)
    carol.send({ type: 'QUIT' }, { type: 'QUIT' }, { type: 'JOIN', name: 'dora' })
    expect(carol.takeMessagesOf('ACPT').map(({ playerId }) => playerId)).toEqual([7])
  })

  it('damage to oneself, to nobody or to distant players, and damage that is too high, negative, without a shot or without a weapon', () => {
    const blows = [
      damage(4),
      damage(999),
      damage(5, 0, 50_000),
      damage(5, 1, 2 ** 31 - 1),
      damage(5, 1, -50_000),
      damage(5, 3, 35_000),
      damage(5, 127, 15_000),
      damage(5, -128, 15_000),
    ]
    for (const blow of blows) {
      ann.send(fire(0), blow)
      ann.send(blow)
      room.advance(700)
    }
    expectUnharmed()
  })

  it('[DM-8.5] a shot or chat that the network duplicates, which counts once', () => {
    ann.takeDatagrams()
    bob.takeDatagrams()
    for (const messages of [[fire(1)], [{ type: 'CHAT', msg: 'once' } as const]]) {
      for (let times = 0; times < 2; times++) {
        ann.send(...messages)
        room.advance(3)
      }
    }
    room.advanceSlots(2)
    expect(bob.takeMessages().filter(({ type }) => type === 'FIRE' || type === 'CHAT')).toHaveLength(2)
  })

  it('[DM-8.8] a flood of datagrams and chat', () => {
    const mallory = room.joinPlayer('mallory', '192.0.2.67')
    bob.takeDatagrams()
    for (let second = 0; second < 5; second++) {
      for (let each = 0; each < 500; each++) {
        mallory.send({ type: 'CHAT', msg: `flood ${second} ${each}` }, { type: 'OPEN', doorId: 0 })
        room.advance(2)
      }
    }
    const chats = bob.takeMessagesOf('CHAT').length
    expect([chats >= 10, chats <= 15]).toEqual([true, true])
    expectUnharmed()
  })

  it('[DM-8.8] constant joins and leaves: other players are notified of four joins at once and then of one a second', () => {
    const mallory = room.joinPlayer('mallory', '192.0.2.67')
    bob.takeDatagrams()
    for (let each = 0; each < 500; each++) {
      mallory.send({ type: 'JOIN', name: `mallory ${each}` })
      mallory.send({ type: 'KATC' })
      room.advance(20)
    }
    const joins = bob.takeMessagesOf('TELL').filter(({ msg }) => msg.endsWith('joined the server.')).length
    expect([joins >= 10, joins <= 14]).toEqual([true, true])
    expectUnharmed()
  })

  it('[DM-8.2] a client that reads nothing, which is disconnected before too much is queued', () => {
    const name = 'x'.repeat(90)
    const mallory = room.joinQuietPlayer('mallory', '192.0.2.67')
    const place = positionOf(mallory.takeMessagesOf('MOVE').find(({ playerId }) => playerId === 6)!)
    mallory.answersPositions = false
    mallory.move(place)
    room.advance(2500)
    // An unvalidated address takes over the player, and can receive hardly anything.
    const forged = room.connectFrom('192.0.2.67')
    forged.move(place)
    expect(room.names).toContain('mallory')
    const crowd = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => room.joinPlayer(`${name}${at}`, `192.0.2.${100 + at}`))
    for (let seconds = 0; seconds < 110 && room.names.includes('mallory'); seconds++) {
      for (const testClient of [...crowd, ann, bob]) {
        testClient.send({ type: 'CHAT', msg: 'y'.repeat(127) })
        room.advance(50)
        testClient.send({ type: 'CHAT', msg: 'y'.repeat(126) })
        room.advance(50)
      }
    }
    expect(room.names).not.toContain('mallory')
    expect(forged.closeReason).toBe('send queue full')
    for (const testClient of crowd) testClient.send({ type: 'QUIT' })
    expectUnharmed()
  })

  it('[DM-8.8] 3,000 datagrams at once: the newest are answered and nobody else waits', () => {
    const mallory = room.joinPlayer('mallory', '192.0.2.67')
    for (let each = 0; each < 3000; each++) mallory.send({ type: 'CHAT', msg: `flood ${each}` })
    bob.takeDatagrams()
    bob.send({ type: 'PING', data: new Uint8Array(8) })
    expect(bob.types()).toContain('PONG')
    expectUnharmed()
  })

  it('names and chat with control bytes', () => {
    const odd = room.connectFrom('192.0.2.66')
    for (const name of ['', '  ', '\n', '\u001b[2J', 'a\u0007', '\u00ff'.repeat(127), 'x'.repeat(127)]) {
      odd.join(name)
      room.advance(500)
      odd.send({ type: 'KATC' })
      room.advance(100)
    }
    for (const name of room.names) expect(name).toMatch(/^[ -~\u0080-\u00ff]{1,100}$/)
    expectUnharmed()
  })

  it('any valid packets from any address in any order', () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 60 }), (drawn) => {
        const clients = [0, 1, 2].map((at) => room.connectFrom(`192.0.2.${100 + at}`))
        for (const [seed, who] of drawn) {
          const message = fromClient.sample(seededRandom(seed))
          if (message.type === 'JOIN' && message.name.length > 40) continue
          clients[who % 3]!.send(message)
          room.advance(seed % 200)
        }
        for (const testClient of clients) testClient.send({ type: 'QUIT' })
        for (const testClient of clients) testClient.disconnect()
        sendKeepAlives()
      }),
      { numRuns: 60 },
    )
    expectUnharmed()
  })

  it('random bytes', () => {
    assertProperty(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (noise) => {
        const unjoined = room.connectFrom('192.0.2.66')
        unjoined.sendBytes(noise)
        unjoined.sendBytes(Buffer.concat([encoded({ type: 'JOIN', name: 'noise' }), noise]))
        room.advance(450)
        unjoined.sendBytes(Buffer.concat([encoded({ type: 'KATC' }), noise]))
        unjoined.disconnect()
        sendKeepAlives()
      }),
      { numRuns: 100 },
    )
    expectUnharmed()
  })
})

describe('[DM-2.7] an unvalidated address', () => {
  it('receives at most three times what it sends', () => {
    assertProperty(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (seeds) => {
        const unjoined = room.connectFrom('192.0.2.66')
        // The test client decodes every datagram that it receives, and fails for an invalid one.
        for (const seed of seeds) {
          unjoined.send(fromClient.sample(seededRandom(seed), seed % 3 === 0 ? 'JOIN' : undefined))
          room.advance(seed % 60)
        }
        unjoined.disconnect()
      }),
      { numRuns: 100 },
    )
  })

  it('takes no place and reserves no name', async () => {
    const small = await DoomTestRoom.create({ maxPlayers: 3 })
    for (let each = 0; each < 40; each++) small.connectFrom(`198.51.100.${each}`).join(`spoof ${each % 3}`)
    const real = small.joinPlayer('spoof 1')
    expect(small.names).toEqual(['spoof 1'])
    expect(real.types()).toContain('SCOR')
  })
})
