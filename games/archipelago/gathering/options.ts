// [AP-16]
import { type OptionsOf, type OptionTable, option } from '../../shared/options/table.ts'
import { boolean, choice, integer, list, nullable, text } from '../../shared/schema/schema.ts'

/** A UTC time on a day that exists. */
const time = text({
  min: 20,
  max: 30,
  // Matches the 31st days, then the 29th and 30th days, then days up to the 28th, then leap days.
  pattern:
    /^(\d{4}-((0[13578]|1[02])-31|(0[13-9]|1[0-2])-(29|30)|(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8]))|(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/u,
  expected: 'a UTC time, as in 2026-12-24T18:00:00Z',
})

export const gatheringOptions = {
  closes_at: option(
    nullable(time),
    null,
    'Time after which players can no longer submit, replace or withdraw files, in UTC as in 2026-12-24T18:00:00Z.',
  ),
  submissions: option(
    choice(['open', 'closed']),
    'open',
    'Whether players can submit, replace and withdraw files. The host can do so in any case.',
  ),
  max_slots: option(integer(1, 2000, { unit: 'slots' }), 2000, 'Maximum number of slots in all files.'),
  slots_per_file: option(integer(1, 100, { unit: 'slots' }), 10, 'Maximum number of slots in one file.'),
  games: option(
    list(text({ max: 100 }), { max: 500, noun: 'names of games' }),
    [],
    'The games that files may choose. An empty list allows all games.',
  ),
  generate: option(
    boolean(),
    true,
    'Whether workers (`packetboat generate`) generate the multiworld once the room accepts no more files.',
  ),
} as const satisfies OptionTable

export type GatheringOptions = OptionsOf<typeof gatheringOptions>
