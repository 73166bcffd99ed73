// What it takes to seal what sidecars keep: a crowd's steps have thousands of notes sealed a second, and each block that is
// digested costs a good part of all else that a step does.
import { expect, it } from 'vitest'
import { encodeResumeState } from '../../games/soaprun/protocol/resume-state.ts'

/** Of SHA-256, less what it adds behind what it digests; and of a session's key in front of a note. */
const [blockBytes, addedBytes, keyBytes] = [64, 9, 16]

it('a Soaprun player, key and all, is sealed by one block', () => {
  const note = encodeResumeState({
    tests: 8,
    player: {
      ...{ slot: 62, generation: 255, color: 3, status: 4, items: 7, kills: 65_535, x: 319, y: 239 },
      ...{ entered: true, corpseMade: true, swordSince: 1_800_000_000_000, tilesSeen: 0xffffffff },
    },
  })
  expect(keyBytes + note.length + addedBytes).toBeLessThanOrEqual(blockBytes)
})
