// Tests the rules of the world without bytes and sockets.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLine } from '../../../games/say-back/builtin/first-line.ts'
import { personalData } from '../../../games/say-back/lines/personal-data.ts'
import { lineRecord } from '../../../games/say-back/lines/records.ts'
import { defaultOptions } from '../../../games/say-back/options.ts'
import { type Line, type Listener, SayBackWorld } from '../../../games/say-back/world.ts'
import { TextRenamer } from '../../../games/shared/privacy/text-renamer.ts'
import { MemoryStore } from '../../memory-store.ts'

function openWorld(store = new MemoryStore([lineRecord(firstLine)]), options = {}) {
  return { store, world: new SayBackWorld(store, { ...defaultOptions, ...options }) }
}

class TestListener implements Listener {
  readonly received: Line[] = []
  receiveLine(line: Line): void {
    this.received.push(line)
  }
}

describe('the data of a player', () => {
  it('[SB-6.4] consist of the player’s stored lines, in which an erasure replaces the name with a pseudonym', () => {
    const { store, world } = openWorld()
    for (const text of ['Ann: hello', 'Annabel: hi Ann']) world.say(text)
    const ann = personalData.find(world, 'Ann')
    if (ann === undefined || ann === 'ambiguous') throw new Error('not found')
    expect(ann.data()).toEqual(['Ann: hello'])
    const forgotten = { renaming: new TextRenamer(new Map([['Ann', 'Xyz']])), hasAddress: () => false }
    const texts = Array.from(
      store.list('lines/'),
      ([key, value]) => ann.anonymize({ key, value }, forgotten)?.value,
    )
    expect(texts.slice(1)).toEqual(['Xyz: hello', 'Annabel: hi Xyz'])
    expect(personalData.find(world, 'Bob')).toMatchObject({ names: ['Bob'] })
  })
})

describe('lines', () => {
  it('[SB-3.1] are numbered in the order in which they arrive, after the room’s own line', () => {
    const { world } = openWorld()
    expect(world.newest).toBe(1)
    expect(world.say('one')).toEqual({ number: 2, text: 'one' })
    expect(world.say('two')).toEqual({ number: 3, text: 'two' })
  })

  it('[SB-2.2] reach all players who have not left, and reach nobody if they are blank', () => {
    const { world } = openWorld()
    const [ann, bob] = [new TestListener(), new TestListener()]
    for (const listener of [ann, bob]) expect(world.enter(listener)).toBe(true)
    world.say('one')
    world.leave(bob)
    world.leave(bob)
    expect(world.say(' \t\n')).toBeUndefined()
    world.say('two')
    expect(ann.received.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(bob.received.map(({ text }) => text)).toEqual(['one'])
  })

  it('[SB-3.3] are stored without the white space around them', () => {
    expect(openWorld().world.say('  hear  me ')).toMatchObject({ text: 'hear  me' })
  })

  it('[SB-3.2] are limited to the newest 32, in memory and stored', () => {
    const { world, store } = openWorld()
    for (let n = 0; n < 40; n++) world.say(`line ${n}`)
    expect(world.since(0).map(({ number }) => number)).toEqual(Array.from({ length: 32 }, (_, n) => n + 10))
    expect(store.records.size).toBe(32)
  })

  it('[SB-4.1] are stored before any player receives them', () => {
    const { world, store } = openWorld()
    const stored: unknown[] = []
    world.enter({ receiveLine: (line) => stored.push(store.get(lineRecord(line)[0])) })
    world.say('one')
    expect(stored).toEqual(['one'])
  })
})

describe('a world', () => {
  it('[SB-1.5] admits up to maxPlayers players, and admits another after a player has left', () => {
    const { world } = openWorld(undefined, { maxPlayers: 1 })
    const [ann, bob] = [new TestListener(), new TestListener()]
    expect([world.enter(ann), world.enter(bob), world.players]).toEqual([true, false, 1])
    world.leave(ann)
    expect(world.enter(bob)).toBe(true)
  })

  it('[SB-4.3] restores all players after maxPlayers was lowered, and then admits nobody else', () => {
    const { world } = openWorld(undefined, { maxPlayers: 1 })
    for (let n = 0; n < 3; n++) world.rejoin(new TestListener())
    expect(world.players).toBe(3)
    expect(world.enter(new TestListener())).toBe(false)
  })

  it('[SB-3.4] has a public state with the player count and the newest line', () => {
    const { world } = openWorld()
    world.enter(new TestListener())
    world.say('one')
    expect(world.publicState()).toEqual({ players: 1, newest: { number: 2, text: 'one' } })
  })

  it('[SB-4.1] has the same lines after it is reopened from its records at any point', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 80 }), (texts) => {
        const { world, store } = openWorld()
        for (const text of texts) {
          world.say(text)
          expect(openWorld(store).world.since(0)).toEqual(world.since(0))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('throws when it is opened without a stored line', () => {
    expect(() => openWorld(new MemoryStore())).toThrow('the room has no line')
  })
})
