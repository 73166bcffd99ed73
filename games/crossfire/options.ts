// [CF-16.8]
import { chatOptions } from '../shared/options/chat-options.ts'
import { filmOption } from '../shared/options/film-option.ts'
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf } from '../shared/options/parse.ts'
import { seriesOptions } from '../shared/options/series-option.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { boolean, integer } from '../shared/schema/schema.ts'

/** Number of creations that the room remembers per address, so the options that limit creations allow no more. */
export const maxCountedCreations = 200

export const optionTable = {
  maxCharacters: option(integer(1, 20_000), 5000, 'Maximum characters in the world, and maximum accounts.'),
  maxCreationsPerHour: option(
    integer(0, maxCountedCreations, { zero: 'no limit' }),
    20,
    'Maximum characters and accounts that one address can create per hour.',
  ),
  maxCreationsPerDay: option(
    integer(0, maxCountedCreations, { zero: 'no limit' }),
    60,
    'Maximum characters and accounts that one address can create per day.',
  ),
  pruneAfterDays: option(
    integer(0, 3650, { zero: 'never' }),
    30,
    'Days without use after which a full world deletes unplayed characters and accounts without characters (CF-16.10).',
  ),
  announce: option(
    boolean(),
    false,
    "Whether sidecars announce the room to Crossfire's public lists of servers (CF-26.1).",
  ),
  // [CF-10.9]
  ...chatOptions,
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

/** The room stores the options as JSON. */
export type CrossfireOptions = OptionsOf<typeof optionTable>

export const defaultOptions: CrossfireOptions = defaultOptionsOf(optionTable)
