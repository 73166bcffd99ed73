// Four players act at random in the built-in world, with its monsters, shops and deaths. Each thing stays in one place.
// A world that is reopened from its records has the same things as a world that did not stop. [CF-16.1]
import { expect, it } from 'vitest'
import { builtinCharacterRules } from '../../../../games/crossfire/builtin/characters/index.ts'
import { builtinMapHeaders } from '../../../../games/crossfire/builtin/maps/index.ts'
import { directionNames } from '../../../../games/crossfire/model/definitions/directions.ts'
import { builtinAtlas } from '../../../../games/crossfire/model/loading/atlas.ts'
import type { Thing } from '../../../../games/crossfire/model/state/game-state.ts'
import {
  isPortable,
  isTemporary,
  maxPilesPerCell,
  withContents,
} from '../../../../games/crossfire/model/things/thing.ts'
import { seededRandom } from '../../../../wire/util/random.ts'
import { casesOf } from '../../../seeds.ts'
import { type RecordingListener, Yard } from '../harness/small-maps.ts'

const steps = casesOf(6000, 2)
const commands = [
  ...[...directionNames, ...directionNames, ...directionNames],
  ...['take all', 'drop all', 'take', 'drop 3 silver coin', 'pickup 1', 'pickup 0', 'pay', 'throw dagger'],
  'apply',
  ...['sword', 'bow', 'arrow', 'bread', 'torch', 'bag', 'bed'].map((thing) => `apply ${thing}`),
  ...['fire 3', 'fire 0', 'fire_stop', 'run 1', 'run 3', 'run 5', 'run 7', 'search', 'pray', 'say hello'],
  ...['cast magic missile', 'invoke magic missile', 'invoke heal', 'examine'],
]

it.each(['one', 'two'])('[CF-16.1] nothing is lost or duplicated in random play (seed %s)', (seed) => {
  const yard = new Yard(builtinAtlas)
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  for (const { id, name } of builtinCharacterRules.classes) {
    yard.world.createCharacter({ name, class: id })
    yard.comeBack(name)
  }
  let restarts = 0
  for (let step = 0; step < steps; step++) {
    const listeners = [...yard.listeners.values()]
    const listener = pick(listeners)
    const { player } = listener
    const near = [...player.inventory, ...player.level!.thingsAt(player.x, player.y)]
    const chance = random()
    if (chance < 0.7) yard.now += Math.min(yard.world.runCommand(player, pick(commands)), 50)
    else if (chance < 0.75) yard.world.applyItem(player, pick(near).tag)
    else if (chance < 0.83)
      yard.world.moveItem(
        player,
        pick([0, player.tag, player.openContainerTag ?? 0]),
        pick(near).tag,
        step % 4,
      )
    else if (chance < 0.98) tick(yard)
    else if (chance < 0.985) travel(yard, listener, pick(builtinMapHeaders).id)
    else if (chance < 0.99) yard.world.save()
    else if (chance < 0.994) {
      const before = belongings(listeners)
      yard.restart()
      expectSame(belongings([...yard.listeners.values()]), before)
      restarts++
    }
    if (step % 50 === 0) expectOnePlace(listeners)
  }
  expect(restarts).toBeGreaterThan(5)
  expect([...yard.listeners.values()].some(({ player }) => player.experience > 0)).toBe(true)
})

function tick(yard: Yard): void {
  yard.wakeFor(yard.world.tickMs)
  yard.world.tick(yard.now)
}

/** The player leaves and returns, so that the test covers other maps than the town. */
function travel(yard: Yard, { player: { name } }: RecordingListener, to: string): void {
  yard.leave(name)
  const key = `character/${name.toLowerCase()}`
  const { width, height } = builtinAtlas.readContent(to, 0)
  const place = { level: to, x: width >> 1, y: height >> 1 }
  yard.store.put(key, { ...(yard.store.get(key) as object), place })
  yard.comeBack(name)
}

/** The things in each place, which is a player's inventory or the floor of a map with players. */
function belongings(listeners: readonly RecordingListener[]): Map<string, readonly string[]> {
  const told = (things: readonly Thing[]) =>
    things
      .flatMap((each) => [...withContents(each)])
      .map(({ tag, archetype, count, applied = '' }) => `${tag} ${archetype.id} ${count} ${applied}`)
  const carried = listeners.map(({ player }) => [player.name, told(player.inventory)] as const)
  const lying = [...levelsOf(listeners)].map(
    (level) => [level.name, told(cellsOf(level).flatMap(lyingIn))] as const,
  )
  return new Map([...carried, ...lying])
}

function lyingIn({ things }: { readonly things: readonly Thing[] }): readonly Thing[] {
  return things.filter((thing) => thing.archetype.layer === 'item' && !isTemporary(thing))
}

/**
 * Compares the places that both worlds have. After a crash, a player who has changed maps since the last save is on the
 * earlier map again.
 */
function expectSame(after: ReturnType<typeof belongings>, before: ReturnType<typeof belongings>): void {
  for (const [place, things] of after)
    if (before.has(place)) expect([place, things]).toEqual([place, before.get(place)])
}

function expectOnePlace(listeners: readonly RecordingListener[]): void {
  const tags: number[] = []
  const astray: string[] = []
  for (const { player } of listeners) {
    tags.push(...player.inventory.flatMap((each) => [...withContents(each)]).map(({ tag }) => tag))
    if (!player.level!.playersAt(player.x, player.y).includes(player)) astray.push(player.name)
    if (Number.isNaN(player.hp + player.sp + player.grace + player.food + player.readyAtMicros))
      astray.push(player.name)
  }
  for (const level of levelsOf(listeners)) {
    for (const { things, x, y } of cellsOf(level)) {
      tags.push(...things.flatMap((each) => [...withContents(each)]).map(({ tag }) => tag))
      for (const { location, tag } of things)
        if (location?.in !== 'cell' || location.level !== level || location.x !== x || location.y !== y)
          astray.push(`${tag}`)
      if (things.filter(isPortable).length > maxPilesPerCell) astray.push(`${things.length} at ${x},${y}`)
    }
  }
  expect(astray).toEqual([])
  expect(new Set(tags).size).toBe(tags.length)
}

function levelsOf(listeners: readonly RecordingListener[]) {
  return new Set(listeners.map(({ player }) => player.level!))
}

function cellsOf(level: NonNullable<RecordingListener['player']['level']>) {
  return Array.from({ length: level.width * level.height }, (_, cell) => {
    const [x, y] = [cell % level.width, Math.floor(cell / level.width)]
    return { x, y, things: level.thingsAt(x, y) }
  })
}
