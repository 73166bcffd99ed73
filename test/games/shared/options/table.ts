// A table with an option of every kind.
import { defaultOptionsOf } from '../../../../games/shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../../../../games/shared/options/table.ts'

export const optionTable = {
  dark: { type: 'boolean', defaultValue: false, description: 'Whether it is.' },
  lives: { type: 'integer', defaultValue: 3, min: 0, max: 9, zero: 'no end', description: 'Of each.' },
  pace: { type: 'number', defaultValue: 7.5, min: 0, max: 100, unit: '/s', description: 'Of all.' },
  motto: { type: 'text', defaultValue: null, min: 1, max: 8, nullable: true, description: 'Over the door.' },
  mode: {
    type: 'choice',
    defaultValue: 'calm',
    choices: ['calm', 'wild'],
    also: ['WILD'],
    description: 'How it goes.',
  },
  maps: {
    type: 'list',
    defaultValue: [],
    defaultDescription: 'all there are',
    min: 1,
    max: 3,
    noun: 'names of maps',
    of: { type: 'text', min: 2, max: 2, pattern: /^M[0-9]$/u, expected: 'the name of a map, like M1' },
    description: 'One after the other.',
  },
  keys: {
    type: 'numbered',
    defaultValue: {},
    secret: true,
    keys: { min: 0, max: 99, noun: 'a door' },
    of: { type: 'text', min: 1, max: 4, hashed: true },
    noun: 'keys by door',
    description: 'Players without it are refused.',
  },
  seed: { type: 'integer', defaultValue: 1, min: 0, max: 10, createOnly: true, description: 'Of the land.' },
  free: {
    type: 'list',
    isAction: true,
    min: 0,
    max: 4,
    noun: 'doors',
    of: { type: 'integer', min: 0, max: 99 },
    description: 'Opens these.',
  },
} as const satisfies OptionTable

export type SampleOptions = OptionsOf<typeof optionTable>

/** The options with the values that room creation fills in. */
export const sample: SampleOptions = { ...defaultOptionsOf(optionTable), maps: ['M1'] }
