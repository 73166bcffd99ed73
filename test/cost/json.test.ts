import { expect, it } from 'vitest'
import { costRows } from '../../bench/cost/bench.ts'
import { games } from '../../games/index.ts'

const share = { least: 0, most: 1 }
const hours = { least: 0, most: 24 }
const any = { least: 0, most: 1_000_000 }
/** The fields of a row, which programs read, in order, with the allowed range of each value. */
const numbers = {
  players: any,
  dollarsPerRoomHour: any,
  rowsWrittenPerSecond: any,
  messagesPerSecond: any,
  awakeShare: share,
  freePlanHoursPerDay: hours,
}

it('`npm run bench -- cost --json` has a row for each game and activity, with exactly the documented fields', async () => {
  const rows = await costRows(() => {}, 0.1)
  for (const row of rows) {
    const { game, players, doing, ...rest } = row
    expect(Object.keys({ players, ...rest })).toEqual(Object.keys(numbers))
    for (const [name, { least, most }] of Object.entries(numbers)) {
      const value = row[name as keyof typeof numbers]
      expect(value, `${game}, ${doing}: ${name}`).toBeGreaterThanOrEqual(least)
      expect(value, `${game}, ${doing}: ${name}`).toBeLessThanOrEqual(most)
    }
  }
  const activities = rows.map(({ game, doing }) => `${game} ${doing}`)
  expect(new Set(activities).size).toBe(activities.length)
  expect([...new Set(rows.map(({ game }) => game))].toSorted()).toEqual(
    games.map(({ slug }) => slug).toSorted(),
  )
  const walking = rows.find(({ game, doing }) => game === 'arcane-sector' && doing === 'walking')
  expect(walking).toMatchObject({ players: 20, awakeShare: 1 })
})
