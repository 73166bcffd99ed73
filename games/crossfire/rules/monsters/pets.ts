// [CF-22.11]

import { distanceBetween } from '../../model/definitions/directions.ts'
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
import {
  fightMonster,
  nearestVisibleMonster,
  randomStep,
  sharedAdjacentLevels,
  stepTowards,
} from './monster-ai.ts'

/** Distance in cells that a pet keeps to its master. */
const followingCells = 2
/**
 * Maximum distance in cells, also across map edges, that a pet walks to its master. The server moves a pet on a farther
 * map to its master.
 */
const walkingCells = 12
/** Percentage of its actions in which an idle pet takes a random step. */
const idleStepChance = 10
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
  const ranges = attackRanges[master.petMode]
  const attacksMasterOrPets = ({ life: attacker }: Thing) =>
    [master, ...master.pets].some(({ tag }) => tag === attacker?.targetTag)
  const foe = nearestVisibleMonster(level, at, (monster, there) => {
    const isNear = distanceBetween(at, there) <= ranges.pet && distanceBetween(near, there) <= ranges.master
    return isNear && (master.petMode !== 'defend' || attacksMasterOrPets(monster))
  })
  if (foe) return fightMonster(game, level, pet, life, foe, over)
  if (distanceBetween(at, near) > followingCells) return stepTowards(level, pet, near, over)
  life.home = { x: near.x, y: near.y }
  randomStep(game, level, pet, life, idleStepChance)
}
