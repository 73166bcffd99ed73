import { describe, expect, test } from 'vitest'
import { type SpectatedMap, SpectatedWorld } from '../../../../../games/crossfire/browser/spectator-map.ts'
import { gameHourMs } from '../../../../../games/crossfire/model/time/time-of-day.ts'
import { CrossfireSpectatorFeed } from '../../../../../games/crossfire/protocol/room/spectator-feed.ts'
import { IdleTown } from '../../harness/idle-town.ts'

function watched(town: IdleTown) {
  const show = new CrossfireSpectatorFeed(town.world)
  const world = new SpectatedWorld()
  world.handlePacket(show.snapshot(town.now))
  const look = () => world.handlePacket(show.delta(town.now))
  return { show, world, look }
}

const names = (map: SpectatedMap | undefined) => map?.players.map(({ name }) => name)
const seen = ({ maps }: SpectatedWorld) => maps.map((map) => [map.title, names(map)])

describe('[CF-15.14] a spectator', () => {
  test('sees the whole empty town with a picture for every face, and nothing is written', () => {
    const town = new IdleTown()
    const { world, show } = watched(town)
    const map = world.maps[0]!
    const level = town.world.startingLevel()
    const { width, height } = level
    expect([map.width, map.height]).toEqual([width, height])
    const faces = new Set<number>()
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const cell = map.cell(x, y)!
        expect(cell.faces).toEqual(
          level
            .visibleFacesAt(x, y)
            .map(({ face }) => face)
            .toReversed(),
        )
        for (const face of cell.faces) faces.add(face)
      }
    expect(new Set(world.pictures.keys())).toEqual(faces)
    expect(show.delta(town.now)).toEqual([])
    expect(town.store.written).toEqual([])
  })

  test('sees players arrive, walk and leave, and receives only changed cells', () => {
    const town = new IdleTown()
    const { world, show, look } = watched(town)
    const ann = town.enter('Ann')
    look()
    const map = world.maps[0]!
    expect(map.players).toEqual([{ name: 'Ann', x: ann.x, y: ann.y }])
    const { level } = ann
    level!.removePlayer(ann)
    ann.x++
    level!.addPlayer(ann)
    const news = show.delta(town.now)
    expect(news.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2000)
    world.handlePacket(news)
    expect(map.players).toEqual([{ name: 'Ann', x: ann.x, y: ann.y }])
    town.leave(ann)
    look()
    expect(seen(world)).toEqual([['Hollowford', []]])
  })

  test('sees the name and cells of every map with players, until the last player leaves the map', () => {
    const town = new IdleTown()
    const { world, look } = watched(town)
    const ann = town.enter('Ann', 'inn')
    look()
    expect(seen(world)).toEqual([['The Leaning Post', ['Ann']]])
    town.enter('Bob')
    look()
    expect(seen(world)).toEqual([
      ['The Leaning Post', ['Ann']],
      ['Hollowford', ['Bob']],
    ])
    town.leave(ann)
    look()
    expect(seen(world)).toEqual([['Hollowford', ['Bob']]])
  })

  test('[CF-9.15] sees neither players who opted out nor their names beside other players', () => {
    const town = new IdleTown()
    const { world, look } = watched(town)
    const ann = town.enter('Ann', 'inn')
    const bob = town.enter('Bob')
    look()
    ann.visibleToSpectators = false
    look()
    expect(seen(world)).toEqual([['Hollowford', ['Bob']]])
    const cat = town.enter('Cat')
    cat.visibleToSpectators = false
    look()
    expect(seen(world)).toEqual([['Hollowford', ['Bob']]])
    town.leave(bob)
    town.leave(cat)
    look()
    // Only the inn has a player, so the town stays closed.
    expect(seen(world)).toEqual([['Hollowford', []]])
  })

  test('receives all pictures of the shown map when joining late', () => {
    const town = new IdleTown()
    town.enter('Ann', 'inn')
    const { show, look } = watched(town)
    look()
    const later = new SpectatedWorld()
    later.handlePacket(show.snapshot(town.now))
    const late = later.maps[0]!
    for (let y = 0; y < late.height; y++)
      for (let x = 0; x < late.width; x++)
        for (const face of late.cell(x, y)!.faces) expect(later.pictures.has(face)).toBe(true)
  })

  test('sees the new pictures after a reconnect to a room whose faces have other numbers', () => {
    const town = new IdleTown()
    const { world, show } = watched(town)
    const [[face, png] = []] = world.pictures
    world.pictures.set(face!, Uint8Array.of(1))
    world.reset()
    expect(world.handlePacket(show.snapshot(town.now))).toContain(face)
    expect(world.pictures.get(face!)).toEqual(png)
  })

  test('sees the darkness of the hour', () => {
    const town = new IdleTown()
    const { world, look } = watched(town)
    const map = world.maps[0]!
    expect(map.cell(0, 5)!.darkness).toBe(0)
    town.now += 12 * gameHourMs
    look()
    expect(map.cell(0, 5)!.darkness).toBeGreaterThan(2)
  })
})
