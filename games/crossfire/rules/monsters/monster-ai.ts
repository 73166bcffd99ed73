// [CF-13.12]

import type { Monster } from '../../model/definitions/archetype.ts'
import {
  type Direction,
  directionTo,
  distanceBetween,
  neighbourOf,
  rotateDirection,
} from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import type { Spell, SpellEffect } from '../../model/definitions/spell.ts'
import {
  type AdjacentLevelLookup,
  AdjacentMapsView,
  type LevelCell,
  mapsAround,
} from '../../model/level/adjacent-maps.ts'
import { FieldLineOfSight } from '../../model/level/line-of-sight.ts'
import { isCellFreeFor, moveCreature, moveCreatureAcrossEdge } from '../../model/level/relocation.ts'
import { spawnOf } from '../../model/level/spawns.ts'
import { rollDie, rollPercent } from '../../model/state/dice.ts'
import {
  type CellLocation,
  type CreatureState,
  type GameState,
  isPlayer,
  type Level,
  type Player,
  type Thing,
} from '../../model/state/game-state.ts'
import { attackTarget } from '../combat/melee.ts'
import { applySpellEffect } from '../magic/spell-effects.ts'
import { requireSpell } from '../magic/spells.ts'
import { runScripts } from '../scripts/script-runner.ts'
import { hasStatus } from '../vitals/status-effects.ts'
import { type ActiveLevel, type HuntTarget, targetsWithin } from './active-levels.ts'

/** A monster pursues its current target up to this number of cells beyond `sightRange`. */
const extraPursuitCells = 4
/** [CF-13.12] Maximum distance in cells from the monster's home. */
const maxPursuitCells = 15
/** Distance from home, in cells, up to which a monster without a target roams. */
const roamingCells = 6
/** For a monster without a target: percentage of its actions in which it wanders. */
const roamingChances = { never: 0, seldom: 8, often: 30 } as const
/** For a monster far from home: percentage of its actions in which it returns. */
const returnHomeChance = 30
/** At this number of creatures on a map, no further creature enters across its edges. */
const maxCreaturesAcrossEdge = 200
/** The directions that a monster tries, in eighths of a turn from the direct direction. */
const detours = [0, 1, -1, 2, -2] as const

export function actAsMonster(
  game: GameState,
  activeLevel: ActiveLevel,
  monster: Thing,
  monsterTraits: Monster,
  life: CreatureState,
): void {
  const { level } = activeLevel
  const at = monster.location as CellLocation
  // [CF-20.21] A creature with a sight range of 0, such as a generator, never moves.
  if (monsterTraits.sightRange > 0 && hasStatus(life, 'confused', game.clock))
    return randomStep(game, level, monster, life, 50)
  const prey = cannotTarget(game, life) ? undefined : chooseTarget(game, activeLevel, at, monsterTraits, life)
  // [CF-22.12]
  const rival = hasStatus(life, 'berserk', game.clock)
    ? nearestVisibleMonster(
        level,
        at,
        (other, there) => other !== monster && distanceBetween(at, there) <= monsterTraits.sightRange,
      )
    : undefined
  if (rival && !(prey && distanceBetween(at, prey) < distanceBetween(at, rival.location)))
    return fightMonster(game, level, monster, life, rival)
  if (!prey) {
    life.targetTag = undefined
    return randomStep(game, level, monster, life, roamingChances[monsterTraits.roaming])
  }
  const { being } = prey
  // [CF-23.9]
  if (life.targetTag !== being.tag && isPlayer(being)) runScripts(game, being, monster, 'notice')
  life.targetTag = being.tag
  const over = sharedAdjacentLevels(game)
  if (hasStatus(life, 'afraid', game.clock)) return stepAway(level, monster, prey, over)
  if (
    monsterTraits.fleeBelowPercent !== undefined &&
    life.hp * 100 < monsterTraits.hp * monsterTraits.fleeBelowPercent
  )
    return stepAway(level, monster, prey, over)
  if (tryToCast(game, level, monster, monsterTraits, prey)) return
  if (distanceBetween(at, prey) > 1) return stepTowards(level, monster, prey, over)
  turnCreature(monster, directionTo(prey.x - at.x, prey.y - at.y) ?? life.facing)
  attackTarget(game, monster, being)
}

