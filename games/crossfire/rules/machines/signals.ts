// [CF-20.10]

import {
  type PlacedPart,
  placedPartOf,
  scheduleResetIn,
  sendSignal,
  setPartState,
} from '../../model/level/machine-parts.ts'
import type { GameState, Level, Thing } from '../../model/state/game-state.ts'
import { crushUnderGate, isGateBlocked } from './blocked-gates.ts'
import { runCreator, runDuplicator } from './creators.ts'
import { runMarker } from './markers.ts'
import { changeMood } from './mood-floors.ts'
import { showSign, workForText } from './signs.ts'
import { runShooter } from './spell-shooters.ts'
import { dropThroughHole, teleportFrom } from './teleporters.ts'

/**
 * Maximum work per transaction. A unit is a part that a signal reaches, or a player or thing that such a part moves.
 * Further work follows in the next transaction.
 */
export const maxWorkPerTransaction = 1000
/** [CF-16.7] Steps per unit of work. */
export const workPerPart = 16

/** [CF-20.10] `value`: 1 for pressed, 0 for released. Does nothing without a connection number. */
export function sendFromPart({ thing, machine, at }: PlacedPart, value: number): void {
  if (machine.connected !== undefined) sendSignal(at.level, machine.connected, value, thing)
}

/** Delivers queued signals for at most `left` units of work, and returns the remaining units. */
export function deliverSignals(game: GameState, level: Level, left: number): number {
  const { signals } = level.machinery
  let more = left
  while (signals[0] && more > 0) {
    const signal = signals[0]
    const to = signal.receivers[signal.deliveredCount++]
    more -= 1 + (to && to !== signal.source ? receiveSignal(game, to, signal.value) : 0)
    if (signal.deliveredCount >= signal.receivers.length) signals.shift()
  }
  return more
}

/** Returns the amount of work for the part's reaction. */
function receiveSignal(game: GameState, thing: Thing, value: number): number {
  const receiver = placedPartOf(thing)
  if (!receiver || !(value === 1 ? receiver.machine.reactsTo.push : receiver.machine.reactsTo.release))
    return 0
  return reactToSignal(game, receiver, value) ?? 0
}

function reactToSignal(game: GameState, receiver: PlacedPart, value: number): number | void {
  const { machine, part } = receiver
  switch (part.type) {
    case 'gate':
      return moveGate(game, receiver, part.reversed ? value === 0 : value === 1, part.ticks)
    case 'hole':
      setPartState(receiver, (part.reversed ? 1 - value : value) === 1 ? 0 : 1)
      return dropThroughHole(game, receiver)
    case 'lever':
    case 'button':
    case 'pedestal':
    case 'detector':
      return setPartState(receiver, value)
    case 'altar':
      return setPartState(receiver, 1)
    case 'teleporter':
      return teleportFrom(game, receiver)
    case 'creator':
      return runCreator(game, receiver)
    case 'duplicator':
      return runDuplicator(game, receiver)
    case 'marker':
      return runMarker(game, receiver)
    case 'director':
      return setPartState(receiver, part.rotates ? (machine.state + 1) % 8 : 0)
    case 'mood':
      return void changeMood(receiver)
    case 'sign':
      if (!showSign(receiver, receiver.at.level.players)) return 0
      return workForText(receiver.thing.archetype.text, receiver.at.level.players.size)
    case 'shooter':
      return part.rotates ? setPartState(receiver, (machine.state + 1) % 8) : runShooter(game, receiver)
    default:
  }
}

/**
 * [CF-20.13] A gate that would close on a player, a creature or an item damages whatever is in the way, and retries
 * each tick.
 */
function moveGate(game: GameState, gate: PlacedPart, opens: boolean, ticks?: number): void {
  if (gate.part.type !== 'gate') return
  // A timed gate opens on any signal.
  if (opens || ticks !== undefined) {
    setPartState(gate, 0)
    if (ticks !== undefined) scheduleResetIn(game, gate, ticks)
  } else closeGate(game, gate)
}

/** Stores the state 1, or 2 for a gate that is blocked. */
export function closeGate(game: GameState, gate: PlacedPart): void {
  if (gate.part.type !== 'gate') return
  const barred = isGateBlocked(gate.at)
  if (barred && gate.machine.state === 2) crushUnderGate(game, gate, gate.part.damage)
  setPartState(gate, barred ? 2 : 1)
}
