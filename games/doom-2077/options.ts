// The options of a DOOM-2077 room: names, defaults, ranges. Read at founding and at every change; enforced elsewhere.
import type { Json, Options, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { isMapName } from './import/wad.ts'

interface Range {
  readonly usual: number
  readonly least: number
  readonly most: number
}

/** [DM-10.1] Whole numbers all. */
const ranges = {
  /** How long a match goes; its end is announced during the last five. */
  matchSeconds: { usual: 600, least: 5, most: 86_400 },
  /** From a match's end to the next countdown. */
  pauseSeconds: { usual: 45, least: 0, most: 3600 },
  /** Players at a time. The original client draws four others. */
  maxPlayers: { usual: 16, least: 1, most: 32 },
} as const satisfies { readonly [name: string]: Range }

type Numeric = keyof typeof ranges

/** `maps` is the rotation: names of maps that were stored at the founding, one a match, over and over. */
export type DoomOptions = { readonly [name in Numeric]: number } & { readonly maps: readonly string[] }

/** Of one rotation. */
export const mostMaps = 64

const numeric = Object.keys(ranges) as readonly Numeric[]

/** `maps` is empty only here: the founding fills in what the WAD has. */
export const defaultOptions: DoomOptions = {
  ...(Object.fromEntries(numeric.map((name) => [name, ranges[name].usual])) as { [name in Numeric]: number }),
  maps: [],
}

/**
 * `base` with what is `given` laid over it. Refused, with the field `options.NAME` and a sentence that says what
 * would do: an unknown name, a number out of its range, a list of maps with one that is not `available` (without
 * `available`, that is no name of a map).
 */
export function readOptions(
  given: Options,
  base: DoomOptions = defaultOptions,
  available?: readonly string[],
): DoomOptions | Refused {
  const options = { ...base }
  for (const [name, value] of Object.entries(given)) {
    if (name === 'maps') {
      const maps = readMaps(value, available)
      if (isRefused(maps)) return maps
      options.maps = maps
    } else if (isNumeric(name)) {
      const range = ranges[name]
      if (!fits(range, value))
        return refuse(name, `${name} is a whole number from ${range.least} to ${range.most}`)
      options[name] = value
    } else {
      return refuse(name, `there is no option ${name}; there are ${numeric.join(', ')}, maps`)
    }
  }
  return options
}

function isNumeric(name: string): name is Numeric {
  return Object.hasOwn(ranges, name)
}

function fits({ least, most }: Range, value: Json): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}

function readMaps(value: Json, available: readonly string[] | undefined): readonly string[] | Refused {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostMaps)
    return refuse('maps', `maps is a list of 1 to ${mostMaps} names of maps`)
  const stranger = value.find((name: Json) => !isKnown(name, available))
  if (stranger === undefined) return value as readonly string[]
  const shown = JSON.stringify(stranger).slice(0, 40)
  return refuse(
    'maps',
    available ? `there is no map ${shown}; there are ${listed(available)}` : wanted(shown),
  )
}

function isKnown(name: Json, available: readonly string[] | undefined): boolean {
  return typeof name === 'string' && (available ? available.includes(name) : isMapName(name))
}

function wanted(shown: string): string {
  return `${shown} is no name of a map; those are like MAP01 or E1M1`
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.slice(0, mostMaps).join(', ')
}

function refuse(name: string, detail: string): Refused {
  return { refused: { field: `options.${name}`, detail } }
}
