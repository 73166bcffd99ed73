// [CF-22.4] [CF-22.5]

import {
  directions,
  directionTo,
  distanceBetween,
  neighbourOf,
  offsetOf,
} from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import type { AreaSpell, SmiteSpell } from '../../model/definitions/spell.ts'
import { type AdjacentMapsView, type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { FieldLineOfSight } from '../../model/level/line-of-sight.ts'
import { isAffectedByTurning, isSparedByGod } from '../../model/players/faith.ts'
import { type GameState, isPlayer, type Level, type Player } from '../../model/state/game-state.ts'
import { removeThing } from '../../model/things/move-things.ts'
import { damageCell, foesAt } from '../combat/missiles.ts'
import { applyStatusToMonster, applyStatusToPlayer } from '../vitals/status-effects.ts'
import { castCharm, castProvoke } from './mood-spells.ts'
import { failSpell, type SpellCast, scaleByLevel } from './spell-cast.ts'

/** Time for which an area spell is shown, in milliseconds of the world clock. */
const waveMs = 480
/** In cells. */
const maxSmiteRange = 12

/** [CF-22.4] */
export function castAreaSpell(game: GameState, spell: AreaSpell, casting: SpellCast): boolean {
  const { level, from, by } = casting
  const direction = spell.around ? 0 : casting.direction
  const cells = cellsInArea(mapsAround(game, level, by), from, direction, spell.range)
  // The spells of runes also affect the rune's own cell.
  if (casting.to || casting.trap) cells.unshift({ level, x: from.x, y: from.y })
  let hit = false
  for (const at of cells) {
    if (spell.counters) hit = counterSpells(at) || hit
    showFlash(game, at.level, at, spell.effectId, waveMs)
    hit = affectCell(game, spell, casting, at) || hit
  }
  return hit
}

/** [CF-22.10] Removes the missiles, effects and walls of spells, except missiles of the player `except`. */
export function counterSpells({ level, x, y }: LevelCell, except?: Player): boolean {
  const made = level.thingsAt(x, y).filter(({ flight, endsAt, life, archetype: { traits } }) => {
    const isSpell = flight && !flight.droppedThing && flight.by !== except
    const isLaid = endsAt !== undefined && !life && (traits.role === 'machine' || traits.role === 'effect')
    return isSpell || isLaid
  })
  for (const thing of made) removeThing(thing)
  return made.length > 0
}

function affectCell(game: GameState, spell: AreaSpell, casting: SpellCast, at: LevelCell): boolean {
  const { by, skill } = casting
  const { attack, statusEffect, undead, holy = false } = spell
  const damage = spell.damage > 0 ? scaleByLevel(spell.damage, spell.damagePerLevel, casting) : 0
  const foes = foesAt(at, by).filter(
    (foe) => !undead || (isPlayer(by) && !isPlayer(foe) && isAffectedByTurning(by, foe, holy)),
  )
  if (foes.length === 0) return false
  if (spell.charms) return foes.map((foe) => castCharm(game, foe, spell.charms!, casting)).includes(true)
  if (spell.provokes)
    return foes.map((foe) => castProvoke(game, foe, spell.provokes!, casting)).includes(true)
  if (statusEffect)
    for (const foe of foes) {
      if (isPlayer(foe)) applyStatusToPlayer(game, foe, statusEffect)
      else applyStatusToMonster(game, foe, statusEffect)
    }
  if (damage > 0) damageCell(game, at, { by, attack, ...(skill !== undefined && { skill }) }, damage)
  return true
}

/**
 * Cells reachable from `from` without crossing obstacles, within 45 degrees of the direction, or in all directions if
 * it is 0. [CF-20.8] Includes cells across the map's edges.
 */
export function cellsInArea(
  around: AdjacentMapsView,
  from: Position,
  direction: SpellCast['direction'],
  reach: number,
): LevelCell[] {
  const seen = new Set([positionKey(from)])
  const found: LevelCell[] = []
  let edge: Position[] = [from]
  for (let ring = 1; ring <= reach; ring++) {
    const next: Position[] = []
    for (const at of edge)
      for (const way of directions) {
        const to = neighbourOf(at, way)
        if (seen.has(positionKey(to))) continue
        if (distanceBetween(from, to) !== ring || !isInCone(to.x - from.x, to.y - from.y, direction)) continue
        const cell = around.openCellAt(to.x, to.y)
        if (!cell) continue
        seen.add(positionKey(to))
        next.push(to)
        found.push(cell)
      }
    edge = next
  }
  return found
}

function isInCone(dx: number, dy: number, direction: SpellCast['direction']): boolean {
  if (direction === 0) return true
  const way = offsetOf(direction)
  const along = dx * way.dx + dy * way.dy
  return along > 0 && 2 * along * along >= (dx * dx + dy * dy) * (way.dx ** 2 + way.dy ** 2)
}

function positionKey({ x, y }: Position): string {
  return `${x},${y}`
}

/** [CF-22.4] Returns false without a target. */
export function castSmite(game: GameState, spell: SmiteSpell, casting: SpellCast): boolean {
  const { level, by, skill } = casting
  const around = mapsAround(game, level, by)
  const at = nearestTarget(casting, around)
  if (!at) return isPlayer(by) && failSpell(by, 'There is no target in that direction.')
  const blow = { by, attack: spell.attack, ...(skill !== undefined && { skill }) }
  const damage = scaleByLevel(spell.damage, spell.damagePerLevel, casting)
  for (const cell of [around.cellAt(at.x, at.y), ...cellsInArea(around, at, 0, spell.radius)]) {
    if (!cell) continue
    showFlash(game, cell.level, cell, spell.effectId, waveMs)
    damageCell(game, cell, blow, damage)
  }
  return true
}

/** The nearest target, in coordinates of the caster's map. */
function nearestTarget(
  { level, from, by, direction, to, trap, skill }: SpellCast,
  around: AdjacentMapsView,
): Position | undefined {
  if (to) return { x: to.x, y: to.y }
  if (trap) return from
  const foesOn = (other: Level): Iterable<Position> =>
    isPlayer(by)
      ? [...other.creatures].flatMap((monster) => {
          const { archetype, location } = monster
          const isFoe = archetype.traits.role === 'monster' && !isSparedByGod(by, monster, skill)
          return isFoe && location?.in === 'cell' ? [location] : []
        })
      : other.players
  const near = around
    .levelsWithin(from, maxSmiteRange)
    .flatMap(({ level: other, x, y }) => Array.from(foesOn(other), (foe) => ({ x: foe.x + x, y: foe.y + y })))
    .filter((foe) => distanceBetween(from, foe) <= maxSmiteRange && isAhead(from, foe, direction))
    .sort((a, b) => distanceBetween(from, a) - distanceBetween(from, b))
  if (near.length === 0) return undefined
  const line = level.plan.adjacentMaps ? new FieldLineOfSight(around, from) : level.lineOfSightFrom(from)
  return near.find(({ x, y }) => line.isVisible(x - from.x, y - from.y))
}

function isAhead(from: Position, to: Position, direction: SpellCast['direction']): boolean {
  const way = directionTo(to.x - from.x, to.y - from.y)
  return direction === 0 || way === undefined || isInCone(to.x - from.x, to.y - from.y, direction)
}