interface PlacedMonster {
  readonly monster: Thing
  readonly location: CellLocation
}

/** The nearest monster in sight that fits; of several monsters at the same distance, the oldest. */
export function nearestVisibleMonster(
  level: Level,
  from: Position,
  fits: (monster: Thing, location: CellLocation) => boolean,
): PlacedMonster | undefined {
  const near = [...level.creatures]
    .flatMap((monster) => {
      const { archetype, location } = monster
      const isMonster = archetype.traits.role === 'monster' && location?.in === 'cell'
      return isMonster && fits(monster, location) ? [{ monster, location }] : []
    })
    .sort((a, b) => distanceBetween(from, a.location) - distanceBetween(from, b.location))
  const line = near.length > 0 ? level.lineOfSightFrom(from) : undefined
  return near.find(({ location: { x, y } }) => line!.isInDirectLine(x - from.x, y - from.y))
}

/** Steps towards the monster, or attacks it if it is adjacent. `over`: as in `stepOrDetour`. */
export function fightMonster(
  game: GameState,
  level: Level,
  own: Thing,
  life: CreatureState,
  { monster, location }: PlacedMonster,
  over?: AdjacentLevelLookup,
): void {
  const at = own.location as CellLocation
  if (distanceBetween(at, location) > 1) return stepTowards(level, own, location, over)
  turnCreature(own, directionTo(location.x - at.x, location.y - at.y) ?? life.facing)
  attackTarget(game, own, monster)
}

/** [CF-20.8] Looks up adjacent maps, except players' own copies. */
export function sharedAdjacentLevels({ levels }: GameState): AdjacentLevelLookup {
  return (level, way) => levels.adjacentLevel(level, way)
}

/** [CF-22.5] */
function cannotTarget({ clock }: GameState, life: CreatureState): boolean {
  return hasStatus(life, 'blind', clock) || hasStatus(life, 'calm', clock)
}

/**
 * [CF-13.12] The monster's current target while visible, or else the nearest visible player or pet. Of several targets
 * at the same distance, the one that entered the map first.
 */
function chooseTarget(
  game: GameState,
  activeLevel: ActiveLevel,
  at: CellLocation,
  { sightRange, undead }: Monster,
  { targetTag, home }: CreatureState,
): HuntTarget | undefined {
  const near = targetsWithin(activeLevel, home, maxPursuitCells)
    .map((prey) => ({ prey, isFoe: prey.being.tag === targetTag, away: distanceBetween(at, prey) }))
    .filter(({ prey: { being } }) => !isPlayer(being) || !(being.isDead || isUnseen(being, undead)))
    .filter(({ away, isFoe }) => away <= sightRange + (isFoe ? extraPursuitCells : 0))
    .sort((a, b) => Number(b.isFoe) - Number(a.isFoe) || a.away - b.away)
  // Lines of sight are expensive. Only lines to nearby targets are computed, until a target is visible.
  return near.find(({ prey }) => isTargetVisible(game, activeLevel.level, at, prey))?.prey
}

/** [CF-22.10] */
function isUnseen({ effects }: Player, byUndead = false): boolean {
  return effects.has('unseen') || (byUndead && effects.has('unseen_by_undead'))
}

/** [CF-20.8] Whether the monster sees the target, also across edges of the map. */
function isTargetVisible(
  game: GameState,
  level: Level,
  at: CellLocation,
  { being, x, y }: HuntTarget,
): boolean {
  const line = level.has(x, y)
    ? level.lineOfSightFrom(at)
    : new FieldLineOfSight(mapsAround(game, level, being), at)
  return line.isInDirectLine(x - at.x, y - at.y)
}

export function stepTowards(level: Level, monster: Thing, to: Position, over?: AdjacentLevelLookup): void {
  const at = monster.location as CellLocation
  const straight = directionTo(to.x - at.x, to.y - at.y)
  if (straight !== undefined) stepOrDetour(level, monster, straight, over)
}

function stepAway(level: Level, monster: Thing, from: Position, over: AdjacentLevelLookup): void {
  const at = monster.location as CellLocation
  const away = directionTo(at.x - from.x, at.y - from.y)
  if (away !== undefined) stepOrDetour(level, monster, away, over)
}

