import { beforeEach, describe, expect, it } from 'vitest'
import { floorName } from '../../../../../games/crossfire/builtin/dungeon/floor.ts'
import {
  barrowEntrance,
  dungeonStairs,
  dungeonTrapdoor,
} from '../../../../../games/crossfire/builtin/maps/index.ts'
import { builtinAtlas } from '../../../../../games/crossfire/model/loading/atlas.ts'
import { weekNumberAt } from '../../../../../games/crossfire/model/loading/weekly-dungeon.ts'
import { removeThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { listPiles, positionOf, type RecordingListener, Yard } from '../../harness/small-maps.ts'

const weekMs = 7 * 24 * 3600 * 1000
const beside = { x: dungeonStairs.x + 1, y: dungeonStairs.y }
/** Ticks between two checks for expired maps. */
const checkTicks = 50

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard(builtinAtlas)
  ann = yard.join('Ann')
  ann = enterDungeon(ann)
})

function enterDungeon({ player: { name } }: RecordingListener): RecordingListener {
  yard.leave(name)
  const key = `character/${name.toLowerCase()}`
  yard.store.put(key, {
    ...(yard.store.get(key) as object),
    place: { level: dungeonTrapdoor.map, x: dungeonTrapdoor.x, y: dungeonTrapdoor.y },
  })
  const listener = yard.comeBack(name)
  yard.type(listener, 'apply')
  return listener
}

function floor(number: number, week = weekNumberAt(yard.now)): string {
  return floorName({ week }, number)
}

/** All cells of the player's floor: `#` if the cell blocks movement. */
function floorFingerprint({ player: { level } }: RecordingListener): string {
  const cells = Array.from({ length: level!.width * level!.height }, (_, cell) => cell)
  return cells
    .map((cell) => (level!.blocksMovement(cell % level!.width, Math.floor(cell / level!.width)) ? '#' : '.'))
    .join('')
}

function recordsOf(week: number): string[] {
  return [...yard.store.records.keys()].filter((key) => key.includes(`deep-${week}-`))
}

describe('[CF-19.1] the dungeon entrance', () => {
  it('leads to the first floor of this week’s dungeon and back', () => {
    expect([ann.player.levelName, positionOf(ann)]).toEqual([floor(1), [dungeonStairs.x, dungeonStairs.y]])
    expect(ann.player.level!.plan).toMatchObject({ title: 'The deep, floor 1', song: 'deep' })
    yard.type(ann, 'apply')
    expect([ann.player.levelName, positionOf(ann)]).toEqual([
      'barrow',
      [dungeonTrapdoor.x, dungeonTrapdoor.y],
    ])
  })
  it('[CF-19.2] leads to a floor whose stairs lead down to the second floor and back', () => {
    const { level } = ann.player
    const cells = Array.from({ length: level!.width * level!.height }, (_, cell) => cell)
    const [stairs] = cells
      .map((cell) => ({ x: cell % level!.width, y: Math.floor(cell / level!.width) }))
      .filter(({ x, y }) => level!.topThingWithRole(x, y, 'exit')?.archetype.id === 'stairs_down')
    yard.stand(ann, stairs!.x, stairs!.y)
    yard.type(ann, 'apply')
    expect([ann.player.levelName, positionOf(ann)]).toEqual([floor(2), [stairs!.x, stairs!.y]])
    yard.type(ann, 'apply')
    expect([ann.player.levelName, positionOf(ann)]).toEqual([floor(1), [stairs!.x, stairs!.y]])
  })
  it('leads to the same dungeon after a restart', () => {
    const before = floorFingerprint(ann)
    yard.world.save()
    yard.restart()
    expect([ann.player.levelName, floorFingerprint(ann)]).toEqual([floor(1), before])
  })
  it('generates no dungeon until a player enters', () => {
    const other = new Yard(builtinAtlas)
    other.join('Bob')
    other.tick(2 * checkTicks)
    expect([...other.store.records.keys()].filter((key) => key.includes('deep'))).toEqual([])
  })
  it('is added to rooms of older versions, whose things and creatures are kept', () => {
    yard.type(ann, 'apply')
    yard.lay(ann, 'sword')
    const { level } = ann.player
    const rat = [...level!.creatures].find(({ archetype }) => archetype.id === 'rat')!
    removeThing(rat)
    level!.creaturesUnsaved = true
    yard.type(ann, 'say x')
    const living = level!.creatures.size
    const tags = yard.store.get('tags/barrow') as { first: number; count: number }
    yard.store.put('tags/barrow', { ...tags, count: tags.count - 1 })
    yard.store.delete('deep')
    yard.restart()
    const again = ann.player.level!
    expect([
      again.creatures.size,
      listPiles(again.thingsAt(dungeonTrapdoor.x, dungeonTrapdoor.y)).at(-1),
    ]).toEqual([living, '1 sword'])
    yard.type(ann, 'apply')
    expect(ann.player.levelName).toBe(floor(1))
  })
})

