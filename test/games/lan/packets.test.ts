// The packet tables against a recording of DOSBox, handwritten frames and hostile bytes.
import { describe, expect, it } from 'vitest'
import { roomAddress } from '../../../games/lan/addresses/node-address.ts'
import { fromClient, fromServer, registration } from '../../../games/lan/packets.ts'
import { readPacket } from '../../../games/lan/traffic/ipx-packet.ts'
import { expectPacketOrWireError } from '../hostile-bytes.ts'
import { readRecording, recordingNames } from '../recordings.ts'
import { lanRoom } from './lan-room.ts'

interface Entry {
  readonly line: number
  readonly from: 'client' | 'server'
  readonly bytes: Uint8Array
}

const fixtures = new URL('./fixtures/', import.meta.url)
const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const header = { checksum: 0xffff, hops: 0, packetType: 0 } as const

/** One packet of each type. */
const handwritten = [
  {
    rule: 'LAN-2.1',
    table: fromClient,
    frame: 'ffff 001e 00 00 00000000 000000000000 0002 00000000 000000000000 0002',
    packet: registration,
  },
  {
    rule: 'LAN-2.4',
    table: fromClient,
    frame: 'ffff 0020 00 04 00000001 ffffffffffff 869c 00000002 02aabbccddee 4001 0102',
    packet: {
      type: 'PACKET',
      ...header,
      packetType: 4,
      destinationNetwork: 1,
      destination: 0xffff_ffff_ffff,
      destinationSocket: 0x869c,
      sourceNetwork: 2,
      source: 0x02aa_bbcc_ddee,
      sourceSocket: 0x4001,
      data: hex('0102'),
    },
  },
  {
    rule: 'LAN-2.2',
    table: fromServer,
    frame: 'ffff 001e 00 00 00000000 02aabbccddee 0002 00000001 02ffffff0000 0002',
    packet: {
      type: 'REGISTERED',
      ...header,
      destinationNetwork: 0,
      destination: 0x02aa_bbcc_ddee,
      sourceNetwork: 1,
    },
  },
  {
    rule: 'LAN-2.3',
    table: fromServer,
    frame: 'ffff 001e 00 00 00000000 ffffffffffff 0002 00000000 02ffffff0000 0002',
    packet: { type: 'PING', ...header, destinationNetwork: 0, sourceNetwork: 0 },
  },
  {
    rule: 'LAN-2.5',
    table: fromServer,
    frame: 'ffff 001f 01 00 00000000 02aabbccddee 5130 00000000 021122334455 5130 07',
    packet: {
      type: 'PACKET',
      ...header,
      hops: 1,
      destinationNetwork: 0,
      destination: 0x02aa_bbcc_ddee,
      destinationSocket: 0x5130,
      sourceNetwork: 0,
      source: 0x0211_2233_4455,
      sourceSocket: 0x5130,
      data: hex('07'),
    },
  },
] as const

describe('packets', () => {
  it.each(handwritten)('[$rule] $packet.type has the documented layout', ({ table, frame, packet }) => {
    expect(table.decode(hex(frame))).toEqual(packet)
    expect(table.encode(packet as never)).toEqual(hex(frame))
  })

  it('[LAN-2.1] [LAN-2.2] [LAN-2.3] [LAN-2.4] [LAN-2.5] all have a handwritten frame in this file', () => {
    for (const table of [fromClient, fromServer]) {
      const types = handwritten.filter((one) => one.table === table).map(({ packet }) => packet.type)
      expect(types).toEqual(table.names)
    }
  })

  it.each([
    ['clients', fromClient],
    ['servers', fromServer],
  ] as const)(
    '[LAN-1.2] from %s decode to a packet or throw a WireError if any bytes are cut off or changed',
    (_, table) => {
      expectPacketOrWireError<{ readonly type: string }>(table as never, 300, (_packet, bytes) =>
        expect(readPacket(bytes)).toBeDefined(),
      )
    },
  )
})

describe('the recording of DOSBox', () => {
  const names = recordingNames(fixtures)

  it.each(names)('%s decodes and encodes to the same bytes', (name) => {
    const { entries } = readRecording<unknown, Entry>(fixtures, name)
    for (const { from, bytes, line } of entries) {
      const table = from === 'client' ? fromClient : fromServer
      expect(table.encode(table.decode(bytes) as never), `line ${line}`).toEqual(bytes)
    }
  })

  it.each(names)(
    '%s: [LAN-2.2] the recorded answer to the registration equals the room’s answer except for addresses and the uninitialized type',
    async (name) => {
      const { entries } = readRecording<unknown, Entry>(fixtures, name)
      const [asked, theirs] = [entries[0]!, entries[1]!]
      const client = (await lanRoom()).connect({ transport: 'udp' })
      client.sendFrame(asked.bytes)
      const ours = client.expect('REGISTERED')
      const answer = theirs.bytes.slice()
      answer[5] = 0
      answer.set(fromServer.encode(ours).subarray(10, 16), 10)
      answer.set(hex(roomAddress.toString(16).padStart(12, '0')), 22)
      expect(fromServer.encode(ours)).toEqual(answer)
    },
  )
})
