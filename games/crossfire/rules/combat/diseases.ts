// [CF-22.15]

import { combatStatsOf } from '../../model/definitions/archetype.ts'
import type { Abilities } from '../../model/definitions/character.ts'
import { distanceBetween } from '../../model/definitions/directions.ts'
import type { Disease } from '../../model/definitions/disease.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { rollPercent } from '../../model/state/dice.ts'
import {
  type CreatureState,
  type GameState,
  isPlayer,
  type Level,
  type Player,
  type Thing,
} from '../../model/state/game-state.ts'
import { putThing } from '../../model/things/move-things.ts'
import { isEventTick, tickMs } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { damageMonster, damagePlayer } from '../vitals/apply-damage.ts'
import { startEffect } from '../vitals/timed-effects.ts'
import { monsterResistance, playerResistance, racesOf, racesOfPlayer, rollDamage } from './damage-rolls.ts'

/** Prefixes of the names of a player's effects. */
const [diseasePrefix, immunePrefix] = ['disease ', 'immune '] as const
const never = Number.MAX_SAFE_INTEGER
const maxAbilityChange = 10
/** Maximum numbers for a player, to keep the player's record small. */
const [maxDiseases, maxImmunities] = [8, 32] as const
/** The symptoms of a disease are distributed over this period in ticks. The disease's speed determines their number. */
const ticksOfSpeed = 10_000

/**
 * Returns false if the being cannot get the disease: because of its race or an immunity, because it already has the
 * disease or too many others, or because it is dead.
 */
export function infect(
  game: GameState,
  being: Player | Thing,
  disease: Disease,
  by?: Player,
  skill?: string,
): boolean {
  return isPlayer(being) ? infectPlayer(game, being, disease) : infectCreature(being, disease, by, skill)
}

function infectPlayer(game: GameState, player: Player, disease: Disease): boolean {
  const key = `${diseasePrefix}${disease.id}`
  const immune = player.effects.has(`${immunePrefix}${disease.id}`)
  const others = [...player.effects.keys()].filter((each) => each.startsWith(diseasePrefix)).length
  if (player.isDead || immune || player.effects.has(key) || others >= maxDiseases) return false
  if (!affects(disease, racesOfPlayer(player))) return false
  const ms = disease.actions === undefined ? undefined : (disease.actions * tickMs) / disease.speed
  player.effects.set(key, {
    endsAt: ms === undefined ? never : game.clock + Math.ceil(ms),
    strength: 0,
    bonuses: { abilities: disease.abilities },
  })
  player.sendMessage(`You have caught ${disease.name}.`, messageTypes.badEffect)
  player.markUnsaved()
  return true
}

function infectCreature(
  { life, archetype }: Thing,
  disease: Disease,
  by: Player | undefined,
  skill: string | undefined,
): boolean {
  const races = racesOf({ archetype })
  const kinds = combatStatsOf(archetype)?.undead ? [...races, 'undead'] : races
  if (!life || !combatStatsOf(archetype) || life.diseases?.has(disease.id) || !affects(disease, kinds))
    return false
  life.diseases ??= new Map()
  life.diseases.set(disease.id, { left: disease.actions, by, skill })
  return true
}

function affects({ races }: Disease, of: readonly string[]): boolean {
  if (of.includes('undead')) return races.includes('undead')
  return races.includes('*') || races.some((race) => of.includes(race))
}

export function tickDiseasesOfPlayer(game: GameState, player: Player): void {
  for (const [key, effect] of [...player.effects]) {
    if (!key.startsWith(diseasePrefix) || !player.level) continue
    const disease = game.archetypes.disease?.(key.slice(diseasePrefix.length))
    if (!disease || effect.endsAt <= game.clock) {
      player.effects.delete(key)
      if (disease) recover(player, disease)
      continue
    }
    if (!isEventTick(game, Math.ceil(disease.speed * ticksOfSpeed), ticksOfSpeed, player.tag % ticksOfSpeed))
      continue
    const strength = effect.strength + 1
    player.effects.set(key, { ...effect, strength, bonuses: { abilities: worsened(disease, strength) } })
    player.markUnsaved()
    suffer(game, player, disease)
    spread(game, player.level, player, disease, undefined, undefined)
  }
}

function recover(player: Player, disease: Disease): void {
  const immunities = [...player.effects.keys()].filter((key) => key.startsWith(immunePrefix)).length
  if (immunities < maxImmunities)
    player.effects.set(`${immunePrefix}${disease.id}`, { endsAt: never, strength: disease.level })
  player.sendMessage(`You have recovered from ${disease.name}.`, messageTypes.badEffectOver)
  player.markUnsaved()
}

