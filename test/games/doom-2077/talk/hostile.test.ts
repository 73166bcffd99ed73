// Datagrams that brought the original down, made it lie or made it work for others: here they harm nobody.
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FromClient, fromClient } from '../../../../games/doom-2077/packets.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'
import { placeOf, Room, type Talker } from '../conversation.ts'

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

let room: Room
let ann: Talker
let bob: Talker

beforeEach(async () => {
  room = await Room.founded()
  ann = room.player('ann')
  bob = room.player('bob')
  room.pass(1000)
})

/** So that they do not time out. */
function stayed(): void {
  for (const talker of [ann, bob]) talker.say({ type: 'KATC' })
}

/** They still play, are as well as they were, and hear each other. */
function unharmed(): void {
  room.slots(3)
  for (const talker of [ann, bob]) talker.take()
  ann.say({ type: 'CHAT', msg: 'still here' })
  bob.say({ type: 'PING', data: new Uint8Array(8) })
  room.pass(3000)
  const heard = bob.heard()
  expect(heard).toContainEqual({ type: 'CHAT', playerId: 4, msg: 'still here' })
  expect(heard.some(({ type }) => type === 'PONG')).toBe(true)
  for (const playerId of [4, 5])
    expect(heard).toContainEqual({ type: 'HLTH', playerId, health: 100_000, maxHealth: 100_000 })
  expect(room.names.slice(0, 2)).toEqual(['ann', 'bob'])
  expect([ann.closedFor, bob.closedFor]).toEqual([undefined, undefined])
  expect(room.harness.log.filter(({ level }) => level === 'error')).toEqual([])
}

const undoing: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ['a length that it took for -7, and answered for ever', unhex('50494e47 fff9 0a')],
  ['a length that it took for -1', unhex('4d4f5645 ffff 0a')],
  ['a length that it took for -32768', unhex('51554954 8000 0a')],
  ['a JOIN of no bytes', unhex('4a4f494e 0000 0a')],
  ['a CHAT of no bytes', unhex('43484154 0000 0a')],
  [
    'a CHAT longer than its buffer',
    Buffer.concat([unhex('43484154 03f2'), Buffer.alloc(1010, 'y'), unhex('0a')]),
  ],
  [
    'a JOIN longer than its buffer',
    Buffer.concat([unhex('4a4f494e 03f2'), Buffer.alloc(1010, 'n'), unhex('0a')]),
  ],
  ['a PING of no bytes', unhex('50494e47 0000 0a')],
  ['a length that reaches past the end', unhex('4a4f494e 03f0 6100 0a')],
  ['half a header', unhex('4d4f56')],
  ['nothing at all', new Uint8Array(0)],
  ['zeros', new Uint8Array(1024)],
  ['33 messages', Buffer.concat(Array(33).fill(unhex('51554954 0000 0a')))],
  [
    'a door, and a lift, that no map has',
    unhex('4f50454e 0008 ffffffffffffffff 0a 4c415343 0008 00000000000003e8 0a'),
  ],
  ['a place beyond all numbers', unhex(`4d4f5645 0020 ${'7fffffffffffffff'.repeat(4)} 0a`)],
  ['a place far outside', unhex(`4d4f5645 0020 ${'0000000ffffffff0'.repeat(4)} 0a`)],
]

