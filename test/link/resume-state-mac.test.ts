// The MAC by which a room recognizes its own resume states.
import { expect, test } from 'vitest'
import {
  ResumeStateMac,
  ReusableSha256,
  SessionMac,
} from '../../durable-objects/room/sessions/resume-state-mac.ts'

const mac = new ResumeStateMac('of harbor', [3, 2])
const token = 'a'.repeat(32)
const nothing = new Uint8Array(0)
const state = new TextEncoder().encode('ann, at 7, 9')

test('[LINK-4] a resume state is unchanged after it is sealed and opened, even if it is empty', () => {
  expect(mac.verify(token, mac.forSession(token).seal(state))).toEqual(state)
  expect(mac.verify(token, mac.forSession(token).seal(nothing))).toEqual(nothing)
})

test('[LINK-4] a resume state of an earlier version is accepted if the game can read this version', () => {
  const before = new ResumeStateMac('of harbor', [2]).forSession(token).seal(state)
  expect(mac.verify(token, before)).toEqual(state)
  expect(new ResumeStateMac('of harbor', [3]).verify(token, before)).toBeUndefined()
})

test('[LINK-4] the seal of an empty resume state is not a key for further seals', () => {
  const given = mac.forSession(token).seal(nothing)
  expect(mac.verify(token, new SessionMac(given, new ReusableSha256()).seal(state))).toBeUndefined()
})

test('[LINK-4] a resume state without a seal is refused', () => {
  expect(mac.verify(token, state)).toBeUndefined()
  expect(mac.verify(token, nothing)).toBeUndefined()
  expect(mac.verify(token, new Uint8Array(64))).toBeUndefined()
})

test('[LINK-4] a resume state of another session or room, or with any bit changed, is refused', () => {
  const sealed = mac.forSession(token).seal(state)
  expect(mac.verify('b'.repeat(32), sealed)).toBeUndefined()
  expect(new ResumeStateMac('of attic', [3, 2]).verify(token, sealed)).toBeUndefined()
  for (let bit = 0; bit < 8 * sealed.length; bit++) {
    const changed = sealed.slice()
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(mac.verify(token, changed), `bit ${bit}`).toBeUndefined()
  }
  for (let end = 0; end < sealed.length; end++)
    expect(mac.verify(token, sealed.subarray(0, end)), `${end} bytes`).toBeUndefined()
})
