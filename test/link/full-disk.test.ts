// A full disk on the Worker's machine ends no session. The sidecar on the same machine waits for space, and counts no
// frame as the cause of the lost instances.
import { expect, it } from 'vitest'
import { tally } from '../fixtures/tally-game/index.ts'
import { RoomHarness } from '../room-harness.ts'

it('[LINK-7] [LINK-8] on a full disk no frame counts as fatal, the sidecar does not connect to the room, and no client is closed', async () => {
  const stage = await RoomHarness.create(tally)
  const ann = stage.client()
  ann.call.sendFrame(new TextEncoder().encode('iann'))
  stage.clock.settle()
  let hasSpace = true
  Object.assign(stage.link().settings, { hasSpace: () => hasSpace })
  const { write } = stage.records
  // A failed commit ends the instance.
  let lost = 0
  stage.records.write = () => {
    hasSpace = false
    lost++
    stage.clock.soon(() => stage.kill())
  }
  ann.call.sendFrame(new TextEncoder().encode('+'))
  for (let i = 1; i <= 4; i++) {
    stage.pass(100)
    expect(lost).toBe(i)
    const { dials } = stage.link().counts
    stage.pass(5 * 60_000)
    expect(stage.link().counts.dials).toBe(dials)
    // The disk has space for a moment, until another program fills it.
    hasSpace = true
    stage.pass(5001)
  }
  expect([ann.closedFor, stage.link().counts.poisoned]).toEqual([undefined, 0])
  stage.records.write = write
  hasSpace = true
  stage.pass(6000)
  expect(stage.host.view).toMatchObject({ totals: { ann: 1 } })
  expect(ann.received.map(String).length).toBeGreaterThan(1)
})

it('[LINK-7] [LINK-15] a refusal on a full disk does not end the link: the sidecar connects again when there is space', async () => {
  const stage = await RoomHarness.create(tally)
  const ann = stage.client()
  let hasSpace = true
  Object.assign(stage.link().settings, { hasSpace: () => hasSpace })
  let refusals = 0
  // From now on the room's messages have a version that the sidecar does not support. The ninth consecutive rejection
  // would end the link.
  stage.downward = (message) => {
    if (++refusals === 9) hasSpace = false
    return Uint8Array.from(message, (byte, at) => (at === 0 ? byte + 1 : byte))
  }
  stage.cut()
  stage.pass(50_000)
  expect(refusals).toBe(9)
  stage.downward = (message) => message
  hasSpace = true
  stage.pass(6000)
  expect([stage.link().live, ann.closedFor]).toEqual([true, undefined])
})

it('[LINK-7] [LINK-8] the timeout for the room starts when there is space again', async () => {
  const stage = await RoomHarness.create(tally)
  const ann = stage.client()
  let hasSpace = false
  Object.assign(stage.link().settings, { hasSpace: () => hasSpace })
  stage.cut()
  // Waits until a second before twice the timeout of 60 s.
  stage.pass(119_000)
  hasSpace = true
  stage.pass(6000)
  expect([stage.link().live, ann.closedFor]).toEqual([true, undefined])
})
