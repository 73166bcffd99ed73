// Parsing, validation, forms, command help and the table in PROTOCOL.md are generated from this table.
import { filmOption } from '../shared/options/film-option.ts'
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf } from '../shared/options/parse.ts'
import { seriesOptions } from '../shared/options/series-option.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { integer } from '../shared/schema/schema.ts'

export const optionTable = {
  /** [LAN-1.6] */
  maxNodes: option(integer(2, 64), 16, 'Maximum number of nodes at a time.'),
  /** [LAN-1.7] */
  packetsPerSecond: option(
    integer(1, 1000, { unit: 'a second' }),
    250,
    'Packets of one node. Above this rate packets wait, and the oldest waiting ones are dropped.',
  ),
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

export type LanOptions = OptionsOf<typeof optionTable>

export const defaultOptions: LanOptions = defaultOptionsOf(optionTable)
