// Framing of the stream.
import { describe, expect, it } from 'vitest'
import { framing, packetBytes } from '../../../games/say-back/framing.ts'
import { fromClient } from '../../../games/say-back/packets.ts'
import { WireError } from '../../../wire/error.ts'
import { offStream, onStream, Splitter } from '../../../wire/framing.ts'

describe('the stream', () => {
  it('[SB-1.1] has a u16 of the bytes that follow it, then four letters and the fields', () => {
    const helo = onStream(framing, fromClient.encode({ type: 'HELO' }))
    expect([...helo]).toEqual([0, 4, ...Buffer.from('HELO')])
  })

  it('[SB-1.1] gives the same packets however they were split or joined', () => {
    const said = ['one', 'zwei', '三'].map((text) => fromClient.encode({ type: 'TALK', text }))
    const stream = new Uint8Array(Buffer.concat(said.map((frame) => onStream(framing, frame))))
    for (let size = 1; size <= stream.length; size++) {
      const splitter = new Splitter(framing)
      const came: Uint8Array[] = []
      for (let at = 0; at < stream.length; at += size) {
        for (const frame of splitter.push(stream.subarray(at, at + size)))
          came.push(offStream(framing, frame).slice())
      }
      expect(came).toEqual(said)
    }
  })

  it('[SB-1.2] is refused by a length over 256 before a byte of the packet came', () => {
    const push = (length: number) => [
      ...new Splitter(framing).push(Uint8Array.of(length >> 8, length & 0xff)),
    ]
    expect(push(packetBytes)).toEqual([])
    expect(() => push(packetBytes + 1)).toThrow(WireError)
  })
})
