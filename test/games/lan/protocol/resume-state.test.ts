import { describe, expect, it } from 'vitest'
import { decodeResumeState, encodeResumeState } from '../../../../games/lan/protocol/resume-state.ts'
import { WireError } from '../../../../wire/index.ts'

describe('the resume state', () => {
  it.each([
    { address: 0, isNode: false, isAddressValidated: false },
    { address: 0x0212_3456_789a, isNode: true, isAddressValidated: true },
    { address: 0x0212_3456_789a, isNode: true, isAddressValidated: false },
  ])('[LAN-5.1] is unchanged after encoding and decoding: %j', (state) => {
    expect(decodeResumeState(encodeResumeState(state))).toEqual(state)
  })

  it.each([0, 7, 9])('rejects %i bytes with a WireError', (length) => {
    expect(() => decodeResumeState(new Uint8Array(length))).toThrow(WireError)
  })
})