/** `over`: lookup of adjacent maps, for creatures that cross edges of the map. */
function stepOrDetour(level: Level, monster: Thing, straight: Direction, over?: AdjacentLevelLookup): void {
  const at = monster.location as CellLocation
  for (const eighths of detours) {
    const direction = rotateDirection(straight, eighths)
    const { x, y } = neighbourOf(at, direction)
    if (isCellFreeFor(monster, level, x, y)) return void moveCreature(level, monster, direction)
    const there =
      level.has(x, y) || !level.plan.adjacentMaps
        ? undefined
        : over && new AdjacentMapsView(level, over).cellAt(x, y)
    if (there && canCrossEdge(monster, there)) return moveCreatureAcrossEdge(monster, direction, there)
  }
  turnCreature(monster, straight)
}

function canCrossEdge(monster: Thing, { level, x, y }: LevelCell): boolean {
  return level.creatures.size < maxCreaturesAcrossEdge && isCellFreeFor(monster, level, x, y)
}

/** [CF-13.12] Casts a spell at random, if the monster has one that reaches the target. */
function tryToCast(
  game: GameState,
  level: Level,
  monster: Thing,
  monsterTraits: Monster,
  prey: Position,
): boolean {
  if (!monsterTraits.casts) return false
  const at = monster.location as CellLocation
  const spell = chooseSpell(game, monster, monsterTraits.casts)
  const direction = spell && castDirection(spell, at, prey)
  if (!spell || direction === undefined || !rollPercent(game, monsterTraits.casts.chance)) return false
  if (direction !== 0) turnCreature(monster, direction)
  const from = { x: at.x, y: at.y }
  return applySpellEffect(game, spell, {
    level,
    from,
    by: monster,
    direction,
    levelsAbove: 0,
    skill: undefined,
  })
}

/** [CF-22.9] Either the spell of the monster's archetype, or a spell that the monster was created with. */
function chooseSpell(
  game: GameState,
  monster: Thing,
  { spell }: NonNullable<Monster['casts']>,
): Spell | undefined {
  if (spell !== undefined) return requireSpell(spell, game.archetypes)
  const inside = spawnOf(game, monster)?.birth.inside ?? []
  const known = inside.flatMap(({ id }) => game.archetypes.spell?.(id) ?? [])
  return known[Math.floor(game.context.random() * known.length)]
}

/** Undefined if the spell does not reach the target. Bolts and cones need the target in one of the eight directions. */
function castDirection({ effect }: Spell, at: Position, prey: Position): Direction | 0 | undefined {
  const [dx, dy] = [prey.x - at.x, prey.y - at.y]
  if (effect.type === 'bolt' || (effect.type === 'wave' && !effect.around))
    return distanceBetween(at, prey) <= effect.range ? directionInLine(dx, dy) : undefined
  if (effect.type === 'wave') return distanceBetween(at, prey) <= effect.range ? 0 : undefined
  // Monsters cast no spells that change, detect or create things.
  return castableEffects.has(effect.type) ? (directionTo(dx, dy) ?? 0) : undefined
}
const castableEffects: ReadonlySet<SpellEffect['type']> = new Set([
  ...(['bomb', 'smite', 'heal', 'summon', 'wall', 'disease', 'curse'] as const),
])

function directionInLine(dx: number, dy: number): Direction | undefined {
  return dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy) ? directionTo(dx, dy) : undefined
}

/**
 * [CF-13.12] Sometimes takes a random step, or a step towards home if that is far. `chance`: of a random step, in
 * percent.
 */
export function randomStep(
  game: GameState,
  level: Level,
  creature: Thing,
  life: CreatureState,
  chance: number,
): void {
  const at = creature.location as CellLocation
  const far = distanceBetween(at, life.home) > (chance > 0 ? roamingCells : 0)
  if (!rollPercent(game, far ? returnHomeChance : chance)) return
  if (far) return stepTowards(level, creature, life.home, sharedAdjacentLevels(game))
  const direction = rollDie(game, 8) as Direction
  const { x, y } = neighbourOf(at, direction)
  if (isCellFreeFor(creature, level, x, y)) moveCreature(level, creature, direction)
}

function turnCreature(monster: Thing, direction: Direction): void {
  const { life, location } = monster
  if (!life || life.facing === direction || location?.in !== 'cell') return
  life.facing = direction
  location.level.markChanged(location.x, location.y, monster)
}
