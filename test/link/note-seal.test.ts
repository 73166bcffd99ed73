// What a room knows its own notes by.
import { expect, test } from 'vitest'
import { NoteSeal, SessionSeal, Sha256 } from '../../durable-objects/note-seal.ts'

const seal = new NoteSeal('of harbor', [3, 2])
const token = 'a'.repeat(32)
const nothing = new Uint8Array(0)
const note = new TextEncoder().encode('ann, at 7, 9')

test('[LINK-4] a note comes back as it was given, an empty one too', () => {
  expect(seal.opened(token, seal.of(token).sealed(note))).toEqual(note)
  expect(seal.opened(token, seal.of(token).sealed(nothing))).toEqual(nothing)
})

test('[LINK-4] one of a version before is read as long as the game reads that version', () => {
  const before = new NoteSeal('of harbor', [2]).of(token).sealed(note)
  expect(seal.opened(token, before)).toEqual(note)
  expect(new NoteSeal('of harbor', [3]).opened(token, before)).toBeUndefined()
})

test('[LINK-4] the seal of an empty note is no key: it seals nothing by itself', () => {
  const given = seal.of(token).sealed(nothing)
  expect(seal.opened(token, new SessionSeal(given, new Sha256()).sealed(note))).toBeUndefined()
})

test('[LINK-4] an unsealed note is refused', () => {
  expect(seal.opened(token, note)).toBeUndefined()
  expect(seal.opened(token, new Uint8Array(0))).toBeUndefined()
  expect(seal.opened(token, new Uint8Array(64))).toBeUndefined()
})

test('[LINK-4] one of another session, of another room, or changed in any bit is none', () => {
  const sealed = seal.of(token).sealed(note)
  expect(seal.opened('b'.repeat(32), sealed)).toBeUndefined()
  expect(new NoteSeal('of attic', [3, 2]).opened(token, sealed)).toBeUndefined()
  for (let bit = 0; bit < 8 * sealed.length; bit++) {
    const changed = sealed.slice()
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(seal.opened(token, changed), `bit ${bit}`).toBeUndefined()
  }
  for (let end = 0; end < sealed.length; end++)
    expect(seal.opened(token, sealed.subarray(0, end)), `${end} bytes`).toBeUndefined()
})
