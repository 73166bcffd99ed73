// Parsing, validation, forms, command help and the table in PROTOCOL.md are generated from this table.
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf } from '../shared/options/parse.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { integer } from '../shared/schema/schema.ts'

export const optionTable = {
  /** [RA-3.2] */
  maxSessions: option(integer(1, 128), 128, 'Maximum number of netplay sessions at a time.'),
  /** [RA-3.3] */
  maxClients: option(integer(2, 16), 8, 'Maximum number of players in a session, including the host.'),
  /** [RA-3.7] */
  kilobytesPerSecond: option(
    integer(16, 8192, { unit: 'a second' }),
    1024,
    'Kilobytes that one connection may send. Above this rate the sender waits.',
  ),
  ...historyOption,
} as const satisfies OptionTable

export type RelayOptions = OptionsOf<typeof optionTable>

export const defaultOptions: RelayOptions = defaultOptionsOf(optionTable)
