import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import { TagAllocator } from '../../../../../games/crossfire/model/state/tag-allocator.ts'
import {
  changeArchetype,
  consumeThing,
  outermostLocation,
  putThing,
  removeThing,
  takeFromPile,
} from '../../../../../games/crossfire/model/things/move-things.ts'
import {
  canMerge,
  countedName,
  createThing,
  maxPileCount,
  nameWithArticle,
  weightOf,
} from '../../../../../games/crossfire/model/things/thing.ts'
import { MemoryStore } from '../../../../memory-store.ts'
import { assertProperty } from '../../../../property.ts'
import { listPiles, type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
let tags: TagAllocator
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann')
  tags = new TagAllocator(new MemoryStore())
})

const pack = () => ({ in: 'pack', player: ann.player }) as const
const here = () => ({ in: 'cell', level: ann.player.level!, x: 5, y: 5 }) as const

describe('a pile', () => {
  it('[CF-12.5] absorbs an identical pile, which then no longer exists', () => {
    const apples = putThing(createThing(1, 'apple', 3), pack())
    const more = createThing(2, 'apple', 2)
    expect(putThing(more, pack())).toBe(apples)
    expect(listPiles(ann.player.inventory)).toEqual(['5 apple'])
    expect(more.location).toBeUndefined()
  })

  it.each<[string, (thing: Thing) => void]>([
    ['it is applied', (thing) => (thing.applied = 'readied')],
    ['it is unpaid', (thing) => (thing.unpaid = true)],
    ['its charges differ', (thing) => (thing.charges = 3)],
    ['it has burned', (thing) => (thing.burns = 3)],
  ])('[CF-12.5] does not merge if %s', (_, change) => {
    const thing = createThing(2, 'arrow', 2)
    change(thing)
    putThing(createThing(1, 'arrow', 3), pack())
    putThing(thing, pack())
    expect(ann.player.inventory).toHaveLength(2)
  })

  it.each([0, 1])('[CF-12.5] is locked after a merge if either pile was locked', (locked) => {
    const parts = [createThing(1, 'arrow', 3), createThing(2, 'arrow', 2)]
    parts[locked]!.locked = true
    for (const part of parts) putThing(part, pack())
    expect(ann.player.inventory).toMatchObject([{ count: 5, locked: true }])
  })

  it('[CF-12.5] has at most a million pieces, and swords do not stack', () => {
    expect(createThing(1, 'arrow', maxPileCount + 1).count).toBe(maxPileCount)
    expect(canMerge(createThing(1, 'arrow', maxPileCount), createThing(2, 'arrow', 1))).toBe(false)
    expect(canMerge(createThing(1, 'arrow', maxPileCount - 1), createThing(2, 'arrow', 1))).toBe(true)
    expect(canMerge(createThing(1, 'sword'), createThing(2, 'sword'))).toBe(false)
    expect(createThing(1, 'sword', 7).count).toBe(1)
  })

  it('[CF-12.5] gives a split part a new tag, and keeps its tag when moved as a whole', () => {
    const apples = putThing(createThing(900, 'apple', 5), pack())
    const two = takeFromPile(tags, apples, 2)
    expect([two.count, apples.count, two.location]).toEqual([2, 3, undefined])
    expect(two.tag).not.toBe(apples.tag)
    expect(takeFromPile(tags, apples, 3)).toBe(apples)
    expect(ann.player.inventory).toEqual([])
  })

  it('[CF-12.5] is consumed piece by piece', () => {
    const apples = putThing(createThing(1, 'apple', 2), pack())
    consumeThing(apples)
    expect(listPiles(ann.player.inventory)).toEqual(['1 apple'])
    consumeThing(apples)
    expect(ann.player.inventory).toEqual([])
  })
})

