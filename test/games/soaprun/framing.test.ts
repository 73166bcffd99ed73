import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framing, requestBytes } from '../../../games/soaprun/framing.ts'
import { fromClient } from '../../../games/soaprun/packets.ts'
import { addLengthField, FrameSplitter, stripLengthField } from '../../../wire/net/framing.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { assertProperty } from '../../property.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'

function lengthField(length: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setInt32(0, length, true)
  return bytes
}

describe('the stream', () => {
  it('[SR-2.1] consists of packets, each with an int32 length, four letters and the fields', () => {
    const bye = addLengthField(framing, fromClient.encode({ type: 'Bye.' }))
    expect([...bye]).toEqual([4, 0, 0, 0, ...Buffer.from('Bye.')])
  })

  it('[SR-2.1] yields the same packets, however the data is split', () => {
    const packets = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...fromClient.names)), { maxLength: 8 })
    assertProperty(
      fc.property(packets, fc.array(fc.integer({ min: 1, max: 700 })), (sent, pieces) => {
        const frames = sent.map(([seed, type]) =>
          fromClient.encode(fromClient.sample(seededRandom(seed), type)),
        )
        const stream = new Uint8Array(Buffer.concat(frames.map((frame) => addLengthField(framing, frame))))
        const splitter = new FrameSplitter(framing)
        const came: Uint8Array[] = []
        for (let at = 0, piece = 0; at < stream.length; piece++) {
          const end = at + (pieces[piece] ?? stream.length)
          for (const frame of splitter.push(stream.subarray(at, end)))
            came.push(stripLengthField(framing, frame).slice())
          at = end
        }
        expect(came.map((frame) => fromClient.decode(frame))).toEqual(
          frames.map((frame) => fromClient.decode(frame)),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('[SR-2.2] is refused at a packet length over 1,030 bytes or below 0, before any byte of the packet arrives', () => {
    const push = (length: number) => [...new FrameSplitter(framing).push(lengthField(length))]
    expect(push(requestBytes)).toEqual([])
    expect(() => push(requestBytes + 1)).toThrow(WireError)
    expect(() => push(-1)).toThrow(WireError)
  })

  it('[SR-2.2] is refused if a packet is shorter than the four letters of its type', () => {
    for (const length of [0, 1, 2, 3]) {
      const [frame] = new FrameSplitter(framing).push(
        new Uint8Array([...lengthField(length), 0x42, 0x79, 0x65]),
      )
      expect(() => fromClient.decode(stripLengthField(framing, frame!))).toThrow(WireError)
    }
  })
})
