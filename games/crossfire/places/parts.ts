// Common helpers for machine parts: location, state, matching. [CF-20.10]
import type { Machine, Wanted } from '../scene/machine.ts'
import type { CellOf, Level, Player, Scene, Thing } from '../scene/scene.ts'
import { become } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { tickMs } from '../time/pace.ts'

/** A part with its location: the thing, its machine state, its cell. */
export interface Standing<Of extends Machine['part'] = Machine['part']> {
  readonly thing: Thing
  readonly is: Machine
  readonly part: Of
  readonly at: CellOf
}

/** Undefined: not a machine part, or not in a cell. */
export function standing(thing: Thing): Standing | undefined {
  const { where, kind } = thing
  if (kind.is.role !== 'machine' || where?.in !== 'cell') return undefined
  return { thing, is: kind.is, part: kind.is.part, at: where }
}

/** Maximum queued signals; further ones, from a machine in a loop, are dropped. */
const mostSignals = 256

/** [CF-20.10] Sends a signal from `by` to all parts of the map with that number. `value`: 1 pressed, 0 released. */
export function signalTo({ machinery }: Level, number: number, value: number, by: Thing): void {
  if (machinery.signals.length >= mostSignals) return
  machinery.signals.push({ to: [...machinery.connectedTo(number)], reached: 0, value, by })
}

export function cellOf({ level, x, y }: CellOf): number {
  return x + level.width * y
}

/** [CF-20.10] Sets the state, which is displayed and stored. The change does not queue the cell again. */
export function setState({ thing, is, at }: Standing, state: number): void {
  if (is.state === state) return
  const kind = thing.kind.kinds?.inState(thing.kind, state)
  if (kind) at.level.machinery.quietly(cellOf(at), () => become(thing, kind))
}

/** Schedules the reset. */
export function letGoIn(scene: Scene, { thing, at }: Standing, ticks: number): void {
  at.level.machinery.letGoAt(thing, scene.clock + ticks * tickMs)
}

/** Whether the part is due to reset. Without a schedule, as after a restart, it is. */
export function isOver(scene: Scene, { thing, at }: Standing): boolean {
  return (at.level.machinery.letsGoAt(thing) ?? 0) <= scene.clock
}

/** [CF-20.12] Matches by archetype name, item name or word of the lock. */
export function isWanted(thing: Thing, wants: Wanted): boolean {
  const { known, is } = thing.kind
  if (wants === 'money' && is.role === 'money') return true
  const { one, many } = nameOf(thing)
  return [known?.archetype, known?.word, one, many].includes(wants)
}

/** Items and creatures in the cell. */
export function* movablesAt({ level, x, y }: CellOf): Iterable<Thing> {
  for (const thing of level.things(x, y)) {
    const { layer } = thing.kind
    if (layer === 'item' || layer === 'creature') yield thing
  }
}

export function playersAt({ level, x, y }: CellOf): readonly Player[] {
  return level.playersAt(x, y)
}

/** The exit, if its map exists: imported maps can refer to missing ones. */
export function leadsTo(scene: Scene, thing: Thing): Thing['exit'] {
  const { exit } = thing
  return exit && scene.levels.has(exit.level) ? exit : undefined
}

export function partsAt(level: Level, x: number, y: number): Standing[] {
  return level.things(x, y).flatMap((thing) => standing(thing) ?? [])
}