describe('a thing', () => {
  it('[CF-12.5] has one location: placing or removing it twice throws', () => {
    const sword = putThing(createThing(1, 'sword'), pack())
    expect(() => putThing(sword, here())).toThrow(/somewhere already/)
    removeThing(sword)
    expect(() => removeThing(sword)).toThrow(/nowhere/)
    putThing(sword, here())
    expect(ann.player.level!.thingsAt(5, 5)).toContain(sword)
  })

  it('[CF-12.5] is located through its containers', () => {
    const bag = putThing(createThing(1, 'bag'), here())
    const ring = putThing(createThing(2, 'ring'), { in: 'container', container: bag })
    expect(outermostLocation(ring)).toMatchObject({ in: 'cell', x: 5, y: 5 })
    expect(() => putThing(createThing(3, 'ring'), { in: 'container', container: ring })).toThrow(
      /no container/,
    )
  })

  it('[CF-12.5] is no longer applied or locked after it leaves the inventory', () => {
    const sword = createThing(1, 'sword')
    sword.applied = 'wielded'
    sword.locked = true
    putThing(sword, here())
    expect([sword.applied, sword.locked]).toEqual([undefined, undefined])
  })

  it('[CF-12.8] can change its archetype in place', () => {
    const door = ann.player.level!.topThingWithRole(3, 1, 'door')!
    const { tag } = door
    changeArchetype(door, 'door_open')
    expect(ann.player.level!.thingsAt(3, 1)).toContain(door)
    expect([door.archetype.id, door.tag]).toEqual(['door_open', tag])
  })

  it('weighs as much as itself and its contents', () => {
    const bag = putThing(createThing(1, 'bag'), pack())
    const empty = weightOf(bag)
    putThing(createThing(2, 'apple', 4), { in: 'container', container: bag })
    expect(weightOf(bag)).toBe(empty + 4 * 150)
    expect(ann.player.carriedWeight).toBe(weightOf(bag))
  })

  it.each([
    ['apple', 1, 'apple', 'an apple'],
    ['apple', 3, 'three apples', 'three apples'],
    ['sword', 1, 'sword', 'a sword'],
    ['booze', 2, 'two boozes', 'two boozes'],
    ['arrow', 11, 'eleven arrows', 'eleven arrows'],
    ['coin_silver', 17, 'seventeen silver coins', 'seventeen silver coins'],
    ['arrow', 21, '21 arrows', '21 arrows'],
  ])('[CF-7.1] [CF-12.14] %s × %i has the name %j, and %j with an article', (id, count, name, inSentence) => {
    expect(countedName(createThing(1, id, count))).toBe(name)
    expect(nameWithArticle(createThing(1, id, count))).toBe(inSentence)
  })

  it('[CF-12.3] needs a known archetype', () => {
    expect(() => createThing(1, 'unheard-of')).toThrow(/no archetype/)
  })
})

describe('tags', () => {
  it('[CF-12.4] are never reused, even if the world stops without saving', () => {
    const store = new MemoryStore()
    const given = new Set<number>()
    for (let opening = 0; opening < 5; opening++) {
      const counter = new TagAllocator(store)
      for (let n = 0; n < 7; n++) given.add(counter.allocate())
      const first = counter.allocateRange(2500)
      for (let n = 0; n < 2500; n++) given.add(first + n)
    }
    expect(given.size).toBe(5 * 2507)
    expect(Math.min(...given)).toBe(1)
  })
})

describe('property: any sequence of puts, takes and uses', () => {
  const step = fc.record({
    act: fc.constantFrom('put', 'take', 'use'),
    id: fc.constantFrom('apple', 'arrow', 'sword'),
    count: fc.integer({ min: 1, max: 5 }),
    which: fc.nat(20),
    ground: fc.boolean(),
  })
  it('[CF-12.5] keeps the total count and unique tags', () => {
    assertProperty(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const small = new Yard()
        const listener = small.join('Ann')
        const counter = new TagAllocator(new MemoryStore())
        const level = listener.player.level!
        const places = [
          { in: 'pack', player: listener.player },
          { in: 'cell', level, x: 5, y: 5 },
        ] as const
        const all = () =>
          [...listener.player.inventory, ...level.thingsAt(5, 5)].filter(
            ({ archetype }) => archetype.layer === 'item',
          )
        let sum = 0
        for (const { act, id, count, which, ground } of steps) {
          const place = places[ground ? 1 : 0]
          const there = all()
          const chosen = there[which % Math.max(1, there.length)]
          if (act === 'put') {
            const thing = createThing(counter.allocate(), id, count)
            sum += thing.count
            putThing(thing, place)
          } else if (chosen && act === 'take') putThing(takeFromPile(counter, chosen, count), place)
          else if (chosen) {
            sum -= Math.min(count, chosen.count)
            consumeThing(chosen, count)
          }
          const now = all()
          expect(now.reduce((total, each) => total + each.count, 0)).toBe(sum)
          expect(new Set(now.map(({ tag }) => tag)).size).toBe(now.length)
          expect(now.every((each) => each.location !== undefined && each.count > 0)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})
