import { describe, expect, test } from 'vitest'
import type { Level } from '../../../../games/doom-2077/map/level/level.ts'
import { createMapPlan, createMapScale, drawPlan } from '../../../../games/doom-2077/view/map-plan.ts'
import type { Picture } from '../../../../games/game.ts'
import { pictureSize } from '../../../../games/picture.ts'
import { Canvas } from '../../../../games/shared/canvas.ts'
import { colourAt, countOf, expectCompletePicture, isSame } from '../../pictures.ts'
import { corridor, rawLevel } from '../map/level/small-maps.ts'
import { arenaLevel, MatchHarness } from '../match-harness.ts'

const rock = 0x0c0e18
const wall = 0xff4f5e
const [door, dead] = [0xd98a2b, 0x8a90a6]
const playerColours = [0xffe14d, 0x4de8ff, 0xff6fd0, 0x9dff5c, 0xffa04d, 0xc59bff, 0xffffff, 0x6fa8ff]

function looker(level: Level, picture: Picture) {
  const { toPixels } = createMapScale(level, new Canvas(0))
  return (x: number, y: number) => {
    const pixel = toPixels({ x, y })
    return colourAt(picture, Math.floor(pixel.x), Math.floor(pixel.y))
  }
}

describe('[DM-9.13] the picture', () => {
  test('shows the map with north up: sectors coloured by height, walls, and rock outside', () => {
    const level = rawLevel(corridor([{ floor: 0 }, { floor: 16, width: 512 }, { floor: 0 }]))
    const look = looker(level, drawPlan(createMapPlan(level)))
    expectCompletePicture(() => drawPlan(createMapPlan(level)))
    const [low, high, lowToo] = [look(100, 100), look(500, 200), look(900, 128)]
    expect(low).toBe(lowToo)
    expect([rock, low]).not.toContain(high)
    expect([look(0, 128), look(128, 0), look(1023, 100)]).toEqual([wall, wall, wall])
    expect([look(100, -30), look(100, 290)]).toEqual([rock, rock])
  })

  test('shows doors in their position', () => {
    expect(countOf(drawPlan(createMapPlan(arenaLevel)), door)).toBeGreaterThan(50)
  })

  test('shows every player as an arrow in the direction that the player faces', () => {
    const room = new MatchHarness()
    const bare = room.world.drawPicture()
    const ann = room.join('Ann')
    room.walkPlayerTo(ann, 0, 0, 90_000)
    const picture = room.world.drawPicture()
    const colour = playerColours[ann.player.id % playerColours.length]!
    expect(looker(arenaLevel, picture)(0, 0)).toBe(colour)
    // Angles are clockwise from the east and the player faces south, so the tip of the arrow is farther away than its
    // other pixels.
    const [south, north] = [extent(picture, colour, 1), extent(picture, colour, -1)]
    expect(south).toBeGreaterThan(north)
    ann.player.health = 0
    expect(looker(arenaLevel, room.world.drawPicture())(0, 0)).toBe(dead)
    room.leave(ann)
    expect(isSame(room.world.drawPicture(), bare)).toBe(true)
  })

  test('shows no player who has not entered the game yet', () => {
    const room = new MatchHarness()
    const bare = room.world.drawPicture()
    room.accept('Ann')
    expect(isSame(room.world.drawPicture(), bare)).toBe(true)
  })

  test('shows the current map', () => {
    const [first, second] = [corridor([{}]), corridor([{}, { floor: 24 }])]
    const room = new MatchHarness({
      maps: { MAP01: first, MAP02: second },
      options: { matchSeconds: 5, pauseSeconds: 1 },
    })
    expect(isSame(room.world.drawPicture(), drawPlan(createMapPlan(rawLevel(first))))).toBe(true)
    const both = [room.join('ann'), room.join('bob')]
    room.startMatch()
    room.advance(6100)
    expect(room.world.map).toBe('MAP02')
    for (const client of both) room.leave(client)
    expect(isSame(room.world.drawPicture(), drawPlan(createMapPlan(rawLevel(second))))).toBe(true)
  })

  test('of an excessively large map is drawn up to the limit', () => {
    const lines = Array.from({ length: 65_535 }, (_, n) => ({
      ...{ x1: -30_000, y1: -30_000 + (n % 7), x2: 30_000, y2: 30_000 - (n % 5) },
      ...{ special: 0, tag: 0, front: 0, back: 0 },
    }))
    const level: Level = { ...arenaLevel, lines, pickups: [], floor: () => 0 }
    const { width, height } = pictureSize
    expect(drawPlan(createMapPlan(level)).rgb).toHaveLength(width * height * 3)
  })
})

/** Number of pixels from the middle of the picture to the last pixel of this colour, downwards or upwards. */
function extent(picture: Picture, colour: number, way: 1 | -1): number {
  const { x, y } = createMapScale(arenaLevel, new Canvas(0)).toPixels({ x: 0, y: 0 })
  const [column, middle] = [Math.floor(x), Math.floor(y)]
  let far = 0
  while (colourAt(picture, column, middle + far * way) === colour) far++
  return far
}
