import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeResumeState, encodeResumeState } from '../../../../games/say-back/protocol/resume-state.ts'
import { WireError } from '../../../../wire/index.ts'

describe('the resume state', () => {
  it('[SB-4.2] survives encoding and decoding', () => {
    for (const state of [
      { entered: false, received: 0, name: '' },
      { entered: true, received: 0xffff_ffff, name: 'Ann' },
    ]) {
      expect(decodeResumeState(encodeResumeState(state))).toEqual(state)
    }
  })

  it('throws a WireError when it is decoded from invalid bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        try {
          expect(encodeResumeState(decodeResumeState(bytes))).toEqual(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
    )
  })
})
