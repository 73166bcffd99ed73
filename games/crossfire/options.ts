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
    description: 'Maximum characters in the world, and maximum accounts.',
  },
  maxCreationsPerHour: {
    type: 'integer',
    defaultValue: 20,
    min: 0,
    max: maxCountedCreations,
    ...noLimit,
    description: 'Maximum characters and accounts that one address can create per hour.',
  },
  maxCreationsPerDay: {
    type: 'integer',
    defaultValue: 60,
    min: 0,
    max: maxCountedCreations,
    ...noLimit,
    description: 'Maximum characters and accounts that one address can create per day.',
  },
  pruneAfterDays: {
    type: 'integer',
    defaultValue: 30,
    min: 0,
    max: 3650,
    zero: 'never',
    description:
      'Days without use after which a full world deletes unplayed characters and accounts without characters (CF-16.10).',
  },
} as const satisfies OptionTable

/** The options in force, and the JSON that is stored. */
export type CrossfireOptions = OptionsOf<typeof optionTable>

export const defaultOptions: CrossfireOptions = defaultOptionsOf(optionTable)
