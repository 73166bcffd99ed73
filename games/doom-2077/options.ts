// Options of a DOOM-2077 room, validated on creation and at every change; enforced elsewhere.
import type { Options, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions, usualOptions } from '../shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

/** Maximum maps of a rotation. */
export const mostMaps = 64

/** [DM-10.1] */
export const optionTable = {
  matchSeconds: {
    type: 'whole',
    usual: 600,
    least: 5,
    most: 86_400,
    unit: 's',
    says: 'How long a match goes; its end is announced during the last five seconds.',
  },
  pauseSeconds: {
    type: 'whole',
    usual: 45,
    least: 0,
    most: 3600,
    unit: 's',
    says: 'The time from the end of a match to the next countdown.',
  },
  maxPlayers: {
    type: 'whole',
    usual: 16,
    least: 1,
    most: 32,
    says: 'Players at a time; the original client draws four others, and with 1 there is no match.',
  },
  maps: {
    type: 'list',
    // Room creation fills in the maps of the WAD.
    usual: [],
    usually: 'every map of the file',
    least: 1,
    most: mostMaps,
    named: 'names of maps',
    of: {
      type: 'text',
      least: 4,
      most: 5,
      pattern: /^(E[1-9]M[1-9]|MAP[0-9]{2})$/u,
      wanted: 'the name of a map, like MAP01 or E1M1',
    },
    says: 'The rotation, a match each, over and over; at the founding it says which maps of the file are stored.',
  },
} as const satisfies OptionTable

export type DoomOptions = OptionsOf<typeof optionTable>

/** Only here can `maps` be empty. */
export const defaultOptions: DoomOptions = usualOptions(optionTable)

/** As `readOptions`, but refuses maps that are not available. */
export function readOptionsFor(
  available: readonly string[],
  given: Options,
  base: DoomOptions = defaultOptions,
): DoomOptions | Refused {
  const options = readOptions(optionTable, given, base)
  if (isRefused(options)) return options
  const stranger = options.maps.find((name) => !available.includes(name))
  if (stranger === undefined) return options
  const detail = `there is no map ${stranger}; there are ${available.slice(0, mostMaps).join(', ') || 'none'}`
  return { refused: { field: 'options.maps', detail } }
}
