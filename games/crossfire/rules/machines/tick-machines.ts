// [CF-20.10]

import type { Ground } from '../../model/definitions/archetype.ts'
import {
  isLevitating,
  isResetDue,
  machinePartsAt,
  type PlacedPart,
  placedPartOf,
  scheduleResetIn,
  setPartState,
} from '../../model/level/machine-parts.ts'
import type { CellLocation, GameState, Level, Player, Thing } from '../../model/state/game-state.ts'
import { nameOf, subjectName, withArticle } from '../../model/things/thing.ts'
import { isEventTick } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { playerResistance, rollDamage } from '../combat/damage-rolls.ts'
import { continueVoyage } from '../scripts/services/ships.ts'
import { damagePlayer } from '../vitals/apply-damage.ts'
import { resetPart } from './buttons-and-altars.ts'
import { runCreator } from './creators.ts'
import { runMarker } from './markers.ts'
import { changeMood } from './mood-floors.ts'
import { closeGate } from './signals.ts'
import { runShooter } from './spell-shooters.ts'
import { updateSinking } from './swamps.ts'
import { pushCreature, pushPlayers, teleportFrom } from './teleporters.ts'

/** Maximum number of parts of a level that act in one tick; further parts wait for the next tick. */
const maxActionsPerTick = 100

export function tickMachines(game: GameState, level: Level): void {
  let acts = 0
  for (const thing of [...level.machinery.activeParts]) {
    const part = placedPartOf(thing)
    if (part && acts < maxActionsPerTick && tickPart(game, part)) acts++
  }
  for (const creature of [...level.creatures]) applyMovers(game, level, creature)
  for (const player of [...level.players]) if (player.level === level) applyGroundEffects(game, level, player)
}

function applyMovers(game: GameState, level: Level, creature: Thing): void {
  const at = creature.location
  if (at?.in !== 'cell' || !level.machinery.hasPartAt(at.x + level.width * at.y)) return
  for (const own of machinePartsAt(level, at.x, at.y))
    if (own.part.type === 'mover' && isDueThisTick(game, own.part.perTick))
      return pushCreature(game, own, creature)
}

/** Returns whether the part acted. */
function tickPart(game: GameState, own: PlacedPart): boolean {
  const { part, machine } = own
  switch (part.type) {
    case 'gate':
      return tickGate(game, own)
    case 'creator':
      if (!isDueThisTick(game, part.perTick)) return false
      runCreator(game, own)
      return true
    case 'shooter':
      if (!isDueThisTick(game, part.perTick)) return false
      runShooter(game, own)
      return true
    case 'ship':
      if (machine.state === 0 || !isResetDue(game, own)) return false
      continueVoyage(game, own)
      return true
    case 'mood':
      return isDueThisTick(game, part.perTick) && changeMood(own)
    default:
      if (machine.state === 0 || !isResetDue(game, own)) return false
      resetPart(own)
      return true
  }
}

/** [CF-20.13] A blocked gate retries. A gate with a speed opens and closes by itself. */
function tickGate(game: GameState, gate: PlacedPart): boolean {
  const { part, machine } = gate
  if (part.type !== 'gate') return false
  if (machine.state === 2) closeGate(game, gate)
  else if (!isResetDue(game, gate)) return false
  else if (part.ticks !== undefined) closeGate(game, gate)
  else {
    if (machine.state === 1) setPartState(gate, 0)
    else closeGate(game, gate)
    scheduleResetIn(game, gate, Math.max(1, Math.round(stepsOfGate / part.perTick)))
  }
  return true
}
/** Number of steps in which a gate closes or opens. */
const stepsOfGate = 8

function isDueThisTick(game: GameState, perTick: number): boolean {
  return isEventTick(game, Math.round(perTick * 1000), 1000)
}

function burnPlayer(game: GameState, player: Player, thing: Thing, burns: BurnSpec | undefined): void {
  if (!burns || !isDueThisTick(game, burns.perTick)) return
  const name = nameOf(thing)
  const dealt = rollDamage(game, burns.damage, playerResistance(player, burns.attack))
  player.sendMessage(`${subjectName(name)} hurts you.`, messageTypes.wasHit)
  damagePlayer(game, player, dealt, withArticle(name))
}
type BurnSpec = NonNullable<Ground['burns']>

function applyGroundEffects(game: GameState, level: Level, player: Player): void {
  const at: CellLocation = { in: 'cell', level, x: player.x, y: player.y }
  const ground = level.topThingWithRole(at.x, at.y, 'ground')
  if (ground?.archetype.traits.role === 'ground') {
    const { burns, drowns } = ground.archetype.traits
    updateSinking(game, player, drowns && !isLevitating(player) ? ground : undefined)
    burnPlayer(game, player, ground, burns)
  }
  // [CF-22.8]
  const blaze = level
    .thingsAt(at.x, at.y)
    .findLast(({ archetype }) => archetype.traits.role === 'effect' && archetype.traits.burns)
  if (blaze?.archetype.traits.role === 'effect' && player.level === level)
    burnPlayer(game, player, blaze, blaze.archetype.traits.burns)
  if (player.level !== level || !level.machinery.hasPartAt(at.x + level.width * at.y)) return
  for (const own of machinePartsAt(level, at.x, at.y)) {
    const { part } = own
    if (!('perTick' in part) || !isDueThisTick(game, part.perTick)) continue
    if (part.type === 'mover') return pushPlayers(game, own)
    if (part.type === 'teleporter') {
      teleportFrom(game, own)
      return
    }
    if (part.type === 'marker') runMarker(game, own)
  }
}
