import { expect, it } from 'vitest'
import { countdownText } from '../../../browser/pages/countdown.ts'

const now = Date.parse('2030-01-01T12:00:00Z')
const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

it.each([
  ['in an hour and a half', after(90), '', /^Opens in 1 h 30 min \(.+\)\.$/],
  ['in minutes', '', after(7), /^Closes in 7 min \(.+\)\.$/],
  ['in days', after(3 * 1440 + 60), '', /^Opens in 3 d 1 h \(.+\)\.$/],
  ['in whole hours', after(120), '', /^Opens in 2 h \(.+\)\.$/],
  ['within a minute', after(0.5), '', /^Opens now \(.+\)\.$/],
  ['never', '', '', /^$/],
])('a countdown says that a room opens or closes %s', (_, opens, closes, expected) => {
  expect(countdownText(opens, closes, now)).toMatch(expected)
})
