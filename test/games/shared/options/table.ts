// An option table with an option of every kind.
import { defaultOptionsOf, hashedSecretSchema } from '../../../../games/shared/options/parse.ts'
import {
  actionOption,
  type OptionsOf,
  type OptionTable,
  option,
} from '../../../../games/shared/options/table.ts'
import {
  boolean,
  choice,
  integer,
  list,
  nullable,
  number,
  numberedEntries,
  text,
} from '../../../../games/shared/schema/schema.ts'

const map = text({ min: 2, max: 2, pattern: /^M[0-9]$/u, expected: 'the name of a map, like M1' })
const byDoor = { min: 0, max: 99, key: 'a door', noun: 'keys by door' } as const

export const optionTable = {
  dark: option(boolean(), false, 'Whether it is.'),
  lives: option(integer(0, 9, { zero: 'no end' }), 3, 'Of each.'),
  pace: option(number(0, 100, { unit: 'a second' }), 7.5, 'Of all.'),
  motto: option(nullable(text({ max: 8 })), null, 'Over the door.'),
  mode: option(choice(['calm', 'wild'], ['WILD']), 'calm', 'How it goes.'),
  maps: option(list(map, { min: 1, max: 3, noun: 'names of maps' }), [], 'One after the other.', {
    defaultDescription: 'all there are',
  }),
  keys: option(numberedEntries(hashedSecretSchema(), byDoor), {}, 'Players without it are refused.', {
    input: numberedEntries(text({ max: 4 }), byDoor),
    secret: true,
  }),
  seed: option(integer(0, 10), 1, 'Of the land.', { createOnly: true }),
  free: actionOption(list(integer(0, 99), { max: 4, noun: 'doors' }), 'Opens these.'),
} as const satisfies OptionTable

export type SampleOptions = OptionsOf<typeof optionTable>

/** The values of the table's options, with a value for `maps`, which room creation fills in. */
export const sampleOptions: SampleOptions = { ...defaultOptionsOf(optionTable), maps: ['M1'] }
