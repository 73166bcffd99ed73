// Datagrams are read message by message, up to the first invalid message.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DatagramBuilder,
  messagesPerDatagram,
  readFromClient,
  readFromServer,
} from '../../../../games/doom-2077/datagrams/datagram.ts'
import { framing, supersedePrefix } from '../../../../games/doom-2077/framing.ts'
import { fromClient, fromServer } from '../../../../games/doom-2077/packets.ts'
import { frameLength } from '../../../../wire/net/framing.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const unhex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

const chat = fromClient.encode({ type: 'CHAT', msg: 'hi' })
const fire = fromClient.encode({ type: 'FIRE', weapon: 1 })
const move = fromClient.encode({ type: 'MOVE', x: -3_072_000, y: 768_000, z: 264_000, angle: 45_000 })
const read = (...parts: readonly Uint8Array[]) => {
  const { messages, error } = readFromClient(joined(...parts))
  return { types: messages.map(({ type }) => type).join(' '), fault: error }
}

describe('a datagram', () => {
  it('[DM-1.4] is read up to the first bad message', () => {
    const short = unhex('46495245 0000 0a')
    expect(read(chat, short, move)).toEqual({
      types: 'CHAT',
      fault: 'message 2: FIRE.weapon: 1 byte expected, 0 left',
    })
  })

  it(`[DM-1.4] of a client is read up to ${messagesPerDatagram} messages`, () => {
    const most = Array<Uint8Array>(messagesPerDatagram).fill(fire)
    expect(read(...most)).toEqual({ types: Array(32).fill('FIRE').join(' '), fault: undefined })
    const unknown = unhex('58585858 0000 0a')
    for (const first of [fire, unknown]) {
      expect(read(first, ...most).fault).toBe('message 33: not read: the maximum is 32 messages')
    }
    expect(
      readFromServer(joined(...Array<Uint8Array>(40).fill(unhex('51554954 0008 0000000000000004 0a'))))
        .messages,
    ).toHaveLength(40)
  })

  it('[DM-1.5] may contain unknown commands, also known ones in lower case, which the reader skips by length', () => {
    const unknown = unhex('58595a5a 0003 0a0a0a 0a')
    const lowerCase = unhex('63686174 0003 686900 0a')
    expect(read(chat, unknown, lowerCase, fire)).toEqual({ types: 'CHAT FIRE', fault: undefined })
    // Commands of the other direction also count as unknown.
    expect(read(fromServer.encode({ type: 'GEND', seconds: 0 }), fire).types).toBe('FIRE')
  })

  it('[DM-1.5] ends at an unknown command that is longer than the remaining bytes', () => {
    expect(read(fire, unhex('58595a5a 0004 0a0a'))).toEqual({
      types: 'FIRE',
      fault: 'message 2: 11 bytes expected, 8 left',
    })
  })

  it('never throws, whatever it contains', () => {
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (noise, seed) => {
        const begun = fromClient.encode(fromClient.sample(seededRandom(seed), 'MOVE'))
        expect(readFromClient(joined(begun, noise)).messages.length).toBeGreaterThan(0)
        expect(readFromClient(noise).messages.length).toBeLessThanOrEqual(messagesPerDatagram)
        expect(readFromServer(noise).messages.length).toBeLessThan(30)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('hostile messages, including those that crash the original', () => {
  it.each([
    ['a length that the original reads as -7', '50494e47 fff9 0a', '65536 bytes is over 1024'],
    ['a length that the original reads as -1', '4d4f5645 ffff 0a', '65542 bytes is over 1024'],
    ['a length that the original reads as -32768', '51554954 8000 0a', '32775 bytes is over 1024'],
    ['a PING of no bytes', '50494e47 0000 0a', 'PING.data: 8 bytes expected, 0 left'],
    ['a length beyond the end', '4a4f494e 03f0 6100 0a', '1015 bytes expected, 9 left'],
    ['a door over 2^53', '4f50454e 0008 ffffffffffffffff 0a', 'OPEN.doorId: 18446744073709552000 is not'],
    ['half a header', '4d4f56', 'a header expected, 3 bytes left'],
  ])('reading stops at %s, and returns the messages before it', (_, bytes, fault) => {
    const { messages, error: found } = readFromClient(joined(chat, unhex(bytes)))
    expect(messages).toEqual([{ type: 'CHAT', msg: 'hi' }])
    expect(found).toContain(fault)
  })

  it('a CHAT longer than its buffer is truncated', () => {
    const long = fromClient.encode({ type: 'CHAT', msg: 'y'.repeat(127) })
    const overrun = joined(long.subarray(0, 4), unhex('03f2'), new Uint8Array(1010).fill(0x79), unhex('0a'))
    expect(readFromClient(overrun)).toEqual({ messages: [{ type: 'CHAT', msg: 'y'.repeat(127) }] })
  })

  it('an empty datagram has no messages and no error', () => {
    expect(readFromClient(new Uint8Array())).toEqual({ messages: [] })
    expect(readFromServer(new Uint8Array())).toEqual({ messages: [] })
  })
})

describe('[DM-1.8] the original’s DAMG in a datagram', () => {
  const fields = '0000000000000005 0000000000000004 01 00003a98 0a'
  const lying = unhex(`44414d47 0014 ${fields}`)
  const tell = fromServer.encode({ type: 'TELL', flags: 3, msg: 'ouch' })

  it('has a payload of 21 bytes if byte 27 is the terminator', () => {
    for (const others of [[], [tell], [lying, tell]]) {
      const { messages, error } = readFromServer(joined(lying, ...others))
      expect(error).toBeUndefined()
      expect(messages).toHaveLength(1 + others.length)
      expect(messages[0]).toMatchObject({ type: 'DAMG', damage: 15_000 })
    }
  })

  it('is an invalid message if byte 27 is not the terminator', () => {
    const other = lying.slice()
    other[27] = 0x21
    expect(readFromServer(joined(tell, other)).error).toBe(
      'message 2: DAMG.terminator: 1 byte expected, 0 left',
    )
    expect(readFromServer(lying.subarray(0, 27)).error).toContain('message 1: DAMG')
  })
})

describe('a datagram being built', () => {
  const quit = (playerId: number) => fromServer.encode({ type: 'QUIT', playerId })

  it('[DM-1.1] is full at 1,024 bytes', () => {
    const datagram = new DatagramBuilder()
    let added = 0
    while (datagram.add(quit(added))) added++
    expect(added).toBe(68)
    expect(datagram.size).toBe(1020)
    expect(datagram.add(unhex('58'.repeat(4)))).toBe(true)
    expect(datagram.add(unhex('58'))).toBe(false)
    expect(datagram.take()).toHaveLength(1024)
  })

  it('is empty after its bytes are taken, and the taken bytes do not change', () => {
    const datagram = new DatagramBuilder()
    expect(datagram.take()).toBeUndefined()
    datagram.add(quit(4))
    const taken = datagram.take()!
    expect(datagram.size).toBe(0)
    datagram.add(quit(5))
    expect(readFromServer(taken).messages).toEqual([{ type: 'QUIT', playerId: 4 }])
    expect(readFromServer(datagram.take()!).messages).toEqual([{ type: 'QUIT', playerId: 5 }])
  })

  it('refuses a message that would never fit', () => {
    const states = Array<boolean>(1017).fill(true)
    const datagram = new DatagramBuilder()
    expect(datagram.add(fromServer.encode({ type: 'DOST', states }))).toBe(true)
    expect(() => fromServer.encode({ type: 'DOST', states: [...states, true] })).toThrow('DOST.states')
    expect(() => new DatagramBuilder().add(new Uint8Array(1025))).toThrow(RangeError)
  })
})

describe('[DM-1.10] a superseded datagram', () => {
  /** A sidecar uses only the prefix and the framing to decide this. */
  const superseded = (bytes: Uint8Array) =>
    supersedePrefix.every((byte, index) => bytes[index] === byte) &&
    frameLength(framing, bytes) === bytes.length

  it('contains one MOVE and nothing else', () => {
    expect(superseded(move)).toBe(true)
    for (const other of [chat, joined(move, move), joined(move, fire), joined(fire, move)]) {
      expect(superseded(other)).toBe(false)
    }
  })
})
