import { expect, test } from 'vitest'
import { describeOptions, optionsMarkdown } from '../../../../games/shared/options/describe.ts'
import { optionTable } from './table.ts'

const words = new Map(describeOptions(optionTable).map((one) => [one.name, one]))

test.each([
  ['dark', 'true or false', 'false'],
  ['lives', 'a whole number from 0 to 9, 0 for no end', '3'],
  ['pace', 'a number from 0 to 100 a second', '7.5'],
  ['motto', 'text of 1 to 8 characters, or null for none', 'none'],
  ['mode', 'one of calm, wild', 'calm'],
  ['maps', 'a list of 1 to 3 names of maps', 'all there are'],
  ['keys', 'an object of keys by door, "0" to "99": text of 1 to 4 characters, or null', 'none'],
  ['seed', 'a whole number from 0 to 10', '1'],
  ['free', 'a list of at most 4 doors', ''],
])('the option %s accepts %s', (name, accepts, defaultText) =>
  expect(words.get(name)).toMatchObject({ accepts, defaultText }),
)

test('secret, create-only and action options have notes', () => {
  expect(words.get('keys')?.summary).toMatch(/\. \(secret: shown as true or false\)$/)
  expect(words.get('seed')?.summary).toBe('Of the land. (can be set only when the room is created)')
  expect(words.get('free')?.summary).toBe('Opens these. (runs once, not stored)')
  expect(words.get('dark')?.summary).toBe('Whether it is.')
})

test('the Markdown table has one row per option, with escaped bars', () => {
  const table = { a: { ...optionTable.dark, description: 'This | that.' }, b: optionTable.seed }
  expect(optionsMarkdown(table).split('\n')).toEqual([
    '| option | values | default | description |',
    '| --- | --- | --- | --- |',
    '| `a` | true or false | false | This \\| that. |',
    '| `b` | a whole number from 0 to 10 | 1 | Of the land. (can be set only when the room is created) |',
  ])
  expect(optionsMarkdown({})).toBe('There are none.')
})
