// What holds of every part of a machine: where it is, its state, what it knows things by. [CF-20.10]
import type { Machine, Wanted } from '../scene/machine.ts'
import type { CellOf, Level, Player, Scene, Thing } from '../scene/scene.ts'
import { become } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { tickMs } from '../time/pace.ts'

/** A part that is somewhere: the thing, what it is now, its cell. */
export interface Standing<Of extends Machine['part'] = Machine['part']> {
  readonly thing: Thing
  readonly is: Machine
  readonly part: Of
  readonly at: CellOf
}

/** Undefined: it is no part of a machine, or in no cell. */
export function standing(thing: Thing): Standing | undefined {
  const { where, kind } = thing
  if (kind.is.role !== 'machine' || where?.in !== 'cell') return undefined
  return { thing, is: kind.is, part: kind.is.part, at: where }
}

/** Signals that wait; a machine that sends more has run wild, and loses them. */
const mostSignals = 256

/** [CF-20.10] To all parts of the map with that number, as from `by`. `value`: 1 pressed, 0 let go. */
export function signalTo({ machinery }: Level, number: number, value: number, by: Thing): void {
  if (machinery.signals.length >= mostSignals) return
  machinery.signals.push({ to: [...machinery.connectedTo(number)], reached: 0, value, by })
}

export function cellOf({ level, x, y }: CellOf): number {
  return x + level.width * y
}

/** [CF-20.10] It is in that state: seen at once, and kept. The machine itself has nothing to see to for it. */
export function setState({ thing, is, at }: Standing, state: number): void {
  if (is.state === state) return
  const kind = thing.kind.kinds?.inState(thing.kind, state)
  if (kind) at.level.machinery.quietly(cellOf(at), () => become(thing, kind))
}

/** Lets go in so many ticks. */
export function letGoIn(scene: Scene, { thing, at }: Standing, ticks: number): void {
  at.level.machinery.letGoAt(thing, scene.clock + ticks * tickMs)
}

/** Whether it is time to let go; what does not know when, as after a restart, does at once. */
export function isOver(scene: Scene, { thing, at }: Standing): boolean {
  return (at.level.machinery.letsGoAt(thing) ?? 0) <= scene.clock
}

/** [CF-20.12] By the name of its archetype, its own, or the word of its lock. */
export function isWanted(thing: Thing, wants: Wanted): boolean {
  const { known, is } = thing.kind
  if (wants === 'money' && is.role === 'money') return true
  const { one, many } = nameOf(thing)
  return [known?.archetype, known?.word, one, many].includes(wants)
}

/** What lies or stands there, of what does not belong to the place. */
export function* movablesAt({ level, x, y }: CellOf): Iterable<Thing> {
  for (const thing of level.things(x, y)) {
    const { layer } = thing.kind
    if (layer === 'item' || layer === 'creature') yield thing
  }
}

export function playersAt({ level, x, y }: CellOf): readonly Player[] {
  return level.playersAt(x, y)
}

/** A machine may be told to lead to a map that its host has not brought. */
export function leadsTo(scene: Scene, thing: Thing): Thing['exit'] {
  const { exit } = thing
  return exit && scene.levels.has(exit.level) ? exit : undefined
}

export function partsAt(level: Level, x: number, y: number): Standing[] {
  return level.things(x, y).flatMap((thing) => standing(thing) ?? [])
}
