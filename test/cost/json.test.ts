import { expect, it } from 'vitest'
import { costRows } from '../../bench/cost/bench.ts'
import { games } from '../../games/index.ts'

/** The fields of a row, which programs read, in order, with the maximum of each value. */
const maxima = {
  players: 1_000_000,
  dollarsPerRoomHour: 1_000_000,
  rowsWrittenPerSecond: 1_000_000,
  messagesPerSecond: 1_000_000,
  awakeShare: 1,
  freePlanHoursPerDay: 24,
}

it('`npm run bench -- cost --json` has a row for each game and activity, with exactly the documented fields', async () => {
  const rows = await costRows(() => {}, 0.1)
  for (const row of rows) {
    const { game, players, doing, ...rest } = row
    expect(Object.keys({ players, ...rest })).toEqual(Object.keys(maxima))
    for (const [name, most] of Object.entries(maxima)) {
      const value = row[name as keyof typeof maxima]
      expect(value, `${game}, ${doing}: ${name}`).toBeGreaterThanOrEqual(0)
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
