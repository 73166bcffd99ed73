// What who watches is sent of a Crossfire world, and what a browser makes of it.
import { describe, expect, test } from 'vitest'
import { WatchedMap } from '../../../../games/crossfire/browser/map.ts'
import { CrossfireShow } from '../../../../games/crossfire/talk/show.ts'
import { hourMs } from '../../../../games/crossfire/time/day.ts'
import { QuietTown } from '../quiet-town.ts'

function watched(town: QuietTown) {
  const show = new CrossfireShow(town.world)
  const map = new WatchedMap()
  map.heard(show.whole(town.now))
  const look = () => map.heard(show.changes(town.now))
  return { show, map, look }
}

const names = (map: WatchedMap) => map.players.map(({ name }) => name)

describe('[CF-15.14] who watches', () => {
  test('sees the town if nobody is in, every cell of it, with a picture for every face; nothing is written', () => {
    const town = new QuietTown()
    const { map, show } = watched(town)
    const level = town.world.town()
    const { width, height } = level
    expect([map.width, map.height]).toEqual([width, height])
    const faces = new Set<number>()
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const cell = map.cell(x, y)!
        expect(cell.faces).toEqual(
          level
            .stack(x, y)
            .map(({ face }) => face)
            .toReversed(),
        )
        for (const face of cell.faces) faces.add(face)
      }
    expect(new Set(map.pictures.keys())).toEqual(faces)
    expect(show.changes(town.now)).toEqual([])
    expect(town.store.written).toEqual([])
  })

  test('sees who comes, walks and goes, and is told the cells that changed alone', () => {
    const town = new QuietTown()
    const { map, show, look } = watched(town)
    const ann = town.enter('Ann')
    look()
    expect(map.players).toEqual([{ name: 'Ann', x: ann.x, y: ann.y }])
    const { level } = ann
    level!.leave(ann)
    ann.x++
    level!.enter(ann)
    const news = show.changes(town.now)
    expect(news.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2000)
    map.heard(news)
    expect(map.players).toEqual([{ name: 'Ann', x: ann.x, y: ann.y }])
    town.leave(ann)
    look()
    expect(names(map)).toEqual([])
  })

  test('sees the map that somebody is in, and of several each in turn', () => {
    const town = new QuietTown()
    const { map, look } = watched(town)
    town.enter('Ann', 'inn')
    look()
    expect(names(map)).toEqual(['Ann'])
    town.enter('Bob')
    look()
    expect(names(map)).toEqual(['Ann'])
    town.now += 20_000
    look()
    expect(names(map)).toEqual(['Bob'])
    town.now += 20_000
    look()
    expect(names(map)).toEqual(['Ann'])
  })

  test('who comes later has all pictures of the map that is shown', () => {
    const town = new QuietTown()
    town.enter('Ann', 'inn')
    const { show, look } = watched(town)
    look()
    const late = new WatchedMap()
    late.heard(show.whole(town.now))
    for (let y = 0; y < late.height; y++)
      for (let x = 0; x < late.width; x++)
        for (const face of late.cell(x, y)!.faces) expect(late.pictures.has(face)).toBe(true)
  })

  test('sees how dark the hour is', () => {
    const town = new QuietTown()
    const { map, look } = watched(town)
    expect(map.cell(0, 5)!.darkness).toBe(0)
    town.now += 12 * hourMs
    look()
    expect(map.cell(0, 5)!.darkness).toBeGreaterThan(2)
  })
})
