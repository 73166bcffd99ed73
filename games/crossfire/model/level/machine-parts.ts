// [CF-20.10]
import type { Machine, RequiredItem } from '../definitions/machine.ts'
import type { CellLocation, GameState, Level, Player, Thing } from '../state/game-state.ts'
import { changeArchetype } from '../things/move-things.ts'
import { originalNameOf } from '../things/thing.ts'
import { tickMs } from '../time/action-timing.ts'

export interface PlacedPart<Of extends Machine['part'] = Machine['part']> {
  readonly thing: Thing
  readonly machine: Machine
  readonly part: Of
  readonly at: CellLocation
}

/** Undefined if the thing is not a machine part or not in a cell. */
export function placedPartOf(thing: Thing): PlacedPart | undefined {
  const { location, archetype } = thing
  if (archetype.traits.role !== 'machine' || location?.in !== 'cell') return undefined
  return { thing, machine: archetype.traits, part: archetype.traits.part, at: location }
}

/**
 * Maximum number of queued signals, and maximum total of the parts that these signals reach. Further signals, which
 * come from machines in a loop, are dropped.
 */
const maxQueued = { signals: 256, receivers: 100_000 } as const

/** [CF-20.10] `value`: 1 if `by` was pressed, 0 if it was released. */
export function sendSignal({ machinery }: Level, number: number, value: number, by: Thing): void {
  const reached = machinery.signals.reduce((sum, { receivers }) => sum + receivers.length, 0)
  if (machinery.signals.length >= maxQueued.signals || reached >= maxQueued.receivers) return
  machinery.signals.push({
    receivers: [...machinery.partsConnectedTo(number)],
    deliveredCount: 0,
    value,
    source: by,
  })
}

function cellIndexOf({ level, x, y }: CellLocation): number {
  return x + level.width * y
}

/** [CF-20.10] Changes the state of a part without queuing its cell for another check. */
export function setPartState({ thing, machine, at }: PlacedPart, state: number): void {
  if (machine.state === state) return
  const kind = thing.archetype.registry?.withState(thing.archetype, state)
  if (kind) at.level.machinery.changeUnmarked(cellIndexOf(at), () => changeArchetype(thing, kind))
}

export function scheduleResetIn(game: GameState, { thing, at }: PlacedPart, ticks: number): void {
  at.level.machinery.scheduleReset(thing, game.clock + ticks * tickMs)
}

/** A part without a scheduled reset is due as well: the schedule is lost in a restart. */
export function isResetDue(game: GameState, { thing, at }: PlacedPart): boolean {
  return (at.level.machinery.resetTimeOf(thing) ?? 0) <= game.clock
}

/**
 * [CF-20.12] Whether the thing matches by its archetype name, its item name or the word of its lock. `money` matches
 * all coins.
 */
export function matchesItem(thing: Thing, wants: RequiredItem): boolean {
  const { matchProperties, traits } = thing.archetype
  if (wants === 'money' && traits.role === 'money') return true
  const { one, many } = originalNameOf(thing)
  return [matchProperties?.archetype, matchProperties?.word, one, many].includes(wants)
}

export function* movableThingsAt({ level, x, y }: CellLocation): Iterable<Thing> {
  for (const thing of level.thingsAt(x, y)) {
    const { layer } = thing.archetype
    if (layer === 'item' || layer === 'creature') yield thing
  }
}

export function playersAt({ level, x, y }: CellLocation): readonly Player[] {
  return level.playersAt(x, y)
}

/** [CF-22.6] The players in the cell who do not levitate. */
export function playersOnGroundAt(at: CellLocation): readonly Player[] {
  return playersAt(at).filter((player) => !isLevitating(player))
}

/** [CF-22.6] */
export function isLevitating({ effects }: Player): boolean {
  return effects.has('levitating')
}

/** The thing's exit; undefined if the exit's map does not exist, because imported maps can refer to missing maps. */
export function validExitOf(game: GameState, thing: Thing): Thing['exit'] {
  const { exit } = thing
  return exit && game.levels.has(exit.level) ? exit : undefined
}

export function machinePartsAt(level: Level, x: number, y: number): PlacedPart[] {
  return level.thingsAt(x, y).flatMap((thing) => placedPartOf(thing) ?? [])
}
