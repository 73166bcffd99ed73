// The options that an owner can set. Parsing, validation, forms, command help and the table in PROTOCOL.md are generated
// from this table. The code that uses a value enforces it.
import { defaultOptionsOf } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

export const optionTable = {
  /** [SB-1.5] */
  maxPlayers: { type: 'integer', defaultValue: 64, min: 1, max: 1024, description: 'Players at a time.' },
  /** [SB-1.6] */
  linesPerSecond: {
    type: 'integer',
    defaultValue: 2,
    min: 0,
    max: 1000,
    unit: '/s',
    zero: 'no limit',
    description: 'Packets of one session.',
  },
} as const satisfies OptionTable

export type SayBackOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SayBackOptions = defaultOptionsOf(optionTable)
