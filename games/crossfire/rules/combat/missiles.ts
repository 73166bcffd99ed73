// [CF-13.7]

import { combatStatsOf } from '../../model/definitions/archetype.ts'
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { deflectedDirection } from '../../model/level/missile-deflection.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollDie, rollPercent } from '../../model/state/dice.ts'
import {
  type GameState,
  isPlayer,
  type Level,
  type MissileState,
  type Player,
  type Thing,
} from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { canMerge, definiteName, nameOf, withArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { damageMonster, damagePlayer } from '../vitals/apply-damage.ts'
import { cursePenalty } from '../vitals/status-effects.ts'
import {
  monsterResistance,
  playerResistance,
  racesOf,
  racesOfPlayer,
  rollDamage,
  rollHit,
  slayingDamage,
} from './damage-rolls.ts'

/** Time for which an explosion is shown, in milliseconds of the world clock. */
const explosionMs = 600

/** The missile must not be on a map yet. It starts in the cell `from` and does not hit that cell. */
export function launchMissile(
  game: GameState,
  level: Level,
  from: Position,
  thing: Thing,
  flight: MissileState,
): void {
  thing.flight = flight
  advanceMissile(game, level, from, thing, flight)
}

/** Moves all missiles, also on maps without players. */
export function tickMissiles(game: GameState): void {
  for (const thing of game.levels.levelsWithEffects().flatMap(({ effects }) => [...effects])) {
    const { location, flight } = thing
    // Skip a missile or effect that another one has removed earlier in this tick.
    if (location?.in !== 'cell') continue
    if (flight) advanceMissile(game, location.level, location, thing, flight)
    else if (thing.endsAt !== undefined && thing.endsAt <= game.clock) removeThing(thing)
  }
}

function advanceMissile(
  game: GameState,
  level: Level,
  from: Position,
  thing: Thing,
  before: MissileState,
): void {
  if (before.waitTicks !== undefined && before.waitTicks-- > 0) return
  const flight = before.wanders ? { ...before, direction: rollDie(game, 8) as Direction } : before
  thing.flight = flight
  if (flight.range <= 0) return endMissile(game, level, from, thing, flight)
  const { x, y } = neighbourOf(from, flight.direction)
  // [CF-20.8] Missiles also fly across the map's edge.
  const to = mapsAround(game, level, flight.by).openCellAt(x, y)
  if (!to) {
    // Wandering missiles try another direction.
    if (flight.wanders && thing.location) flight.range--
    else endMissile(game, level, from, thing, flight)
    return
  }
  if (hitsSomebody(game, to, thing, flight) && !flight.pierces)
    return endMissile(game, to.level, to, thing, flight)
  flight.range--
  if (thing.location) removeThing(thing)
  putThing(thing, { in: 'cell', ...to })
  // [CF-20.17]
  const direction = deflectedDirection(to.level, to.x, to.y, flight)
  if (direction !== flight.direction) thing.flight = { ...flight, direction }
}

/** Beings on the cell that the missiles and spells of `by` hurt: monsters, or players and their pets. */
export function foesAt({ level, x, y }: LevelCell, by: Player | Thing): readonly (Player | Thing)[] {
  const creature = level.creatureAt(x, y)
  if (isPlayer(by)) return creature?.archetype.traits.role === 'monster' ? [creature] : []
  return [...level.playersAt(x, y), ...(creature?.life?.master ? [creature] : [])]
}

/** A player's missiles pass players, and a monster's pass monsters. */
function hitsSomebody(game: GameState, to: LevelCell, thing: Thing, flight: MissileState): boolean {
  const foe = foesAt(to, flight.by).at(-1)
  if (!foe) return false
  return isPlayer(foe) ? hitsPlayer(game, foe, thing, flight) : hitsCreature(game, foe, thing, flight)
}

function hitsCreature(game: GameState, creature: Thing, thing: Thing, flight: MissileState): boolean {
  const { by, wc, damage, slaying, attack, skill } = flight
  const fighter = combatStatsOf(creature.archetype)
  if (!fighter) return false
  if (wc !== undefined && !rollHit(game, wc, fighter.ac + cursePenalty(creature, game.clock))) return false
  const most = slayingDamage(damage, slaying, racesOf(creature))
  const dealt = rollDamage(game, most, monsterResistance(fighter, attack))
  if (isPlayer(by))
    by.sendMessage(`Your ${nameOf(thing).one} hits ${definiteName(nameOf(creature))}.`, messageTypes.hit)
  damageMonster(game, creature, dealt, presentShooter(by), skill)
  return true
}

/**
 * The player who shot; undefined for other shooters and for a player who has left the game and so must not gain
 * experience.
 */
function presentShooter(by: Player | Thing): Player | undefined {
  return isPlayer(by) && by.level ? by : undefined
}

function hitsPlayer(game: GameState, player: Player, thing: Thing, flight: MissileState): boolean {
  if (flight.wc !== undefined && !rollHit(game, flight.wc, player.stats.ac)) return false
  player.sendMessage(`You are hit by ${withArticle(nameOf(thing))}.`, messageTypes.wasHit)
  const most = slayingDamage(flight.damage, flight.slaying, racesOfPlayer(player))
  const dealt = rollDamage(game, most, playerResistance(player, flight.attack))
  damagePlayer(game, player, dealt, withArticle(nameOf(thing)))
  return true
}

function endMissile(game: GameState, level: Level, at: Position, thing: Thing, flight: MissileState): void {
  if (thing.location) removeThing(thing)
  if (flight.explosion) explode(game, level, at, flight, flight.explosion)
  const { droppedThing, breakPercent = 0 } = flight
  if (!droppedThing || rollPercent(game, breakPercent)) return
  const fits =
    level.hasRoomForPile(at.x, at.y) ||
    level.thingsAt(at.x, at.y).some((each) => canMerge(each, droppedThing))
  if (fits) putThing(droppedThing, { in: 'cell', level, x: at.x, y: at.y })
}

function explode(
  game: GameState,
  level: Level,
  at: Position,
  flight: MissileState,
  explosion: NonNullable<MissileState['explosion']>,
): void {
  playSoundAt(level, at.x, at.y, sounds.explode)
  const { radius = 1 } = explosion
  const around = mapsAround(game, level, flight.by)
  for (let y = at.y - radius; y <= at.y + radius; y++) {
    for (let x = at.x - radius; x <= at.x + radius; x++) {
      const cell = around.openCellAt(x, y)
      if (!cell) continue
      showFlash(game, cell.level, cell, explosion.effectId, explosionMs)
      damageCell(game, cell, flight, explosion.damage)
    }
  }
}

export function damageCell(
  game: GameState,
  cell: LevelCell,
  { by, attack, skill }: Pick<MissileState, 'by' | 'attack' | 'skill'>,
  damage: number,
): void {
  for (const foe of foesAt(cell, by)) {
    if (isPlayer(foe)) {
      if (isPlayer(by)) continue
      const dealt = rollDamage(game, damage, playerResistance(foe, attack))
      damagePlayer(game, foe, dealt, withArticle(nameOf(by)))
      continue
    }
    const dealt = rollDamage(game, damage, monsterResistance(combatStatsOf(foe.archetype)!, attack))
    damageMonster(game, foe, dealt, presentShooter(by), skill)
  }
}
