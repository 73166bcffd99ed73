import { describe, expect, it } from 'vitest'
import { Player } from '../../../../games/arcane-sector/state/player.ts'
import { Timers } from '../../../../games/arcane-sector/state/timers.ts'

const someone = (id: number) => new Player(id, 'P', 0, { x: 0, y: 0, facing: 0 })

function two(now = 0) {
  const timers = new Timers(() => now)
  const done: string[] = []
  const [ann, bob] = [someone(1), someone(2)]
  const later = (player: Player, ms: number, what: string) =>
    timers.after(
      player,
      ms,
      () => done.push(what),
      () => done.push(`${what}, broken off`),
    )
  return { timers, done, ann, bob, later }
}

describe('a timer', () => {
  it('runs once, at the first tick at or after its time; earlier timers run first', () => {
    const { timers, done, ann, bob, later } = two(1000)
    later(ann, 200, 'late')
    later(bob, 100, 'early')
    timers.tick(1099)
    expect(done).toEqual([])
    timers.tick(1300)
    timers.tick(1400)
    expect(done).toEqual(['early', 'late'])
    expect([timers.has(ann), timers.has(bob)]).toEqual([false, false])
  })

  it('can start another timer', () => {
    const { timers, done, ann, later } = two()
    timers.after(
      ann,
      100,
      () => later(ann, 100, 'second'),
      () => {},
    )
    timers.tick(300)
    expect(done).toEqual([])
    timers.tick(300)
    expect(done).toEqual(['second'])
  })

  it('[AS-3.8] is cancelled when the player is moved', () => {
    const { timers, done, ann, bob, later } = two()
    later(ann, 100, 'ann')
    later(bob, 100, 'bob')
    timers.interrupt(ann)
    timers.interrupt(ann)
    expect(done).toEqual(['ann, broken off'])
    timers.tick(100)
    expect(done).toEqual(['ann, broken off', 'bob'])
  })

  it('[AS-3.8] is cancelled even by a timer of the same tick that moves the player', () => {
    const { timers, done, ann, bob, later } = two()
    timers.after(
      bob,
      50,
      () => timers.interrupt(ann),
      () => {},
    )
    later(ann, 100, 'ann')
    timers.tick(100)
    expect(done).toEqual(['ann, broken off'])
  })

  it('is removed with its player', () => {
    const { timers, done, ann, bob, later } = two()
    later(ann, 100, 'ann')
    later(bob, 100, 'bob')
    timers.drop(ann)
    expect([timers.has(ann), timers.has(bob)]).toEqual([false, true])
    timers.tick(100)
    expect(done).toEqual(['bob'])
  })
})
