// The rules of the world, without bytes and sockets.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { record } from '../../../games/say-back/lines/records.ts'
import { firstLine } from '../../../games/say-back/made/first-line.ts'
import { defaultOptions } from '../../../games/say-back/options.ts'
import { type Line, type Listener, SayBackWorld } from '../../../games/say-back/world.ts'
import { MemoryStore } from '../../memory-store.ts'

function opened(store = new MemoryStore([record(firstLine)]), options = {}) {
  return { store, world: new SayBackWorld(store, { ...defaultOptions, ...options }) }
}

class Ear implements Listener {
  readonly heard: Line[] = []
  hear(line: Line): void {
    this.heard.push(line)
  }
}

describe('lines', () => {
  it('[SB-3.1] are numbered in the order in which they were said, after the room’s own', () => {
    const { world } = opened()
    expect(world.newest).toBe(1)
    expect(world.say('one')).toEqual({ number: 2, text: 'one' })
    expect(world.say('two')).toEqual({ number: 3, text: 'two' })
  })

  it('[SB-2.2] are heard by all who are in, by none who left, and not when blank', () => {
    const { world } = opened()
    const [ann, bob] = [new Ear(), new Ear()]
    for (const ear of [ann, bob]) expect(world.enter(ear)).toBe(true)
    world.say('one')
    world.leave(bob)
    world.leave(bob)
    expect(world.say(' \t\n')).toBeUndefined()
    world.say('two')
    expect(ann.heard.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(bob.heard.map(({ text }) => text)).toEqual(['one'])
  })

  it('[SB-3.3] have no white space around them', () => {
    expect(opened().world.say('  hear  me ')).toMatchObject({ text: 'hear  me' })
  })

  it('[SB-3.2] are kept, the newest 32, in memory and in the Store', () => {
    const { world, store } = opened()
    for (let n = 0; n < 40; n++) world.say(`line ${n}`)
    expect(world.since(0).map(({ number }) => number)).toEqual(Array.from({ length: 32 }, (_, n) => n + 10))
    expect(store.records.size).toBe(32)
  })

  it('[SB-4.1] are in the Store before anybody hears them', () => {
    const { world, store } = opened()
    const stored: unknown[] = []
    world.enter({ hear: (line) => stored.push(store.get(record(line)[0])) })
    world.say('one')
    expect(stored).toEqual(['one'])
  })
})

describe('a world', () => {
  it('[SB-1.5] lets in as many as maxPlayers says, again when somebody left', () => {
    const { world } = opened(undefined, { maxPlayers: 1 })
    const [ann, bob] = [new Ear(), new Ear()]
    expect([world.enter(ann), world.enter(bob), world.players]).toEqual([true, false, 1])
    world.leave(ann)
    expect(world.enter(bob)).toBe(true)
  })

  it('[SB-4.3] takes back whoever was in, and lets in nobody more, when maxPlayers has become smaller', () => {
    const { world } = opened(undefined, { maxPlayers: 1 })
    for (let n = 0; n < 3; n++) world.rejoin(new Ear())
    expect(world.players).toBe(3)
    expect(world.enter(new Ear())).toBe(false)
  })

  it('[SB-3.4] shows how many are in, and the newest line', () => {
    const { world } = opened()
    world.enter(new Ear())
    world.say('one')
    expect(world.view()).toEqual({ players: 1, newest: { number: 2, text: 'one' } })
  })

  it('[SB-4.1] opened from its records at any point is the one that never stopped', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 80 }), (texts) => {
        const { world, store } = opened()
        for (const text of texts) {
          world.say(text)
          expect(opened(store).world.since(0)).toEqual(world.since(0))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('is not opened from a Store without a line', () => {
    expect(() => opened(new MemoryStore())).toThrow('the room has no line')
  })
})