function worsened({ abilities, progressPercent }: Disease, strength: number): Partial<Abilities> {
  const factor = 1 + (strength * progressPercent) / 100
  const changes = Object.entries(abilities).map(([name, change]) => {
    const most = Math.max(maxAbilityChange, Math.abs(change))
    return [name, Math.max(-most, Math.min(most, Math.trunc(change * factor)))] as const
  })
  return Object.fromEntries(changes)
}

function suffer(game: GameState, player: Player, disease: Disease): void {
  const { damage, attack, sp, food, slows, leaves } = disease
  if (disease.text) player.sendMessage(disease.text, messageTypes.badEffect)
  player.sp = Math.max(0, player.sp - sp)
  player.food = Math.max(0, player.food - food)
  if (slows) startEffect(game, player, 'slow', tickMs / disease.speed, 1)
  if (attack.includes('confusion')) startEffect(game, player, 'confused', conditionMs, 1)
  if (leaves !== undefined) leaveTrace(game, player.level!, player, leaves)
  if (damage === 0) return
  const most = damage > 0 ? damage : Math.ceil((player.stats.maxHp * -damage) / 100)
  // A disease does not kill, because it could come from another player.
  const dealt = Math.min(player.hp - 1, rollDamage(game, most, playerResistance(player, attack)))
  damagePlayer(game, player, dealt, disease.name)
}
const conditionMs = 5000

function leaveTrace(game: GameState, level: Level, { x, y }: Position, id: string): void {
  const isThere = level.thingsAt(x, y).some(({ archetype }) => archetype.id === id)
  if (!isThere && level.hasRoomForPile(x, y)) putThing(game.createThing(id), { in: 'cell', level, x, y })
}

export function tickDiseasesOfCreature(game: GameState, creature: Thing, life: CreatureState): void {
  for (const [id, infection] of life.diseases ?? []) {
    const disease = game.archetypes.disease?.(id)
    const { location } = creature
    const stats = combatStatsOf(creature.archetype)
    if (!disease || !stats || location?.in !== 'cell') continue
    if (
      !isEventTick(game, Math.ceil(disease.speed * ticksOfSpeed), ticksOfSpeed, creature.tag % ticksOfSpeed)
    )
      continue
    if (infection.left !== undefined && infection.left-- <= 0) {
      life.diseases!.delete(id)
      continue
    }
    const { by, skill } = infection
    spread(game, location.level, location, disease, by, skill)
    if (disease.damage === 0) continue
    const most = disease.damage > 0 ? disease.damage : Math.ceil((stats.hp * -disease.damage) / 100)
    const dealt = rollDamage(game, most, monsterResistance(stats, disease.attack))
    damageMonster(game, creature, dealt, by?.level ? by : undefined, skill)
  }
}

/** A disease from a player's spell spreads among monsters only. */
function spread(
  game: GameState,
  level: Level,
  from: Position,
  disease: Disease,
  by: Player | undefined,
  skill: string | undefined,
): void {
  const { range, contagionPercent } = disease
  if (range === 0 || contagionPercent === 0) return
  const creatures = [...level.creatures].filter(
    ({ archetype, life }) => combatStatsOf(archetype) && !(by && life?.master),
  )
  for (const being of [...(by ? [] : level.players), ...creatures]) {
    const at = isPlayer(being) ? being : being.location
    if (!at || (!isPlayer(being) && being.location?.in !== 'cell')) continue
    if (distanceBetween(from, at as Position) > range || !rollPercent(game, contagionPercent)) continue
    infect(game, being, disease, by, skill)
  }
}

/** Cures diseases up to `level`. Returns the experience for the cures; undefined if no disease was cured. */
export function cureDiseases(game: GameState, player: Player, level: number): number | undefined {
  let experience: number | undefined
  for (const key of [...player.effects.keys()]) {
    if (!key.startsWith(diseasePrefix)) continue
    const disease = game.archetypes.disease?.(key.slice(diseasePrefix.length))
    if (!disease || disease.level > level) continue
    player.effects.delete(key)
    recover(player, disease)
    experience = (experience ?? 0) + disease.experience
  }
  return experience
}

export function diseaseNames(game: GameState, { effects }: Player): readonly string[] {
  return [...effects.keys()]
    .filter((key) => key.startsWith(diseasePrefix))
    .flatMap((key) => game.archetypes.disease?.(key.slice(diseasePrefix.length))?.name ?? [])
}

export function isDiseaseOrImmunityEffect(name: string): boolean {
  return name.startsWith(diseasePrefix) || name.startsWith(immunePrefix)
}
