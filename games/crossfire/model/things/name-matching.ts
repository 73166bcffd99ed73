// Parses which things a player means: `all`, `3 apples`, `sword`. [CF-9.6]
import type { Thing } from '../state/game-state.ts'
import { nameOf } from './thing.ts'

export interface ThingSelection {
  readonly things: readonly Thing[]
  /** Pieces to take of each thing; undefined for all. */
  readonly count: number | undefined
  readonly isAll: boolean
}

/**
 * [CF-9.6] No words select the first thing, `all` selects all things, and `all WORD` selects all things that match.
 * Other words select the best match; a match of the whole name is better than a match of a part. A leading number is
 * the count.
 */
export function selectThings(things: readonly Thing[], words: string, count?: number): ThingSelection {
  const [, number, rest = ''] = /^(\d{1,7})?\s*(.*)$/s.exec(words.toLowerCase())!
  const wanted = number === undefined ? count : Number(number)
  if (rest === '') return { things: things.slice(0, 1), count: wanted, isAll: false }
  const [, name = ''] = /^all(?:\s+(.*))?$/s.exec(rest) ?? []
  if (rest === 'all' || name !== '')
    return { things: things.filter((thing) => matchQuality(thing, name) > 0), count: wanted, isAll: true }
  const best = Math.max(0, ...things.map((thing) => matchQuality(thing, rest)))
  const meant = best > 0 ? [things.find((thing) => matchQuality(thing, rest) === best)!] : []
  return { things: meant, count: wanted, isAll: false }
}

/** [CF-9.6] Sorts things for dropping: unpaid things first, locked and used things last. */
export function sortByDropPriority(things: readonly Thing[]): Thing[] {
  return sortByRank(things, ({ unpaid, locked, applied }) => (unpaid ? 0 : applied ? 3 : locked ? 2 : 1))
}

/** [CF-9.6] Unpaid things last, because no action accepts them. */
export function sortByUsePriority(things: readonly Thing[]): Thing[] {
  return sortByRank(things, ({ unpaid }) => (unpaid ? 1 : 0))
}

/** [CF-9.6] Sorts things for marking and renaming: unused things first, then used things, then unpaid things. */
export function sortByMarkPriority(things: readonly Thing[]): Thing[] {
  return sortByRank(things, ({ unpaid, applied }) => (unpaid ? 2 : applied ? 1 : 0))
}

function sortByRank(things: readonly Thing[], rank: (thing: Thing) => number): Thing[] {
  return [...things].sort((a, b) => rank(a) - rank(b))
}

/** 2 for the whole name, 1 for a part of it, 0 for no match. */
function matchQuality(thing: Thing, name: string): number {
  const names = Object.values(nameOf(thing)).map((each: string) => each.toLowerCase())
  if (names.includes(name)) return 2
  return names.some((each) => each.includes(name)) ? 1 : 0
}
