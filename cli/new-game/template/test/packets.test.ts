// Tests the packet tables with handwritten frames and invalid bytes. For a game with an original server, put recorded
// conversations into fixtures/ and test that decoding and encoding reproduces them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromClient, fromServer } from '../../../games/say-back/packets.ts'
import { WireError } from '../../../wire/index.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** One frame of each packet, written by hand in the layout of PROTOCOL.md. */
const handwritten = [
  { rule: 'SB-2.1', table: fromClient, frame: 'HELO\x03Ann', packet: { type: 'HELO', name: 'Ann' } },
  { rule: 'SB-2.2', table: fromClient, frame: 'TALK\x03hey', packet: { type: 'TALK', text: 'hey' } },
  { rule: 'SB-2.3', table: fromClient, frame: 'BYE!', packet: { type: 'BYE!' } },
  { rule: 'SB-2.1', table: fromServer, frame: 'WLCM\0\0\x01\x02', packet: { type: 'WLCM', newest: 258 } },
  { rule: 'SB-1.5', table: fromServer, frame: 'FULL', packet: { type: 'FULL' } },
  {
    rule: 'SB-2.2',
    table: fromServer,
    frame: 'ECHO\0\0\0\x02\0\x03hey',
    packet: { type: 'ECHO', number: 2, text: 'hey' },
  },
  { rule: 'SB-2.4', table: fromServer, frame: 'TOLD\0\x02no', packet: { type: 'TOLD', text: 'no' } },
] as const

describe('packets', () => {
  it.each(handwritten)(
    '[$rule] of type $packet.type have the documented layout',
    ({ table, frame, packet }) => {
      expect(table.decode(bytes(frame))).toEqual(packet)
      expect(table.encode(packet as never)).toEqual(bytes(frame))
    },
  )

  it('each have a handwritten frame in this file', () => {
    for (const table of [fromClient, fromServer]) {
      const types = handwritten.filter((one) => one.table === table).map(({ packet }) => packet.type)
      expect(types).toEqual(table.names)
    }
  })

  it('[SB-1.4] decode to a packet or throw a WireError, whatever bytes are cut off or changed', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 })
    fc.assert(
      fc.property(fc.nat(), edits, fc.nat(), (seed, changes, cut) => {
        const whole = fromClient.encode(fromClient.sample(seededRandom(seed)))
        for (const [at, value] of changes) whole[at % whole.length] = value
        const frame = whole.subarray(0, cut % (whole.length + 1))
        try {
          expect(fromClient.encode(fromClient.decode(frame))).toEqual(frame)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
