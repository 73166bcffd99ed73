// Options of a DOOM-2077 room, validated on creation and at every change; enforced elsewhere.
import type { Options, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { defaultOptionsOf, parseOptions } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

/** Maximum maps of a rotation. */
export const maxMaps = 64

/** [DM-10.1] */
export const optionTable = {
  matchSeconds: {
    type: 'integer',
    defaultValue: 600,
    min: 5,
    max: 86_400,
    unit: 's',
    description: 'Length of a match. Its end is announced during the last five seconds.',
  },
  pauseSeconds: {
    type: 'integer',
    defaultValue: 45,
    min: 0,
    max: 3600,
    unit: 's',
    description: 'Pause from the end of a match to the next countdown.',
  },
  maxPlayers: {
    type: 'integer',
    defaultValue: 16,
    min: 1,
    max: 32,
    description:
      'Maximum number of players. The original client draws only four others. With 1 no match starts.',
  },
  maps: {
    type: 'list',
    // Room creation fills in the maps of the WAD.
    defaultValue: [],
    defaultDescription: 'all maps of the file',
    min: 1,
    max: maxMaps,
    noun: 'map names',
    of: {
      type: 'text',
      min: 4,
      max: 5,
      pattern: /^(E[1-9]M[1-9]|MAP[0-9]{2})$/u,
      expected: 'a map name, for example MAP01 or E1M1',
    },
    description:
      'Map rotation, one match per map. On creation it also selects which maps of the file are stored.',
  },
} as const satisfies OptionTable

export type DoomOptions = OptionsOf<typeof optionTable>

/** Only here can `maps` be empty. */
export const defaultOptions: DoomOptions = defaultOptionsOf(optionTable)

/** As `parseOptions`, but refuses maps that are not available. */
export function parseOptionsFor(
  available: readonly string[],
  requested: Options,
  base: DoomOptions = defaultOptions,
): DoomOptions | Refusal {
  const options = parseOptions(optionTable, requested, base)
  if (isRefusal(options)) return options
  const unavailable = options.maps.find((name) => !available.includes(name))
  if (unavailable === undefined) return options
  const detail = `unknown map ${unavailable}; choose from ${available.slice(0, maxMaps).join(', ') || 'none'}`
  return { refused: { field: 'options.maps', detail } }
}
