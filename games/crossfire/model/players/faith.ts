// [CF-24.3]
import type { God, SpellPaths } from '../definitions/god.ts'
import { noSpellPaths } from '../definitions/god.ts'
import { isPlayer, type Player, type Thing } from '../state/game-state.ts'

/** Undefined if the player has no god, or the world does not have that god. */
export function godOf({ faith, archetypes }: Pick<Player, 'faith' | 'archetypes'>): God | undefined {
  return faith && archetypes?.god?.(faith.god)
}

export function combinedSpellPaths(
  race: SpellPaths,
  god: God | undefined,
  worn: readonly Thing[],
): SpellPaths {
  const all = [race, god?.paths ?? noSpellPaths, ...worn.map(thingSpellPaths)]
  return {
    attuned: all.reduce((bits, { attuned }) => bits | attuned, 0),
    repelled: all.reduce((bits, { repelled }) => bits | repelled, 0),
    denied: all.reduce((bits, { denied }) => bits | denied, 0),
  }
}

function thingSpellPaths({ archetype: { attributes } }: Thing): SpellPaths {
  const bits = (what: string) => Number(attributes?.get(`path_${what}`) ?? 0) & 0x7fff_ffff
  return attributes
    ? { attuned: bits('attuned'), repelled: bits('repelled'), denied: bits('denied') }
    : noSpellPaths
}

/** The kind of equipment that gods and races can exclude; undefined for a thing that all players can use. */
export function restrictedEquipmentKind({
  archetype: { traits },
}: Thing): 'weapon' | 'armour' | 'shield' | undefined {
  if (traits.role === 'weapon') return 'weapon'
  return traits.role === 'armour' ? (traits.slot === 'shield' ? 'shield' : 'armour') : undefined
}

/** [CF-24.3] The reason why the player's god forbids the thing, as a sentence; undefined if it is allowed. */
export function reasonForbiddenByGod(player: Player, thing: Thing): string | undefined {
  const god = godOf(player)
  const what = restrictedEquipmentKind(thing)
  return god && what && god.forbiddenEquipment[what] ? `${god.name} forbids it.` : undefined
}

/**
 * [CF-24.5] Turning affects the undead; a holy word also affects races that the god hates. Turning and holy words never
 * affect the god's own races.
 */
export function isAffectedByTurning(by: Player | Thing, monster: Thing, holy: boolean): boolean {
  const god = isPlayer(by) ? godOf(by) : undefined
  const races = racesOf(monster)
  if (god && races.some((race) => god.alliedRaces.includes(race))) return false
  return (
    races.includes('undead') ||
    (holy && god !== undefined && races.some((race) => god.hatedRaces.includes(race)))
  )
}

/** [CF-24.5] Prayers do not affect the races that belong to the god. */
export function isSparedByGod(by: Player | Thing, monster: Thing, skill: string | undefined): boolean {
  const god = isPlayer(by) && skill === 'praying' ? godOf(by) : undefined
  return god !== undefined && racesOf(monster).some((race) => god.alliedRaces.includes(race))
}

function racesOf({ archetype: { traits, matchProperties } }: Thing): string[] {
  const races = (matchProperties?.race ?? '').toLowerCase().split(',')
  return traits.role === 'monster' && traits.undead ? [...races, 'undead'] : races
}
