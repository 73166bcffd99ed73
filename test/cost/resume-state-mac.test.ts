// The cost of signing the resume states that sidecars store. Many moving players cause thousands of signatures a
// second, and each SHA-256 block costs a large part of a step.
import { expect, it } from 'vitest'
import { encodeResumeState } from '../../games/soaprun/protocol/resume-state.ts'

/**
 * Sizes in bytes: a block of SHA-256, the minimum padding of a message, and the session key that precedes the resume
 * state.
 */
const [blockBytes, addedBytes, keyBytes] = [64, 9, 16]

it('the resume state of a Soaprun player and its key fit in one SHA-256 block', () => {
  const state = encodeResumeState({
    tests: 8,
    player: {
      ...{ slot: 62, generation: 255, color: 3, status: 4, items: 7, kills: 65_535, x: 319, y: 239 },
      ...{ entered: true, corpseMade: true, swordSince: 1_800_000_000_000, tilesSeen: 0xffffffff },
    },
  })
  expect(keyBytes + state.length + addedBytes).toBeLessThanOrEqual(blockBytes)
})
