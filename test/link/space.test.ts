// A disk that is full where the Worker is ends no session: the sidecar there waits for space, and blames no frame.
import { expect, it } from 'vitest'
import { Stage } from '../stage.ts'
import { tally } from '../tally/index.ts'

it('[LINK-7] [LINK-8] while nothing can be stored no lost instance counts, no room is dialled, and nobody is let go', async () => {
  const stage = await Stage.founded(tally)
  const ann = stage.client()
  ann.call.frame(new TextEncoder().encode('iann'))
  stage.clock.settle()
  let hasSpace = true
  Object.assign(stage.link().settings, { hasSpace: () => hasSpace })
  const { write } = stage.records
  // The runtime takes the instance with it when its commit fails.
  let lost = 0
  stage.records.write = () => {
    hasSpace = false
    lost++
    stage.clock.soon(() => stage.kill())
  }
  ann.call.frame(new TextEncoder().encode('+'))
  for (let i = 1; i <= 4; i++) {
    stage.pass(100)
    expect(lost).toBe(i)
    const { dials } = stage.link().counts
    stage.pass(5 * 60_000)
    expect(stage.link().counts.dials).toBe(dials)
    // There is space for a moment, and somebody else takes it.
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
