// [CF-16.8] The options of a Crossfire room: limits on characters, and which characters are deleted to make room.
import { usualOptions } from '../shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

/** Remembered creations per address. No option may count more than these. */
export const mostCreations = 200
const noLimit = { zero: 'no limit' } as const

export const optionTable = {
  maxCharacters: {
    type: 'whole',
    usual: 5000,
    least: 1,
    most: 20_000,
    says: 'Characters in the world, and as many accounts.',
  },
  maxCreationsPerHour: {
    type: 'whole',
    usual: 20,
    least: 0,
    most: mostCreations,
    ...noLimit,
    says: 'Characters and accounts that one address creates in an hour.',
  },
  maxCreationsPerDay: {
    type: 'whole',
    usual: 60,
    least: 0,
    most: mostCreations,
    ...noLimit,
    says: 'Characters and accounts that one address creates in a day.',
  },
  pruneAfterDays: {
    type: 'whole',
    usual: 30,
    least: 0,
    most: 3650,
    zero: 'never',
    says: 'In a full world, unplayed characters and accounts without characters are deleted after so many days without use (CF-16.10).',
  },
} as const satisfies OptionTable

/** The options in force, and the JSON that is stored. */
export type CrossfireOptions = OptionsOf<typeof optionTable>

export const defaultOptions: CrossfireOptions = usualOptions(optionTable)
