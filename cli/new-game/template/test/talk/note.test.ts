// A session's note.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeNote, encodeNote } from '../../../../games/say-back/talk/note.ts'
import { WireError } from '../../../../wire/index.ts'

describe('a note', () => {
  it('[SB-4.2] comes back as it was', () => {
    for (const note of [
      { entered: false, heard: 0 },
      { entered: true, heard: 0xffff_ffff },
    ]) {
      expect(decodeNote(encodeNote(note))).toEqual(note)
    }
  })

  it('that is none is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        try {
          expect(encodeNote(decodeNote(bytes))).toEqual(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
    )
  })
})
