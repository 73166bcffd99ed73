import { describe, expect, it } from 'vitest'
import { framing, maxPacketBytes } from '../../../games/say-back/framing.ts'
import { fromClient } from '../../../games/say-back/packets.ts'
import { addLengthField, FrameSplitter, stripLengthField } from '../../../wire/net/framing.ts'
import { WireError } from '../../../wire/util/wire-error.ts'

describe('the stream', () => {
  it('[SB-1.1] starts each packet with a u16 length, then four letters and the fields', () => {
    const helo = addLengthField(framing, fromClient.encode({ type: 'HELO', name: 'Ann' }))
    expect([...helo]).toEqual([0, 8, ...Buffer.from('HELO\x03Ann')])
  })

  it('[SB-1.1] yields the same packets however the bytes are split or joined', () => {
    const sent = ['one', 'zwei', '三'].map((text) => fromClient.encode({ type: 'TALK', text }))
    const stream = new Uint8Array(Buffer.concat(sent.map((frame) => addLengthField(framing, frame))))
    for (let size = 1; size <= stream.length; size++) {
      const splitter = new FrameSplitter(framing)
      const received: Uint8Array[] = []
      for (let at = 0; at < stream.length; at += size) {
        for (const frame of splitter.push(stream.subarray(at, at + size)))
          received.push(stripLengthField(framing, frame).slice())
      }
      expect(received).toEqual(sent)
    }
  })

  it('[SB-1.2] rejects a length over 256 before any byte of the packet arrives', () => {
    const push = (length: number) => [
      ...new FrameSplitter(framing).push(Uint8Array.of(length >> 8, length & 0xff)),
    ]
    expect(push(maxPacketBytes)).toEqual([])
    expect(() => push(maxPacketBytes + 1)).toThrow(WireError)
  })
})
