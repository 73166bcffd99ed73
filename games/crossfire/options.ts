// [CF-16.8] The options of a Crossfire room: there are none.
import type { OptionTable } from '../shared/options/table.ts'

export const optionTable = {} as const satisfies OptionTable
