// Which things a player means by what he types: `all`, `3 apples`, `sword`. [CF-9.6]
import type { Thing } from '../scene/scene.ts'
import { nameOf } from './thing.ts'

/** `count`: how many of each; undefined: all of it. */
export interface Meant {
  readonly things: readonly Thing[]
  readonly count: number | undefined
}

/**
 * [CF-9.6] Of `things` those that are meant, in their order. Nothing said: the first. `all`: all; `all WORD`: all that
 * match; else the first that matches best: the whole name before a part of it. A number in front is the count.
 */
export function match(things: readonly Thing[], words: string, count: number | undefined): Meant {
  const [, number, rest = ''] = /^(\d{1,7})?\s*(.*)$/s.exec(words.toLowerCase())!
  const wanted = number === undefined ? count : Number(number)
  if (rest === '') return { things: things.slice(0, 1), count: wanted }
  const [, name = ''] = /^all(?:\s+(.*))?$/s.exec(rest) ?? []
  if (rest === 'all' || name !== '')
    return { things: things.filter((thing) => rank(thing, name) > 0), count: wanted }
  const best = Math.max(0, ...things.map((thing) => rank(thing, rest)))
  return { things: best > 0 ? [things.find((thing) => rank(thing, rest) === best)!] : [], count: wanted }
}

/** 2: by its whole name; 1: by a part of it; 0: not at all. */
function rank(thing: Thing, name: string): number {
  const names = Object.values(nameOf(thing)).map((each: string) => each.toLowerCase())
  if (names.includes(name)) return 2
  return names.some((each) => each.includes(name)) ? 1 : 0
}
