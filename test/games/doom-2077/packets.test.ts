import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FromServer,
  fromClient,
  fromServer,
  maxScoreRows,
  maxTextBytes,
} from '../../../games/doom-2077/packets.ts'
import { type PacketCodec, WireError } from '../../../wire/index.ts'
import { assertProperty } from '../../property.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { sampleMessages } from './sample-messages.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const unhex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const message = (command: string, payload: string | Uint8Array) => {
  const body = Buffer.from(payload as string, 'latin1')
  const length = Buffer.from([body.length >> 8, body.length & 255])
  return new Uint8Array(Buffer.concat([Buffer.from(command), length, body, Buffer.of(10)]))
}
const chat = (payload: string) => fromClient.decode(message('CHAT', payload))

type Table = PacketCodec<{ readonly type: string }>
const kinds = [fromClient, fromServer].flatMap((table) =>
  table.names.map((type) => [table as unknown as Table, type] as const),
)
const eachKind = fc.constantFrom(...kinds)

describe('messages', () => {
  it('[DM-1.2] have a payload length, end in a line feed, and decode to their values', () => {
    assertProperty(
      fc.property(fc.nat(), eachKind, (seed, [table, type]) => {
        const value = table.sample(seededRandom(seed), type)
        const bytes = table.encode(value)
        expect(bytes[4]! * 256 + bytes[5]!).toBe(bytes.length - 7)
        expect(bytes.at(-1)).toBe(10)
        expect(table.decode(bytes)).toEqual(value)
      }),
      { numRuns: 3000 },
    )
  })

  it('[DM-1.2] include all messages of the document and of the game, and SCRT', () => {
    const ofClients = 'JOIN KATC PING QUIT MOVE CHAT OPEN CLOS LASC LDSC FIRE DAMG'
    expect(fromClient.names.join(' ')).toBe(`${ofClients} SCRT`)
    const documented =
      'ACPT JOIN KICK PONG QUIT MOVE CHAT TELL SCOR DAMG KILL HEAL HLTH LMAP OPEN CLOS LASC LDSC'
    expect(fromServer.names.join(' ')).toBe(`${documented} DOST L_ST FIRE WEAP GSTR GEND`)
  })

  it.each(sampleMessages)('$dir $message.type is laid out as documented', ({ dir, bytes, message }) => {
    const table = dir === 'c2s' ? fromClient : fromServer
    expect(table.decode(unhex(bytes))).toEqual(message)
    expect(hex(table.encode(message as never))).toBe(hex(unhex(bytes)))
  })

  it('[DM-1.3] may end in any byte, but this byte must not be missing', () => {
    const ping = message('PING', '12345678')
    ping[14] = 0x21
    expect(fromClient.decode(ping)).toEqual({ type: 'PING', data: unhex('3132333435363738') })
    expect(() => fromClient.decode(ping.subarray(0, 14))).toThrow('PING.terminator')
  })
})

describe('[DM-1.6] 64-bit numbers', () => {
  const move = (x: string) => fromClient.decode(unhex(`4d4f5645 0020 ${x} ${'00'.repeat(24)} 0a`))
  const open = (id: string) => fromClient.decode(unhex(`4f50454e 0008 ${id} 0a`))

  it.each([
    ['ffffffffffd12000', -3_072_000],
    ['ffffffffffffffff', -1],
    ['0000000100000000', 2 ** 32],
    ['ffffffff00000000', -(2 ** 32)],
    ['001fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['ffe0000000000001', Number.MIN_SAFE_INTEGER],
  ])('%s is a valid position', (bytes, x) => {
    expect(move(bytes)).toMatchObject({ x })
    expect(hex(fromClient.encode({ type: 'MOVE', x, y: 0, z: 0, angle: 0 }).subarray(6, 14))).toBe(bytes)
  })

  it.each(['0020000000000000', 'ffe0000000000000', '7fffffffffffffff', '8000000000000000'])(
    '%s is not a valid position',
    (bytes) => {
      expect(() => move(bytes)).toThrow(/^MOVE\.x: .* is not a whole number/)
    },
  )

  it('are at least 0 as ids', () => {
    expect(open('001fffffffffffff')).toEqual({ type: 'OPEN', doorId: Number.MAX_SAFE_INTEGER })
    expect(() => open('ffffffffffffffff')).toThrow('OPEN.doorId')
    expect(() => fromServer.encode({ type: 'ACPT', playerId: -1 })).toThrow('ACPT.playerId')
  })

  it('are integers', () => {
    for (const x of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => fromClient.encode({ type: 'MOVE', x, y: 0, z: 0, angle: 0 })).toThrow('MOVE.x')
    }
  })
})

