// [CF-22.11]

import { directionTo, distanceBetween } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import { nearestFreeCell } from '../../model/level/relocation.ts'
import { maxCreaturesPerLevel } from '../../model/level/spawns.ts'
import type {
  CellLocation,
  CreatureState,
  GameState,
  Level,
  Player,
  Thing,
} from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { attackTarget } from '../combat/melee.ts'
import { randomStep, sharedAdjacentLevels, stepTowards, turnCreature } from './monster-ai.ts'

/** Distance in cells that a pet keeps to its master. */
const followingCells = 2
/**
 * Maximum distance in cells, also across map edges, that a pet walks to its master. The server moves a pet on a farther
 * map to its master.
 */
const walkingCells = 12
const idleSteps = 10
/** A pet attacks monsters within these distances from itself and from its master, in cells. */
const attackRanges = {
  normal: { pet: 8, master: 8 },
  arena: { pet: 8, master: 8 },
  sad: { pet: 12, master: 31 },
  defend: { pet: 8, master: 4 },
} as const

/** Moves pets on distant maps to their masters, if there is a free cell near the master. */
export function bringPetsAlong(game: GameState): void {
  for (const player of game.players.values())
    for (const pet of player.pets)
      if (pet.location?.in === 'cell' && !masterPosition(game, pet.location, player))
        bringToMaster(pet, player, pet.location)
}

function bringToMaster(pet: Thing, { level, x, y }: Player, from: CellLocation): void {
  const spot = level && level.creatures.size < maxCreaturesPerLevel && nearestFreeCell(level, { x, y })
  const { life } = pet
  if (!life || !spot) return
  const { spawnLevel = from.level.name } = life
  life.spawnLevel = spawnLevel === level.name ? undefined : spawnLevel
  removeThing(pet)
  putThing(pet, { in: 'cell', level, ...spot })
}

/** The master's position in coordinates of the pet's map; undefined if the master is too far away to walk. */
function masterPosition(game: GameState, at: CellLocation, master: Player): Position | undefined {
  if (master.level === at.level) return master
  const there = mapsAround(game, at.level, master)
    .levelsWithin(at, walkingCells)
    .find(({ level }) => level === master.level)
  return there && { x: there.x + master.x, y: there.y + master.y }
}

export function actAsPet(
  game: GameState,
  level: Level,
  pet: Thing,
  life: CreatureState,
  master: Player,
): void {
  const at = pet.location as CellLocation
  const near = masterPosition(game, at, master)
  if (!near) return
  const over = sharedAdjacentLevels(game)
  const foe = nearestFoe(level, pet, at, near, master)?.location as CellLocation | undefined
  if (foe && distanceBetween(at, foe) > 1) return stepTowards(level, pet, foe, over)
  if (foe) {
    turnCreature(pet, directionTo(foe.x - at.x, foe.y - at.y) ?? life.facing)
    return attackTarget(game, pet, level.creatureAt(foe.x, foe.y)!)
  }
  if (distanceBetween(at, near) > followingCells) return stepTowards(level, pet, near, over)
  life.home = { x: near.x, y: near.y }
  randomStep(game, level, pet, life, idleSteps)
}

/** The nearest monster that the pet may attack; of several monsters at the same distance, the oldest. */
function nearestFoe(
  level: Level,
  pet: Thing,
  at: Position,
  master: Position,
  { petMode, tag, pets }: Player,
): Thing | undefined {
  const ranges = attackRanges[petMode]
  const guarded = new Set([tag, pet.tag, ...Array.from(pets, (each) => each.tag)])
  const near = [...level.creatures]
    .flatMap((monster) => {
      const { archetype, location, life } = monster
      if (archetype.traits.role !== 'monster' || location?.in !== 'cell') return []
      const isAttacking = life?.targetTag !== undefined && guarded.has(life.targetTag)
      const away = distanceBetween(at, location)
      const fits =
        away <= ranges.pet &&
        distanceBetween(master, location) <= ranges.master &&
        (petMode !== 'defend' || isAttacking)
      return fits ? [{ monster, location, away }] : []
    })
    .sort((a, b) => a.away - b.away)
  const line = near.length > 0 ? level.lineOfSightFrom(at) : undefined
  return near.find(({ location }) => line!.isInDirectLine(location.x - at.x, location.y - at.y))?.monster
}
