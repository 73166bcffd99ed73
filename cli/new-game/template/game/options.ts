// The host's options: parsing, validation, forms, help and the table in PROTOCOL.md derive from this table. Enforced
// elsewhere.
import { usualOptions } from '../shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

export const optionTable = {
  /** [SB-1.5] */
  maxPlayers: { type: 'whole', usual: 64, least: 1, most: 1024, says: 'Players at a time.' },
  /** [SB-1.6] */
  linesPerSecond: {
    type: 'whole',
    usual: 2,
    least: 0,
    most: 1000,
    unit: '/s',
    zero: 'no limit',
    says: 'Packets of one session.',
  },
} as const satisfies OptionTable

export type SayBackOptions = OptionsOf<typeof optionTable>

export const defaultOptions: SayBackOptions = usualOptions(optionTable)
