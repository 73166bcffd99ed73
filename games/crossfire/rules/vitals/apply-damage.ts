// [CF-13]

import { combatStatsOf, type Monster } from '../../model/definitions/archetype.ts'
import { directions, neighbourOf } from '../../model/definitions/directions.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { neverRespawnTime, spawnOf } from '../../model/level/spawns.ts'
import { createPlacedThing, tagCountOf } from '../../model/loading/level-loader.ts'
import { experienceForKill, levelOf } from '../../model/players/levels.ts'
import { gainSharedExperience } from '../../model/players/party-experience.ts'
import { isInStageRange, questStageOf } from '../../model/players/quest-progress.ts'
import { playSoundAt, sendMessageNear } from '../../model/state/broadcast.ts'
import { rollInRange, rollPercent } from '../../model/state/dice.ts'
import {
  type CellLocation,
  type GameState,
  isPlayer,
  type Level,
  type Player,
  type Thing,
} from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { definiteName, nameOf, subjectName, withArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds, woundSound } from '../../protocol/events/sounds.ts'
import { runScripts } from '../scripts/script-runner.ts'
import { changeReputationsAfterKill } from '../scripts/services/reputations.ts'
import { killPlayer } from './player-death.ts'

const minuteMs = 60_000
/** [CF-13.10] Time until bones decay, in milliseconds of the world clock. */
const remainsMs = 5 * minuteMs

/**
 * `by` becomes the target of a monster that survives, and gains experience, also in `skill`, if the monster dies. If
 * `by` is a pet, its master gains the experience.
 */
export function damageMonster(
  game: GameState,
  monster: Thing,
  damage: number,
  by?: Player | Thing,
  skill?: string,
): void {
  const { life, archetype, location } = monster
  const fighter = combatStatsOf(archetype)
  if (!life || !fighter || location?.in !== 'cell') return
  life.hp -= damage
  if (by) life.targetTag = by.tag
  if (life.hp > 0) return
  const master = by && !isPlayer(by) ? by.life?.master : undefined
  const killer = by && isPlayer(by) ? by : master?.player
  // [CF-23.16] A script can save the monster.
  if (killer && runScripts(game, killer, monster, 'death')) {
    life.hp = Math.max(1, life.hp)
    return
  }
  killMonster(game, monster, fighter, location, killer, skill ?? master?.skill)
}

/** `by`: the cause in a message about the death, such as `a rat`. */
export function damagePlayer(game: GameState, player: Player, damage: number, by: string): void {
  if (damage <= 0 || !player.level) return
  const { level } = player
  playSoundAt(level, player.x, player.y, woundSound(damage, player.hp))
  player.hp -= damage
  if (player.isDead) killPlayer(game, player, by)
}

/** [CF-13.10] */
function killMonster(
  game: GameState,
  monster: Thing,
  monsterTraits: Monster,
  at: CellLocation,
  by?: Player,
  skill?: string,
): void {
  const { level } = at
  const name = nameOf(monster)
  const master = monster.life?.master?.player
  const origin = spawnOf(game, monster)
  removeThing(monster)
  level.creaturesUnsaved = true
  // [CF-22.12] The respawn of a charmed creature was scheduled when it left its map.
  if (origin && !master) scheduleRespawn(game, origin.level, monster.life!.spawnIndex)
  master?.pets.delete(monster)
  master?.sendMessage(`${subjectName(name)} that serves you dies.`, messageTypes.pet)
  for (const { id, chance, count } of monsterTraits.drops)
    if (rollPercent(game, chance)) placeNear(game.createThing(id, count ? rollInRange(game, count) : 1), at)
  for (const [place, held] of (origin?.birth.inside ?? []).entries()) {
    // [CF-21.3] [CF-14.16]
    if (
      game.archetypes.spell?.(held.id) ||
      game.archetypes.disease?.(held.id) ||
      isWithheld(game, by, monster, held.id) ||
      monster.life?.stolen?.has(place)
    )
      continue
    placeNear(
      createPlacedThing(game.archetypes, held, undefined, game.tags.allocateRange(tagCountOf(held))),
      at,
    )
  }
  const bare = !level.thingsAt(at.x, at.y).some(({ archetype }) => archetype.layer === 'decoration')
  if (monsterTraits.remainsId !== undefined && bare)
    putThing(game.createThing(monsterTraits.remainsId, 1, { endsAt: game.clock + remainsMs }), at)
  showFlash(game, level, at, 'puff')
  playSoundAt(level, at.x, at.y, sounds.kill)
  if (!by) return
  changeReputationsAfterKill(by, monster, level)
  by.sendMessage(`You killed ${definiteName(name)}.`, messageTypes.kill)
  const text = `${by.name} killed ${withArticle(name)}`
  sendMessageNear(level, at, `${text}.`, messageTypes.kill, by)
  game.context.announce({ kind: 'kill', text, counts: { [by.name]: { kills: 1 } } })
  gainSharedExperience(
    game,
    by,
    experienceForKill(monsterTraits.experience, monsterTraits.level, levelOf(by)),
    skill,
  )
}

/** [CF-23.16] Whether a drop is withheld, because it is only for killers at another stage of a quest. */
function isWithheld(
  { archetypes }: GameState,
  by: Player | undefined,
  { archetype }: Thing,
  id: string,
): boolean {
  if (!archetype.hooks?.some(({ script }) => script.type === 'quest drops')) return false
  const [quest, ...stages] = (archetypes.get(id).attributes?.get('drop_if_quest') ?? '').split(' ')
  if (!quest) return false
  return (
    !by ||
    !stages.some((range) => {
      const [from, to = from] = range.split('-').map(Number)
      return isInStageRange(questStageOf(by, quest), { from: from!, to: to! })
    })
  )
}

/** [CF-13.11] The creature never respawns if the map has no respawn minutes. */
export function scheduleRespawn(game: GameState, level: Level, spawnIndex: number): void {
  const { respawnMinutes } = level.plan.spawns[spawnIndex]!
  level.respawnTimes.set(
    spawnIndex,
    respawnMinutes === undefined ? neverRespawnTime : game.clock + respawnMinutes * minuteMs,
  )
  level.creaturesUnsaved = true
}

/** Puts the thing on the cell or next to it, or discards it if all these cells are full. */
function placeNear(thing: Thing, at: CellLocation): void {
  const { level } = at
  const around = directions.map((direction) => neighbourOf(at, direction))
  const spot = [at, ...around].find(({ x, y }) => level.hasRoomForPile(x, y) && !level.blocksMovement(x, y))
  if (spot) putThing(thing, { in: 'cell', level, x: spot.x, y: spot.y })
}