describe('[CF-19.6] the weekly dungeon change', () => {
  it('happens on Mondays at 00:00 UTC', () => {
    const monday = Date.UTC(2026, 10, 23)
    expect(weekNumberAt(monday) - weekNumberAt(monday - 1)).toBe(1)
    expect(weekNumberAt(monday + weekMs - 1)).toBe(weekNumberAt(monday))
  })
  it('generates a new dungeon and deletes all records of the old one', () => {
    const [before, week] = [floorFingerprint(ann), weekNumberAt(yard.now)]
    yard.lay(ann, 'sword', 1, beside.x, beside.y)
    yard.type(ann, 'say x')
    yard.type(ann, 'apply')
    expect(recordsOf(week).length).toBeGreaterThanOrEqual(2)
    yard.now += weekMs
    yard.type(ann, 'apply')
    expect(ann.player.levelName).toBe(floor(1))
    expect([recordsOf(week), floorFingerprint(ann) === before, weekNumberAt(yard.now)]).toEqual([
      [],
      false,
      week + 1,
    ])
  })
  it('waits while a player is inside, and later players enter the same dungeon', () => {
    const week = weekNumberAt(yard.now)
    yard.now += 2 * weekMs
    yard.tick(2 * checkTicks)
    const bob = enterDungeon(yard.join('Bob'))
    expect([bob.player.levelName, ann.player.level]).toEqual([floor(1, week), bob.player.level])
  })
  it('happens as soon as the dungeon is empty', () => {
    const week = weekNumberAt(yard.now)
    const bob = yard.join('Bob')
    yard.now += weekMs
    yard.tick(checkTicks)
    expect(recordsOf(week)).not.toEqual([])
    yard.leave('Ann')
    yard.tick(checkTicks)
    expect(recordsOf(week)).toEqual([])
    expect(enterDungeon(bob).player.levelName).toBe(floor(1, week + 1))
  })
  it('waits for a minute after a restart, so that players inside can reconnect', () => {
    const week = weekNumberAt(yard.now)
    const bob = yard.join('Bob')
    yard.now += weekMs
    yard.listeners.delete('Ann')
    yard.world.save()
    yard.restart()
    yard.tick(checkTicks)
    const again = yard.world.resume('Ann', ann)!
    expect([again.levelName, bob.player.levelName]).toEqual([floor(1, week), 'town'])
    yard.world.leave(again, ann)
    yard.now += 60_000
    yard.tick(checkTicks)
    expect(recordsOf(week)).toEqual([])
  })
})

describe('[CF-19.6] a dungeon floor', () => {
  it('without players is unloaded, and keeps its state', () => {
    const { level } = ann.player
    yard.lay(ann, 'sword', 1, beside.x, beside.y)
    const one = [...level!.creatures][0]!
    one.life!.hp = 3
    yard.type(ann, 'say x')
    yard.type(ann, 'apply')
    yard.tick(checkTicks)
    yard.type(ann, 'apply')
    expect(ann.player.level).not.toBe(level)
    expect(listPiles(ann.player.level!.thingsAt(beside.x, beside.y)).at(-1)).toBe('1 sword')
    expect([...ann.player.level!.creatures].find(({ tag }) => tag === one.tag)!.life!.hp).toBe(3)
  })
  it('stays loaded while a player is on it', () => {
    const { level } = ann.player
    yard.tick(2 * checkTicks)
    expect(ann.player.level).toBe(level)
  })
})

describe('[CF-19.7] a player who logs out in the dungeon', () => {
  it('returns to the same place while the dungeon exists', () => {
    yard.type(ann, 'east')
    const place = positionOf(ann)
    yard.leave('Ann')
    const bob = yard.join('Bob')
    yard.tick(2 * checkTicks)
    ann = yard.comeBack('Ann')
    expect([ann.player.levelName, positionOf(ann), bob.player.levelName]).toEqual([floor(1), place, 'town'])
  })
  it('returns in front of the barrow with all carried things after the dungeon is replaced', () => {
    yard.give(ann, 'sword')
    yard.leave('Ann')
    yard.join('Bob')
    yard.now += weekMs
    yard.tick(checkTicks)
    expect(yard.world.characterSummary('Ann')!.map).toBe('Hollowford')
    ann = yard.comeBack('Ann')
    expect([ann.player.levelName, positionOf(ann)]).toEqual(['town', [barrowEntrance.x, barrowEntrance.y]])
    expect(listPiles(ann.player.inventory)).toEqual(['1 sword'])
  })
})

it('[CF-19.7] the cell in front of the barrow is where the barrow’s exit leads', () => {
  const out = builtinAtlas.readContent('barrow', 0).things.find(({ exit }) => exit?.map === 'town')
  expect(out!.exit).toEqual(barrowEntrance)
})
