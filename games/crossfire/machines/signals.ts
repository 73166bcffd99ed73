// Signals between machine parts with the same connection number. [CF-20.10]

import { letGoIn, type Standing, setState, signalTo, standing } from '../places/parts.ts'
import type { Level, Scene, Thing } from '../scene/scene.ts'
import { hurtUnder, isBarred } from './barring.ts'
import { fallInto, teleportFrom } from './leading.ts'
import { create, duplicate } from './making.ts'
import { markThere } from './marking.ts'
import { shoot } from './shooting.ts'
import { sway } from './swaying.ts'

/** Maximum number of parts that signals reach, and things that these move, per turn; the rest follows in the next. */
export const mostReached = 1000
/** [CF-20.10] `value`: 1 pressed, 0 released. Does nothing without a connection number. */
export function send({ thing, is, at }: Standing, value: number): void {
  if (is.connected !== undefined) signalTo(at.level, is.connected, value, thing)
}

/** Delivers queued signals in order, to at most `left` parts. Returns what remains of `left`. */
export function deliver(scene: Scene, level: Level, left: number): number {
  const { signals } = level.machinery
  let more = left
  while (signals[0] && more > 0) {
    const signal = signals[0]
    const to = signal.to[signal.reached++]
    more -= 1 + (to && to !== signal.by ? receive(scene, to, signal.value) : 0)
    if (signal.reached >= signal.to.length) signals.shift()
  }
  return more
}

/** Returns the number of players and things moved. */
function receive(scene: Scene, thing: Thing, value: number): number {
  const hearing = standing(thing)
  if (!hearing || !(value === 1 ? hearing.is.hears.push : hearing.is.hears.release)) return 0
  return does(scene, hearing, value) ?? 0
}

function does(scene: Scene, hearing: Standing, value: number): number | void {
  const { is, part } = hearing
  switch (part.is) {
    case 'gate':
      return moveGate(scene, hearing, part.reversed ? value === 0 : value === 1, part.ticks)
    case 'hole':
      setState(hearing, (part.reversed ? 1 - value : value) === 1 ? 0 : 1)
      return fallInto(scene, hearing)
    case 'lever':
    case 'button':
    case 'pedestal':
    case 'detector':
      return setState(hearing, value)
    case 'altar':
      return setState(hearing, 1)
    case 'teleporter':
      return teleportFrom(scene, hearing)
    case 'creator':
      return create(scene, hearing)
    case 'duplicator':
      return duplicate(scene, hearing)
    case 'marker':
      return markThere(scene, hearing)
    case 'director':
      return setState(hearing, part.turns ? (is.state + 1) % 8 : 0)
    case 'mood':
      return void sway(hearing)
    case 'shooter':
      return part.turns ? setState(hearing, (is.state + 1) % 8) : shoot(scene, hearing)
    default:
  }
}

/** [CF-20.13] A gate that would close on somebody causes damage, and retries each tick. */
export function moveGate(scene: Scene, gate: Standing, opens: boolean, ticks?: number): void {
  if (gate.part.is !== 'gate') return
  // A timed gate opens on any signal.
  if (opens || ticks !== undefined) {
    setState(gate, 0)
    if (ticks !== undefined) letGoIn(scene, gate, ticks)
  } else closeGate(scene, gate)
}

/** Returns whether it is closed now. */
export function closeGate(scene: Scene, gate: Standing): boolean {
  if (gate.part.is !== 'gate') return false
  const barred = isBarred(gate.at)
  if (barred && gate.is.state === 2) hurtUnder(scene, gate, gate.part.damage)
  setState(gate, barred ? 2 : 1)
  return !barred
}
