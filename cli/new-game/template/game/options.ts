// The options that an owner can set. This table determines parsing, validation, forms, the command's help and the table
// in PROTOCOL.md. The code that uses an option enforces its value.
import { chatOptions } from '../shared/options/chat-options.ts'
import { defaultOptionsOf } from '../shared/options/parse.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { integer } from '../shared/schema/schema.ts'

export const optionTable = {
  /** [SB-1.5] */
  maxPlayers: option(integer(1, 1024), 64, 'Players at a time.'),
  /** [SB-1.6] */
  linesPerSecond: option(
    integer(0, 1000, { unit: 'a second', zero: 'no limit' }),
    2,
    'Packets of one session.',
  ),
  /** [SB-6.2] */
  ...chatOptions,
} as const satisfies OptionTable

export type SayBackOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SayBackOptions = defaultOptionsOf(optionTable)
