// Maps without players nearby are paused. [CF-13.11]
import { combatStatsOf, type Monster } from '../../model/definitions/archetype.ts'
import { respawnDueCreatures } from '../../model/level/spawns.ts'
import type { CreatureState, GameState, Level, Thing } from '../../model/state/game-state.ts'
import { removeThing } from '../../model/things/move-things.ts'
import { eventsInTick } from '../../model/time/action-timing.ts'
import { tickDiseasesOfCreature } from '../combat/diseases.ts'
import { runTickScripts } from '../scripts/script-runner.ts'
import { hasStatus } from '../vitals/status-effects.ts'
import type { ActiveLevel } from './active-levels.ts'
import { breedMonster } from './breeding.ts'
import { actAsGuard } from './guards.ts'
import { actAsMonster, randomStep } from './monster-ai.ts'
import { actAsPet } from './pets.ts'

/** Ticks between two checks for respawns on outdoor maps. */
const respawnCheckTicks = 100
/** [CF-13.11] Creatures respawn only at this distance from players, in cells. */
const respawnDistance = 12

export function tickCreatures(game: GameState, activeLevel: ActiveLevel): void {
  const { level } = activeLevel
  for (const creature of [...level.creatures]) {
    const { archetype, life } = creature
    // The creature may have died earlier in this tick.
    if (!life || !isIn(creature, level)) continue
    // [CF-22.7]
    if (creature.endsAt !== undefined && creature.endsAt <= game.clock) {
      creature.life?.master?.player.pets.delete(creature)
      removeThing(creature)
      continue
    }
    if (archetype.hooks && runTickScripts(game, level, creature)) continue
    const fighter = combatStatsOf(archetype)
    if (fighter) tickFighter(game, activeLevel, creature, fighter, life)
    else if (archetype.traits.role === 'person') tickPerson(game, level, creature, life)
  }
  const isOutside = level.plan.darkness === undefined && level.players.size > 0
  if (isOutside && game.ticks % respawnCheckTicks === 0) respawnDueCreatures(game, level, respawnDistance)
}

function tickFighter(
  game: GameState,
  activeLevel: ActiveLevel,
  monster: Thing,
  traits: Monster,
  life: CreatureState,
): void {
  const { hpPer100Ticks } = traits
  if (hpPer100Ticks !== undefined && life.hp < traits.hp)
    life.hp = Math.min(traits.hp, life.hp + eventsInTick(game, hpPer100Ticks, 100))
  if (life.diseases) tickDiseasesOfCreature(game, monster, life)
  // [CF-22.5]
  if (hasStatus(life, 'held', game.clock)) return
  life.actionPoints += hasStatus(life, 'slow', game.clock) ? traits.speed / 2 : traits.speed
  // [CF-20.8] After a monster has crossed the edge, it acts with the creatures of the map that it has entered.
  while (life.actionPoints >= 1 && isIn(monster, activeLevel.level)) {
    life.actionPoints--
    if (life.master) {
      actAsPet(game, activeLevel.level, monster, life, life.master.player)
      continue
    }
    if (traits.breeds) breedMonster(game, activeLevel.level, monster, traits.breeds)
    actAsMonster(game, activeLevel, monster, traits, life)
  }
}

/** [CF-13.12] [CF-13.17] Persons that stroll walk near their home. Guards keep their post. */
function tickPerson(game: GameState, level: Level, person: Thing, life: CreatureState): void {
  const { traits } = person.archetype
  if (traits.role !== 'person') return
  if (traits.ticksPerStep) randomStep(game, level, person, life, 100 / traits.ticksPerStep)
  if (!traits.guardStats) return
  life.actionPoints += traits.guardStats.speed
  while (life.actionPoints >= 1) {
    life.actionPoints--
    actAsGuard(game, level, person, traits.guardStats, life)
  }
}

function isIn({ location }: Thing, level: Level): boolean {
  return location?.in === 'cell' && location.level === level
}
