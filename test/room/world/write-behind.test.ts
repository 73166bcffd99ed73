// Write-behind: when it saves, and that failed saves are retried.
import { expect, it } from 'vitest'
import { WriteBehind } from '../../../durable-objects/room/world/write-behind.ts'
import type { World } from '../../../games/game.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

/** `fails`: whether a save fails. `saves`: the time of each attempt in milliseconds. */
function writeBehind() {
  const clock = new SimulatedClock(0)
  const saves: number[] = []
  const disk = { fails: false }
  const saving = new WriteBehind({
    clock,
    world: () => ({ save() {} }) as unknown as World,
    save() {
      saves.push(clock.now())
      return !disk.fails
    },
    onFailed: (retries) => void retries.recordFailure(clock.now()),
  })
  return { clock, saves, disk, saving }
}

it('a change is saved once after 2 s, and an unchanged world has no timer', () => {
  const { clock, saves, saving } = writeBehind()
  saving.markDirty(true)
  saving.schedule()
  clock.pass(60_000)
  saving.schedule()
  expect([saves, clock.armed]).toEqual([[2000], 0])
})

it('a failed save is retried until it succeeds, though nothing has changed since', () => {
  const { clock, saves, disk, saving } = writeBehind()
  disk.fails = true
  saving.markDirty(true)
  saving.schedule()
  clock.pass(2000)
  saving.schedule()
  clock.pass(2000)
  disk.fails = false
  saving.schedule()
  clock.pass(2000)
  saving.schedule()
  expect([saves, clock.armed]).toEqual([[2000, 4000, 6000], 0])
})
