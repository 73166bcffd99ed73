// What happens to a player a while later, if he is still there.
import { describe, expect, it } from 'vitest'
import { Player } from '../../../games/arcane-sector/player.ts'
import { Timers } from '../../../games/arcane-sector/timers.ts'

const someone = (id: number) => new Player(id, 'P', 0, { x: 0, y: 0, facing: 0 })

describe('a timer', () => {
  it('is done at the first tick at or past its time, once, the earliest first', () => {
    const timers = new Timers(() => 1000)
    const done: string[] = []
    const [ann, bob] = [someone(1), someone(2)]
    timers.after(ann, 200, () => done.push('late'))
    timers.after(bob, 100, () => done.push('early'))
    timers.tick(1099)
    expect(done).toEqual([])
    timers.tick(1300)
    timers.tick(1400)
    expect(done).toEqual(['early', 'late'])
    expect([timers.has(ann), timers.has(bob)]).toEqual([false, false])
  })

  it('[AS-3.8] is broken off when he is moved, if it says so', () => {
    const timers = new Timers(() => 0)
    const done: string[] = []
    const [ann, bob] = [someone(1), someone(2)]
    timers.after(
      ann,
      100,
      () => done.push('still'),
      () => done.push('moved'),
    )
    timers.after(ann, 100, () => done.push('walking'))
    timers.after(
      bob,
      100,
      () => done.push('bob'),
      () => done.push('bob moved'),
    )
    timers.interrupt(ann)
    expect(done).toEqual(['moved'])
    timers.tick(100)
    expect(done).toEqual(['moved', 'walking', 'bob'])
  })

  it('[AS-3.8] is broken off by one that is due in the same tick, too', () => {
    const timers = new Timers(() => 0)
    const done: string[] = []
    const ann = someone(1)
    timers.after(ann, 100, () => timers.interrupt(ann))
    timers.after(
      ann,
      100,
      () => done.push('still'),
      () => done.push('moved'),
    )
    timers.tick(100)
    expect(done).toEqual(['moved'])
  })

  it('goes with who leaves', () => {
    const timers = new Timers(() => 0)
    const done: string[] = []
    const [ann, bob] = [someone(1), someone(2)]
    timers.after(
      ann,
      100,
      () => done.push('ann'),
      () => done.push('ann moved'),
    )
    timers.after(bob, 100, () => done.push('bob'))
    timers.drop(ann)
    expect([timers.has(ann), timers.has(bob)]).toEqual([false, true])
    timers.tick(100)
    expect(done).toEqual(['bob'])
  })
})
