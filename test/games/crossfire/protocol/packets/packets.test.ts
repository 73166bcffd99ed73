import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  framing,
  maxLegacyPayloadBytes,
  maxPayloadBytes,
} from '../../../../../games/crossfire/protocol/framing.ts'
import {
  decodeFromClient,
  type FromServer,
  fromClient,
  fromServer,
  type MapSpace,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { type PacketCodec, WireError } from '../../../../../wire/index.ts'
import { addLengthField, FrameSplitter } from '../../../../../wire/net/framing.ts'
import { assertProperty } from '../../../../property.ts'
import { handwrittenPackets } from './handwritten-packets.ts'
import { decodeClientPacket, decodeServerPacket, encodeServerPacket, toBytes, toText } from './packet-text.ts'

type Table = PacketCodec<{ readonly type: string }>
const types = fc.constantFrom(...fromClient.names, ...fromServer.names)

describe('framing', () => {
  it('[CF-1.1] [CF-17.2] the length prefix is an unsigned 16-bit number that does not count itself', () => {
    const whole = addLengthField(framing, toBytes('addme'))
    expect(toText(whole)).toBe('\0\x05addme')
    const largest = addLengthField(framing, new Uint8Array(maxPayloadBytes))
    expect([...largest.subarray(0, 2)]).toEqual([255, 255])
    const frames = [...new FrameSplitter(framing).push(Uint8Array.of(...whole, 0, 0, ...whole))]
    expect(frames.map(({ length }) => length)).toEqual([7, 2, 7])
    expect([...new FrameSplitter(framing).push(largest)]).toHaveLength(1)
  })

  it('[CF-1.6] a frame for 1997 clients leaves one byte of their buffer free', () => {
    expect(maxLegacyPayloadBytes + 2 + 1).toBe(10_240)
  })
})

describe('packets', () => {
  it('the tables contain all packets of the 1997 document and of the current client', () => {
    const old = 'version addme command ncom reply move examine apply lock mark setfacemode askface'
    const oldToo = 'mapredraw setsound lookat'
    const today =
      'setup requestinfo accountnew accountlogin accountplay accountaddplayer accountpw createplayer'
    const todayToo = 'asksmooth inscribe beat'
    expect([...fromClient.names].sort()).toEqual(`${old} ${oldToo} ${today} ${todayToo}`.split(' ').sort())
    const toOld = 'version addme_failed addme_success goodbye comc drawinfo query item item1 upditem delitem'
    const toOldToo = 'delinv player stats anim pixmap bitmap face map map_scroll magicmap sound image'
    const toToday = 'setup replyinfo accountplayers failure drawextinfo item2 image2 face2 smooth map2 newmap'
    const toTodayToo = 'tick pickup sound2 music addspell updspell delspell addquest updquest addknowledge'
    expect([...fromServer.names].sort()).toEqual(
      `${toOld} ${toOldToo} ${toToday} ${toTodayToo}`.split(' ').sort(),
    )
  })

  it.each(handwrittenPackets)('$dir $packet.type has the documented layout', ({ dir, bytes, packet }) => {
    const table = (dir === 'C' ? fromClient : fromServer) as unknown as Table
    expect(table.decode(toBytes(bytes))).toEqual(packet)
    expect(toText(table.encode(packet))).toBe(bytes)
  })

  it('packet types say which fields are optional', () => {
    type Update = Extract<FromServer, { type: 'upditem' }>
    expectTypeOf<Update['name']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Update['tag']>().toEqualTypeOf<number>()
    type View = Extract<FromServer, { type: 'map2' }>
    expectTypeOf<View['spaces']>().toEqualTypeOf<readonly MapSpace[]>()
  })
})

describe('words and numbers', () => {
  it('[CF-1.2] a packet without data may have a trailing space', () => {
    for (const addme of ['addme', 'addme ']) expect(decodeClientPacket(addme)).toEqual({ type: 'addme' })
    expect(() => decodeClientPacket('addme  ')).toThrow('addme: 1 byte left over')
  })

  it('[CF-1.3] numbers in text are decimal and separated by one space', () => {
    expect(decodeClientPacket('move 0 1299 1')).toEqual({ type: 'move', to: 0, tag: 1299, nrof: 1 })
    expect(decodeClientPacket('lookat 2 -1')).toEqual({ type: 'lookat', dx: 2, dy: -1 })
    expect(encodeServerPacket({ type: 'map_scroll', dx: -1, dy: 0 })).toBe('map_scroll -1 0')
    expect(() => decodeClientPacket('move 0 1299')).toThrow('move.nrof: word expected')
    expect(() => decodeClientPacket('examine sword')).toThrow('examine.tag: "sword" is not a number')
  })

  it('[CF-1.5] [CF-17.1] a packet with an unknown word is skipped, and an invalid packet with a known word is an error', () => {
    for (const unknown of ['nosuchcommand 1 2', '', ' ', 'ADDME', 'toString', '__proto__ x', 'version\n1']) {
      expect(decodeFromClient(toBytes(unknown)), unknown).toBeUndefined()
    }
    expect(decodeFromClient(toBytes('addme'))).toEqual({ type: 'addme' })
    expect(decodeFromClient(toBytes('version'))).toMatchObject({
      type: 'misread',
      reason: expect.stringContaining('version.cs'),
    })
    expect(() => decodeFromClient(toBytes('mark \0\0\x01'))).toThrow('mark.tag: 4 bytes expected, 3 left')
    expect(() => decodeFromClient(toBytes('mark \0\0\0\x01\0'))).toThrow('mark: 1 byte left over')
  })

  it('[CF-1.10] unsupported packets of current clients are skipped and never sent', () => {
    const words = ['map1', 'map1a', 'face1', 'mapextended', 'toggleextendedinfos', 'ExtendedInfoSet']
    for (const word of [...words, 'toggleextendedtext', 'ExtendedTextSet']) {
      expect(decodeFromClient(toBytes(`${word} 1 2`)), word).toBeUndefined()
      expect(fromServer.names).not.toContain(word)
    }
  })

  it('[CF-1.7] texts are bytes, and a character above 0xff cannot be encoded', () => {
    const text = 'caf\xc3\xa9 \xff\n'
    expect(decodeClientPacket(`reply ${text}`)).toEqual({ type: 'reply', text })
    expect(encodeServerPacket({ type: 'drawinfo', colour: 0, text: `  ${text}` })).toBe(
      `drawinfo 0   ${text}`,
    )
    expect(() => encodeServerPacket({ type: 'drawinfo', colour: 0, text: 'あ' })).toThrow('drawinfo.text')
  })

  it('[CF-1.9] experience goes up to 2^53 - 1', () => {
    const exp = Number.MAX_SAFE_INTEGER
    const told: FromServer = { type: 'stats', stats: [{ stat: 'exp64', value: exp }] }
    expect(decodeServerPacket(encodeServerPacket(told))).toEqual(told)
    expect(() => decodeServerPacket('stats \x1c\0\x20\0\0\0\0\0\0')).toThrow('stats.stats[0].value')
  })
})

describe('hostile bytes', () => {
  it('bytes of any length are skipped, decoded or refused', () => {
    assertProperty(
      fc.property(types, fc.uint8Array({ maxLength: 40 }), (type, noise) => {
        const frame = Uint8Array.of(...toBytes(`${type} `), ...noise)
        try {
          decodeFromClient(frame)
          decodeFromClient(noise)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