describe('[DM-1.7] texts', () => {
  it('end before their last byte, whatever its value, and at the first NUL', () => {
    expect(chat('hello\0')).toEqual({ type: 'CHAT', msg: 'hello' })
    expect(chat('hello!')).toEqual({ type: 'CHAT', msg: 'hello' })
    expect(chat('he\0llo\0')).toEqual({ type: 'CHAT', msg: 'he' })
    expect(chat('\0')).toEqual({ type: 'CHAT', msg: '' })
    expect(chat('x')).toEqual({ type: 'CHAT', msg: '' })
  })

  it('are bytes, including line feeds', () => {
    expect(chat('one\ntwo\xff\0')).toEqual({ type: 'CHAT', msg: 'one\ntwo\xff' })
    expect(hex(fromClient.encode({ type: 'CHAT', msg: 'caf\xe9' }))).toBe('434841540005636166e9000a')
    expect(() => fromClient.encode({ type: 'CHAT', msg: 'あ' })).toThrow('CHAT.msg')
    expect(() => fromClient.encode({ type: 'CHAT', msg: 'a\0b' })).toThrow('CHAT.msg')
  })

  it("of clients are cut at 127 bytes, because longer texts overflow the original's buffer", () => {
    for (const length of [127, 128, 300, 65_535 - 1]) {
      expect(chat(`${'y'.repeat(length)}\0`)).toEqual({ type: 'CHAT', msg: 'y'.repeat(maxTextBytes) })
    }
    expect(fromClient.decode(message('JOIN', `${'n'.repeat(128)}\0`))).toEqual({
      type: 'JOIN',
      name: 'n'.repeat(maxTextBytes),
    })
  })

  it("never exceed the client's buffers", () => {
    const longest: FromServer[] = [
      { type: 'JOIN', playerId: 4, name: 'n'.repeat(127) },
      { type: 'CHAT', playerId: 4, msg: 'n'.repeat(127) },
      { type: 'LMAP', mapName: 'n'.repeat(127) },
      { type: 'KICK', reason: 'n'.repeat(255) },
      { type: 'TELL', flags: 3, msg: 'n'.repeat(255) },
    ]
    for (const one of longest) {
      expect(fromServer.decode(fromServer.encode(one))).toEqual(one)
      const [field, text] = Object.entries(one).at(-1)!
      const longer = { ...one, [field]: `${text}n` } as FromServer
      expect(() => fromServer.encode(longer)).toThrow(`${one.type}.${field}`)
    }
  })

  it('have at least one byte, because a JOIN of length 0 crashes the original', () => {
    expect(() => fromClient.decode(message('JOIN', ''))).toThrow('JOIN.name: 1 byte expected, 0 left')
    expect(() => chat('')).toThrow('CHAT.msg: 1 byte expected, 0 left')
  })
})

describe('[DM-1.8] DAMG', () => {
  const fields = '0000000000000005 0000000000000004 01 00003a98 0a'
  const damage = { type: 'DAMG', playerId: 5, sourceId: 4, weapon: 1, damage: 15_000 } as const

  it('is decoded both with the original length of 20 and with the length 21', () => {
    expect(fromServer.decode(unhex(`44414d47 0014 ${fields}`))).toEqual(damage)
    expect(fromServer.decode(unhex(`44414d47 0015 ${fields}`))).toEqual(damage)
    expect(() => fromServer.decode(unhex(`44414d47 0013 ${fields}`))).toThrow(WireError)
  })

  it('is encoded with the length 21', () => {
    expect(hex(fromServer.encode(damage))).toBe(hex(unhex(`44414d47 0015 ${fields}`)))
  })

  it('of a client has only the length 13, and its damage may be negative', () => {
    const hit = unhex('44414d47 000d 0000000000000005 01 ffffc568 0a')
    expect(fromClient.decode(hit)).toEqual({ type: 'DAMG', playerId: 5, weapon: 1, damage: -15_000 })
    expect(() => fromClient.decode(unhex(`44414d47 0014 ${fields}`))).toThrow(WireError)
  })
})

describe('[DM-1.9] DOST and L_ST', () => {
  const states = (payload: string) => {
    const decoded = fromServer.decode(message('DOST', unhex(payload)))
    return 'states' in decoded ? decoded.states.map(Number).join('') : decoded
  }

  it('encode one byte per state', () => {
    expect(states('')).toBe('')
    expect(states('01')).toBe('1')
    expect(states('0100 01')).toBe('101')
    const bytes = fromServer.encode({ type: 'L_ST', states: [true, false, true, true] })
    expect(hex(bytes)).toBe('4c5f535400 04 010001010a'.replaceAll(' ', ''))
  })

  it("are also decoded with the count of the original's document", () => {
    expect(states('0002 0001')).toBe('01')
    expect(states('0003 010001')).toBe('101')
    expect(states(`0200 ${'01'.repeat(512)}`)).toBe('1'.repeat(512))
  })

  it('decode as states if ambiguous: two closed doors are not an empty list', () => {
    expect(states('0000')).toBe('00')
    expect(states('0001 01')).toBe('011')
  })

  it('are refused with any byte but 0 and 1', () => {
    expect(() => states('0003 0001')).toThrow('DOST.states')
    expect(() => states('02')).toThrow('DOST.states')
  })
})

describe('[DM-5.3] SCOR', () => {
  const board = (rows: number): FromServer => ({
    type: 'SCOR',
    names: Array.from({ length: rows }, (_, n) => `player ${n}`),
    deaths: Array.from({ length: rows }, (_, n) => n),
    kills: Array.from({ length: rows }, (_, n) => 65_535 - n),
  })

  it('has a list of all names, then of all deaths, then of all kills', () => {
    const bytes = message('SCOR', unhex('0002 616c69636500 626f6200 0001 0002 0003 0000'))
    const expected = { type: 'SCOR', names: ['alice', 'bob'], deaths: [1, 2], kills: [3, 0] }
    expect(fromServer.decode(bytes)).toEqual(expected)
  })

  it('has at most ten rows, with lists of equal length', () => {
    expect(fromServer.decode(fromServer.encode(board(maxScoreRows)))).toEqual(board(maxScoreRows))
    expect(() => fromServer.encode(board(maxScoreRows + 1))).toThrow('SCOR.names')
    expect(() => fromServer.encode({ ...board(2), kills: [1] } as FromServer)).toThrow('SCOR.kills')
  })

  it('fits a datagram when no name is over 96 bytes', () => {
    const names = Array<string>(maxScoreRows).fill('n'.repeat(96))
    expect(fromServer.encode({ ...board(maxScoreRows), names } as FromServer)).toHaveLength(1019)
  })
})
