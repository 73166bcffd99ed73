import { beforeEach, describe, expect, it } from 'vitest'
import { actionMicros } from '../../../../../games/crossfire/model/time/action-timing.ts'
import { positionOf, type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 0, 14)
  yard.now += 10_000
})
/** At 0.77 an action takes 155,844 microseconds, which is not a multiple of a millisecond or a tick. */
const speed = () => ann.player.stats.speed

describe('an action', () => {
  it('[CF-9.4] takes 120 ms divided by the speed, in microseconds', () => {
    expect(yard.world.actionMicros(ann.player)).toBe(Math.round(120_000 / speed()))
  })

  it('[CF-9.4] that comes too early has no effect, and msUntilReady returns the waiting time', () => {
    yard.walk(ann, 'e')
    yard.walk(ann, 'e')
    const wait = yard.world.runCommand(ann.player, 'east')
    expect(wait).toBe(yard.world.msUntilAction(ann.player))
    expect([positionOf(ann), wait > 0, Number.isInteger(wait)]).toEqual([[2, 14], true, true])
    yard.now += wait - 1
    expect(yard.world.runCommand(ann.player, 'east')).toBe(1)
    yard.now += 1
    expect(yard.world.runCommand(ann.player, 'east')).toBe(0)
    expect(positionOf(ann)).toEqual([3, 14])
  })

  it('[CF-9.4] repeated a hundred times takes a hundred times as long, to the millisecond', () => {
    const begun = yard.now
    for (let n = 0; n < 101; n++) yard.type(ann, 'stay')
    const micros = 100 * (120_000 / speed())
    expect(Math.abs((yard.now - begun) * 1000 + 120_000 - micros)).toBeLessThan(200)
  })

  it('[CF-9.4] can start up to a tick late without a loss of time, and an idle player gains no more than a tick', () => {
    const step = actionMicros(ann.player) / 1000
    yard.type(ann, 'stay')
    yard.type(ann, 'stay')
    yard.now += yard.world.msUntilAction(ann.player) + 60
    yard.world.runCommand(ann.player, 'stay')
    expect(yard.world.msUntilAction(ann.player)).toBeLessThanOrEqual(Math.ceil(step - 60))
    yard.now += 60_000
    yard.world.runCommand(ann.player, 'stay')
    expect(yard.world.msUntilAction(ann.player)).toBe(Math.ceil(step - 120))
    yard.now += yard.world.msUntilAction(ann.player)
    yard.world.runCommand(ann.player, 'stay')
    expect(yard.world.msUntilAction(ann.player)).toBeGreaterThan(step - 1)
  })

  it('[CF-9.10] takes time for moving, fighting, casting and applying, and none for talking and handling items', () => {
    const taking = 'north, stay, apply, fire 3, run 3, cast x, use_skill x, search, magicmap'.split(', ')
    const free = 'say x, take, drop x, who, help, examine, tell a b, fire_stop, run_stop, dance'.split(', ')
    for (const text of taking) expect([text, yard.world.takesTime(text)]).toEqual([text, true])
    for (const text of free) expect([text, yard.world.takesTime(text)]).toEqual([text, false])
    yard.type(ann, 'stay')
    yard.type(ann, 'stay')
    for (const text of free) expect([text, yard.world.runCommand(ann.player, text)]).toEqual([text, 0])
  })

  it('[CF-9.4] delays only its own player', () => {
    const bob = yard.join('Bob')
    yard.type(ann, 'stay')
    yard.type(ann, 'stay')
    expect([yard.world.msUntilAction(ann.player) > 0, yard.world.msUntilAction(bob.player)]).toEqual([
      true,
      0,
    ])
  })

  it('[CF-9.10] also waits for its time if it applies a thing by tag', () => {
    const sword = yard.give(ann, 'sword')
    yard.type(ann, 'stay')
    yard.type(ann, 'stay')
    const wait = yard.world.applyItem(ann.player, sword.tag)
    expect([wait > 0, sword.applied]).toEqual([true, undefined])
    yard.now += wait
    expect([yard.world.applyItem(ann.player, sword.tag), sword.applied]).toEqual([0, 'wielded'])
  })
})

describe('running', () => {
  it('[CF-9.9] continues at the player’s speed until something is in the way', () => {
    yard.type(ann, 'run 3')
    expect(positionOf(ann)).toEqual([1, 14])
    const step = 120 / speed()
    yard.wakeFor(5 * step - 100)
    expect(positionOf(ann)).toEqual([6, 14])
    expect(ann.stirs).toBe(5)
    yard.wakeFor(60_000)
    expect([positionOf(ann), ann.player.repeatedAction, yard.world.wakeAt]).toEqual([
      [19, 14],
      undefined,
      undefined,
    ])
  })

  it('[CF-9.9] ends at once on run_stop, and stops in front of people', () => {
    const bob = yard.join('Bob', 4, 14)
    yard.type(ann, 'run 3')
    yard.wakeFor(150)
    yard.type(ann, 'run_stop')
    yard.wakeFor(10_000)
    expect(ann.player.x).toBeLessThan(4)
    yard.type(ann, 'run 3')
    yard.wakeFor(10_000)
    expect([ann.player.repeatedAction, positionOf(bob)[0] <= 4]).toEqual([undefined, true])
  })

  it.each(['run', 'run 9', 'run x', 'run -1'])('[CF-9.9] does not start with %j', (text) => {
    const told = yard.type(ann, text)
    expect(told.length).toBe(text === 'run' ? 0 : 1)
  })

  it('[CF-9.9] is not stopped by fire_stop', () => {
    yard.type(ann, 'run 3')
    yard.type(ann, 'fire_stop')
    expect(ann.player.repeatedAction).toEqual({ kind: 'run', direction: 3 })
    yard.leave('Ann')
    expect(yard.world.wakeAt).toBeUndefined()
  })
})

describe('a tick', () => {
  it('[CF-11.7] has a number that players receive and that continues to count after a restart', () => {
    yard.tick(3)
    expect(ann.ticks).toEqual([1, 2, 3])
    yard.world.save()
    yard.restart()
    yard.tick(1)
    expect(ann.ticks.at(-1)).toBe(4)
  })
})