describe('harms nobody:', () => {
  it.each(undoing)('%s, by a stranger and by a player', (_, bytes) => {
    const stranger = room.address('192.0.2.66')
    for (const talker of [stranger, room.player('mallory', '192.0.2.67')]) {
      for (let times = 0; times < 20; times++) {
        talker.sayBytes(bytes)
        room.pass(times)
      }
    }
    unharmed()
  })

  it('all commands of players, by a stranger', () => {
    const stranger = room.address('192.0.2.66')
    for (const talker of [ann, bob]) talker.take()
    stranger.say(
      { type: 'OPEN', doorId: 0 },
      { type: 'LDSC', liftId: 0 },
      { type: 'CHAT', msg: 'I am nobody' },
      fire(1),
      damage(4),
      { type: 'KATC' },
      { type: 'QUIT' },
      { type: 'QUIT' },
    )
    room.slots(3)
    expect(ann.heard().filter(({ type }) => /OPEN|LDSC|CHAT|FIRE|DAMG|QUIT/.test(type))).toEqual([])
    expect(stranger.types()).toBe('')
    unharmed()
  })

  it('all commands of players, by one whose address is not proven', () => {
    const waiting = room.address('192.0.2.66')
    waiting.join('mallory')
    for (const talker of [ann, bob]) talker.take()
    waiting.say({ type: 'OPEN', doorId: 0 }, { type: 'CHAT', msg: 'nobody yet' }, fire(1), damage(4))
    room.slots(3)
    expect(ann.heard().filter(({ type }) => /OPEN|CHAT|FIRE|DAMG/.test(type))).toEqual([])
    unharmed()
  })

  it('who leaves before others, and who then comes: ids are never given again', () => {
    ann.say({ type: 'QUIT' })
    room.slots(2)
    const carol = room.player('carol')
    const ids = carol.heardOf('ACPT').map(({ playerId }) => playerId)
    expect(ids).toEqual([6])
    expect(bob.heardOf('JOIN').map(({ playerId }) => playerId)).toContain(6)
    carol.say({ type: 'QUIT' }, { type: 'QUIT' }, { type: 'JOIN', name: 'dora' })
    expect(carol.heardOf('ACPT').map(({ playerId }) => playerId)).toEqual([7])
  })

  it('damage to oneself, to nobody, to who is far; too much, less than none, without a shot, of no weapon', () => {
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
      ann.say(fire(0), blow)
      ann.say(blow)
      room.pass(700)
    }
    unharmed()
  })

  it('[DM-8.5] a shot that the network doubles counts once, and so does what is said', () => {
    ann.take()
    bob.take()
    for (const messages of [[fire(1)], [{ type: 'CHAT', msg: 'once' } as const]]) {
      for (let times = 0; times < 2; times++) {
        ann.say(...messages)
        room.pass(3)
      }
    }
    room.slots(2)
    expect(bob.heard().filter(({ type }) => type === 'FIRE' || type === 'CHAT')).toHaveLength(2)
  })

  it('[DM-8.8] a flood of datagrams, and of talk', () => {
    const mallory = room.player('mallory', '192.0.2.67')
    bob.take()
    for (let second = 0; second < 5; second++) {
      for (let each = 0; each < 500; each++) {
        mallory.say({ type: 'CHAT', msg: `flood ${second} ${each}` }, { type: 'OPEN', doorId: 0 })
        room.pass(2)
      }
    }
    const chats = bob.heardOf('CHAT').length
    expect([chats >= 10, chats <= 15]).toEqual([true, true])
    unharmed()
  })

  it('[DM-8.8] who comes and goes all the time: others are told of one a second, and four at once', () => {
    const mallory = room.player('mallory', '192.0.2.67')
    bob.take()
    for (let each = 0; each < 500; each++) {
      mallory.say({ type: 'JOIN', name: `mallory ${each}` })
      mallory.say({ type: 'KATC' })
      room.pass(20)
    }
    const joins = bob.heardOf('TELL').filter(({ msg }) => msg.endsWith('joined the server.')).length
    expect([joins >= 10, joins <= 14]).toEqual([true, true])
    unharmed()
  })

  it('[DM-8.2] who takes nothing in is out before too much waits for him', () => {
    const name = 'x'.repeat(90)
    const mallory = room.quietPlayer('mallory', '192.0.2.67')
    const place = placeOf(mallory.heardOf('MOVE').find(({ playerId }) => playerId === 6)!)
    mallory.answers = false
    mallory.move(place)
    room.pass(2500)
    // An address that proves nothing takes him over, and may be sent hardly anything.
    const forged = room.address('192.0.2.67')
    forged.move(place)
    expect(room.names).toContain('mallory')
    const crowd = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => room.player(`${name}${at}`, `192.0.2.${100 + at}`))
    for (let seconds = 0; seconds < 110 && room.names.includes('mallory'); seconds++) {
      for (const talker of [...crowd, ann, bob]) {
        talker.say({ type: 'CHAT', msg: 'y'.repeat(127) })
        room.pass(50)
        talker.say({ type: 'CHAT', msg: 'y'.repeat(126) })
        room.pass(50)
      }
    }
    expect(room.names).not.toContain('mallory')
    expect(forged.closedFor).toBe('too much waits for it')
    for (const talker of crowd) talker.say({ type: 'QUIT' })
    unharmed()
  })

  it('[DM-8.8] 3,000 datagrams at once: the newest are answered, nobody else waits', () => {
    const mallory = room.player('mallory', '192.0.2.67')
    for (let each = 0; each < 3000; each++) mallory.say({ type: 'CHAT', msg: `flood ${each}` })
    bob.take()
    bob.say({ type: 'PING', data: new Uint8Array(8) })
    expect(bob.types()).toContain('PONG')
    unharmed()
  })

  it('names and lines with bytes that no terminal should see', () => {
    const odd = room.address('192.0.2.66')
    for (const name of ['', '  ', '\n', '\u001b[2J', 'a\u0007', '\u00ff'.repeat(127), 'x'.repeat(127)]) {
      odd.join(name)
      room.pass(500)
      odd.say({ type: 'KATC' })
      room.pass(100)
    }
    for (const name of room.names) expect(name).toMatch(/^[ -~\u0080-\u00ff]{1,100}$/)
    unharmed()
  })

  it('whatever fits a table, from anybody, in any mix', () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 60 }), (drawn) => {
        const talkers = [0, 1, 2].map((at) => room.address(`192.0.2.${100 + at}`))
        for (const [seed, who] of drawn) {
          const message = fromClient.sample(seededRandom(seed))
          if (message.type === 'JOIN' && message.name.length > 40) continue
          talkers[who % 3]!.say(message)
          room.pass(seed % 200)
        }
        for (const talker of talkers) talker.say({ type: 'QUIT' })
        for (const talker of talkers) talker.vanish()
        stayed()
      }),
      { numRuns: 60 },
    )
    unharmed()
  })

  it('noise', () => {
    assertProperty(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (noise) => {
        const stranger = room.address('192.0.2.66')
        stranger.sayBytes(noise)
        stranger.sayBytes(Buffer.concat([encoded({ type: 'JOIN', name: 'noise' }), noise]))
        room.pass(450)
        stranger.sayBytes(Buffer.concat([encoded({ type: 'KATC' }), noise]))
        stranger.vanish()
        stayed()
      }),
      { numRuns: 100 },
    )
    unharmed()
  })
})

describe('[DM-2.7] an address that proves nothing', () => {
  it('earns at most three times what it sends, whatever it says', () => {
    assertProperty(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (seeds) => {
        const stranger = room.address('192.0.2.66')
        // The talker looks at every datagram that comes.
        for (const seed of seeds) {
          stranger.say(fromClient.sample(seededRandom(seed), seed % 3 === 0 ? 'JOIN' : undefined))
          room.pass(seed % 60)
        }
        stranger.vanish()
      }),
      { numRuns: 100 },
    )
  })

  it('takes nobody’s seat, and nobody’s name', async () => {
    const small = await Room.founded({ maxPlayers: 3 })
    for (let each = 0; each < 40; each++) small.address(`198.51.100.${each}`).join(`spoof ${each % 3}`)
    const real = small.player('spoof 1')
    expect(small.names).toEqual(['spoof 1'])
    expect(real.types()).toContain('SCOR')
  })
})
