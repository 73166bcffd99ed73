import { describe, expect, it } from 'vitest'
import {
  decodeResumeState,
  encodeResumeState,
  type ResumeState,
} from '../../../../games/retroarch/protocol/resume-state.ts'
import { WireError } from '../../../../wire/index.ts'

describe('the resume state', () => {
  it.each<ResumeState>([
    { role: 'new', id: new Uint8Array(12), incomplete: Uint8Array.of(82, 65) },
    { role: 'host', id: new Uint8Array(12).fill(7), incomplete: new Uint8Array(15) },
    { role: 'connected', id: new Uint8Array(12), incomplete: new Uint8Array(0) },
  ])('[RA-4.1] of $role is unchanged after encoding and decoding', (state) => {
    expect(decodeResumeState(encodeResumeState(state))).toEqual(state)
  })

  it('rejects other bytes with a WireError', () => {
    for (const length of [0, 5, 13, 40])
      expect(() => decodeResumeState(new Uint8Array(length))).toThrow(WireError)
  })
})
