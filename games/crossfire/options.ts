// [CF-16.8] The options of a Crossfire room: limits on characters, and which characters are deleted to make room.
import { defaultOptionsOf } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

/** Remembered creations per address. No option may count more than these. */
export const maxCountedCreations = 200
const noLimit = { zero: 'no limit' } as const

export const optionTable = {
  maxCharacters: {
    type: 'integer',
    defaultValue: 5000,
    min: 1,
    max: 20_000,
    description: 'Characters in the world, and as many accounts.',
  },
  maxCreationsPerHour: {
    type: 'integer',
    defaultValue: 20,
    min: 0,
    max: maxCountedCreations,
    ...noLimit,
    description: 'Characters and accounts that one address creates in an hour.',
  },
  maxCreationsPerDay: {
    type: 'integer',
    defaultValue: 60,
    min: 0,
    max: maxCountedCreations,
    ...noLimit,
    description: 'Characters and accounts that one address creates in a day.',
  },
  pruneAfterDays: {
    type: 'integer',
    defaultValue: 30,
    min: 0,
    max: 3650,
    zero: 'never',
    description: 'In a full world, unplayed characters and accounts without characters are deleted after so many days without use (CF-16.10).',
  },
} as const satisfies OptionTable

/** The options in force, and the JSON that is stored. */
export type CrossfireOptions = OptionsOf<typeof optionTable>

export const defaultOptions: CrossfireOptions = defaultOptionsOf(optionTable)
