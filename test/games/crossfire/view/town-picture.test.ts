import { describe, expect, test } from 'vitest'
import { gameHourMs } from '../../../../games/crossfire/model/time/time-of-day.ts'
import type { Picture } from '../../../../games/game.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { colourAt, countOf, expectCompletePicture, isSame } from '../../pictures.ts'
import { IdleTown } from '../harness/idle-town.ts'

/** A cell's side, and the left edge of the map in the picture, both in pixels. */
const size = 9
const left = 78
const pin = 0xfbc043
/** A pile of apples under the orchard tree. */
const apples = { x: 9, y: 21 }
/** At the map's edge. */
const tree = { x: 0, y: 5 }
const lamp = { x: 15, y: 11 }

function cell(picture: Picture, { x, y }: { x: number; y: number }): number[] {
  return Array.from({ length: size * size }, (_, n) =>
    colourAt(picture, left + x * size + (n % size), y * size + Math.floor(n / size)),
  )
}

const lightOf = (colours: readonly number[]) =>
  colours.reduce((sum, colour) => sum + (colour >> 16) + ((colour >> 8) & 0xff) + (colour & 0xff), 0)

describe('[CF-15.13] the town picture', () => {
  test('shows the town and continues beyond its edge', () => {
    const room = new IdleTown()
    expectCompletePicture(() => room.picture)
    const { picture } = room
    for (const x of [-1, -5]) expect(cell(picture, { x, y: tree.y })).toEqual(cell(picture, tree))
    expect(cell(picture, apples)).not.toEqual(cell(picture, { x: apples.x + 2, y: apples.y }))
  })

  test('draws a town that no player has entered from its records, and writes nothing', () => {
    const room = new IdleTown()
    const { picture } = room
    expect(room.store.written).toEqual([])
    const { x, y } = apples
    const eaten = new IdleTown(new MemoryStore([[`cell/town/${x},${y}`, { items: [] }]]))
    expect(cell(eaten.picture, apples)).not.toEqual(cell(picture, apples))
    expect(cell(eaten.picture, lamp)).toEqual(cell(picture, lamp))
    expect(eaten.store.written).toEqual([])
  })

  test('has the darkness of the hour, except around lamps', () => {
    const room = new IdleTown()
    const noon = room.picture
    room.now += 12 * gameHourMs
    const midnight = room.picture
    expect(lightOf(cell(midnight, tree))).toBeLessThan(0.7 * lightOf(cell(noon, tree)))
    expect(cell(midnight, lamp)).toEqual(cell(noon, lamp))
  })

  test('shows players who are outdoors, and no other players', () => {
    const room = new IdleTown()
    const ann = room.enter('Ann')
    const bare = new IdleTown().picture
    expect(countOf(room.picture, pin) - countOf(bare, pin)).toBeGreaterThan(10)
    ann.level!.removePlayer(ann)
    expect(isSame(room.picture, bare)).toBe(true)
  })
})
