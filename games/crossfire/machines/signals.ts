// What one part of a machine sends reaches all that have its number. [CF-20.10]

import { letGoIn, type Standing, setState, standing } from '../places/parts.ts'
import type { Level, Scene, Thing } from '../scene/scene.ts'
import { hurtUnder, isBarred } from './barring.ts'
import { fallInto, teleportFrom } from './leading.ts'
import { create, duplicate } from './making.ts'
import { markThere } from './marking.ts'
import { shoot } from './shooting.ts'

/** Parts that signals reach in one turn; the others are reached in the next. */
export const mostReached = 1000
/** Signals that wait; a machine that sends more has run wild, and loses them. */
const mostSignals = 256

/** [CF-20.10] `value`: 1 pressed, 0 let go. What is not connected sends nothing. */
export function send({ thing, is, at }: Standing, value: number): void {
  const { machinery } = at.level
  if (is.connected === undefined || machinery.signals.length >= mostSignals) return
  machinery.signals.push({ to: [...machinery.connectedTo(is.connected)], reached: 0, value, by: thing })
}

/** Carries signals on, in the order of their sending, to `left` parts at most. How many of these are left is returned. */
export function deliver(scene: Scene, level: Level, left: number): number {
  const { signals } = level.machinery
  let more = left
  for (; signals[0] && more > 0; more--) {
    const signal = signals[0]
    const to = signal.to[signal.reached++]
    if (to && to !== signal.by) receive(scene, to, signal.value)
    if (signal.reached >= signal.to.length) signals.shift()
  }
  return more
}

function receive(scene: Scene, thing: Thing, value: number): void {
  const hearing = standing(thing)
  if (!hearing) return
  const { is, part } = hearing
  if (!(value === 1 ? is.hears.push : is.hears.release)) return
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
    case 'shooter':
      return part.turns ? setState(hearing, (is.state + 1) % 8) : shoot(scene, hearing)
    default:
  }
}

/** [CF-20.13] One that would close on somebody hurts him, and tries again each tick. */
export function moveGate(scene: Scene, gate: Standing, opens: boolean, ticks?: number): void {
  if (gate.part.is !== 'gate') return
  // One that closes by itself opens whatever it is told.
  if (opens || ticks !== undefined) {
    setState(gate, 0)
    if (ticks !== undefined) letGoIn(scene, gate, ticks)
  } else closeGate(scene, gate)
}

/** Whether it is closed now. */
export function closeGate(scene: Scene, gate: Standing): boolean {
  if (gate.part.is !== 'gate') return false
  const barred = isBarred(gate.at)
  if (barred && gate.is.state === 2) hurtUnder(scene, gate, gate.part.damage)
  setState(gate, barred ? 2 : 1)
  return !barred
}
