// An exit to `/!` leads to a dungeon of random storeys, and its `msg` contains the parameters. [CF-20.20]
import { Random } from '../../../shared/random.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { generateLayout, type Layout, type LayoutStyle, layoutStyles } from './layouts.ts'

/** `origin`, `x` and `y`: the exit into the dungeon, which identifies the dungeon. */
export interface RandomMapLocation extends Position {
  readonly origin: string
  /** Storey 1 is nearest to the entrance. */
  readonly floor: number
}

/** The parameters of a dungeon, from the `msg` of its exit. */
export interface RandomMapSpec {
  readonly title: string | undefined
  readonly layout: LayoutStyle | undefined
  readonly width: number
  readonly height: number
  readonly wide: boolean
  readonly floors: number
  /** Difficulty of the first storey. The difficulty rises by one with each further storey. */
  readonly difficulty: number
  readonly darkness: number
  /** Path of the final map; undefined if the last storey has no stairs down. */
  readonly end: string | undefined
  readonly hasTreasure: boolean
  /** Names of the styles; an undefined one means any style. */
  readonly style: { readonly [of in StyleCategory]: string | undefined }
}
type StyleCategory = 'floor' | 'wall' | 'exit' | 'decor' | 'monster'

/** `side`: in cells. */
const maximums = { side: 80, floors: 99, darkness: 5, difficulty: 200 } as const
/** Minimum and default length of a side, in cells. */
const least = 10
const usualSide = 30

/** Exits never lead to an imported map with such a name: a path that begins with `/!` means a random map. */
export function randomMapName({ origin, x, y, floor }: RandomMapLocation): string {
  return `/!${origin}!${x},${y}!${floor}`
}

export function parseRandomMapName(name: string): RandomMapLocation | undefined {
  const [, origin, x, y, floor] = /^\/!(\/.+)!(\d{1,3}),(\d{1,3})!(\d{1,2})$/.exec(name) ?? []
  return origin === undefined ? undefined : { origin, x: Number(x), y: Number(y), floor: Number(floor) }
}

/** Missing keys get default values, numbers are clamped, and unknown keys are ignored. */
export function parseRandomMapSpec(msg: string): RandomMapSpec {
  const parameters = new Map(msg.split('\n').map((line) => split(line.trim())))
  const number = (key: string, from: number, to: number, usual: number) => {
    const value = Number(parameters.get(key) || Number.NaN)
    return Number.isFinite(value) ? Math.min(to, Math.max(from, Math.trunc(value))) : usual
  }
  const named = (key: string) => parameters.get(key) || undefined
  const side = (key: string) => number(key, least, maximums.side, usualSide)
  return {
    title: named('dungeon_name'),
    layout: layoutStyles.find((style) => style === parameters.get('layoutstyle')),
    width: side('xsize'),
    height: side('ysize'),
    wide: number('expand2x', 0, 1, 0) === 1,
    floors: number('dungeon_depth', 1, maximums.floors, 1),
    difficulty:
      number('difficulty', 0, maximums.difficulty, 0) || number('dungeon_level', 1, maximums.difficulty, 1),
    darkness: number('darkness', 0, maximums.darkness, 0),
    end: named('final_map'),
    hasTreasure: parameters.get('treasurestyle') !== 'none',
    style: {
      floor: named('floorstyle'),
      wall: named('wallstyle'),
      exit: named('exitstyle'),
      decor: named('decorstyle'),
      monster: named('monsterstyle'),
    },
  }
}

function split(line: string): readonly [key: string, value: string] {
  const at = line.indexOf(' ')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()]
}

/**
 * A storey always has the same layout, so that exits lead to the same cells. The contents of the storey change with
 * each reset.
 */
export function generateStoreyLayout(dungeon: RandomMapSpec, place: RandomMapLocation): Layout {
  const random = new Random(0, randomMapName(place))
  return generateLayout(dungeon.layout ?? random.pick(layoutStyles), dungeon, random)
}
