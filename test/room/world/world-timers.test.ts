import { expect, it } from 'vitest'
import { WorldTimers, type WorldTimersOwner } from '../../../durable-objects/room/world/world-timers.ts'
import type { World } from '../../../games/game.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

/** A world that needs saves. `fails`: whether saves fail. `saves`: times in milliseconds of the attempts. */
function savedWorld() {
  const clock = new SimulatedClock(0)
  const saves: number[] = []
  const disk = { fails: false }
  const timed: WorldTimersOwner = {
    world: { save() {} } as unknown as World,
    isOccupied: true,
    limits: { idleTimeoutMs: 0 },
    sessions: [],
    tick() {},
    wake() {},
    saveWorld() {
      saves.push(clock.now())
      return !disk.fails
    },
    countFailure: (backoff) => void backoff.recordFailure(clock.now()),
    endSession() {},
  }
  return { clock, saves, disk, timers: new WorldTimers(testContext({ clock }), timed, 0) }
}

it('a change is saved once after 2 s, and an unchanged world has no timer', () => {
  const { clock, saves, timers } = savedWorld()
  timers.markDirty(true)
  timers.scheduleSave()
  clock.pass(60_000)
  timers.scheduleSave()
  expect([saves, clock.armed]).toEqual([[2000], 0])
})

it('a failed save is retried until it succeeds, though nothing has changed since', () => {
  const { clock, saves, disk, timers } = savedWorld()
  disk.fails = true
  timers.markDirty(true)
  timers.scheduleSave()
  clock.pass(2000)
  timers.scheduleSave()
  clock.pass(2000)
  disk.fails = false
  timers.scheduleSave()
  clock.pass(2000)
  timers.scheduleSave()
  expect([saves, clock.armed]).toEqual([[2000, 4000, 6000], 0])
})
