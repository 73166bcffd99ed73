// The options of a room: names, defaults, ranges. Read at founding and at every change; enforced elsewhere.
import type { Options, Refused } from '../game.ts'

interface Range {
  readonly usual: number
  readonly least: number
  readonly most: number
}

const ranges = {
  /** [SB-1.5] Who may be in at once; a whole number as all of them. */
  maxPlayers: { usual: 64, least: 1, most: 1024 },
  /** [SB-1.6] Packets of one session; 0: no limit. */
  linesPerSecond: { usual: 2, least: 0, most: 1000 },
} as const satisfies { readonly [name: string]: Range }

type Name = keyof typeof ranges
export type SayBackOptions = { readonly [name in Name]: number }

const names = Object.keys(ranges) as readonly Name[]

export const defaultOptions: SayBackOptions = Object.fromEntries(
  names.map((name) => [name, ranges[name].usual]),
) as SayBackOptions

/** The usual options with what is `given` laid over them. Refused, naming `options.NAME`: an unknown name, a wrong value. */
export function readOptions(given: Options): SayBackOptions | Refused {
  const options: { [name in Name]: number } = { ...defaultOptions }
  for (const [name, value] of Object.entries(given)) {
    if (!isName(name)) return refuse(name, `there is no option ${name}; there are ${names.join(', ')}`)
    const { least, most }: Range = ranges[name]
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      return refuse(name, `${name} is a whole number from ${least} to ${most}`)
    options[name] = value
  }
  return options
}

function isName(name: string): name is Name {
  return Object.hasOwn(ranges, name)
}

function refuse(name: string, detail: string): Refused {
  return { refused: { field: `options.${name}`, detail } }
}
