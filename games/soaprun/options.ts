// The options of a Soaprun room: names, defaults, ranges. Read at founding and at every change; enforced elsewhere.
import type { Options, Refused } from '../game.ts'

interface Range {
  readonly usual: number
  readonly least: number
  readonly most: number
  /** Only whole numbers make sense. */
  readonly whole?: boolean
}

/** Rates and caps per address leave loopback out: the code that enforces each does so. */
const ranges = {
  /** Frames of one session; the reply to one over it waits. */
  maxPacketsPerSecond: { usual: 10, least: 0, most: 10_000 },
  /** Frames of one session that may come at once after a silence. */
  packetBurst: { usual: 20, least: 1, most: 10_000, whole: true },
  /** Tiles one player paints. */
  maxDrawsPerSecond: { usual: 4, least: 0, most: 1000 },
  /** Tiles all players paint together. */
  maxWorldDrawsPerSecond: { usual: 40, least: 0, most: 100_000 },
  /** How far one player walks; the stock client does 7.35. */
  maxTilesPerSecond: { usual: 7.35, least: 0, most: 1000 },
  /** A client knows 63 others at most: indexes end at 62. */
  maxPlayers: { usual: 63, least: 1, most: 63, whole: true },
  maxPeersPerAddress: { usual: 16, least: 0, most: 10_000, whole: true },
  /** Of one address. */
  maxLoginsPerMinute: { usual: 30, least: 0, most: 10_000 },
  /** Room requests of one player, after the first nine. */
  maxRoomRequestsPerSecond: { usual: 3, least: 0, most: 1000 },
  /** Log lines (Dlog) of one player. */
  maxLogsPerSecond: { usual: 1, least: 0, most: 1000 },
  /** Tiles between a player and where he says he met a walker or a flame; things that lie still get half. */
  maxHitTiles: { usual: 2, least: 0, most: 1000 },
  /** Walks that cannot have been, one after the other, before the player dies of them. */
  maxRefusedMoves: { usual: 10, least: 0, most: 1000, whole: true },
  /** Seconds a deadly walker may stand on a player who does not say that it met him, before he dies. */
  maxOverlapSeconds: { usual: 0, least: 0, most: 3600 },
} as const satisfies { readonly [name: string]: Range }

type Name = keyof typeof ranges

/** All are numbers; 0 is no limit where the range begins at 0. */
export type SoaprunOptions = { readonly [name in Name]: number }

const names = Object.keys(ranges) as readonly Name[]

export const defaultOptions: SoaprunOptions = Object.fromEntries(
  names.map((name) => [name, ranges[name].usual]),
) as SoaprunOptions

/**
 * `base` with what is `given` laid over it. An unknown name, or a value that is no number of its range, is
 * refused: `field` is `options.NAME`, `detail` says what would do.
 */
export function readOptions(given: Options, base: SoaprunOptions = defaultOptions): SoaprunOptions | Refused {
  const options: { [name in Name]: number } = { ...base }
  for (const [name, value] of Object.entries(given)) {
    if (!isName(name)) return refuse(name, `there is no option ${name}; there are ${names.join(', ')}`)
    const range: Range = ranges[name]
    if (!fits(range, value)) return refuse(name, `${name} is ${wanted(range)}`)
    options[name] = value
  }
  return options
}

function isName(name: string): name is Name {
  return Object.hasOwn(ranges, name)
}

function fits({ least, most, whole }: Range, value: unknown): value is number {
  if (typeof value !== 'number' || !(value >= least && value <= most)) return false
  return !whole || Number.isInteger(value)
}

function wanted({ least, most, whole }: Range): string {
  const kind = whole ? 'a whole number' : 'a number'
  return `${kind} from ${least} to ${most}${least === 0 ? ', 0 for no limit' : ''}`
}

function refuse(name: string, detail: string): Refused {
  return { refused: { field: `options.${name}`, detail } }
}
