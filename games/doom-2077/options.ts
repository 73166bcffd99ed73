import type { Options, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { chatOptions } from '../shared/options/chat-options.ts'
import { filmOption } from '../shared/options/film-option.ts'
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf, parseOptions } from '../shared/options/parse.ts'
import { seriesOptions } from '../shared/options/series-option.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { integer, list, text } from '../shared/schema/schema.ts'

export const maxMaps = 64

const mapName = text({
  min: 4,
  max: 5,
  pattern: /^(E[1-9]M[1-9]|MAP[0-9]{2})$/u,
  expected: 'a map name, for example MAP01 or E1M1',
})

/** [DM-10.1] */
export const optionTable = {
  matchSeconds: option(
    integer(5, 86_400, { unit: 'seconds' }),
    600,
    'Length of a match. Its end is announced during the last five seconds.',
  ),
  pauseSeconds: option(
    integer(0, 3600, { unit: 'seconds' }),
    45,
    'Pause from the end of a match to the next countdown.',
  ),
  maxPlayers: option(
    integer(1, 32),
    16,
    'Maximum number of players. The original client draws only four other players. With a maximum of 1, no match starts.',
  ),
  // If the owner sets no `maps`, the room's creation replaces the empty default by the maps of the WAD.
  maps: option(
    list(mapName, { min: 1, max: maxMaps, noun: 'map names' }),
    [],
    'Map rotation, one match per map. On creation it also selects which maps of the file are stored.',
    { defaultDescription: 'all maps of the file' },
  ),
  // [DM-7.3]
  ...chatOptions,
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

export type DoomOptions = OptionsOf<typeof optionTable>

/** `maps` is empty only in these defaults. */
export const defaultOptions: DoomOptions = defaultOptionsOf(optionTable)

/** Parses the options like `parseOptions`, and also refuses maps that are not in `available`. */
export function parseOptionsForMaps(
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
