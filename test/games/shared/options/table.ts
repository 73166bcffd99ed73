// A table with an option of every kind.
import { usualOptions } from '../../../../games/shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../../../../games/shared/options/table.ts'

export const optionTable = {
  dark: { type: 'boolean', usual: false, says: 'Whether it is.' },
  lives: { type: 'whole', usual: 3, least: 0, most: 9, zero: 'no end', says: 'Of each.' },
  pace: { type: 'number', usual: 7.5, least: 0, most: 100, unit: '/s', says: 'Of all.' },
  motto: { type: 'text', usual: null, least: 1, most: 8, nullable: true, says: 'Over the door.' },
  mode: { type: 'choice', usual: 'calm', choices: ['calm', 'wild'], also: ['WILD'], says: 'How it goes.' },
  maps: {
    type: 'list',
    usual: [],
    usually: 'all there are',
    least: 1,
    most: 3,
    named: 'names of maps',
    of: { type: 'text', least: 2, most: 2, pattern: /^M[0-9]$/u, wanted: 'the name of a map, like M1' },
    says: 'One after the other.',
  },
  keys: {
    type: 'by number',
    usual: {},
    secret: true,
    keys: { least: 0, most: 99, named: 'a door' },
    of: { type: 'text', least: 1, most: 4, hashed: true },
    named: 'keys by door',
    says: 'Who has none stays out.',
  },
  seed: { type: 'whole', usual: 1, least: 0, most: 10, fixed: true, says: 'Of the land.' },
  free: {
    type: 'list',
    act: true,
    least: 0,
    most: 4,
    named: 'doors',
    of: { type: 'whole', least: 0, most: 99 },
    says: 'Opens these.',
  },
} as const satisfies OptionTable

export type SampleOptions = OptionsOf<typeof optionTable>

/** With what a founding fills in. */
export const sample: SampleOptions = { ...usualOptions(optionTable), maps: ['M1'] }
