// Maps that nobody drew: an exit `/!` says in its `msg` how they are to be, floor under floor. [CF-20.20]
import { Random } from '../../../shared/random.ts'
import type { Spot } from '../../scene/level-plan.ts'
import { type Layout, type LayoutStyle, layOut, layoutStyles } from './layouts.ts'

/** One of its floors, by the map and the place of the exit that leads into it. */
export interface DungeonPlace extends Spot {
  readonly origin: string
  /** From 1, the first that one comes to. */
  readonly floor: number
}

/** How its exit wants it. */
export interface Dungeon {
  readonly title: string | undefined
  readonly layout: LayoutStyle | undefined
  readonly width: number
  readonly height: number
  readonly wide: boolean
  readonly floors: number
  /** Of the first floor; each further is one harder. */
  readonly difficulty: number
  readonly darkness: number
  /** Where the stairs down of the last floor lead; undefined: there are none. */
  readonly end: string | undefined
  readonly hasTreasure: boolean
  /** Names of styles; undefined: any. */
  readonly style: { readonly [of in StyledPart]: string | undefined }
}
export type StyledPart = 'floor' | 'wall' | 'exit' | 'decor' | 'monster'

/** Cells of a side, floors, and darkness. */
const most = { side: 80, floors: 99, darkness: 5, difficulty: 200 } as const
const least = 10
/** Cells of a side, where an exit says none. */
const usualSide = 30

/** What stored worlds call a floor. No map of a host's has a `!` behind its first stroke. */
export function dungeonName({ origin, x, y, floor }: DungeonPlace): string {
  return `/!${origin}!${x},${y}!${floor}`
}

export function dungeonPlace(name: string): DungeonPlace | undefined {
  const [, origin, x, y, floor] = /^\/!(\/.+)!(\d{1,3}),(\d{1,3})!(\d{1,2})$/.exec(name) ?? []
  return origin === undefined ? undefined : { origin, x: Number(x), y: Number(y), floor: Number(floor) }
}

/** A line each of `key value`; what is missing or out of bounds is as usual, what nobody knows counts for nothing. */
export function readDungeon(msg: string): Dungeon {
  const said = new Map(msg.split('\n').map((line) => split(line.trim())))
  const number = (key: string, from: number, to: number, usual: number) => {
    const value = Number(said.get(key) || Number.NaN)
    return Number.isFinite(value) ? Math.min(to, Math.max(from, Math.trunc(value))) : usual
  }
  const named = (key: string) => said.get(key) || undefined
  const side = (key: string) => number(key, least, most.side, usualSide)
  return {
    title: named('dungeon_name'),
    layout: layoutStyles.find((style) => style === said.get('layoutstyle')),
    width: side('xsize'),
    height: side('ysize'),
    wide: number('expand2x', 0, 1, 0) === 1,
    floors: number('dungeon_depth', 1, most.floors, 1),
    difficulty: number('difficulty', 0, most.difficulty, 0) || number('dungeon_level', 1, most.difficulty, 1),
    darkness: number('darkness', 0, most.darkness, 0),
    end: named('final_map'),
    hasTreasure: said.get('treasurestyle') !== 'none',
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

/** How a floor lies: the same for ever, so that an exit knows where one comes in; who and what is there is drawn anew. */
export function layoutOf(dungeon: Dungeon, place: DungeonPlace): Layout {
  const random = new Random(0, dungeonName(place))
  return layOut(dungeon.layout ?? random.pick(layoutStyles), dungeon, random)
}
