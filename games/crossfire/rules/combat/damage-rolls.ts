// [CF-13.2]
import type { Monster } from '../../model/definitions/archetype.ts'
import {
  type AttackType,
  type AttackTypes,
  conditionTypes,
  type Resistances,
} from '../../model/definitions/attack-types.ts'
import { raceOf } from '../../model/definitions/character-rules.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'

/** [CF-13.2] A 20 always hits, a 1 always misses, and any other roll must be at least `wc` minus `ac`. */
export function rollHit(game: Pick<GameState, 'context'>, wc: number, ac: number): boolean {
  const die = rollDie(game, 20)
  return die === 20 || (die > 1 && die >= wc - ac)
}

/**
 * [CF-13.4] Rolls a damage from 1 to `most`, and reduces the damage by the resistance in percent. The result is at
 * least 1, unless the resistance is total.
 */
export function rollDamage(game: Pick<GameState, 'context'>, most: number, resisted: number): number {
  const damage = rollDie(game, Math.max(1, most))
  if (resisted >= 100) return 0
  return Math.max(1, Math.round((damage * (100 - resisted)) / 100))
}

/** [CF-13.5] */
export function monsterResistance({ armour, resists = {} }: Monster, attack: AttackTypes): number {
  return resistanceTo({ armour, resists }, attack)
}

/** [CF-13.5] */
export function playerResistance({ stats }: Player, attack: AttackTypes): number {
  return resistanceTo(stats, attack)
}

interface Defence {
  readonly armour: number
  readonly resists: Resistances
}

/**
 * [CF-13.5] The lowest of the resistances to the attack's damaging types, in percent. If the attack has the type magic,
 * the resistance to magic reduces the remaining damage.
 */
export function resistanceTo(defence: Defence, attack: AttackTypes): number {
  const others = attack.filter((type) => type !== 'magic')
  const damaging = others.filter((type) => !conditionTypes.has(type))
  const counted = damaging.length > 0 ? damaging : others
  const least = counted.length > 0 ? Math.min(...counted.map((type) => resistanceAgainst(defence, type))) : 0
  const magic = attack.includes('magic') ? resistanceAgainst(defence, 'magic') : 0
  return 100 - ((100 - least) * (100 - magic)) / 100
}

/** [CF-13.5] The resistance in percent to one type of attack. */
export function resistanceAgainst({ armour, resists }: Defence, type: AttackType): number {
  return type === 'physical' ? armour : (resists[type] ?? 0)
}

/** [CF-13.18] */
const slayingFactor = 3

/** [CF-13.18] `races`: races of the target, and the name of its archetype if it is a monster. */
export function slayingDamage(
  damage: number,
  slaying: readonly string[] | undefined,
  races: readonly string[],
): number {
  return slaying?.some((race) => races.includes(race)) ? slayingFactor * damage : damage
}

/** The races of a thing in lower case, and the name of its archetype. */
export function racesOf({ archetype: { matchProperties } }: Pick<Thing, 'archetype'>): readonly string[] {
  const races = (matchProperties?.race ?? '').toLowerCase().split(',')
  return [...races, ...(matchProperties ? [matchProperties.archetype.toLowerCase()] : [])]
}

export function racesOfPlayer(player: Player): readonly string[] {
  return [raceOf(player).godRaceName.toLowerCase(), player.origin.race.toLowerCase()]
}
