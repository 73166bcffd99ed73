// Which things a player means by what he types: `all`, `3 apples`, `sword`. [CF-9.6]
import type { Thing } from '../scene/scene.ts'
import { nameOf } from './thing.ts'

export interface Meant {
  readonly things: readonly Thing[]
  /** How many of each; undefined: all of it. */
  readonly count: number | undefined
  /** He said `all`. */
  readonly all: boolean
}

/**
 * [CF-9.6] Of `things` those that are meant, in their order. Nothing said: the first. `all`: all; `all WORD`: all that
 * match; else the first that matches best: the whole name before a part of it. A number in front is the count.
 */
export function thingsMeant(things: readonly Thing[], words: string, count?: number): Meant {
  const [, number, rest = ''] = /^(\d{1,7})?\s*(.*)$/s.exec(words.toLowerCase())!
  const wanted = number === undefined ? count : Number(number)
  if (rest === '') return { things: things.slice(0, 1), count: wanted, all: false }
  const [, name = ''] = /^all(?:\s+(.*))?$/s.exec(rest) ?? []
  if (rest === 'all' || name !== '')
    return { things: things.filter((thing) => fitness(thing, name) > 0), count: wanted, all: true }
  const best = Math.max(0, ...things.map((thing) => fitness(thing, rest)))
  const meant = best > 0 ? [things.find((thing) => fitness(thing, rest) === best)!] : []
  return { things: meant, count: wanted, all: false }
}

/** [CF-9.6] For what parts with a thing: what is not paid for first, what is locked or in use last. */
export function spareFirst(things: readonly Thing[]): Thing[] {
  return sorted(things, ({ unpaid, locked, applied }) => (unpaid ? 0 : applied ? 3 : locked ? 2 : 1))
}

/** [CF-9.6] For what uses a thing: what is not paid for last, since all that use it refuse that. */
export function paidFirst(things: readonly Thing[]): Thing[] {
  return sorted(things, ({ unpaid }) => (unpaid ? 1 : 0))
}

/** [CF-9.6] For what marks a thing, to throw or to shoot it: what is in use is neither, what is not paid for least of all. */
export function idleFirst(things: readonly Thing[]): Thing[] {
  return sorted(things, ({ unpaid, applied }) => (unpaid ? 2 : applied ? 1 : 0))
}

/** Things of the same rank keep their order. */
function sorted(things: readonly Thing[], rank: (thing: Thing) => number): Thing[] {
  return [...things].sort((a, b) => rank(a) - rank(b))
}

/** 2: by its whole name; 1: by a part of it; 0: not at all. */
function fitness(thing: Thing, name: string): number {
  const names = Object.values(nameOf(thing)).map((each: string) => each.toLowerCase())
  if (names.includes(name)) return 2
  return names.some((each) => each.includes(name)) ? 1 : 0
}
