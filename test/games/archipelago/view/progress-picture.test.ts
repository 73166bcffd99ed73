import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawProgress, type SlotProgressBar } from '../../../../games/archipelago/view/progress-picture.ts'
import type { Picture } from '../../../../games/game.ts'
import { assertProperty } from '../../../property.ts'
import { colourAt, countOf, expectCompletePicture, isSame } from '../../pictures.ts'
import { TestRoom } from '../test-client.ts'

const [first, second] = [0x6cc5c1, 0xf08a6b]
const [gold, light, hull] = [0xffcf5c, 0xfff6e4, 0xc9573f]

const player = (done: number, more: Partial<SlotProgressBar> = {}): SlotProgressBar => ({
  ...{ slot: 1, name: 'Ann', game: 'Yacht Dice', done, total: 100, goal: false, here: false },
  ...more,
})

function boatOf(picture: Picture): number {
  for (let x = 0; x < picture.width; x++)
    for (let y = 0; y < 90; y++) if (colourAt(picture, x, y) === hull) return x
  return Number.NaN
}

describe('[AP-9.13] the picture', () => {
  test('has a bar for every player: its length is the player’s progress, and its colour depends on the game', () => {
    const picture = drawProgress([player(50), player(25), player(50, { game: 'ChecksFinder' }), player(0)])
    const length = countOf(picture, second)
    expect(length).toBeGreaterThan(0)
    expect(countOf(picture, first) / length).toBeCloseTo(1.5, 1)
    expect(countOf(drawProgress([player(0), player(0, { total: 0 })]), first)).toBe(0)
  })

  test('shows gold for a reached goal, and a light for a connected player', () => {
    const plain = drawProgress([player(50), player(50)])
    expect(countOf(plain, gold)).toBe(0)
    expect(countOf(drawProgress([player(50), player(50, { goal: true })]), gold)).toBeGreaterThan(500)
    const here = drawProgress([player(50), player(50, { here: true })])
    expect(countOf(here, light) - countOf(plain, light)).toBeGreaterThan(20)
  })

  test('has a boat at the total progress', () => {
    const boats = [0, 30, 60, 100].map((done) => boatOf(drawProgress([player(done), player(done)])))
    expect(boats).toEqual(boats.toSorted((a, b) => a - b))
    expect(new Set(boats).size).toBe(4)
    expect(boatOf(drawProgress([player(30, { goal: true })]))).toBe(boats.at(-1))
  })

  test('can be drawn for any number of players', () => {
    const players = fc.array(
      fc.record({
        slot: fc.nat(),
        name: fc.string(),
        game: fc.string(),
        done: fc.nat(200),
        total: fc.nat(100),
        goal: fc.boolean(),
        here: fc.boolean(),
      }),
      { maxLength: 200 },
    )
    assertProperty(
      fc.property(players, (all) => expectCompletePicture(() => drawProgress(all))),
      { numRuns: 20 },
    )
    expectCompletePicture(() => drawProgress(Array.from({ length: 10_000 }, () => player(40))))
  })

  test("shows the room's checks, goals and connected players", async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const picture = () => {
      room.advance(1000)
      return room.harness.host.views.picture!
    }
    const before = picture()
    const alice = room.join('Alice', 'ChecksFinder')
    const joined = picture()
    expect(countOf(joined, light)).toBeGreaterThan(countOf(before, light))
    alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_001, 81_005] })
    expect(countOf(picture(), first)).toBeGreaterThan(countOf(joined, first))
    expect(countOf(picture(), gold)).toBe(0)
    alice.send({ cmd: 'StatusUpdate', status: 30 })
    expect(countOf(picture(), gold)).toBeGreaterThan(0)
    expect(isSame(picture(), picture())).toBe(true)
  })
})
