// No actions of three players lose or duplicate items. The actions include leaving at any moment and restarts of the
// world. [CF-16.1]
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Thing } from '../../../../games/crossfire/model/state/game-state.ts'
import { weightOf, withContents } from '../../../../games/crossfire/model/things/thing.ts'
import { assertProperty } from '../../../property.ts'
import { positionOf, type RecordingListener, Yard } from '../harness/small-maps.ts'

/** Archetypes of things that no rule in the yard creates or consumes. The number of these things must not change. */
const kinds = ['sword', 'arrow', 'ring_wits', 'mail', 'bag', 'quiver'] as const
const names = ['Ann', 'Bob', 'Cid'] as const

const who = fc.constantFrom(...names)
const typed = fc.constantFrom(
  ...['take', 'take all', 'take 2', 'get arrow'],
  ...['drop all', 'drop arrow', 'drop 3 arrow', 'drop sword', 'drop bag'],
  ...['apply', 'apply bag', 'apply quiver', 'apply arrow', 'apply mail', 'apply sword', 'apply wits'],
  ...['north', 'east', 'south', 'west', 'pickup 1', 'pickup 0', 'run 3', 'run_stop'],
)
const deed = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('type'), who, typed, fc.nat(4)) },
  { weight: 8, arbitrary: fc.tuple(fc.constant('move'), who, fc.nat(40), fc.nat(40), fc.nat(5)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('lock', 'gather', 'leave'), who) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('restart', 'save', 'tick'), who) },
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

it('[CF-16.1] each thing is in one place, in the world and in its records', () => {
  assertProperty(
    fc.property(fc.array(deed, { minLength: 10, maxLength: 120 }), (deeds) => {
      const yard = furnished()
      const before = kept(yard)
      for (const each of deeds) {
        act(yard, each)
        expectOnePlace(yard)
        expect(kept(yard)).toEqual(before)
      }
    }),
    { numRuns: 60 },
  )
})

function furnished(): Yard {
  const yard = new Yard()
  for (const name of names) yard.join(name, 10, 10)
  for (const [n, id] of kinds.entries()) {
    yard.lay(yard.listeners.get('Ann')!, id, 5)
    yard.give(yard.listeners.get(names[n % 3]!)!, id, 7)
  }
  yard.type(yard.listeners.get('Ann')!, 'say ready')
  return yard
}

function act(yard: Yard, [what, name, ...more]: Deed): void {
  const listener = yard.listeners.get(name)!
  const { player } = listener
  switch (what) {
    case 'type':
      yard.type(listener, more[0] as string, (more[1] as number) || undefined)
      return
    case 'move':
      return moveSomething(yard, listener, ...(more as [number, number, number]))
    case 'lock':
      for (const { tag, locked } of player.inventory) yard.world.lockItem(player, tag, !locked)
      return
    case 'gather':
      return yard.stand(listener, 10, 10)
    case 'leave': {
      const place = positionOf(listener)
      yard.leave(name)
      return expect(positionOf(yard.comeBack(name))).toEqual(place)
    }
    case 'restart':
      return yard.restart()
    case 'save':
      return yard.world.save()
    case 'tick':
      return yard.tick(10)
  }
}

function moveSomething(
  yard: Yard,
  { player }: RecordingListener,
  from: number,
  to: number,
  count: number,
): void {
  const lying = player.level!.thingsAt(player.x, player.y)
  const tags = [...player.inventory, ...lying]
    .flatMap((each) => [...withContents(each)])
    .map(({ tag }) => tag)
  const usual = [0, player.tag, player.openContainerTag ?? 1]
  const targets = [...usual, ...usual, -5, ...tags]
  yard.world.moveItem(player, targets[to % targets.length]!, tags[from % tags.length]!, count)
}

/**
 * Checks that each tag occurs once, that each thing is at its location, and that each weight is the sum of its parts.
 */
function expectOnePlace(yard: Yard): void {
  const tags: number[] = []
  const astray: number[] = []
  const see = (thing: Thing, isRight: boolean) => {
    if (!isRight || thing.count < 1) astray.push(thing.tag)
    tags.push(thing.tag)
    for (const held of thing.inside ?? [])
      see(held, held.location?.in === 'container' && held.location.container === thing)
  }
  for (const { player } of yard.listeners.values()) {
    tags.push(player.tag)
    for (const thing of player.inventory)
      see(thing, thing.location?.in === 'pack' && thing.location.player === player)
    expect(player.carriedWeight).toBe(player.inventory.reduce((sum, each) => sum + weightOf(each), 0))
    expect(player.level!.playersAt(player.x, player.y).includes(player)).toBe(true)
  }
  const level = yard.listeners.get('Ann')!.player.level!
  for (let cell = 0; cell < level.width * level.height; cell++) {
    const [x, y] = [cell % level.width, Math.floor(cell / level.width)]
    for (const thing of level.thingsAt(x, y)) {
      const { location } = thing
      see(thing, location?.in === 'cell' && location.level === level && location.x === x && location.y === y)
    }
  }
  expect(astray).toEqual([])
  expect(new Set(tags).size).toBe(tags.length)
}

interface Recorded {
  readonly id: string
  readonly count?: number
  readonly inside?: readonly Recorded[]
}

/** The number of stored things of each kind. Stored things survive a stop of the world at any time. */
function kept({ store }: Yard): { [id: string]: number } {
  const sums = Object.fromEntries(kinds.map((id) => [id as string, 0]))
  const add = (things: readonly Recorded[]) => {
    for (const { id, count = 1, inside = [] } of things) {
      if (id in sums) sums[id]! += count
      add(inside)
    }
  }
  for (const [, record] of store.list('cell/')) add((record as unknown as { items: Recorded[] }).items)
  for (const [, record] of store.list('character/'))
    add((record as unknown as { inventory: Recorded[] }).inventory)
  return sums
}
