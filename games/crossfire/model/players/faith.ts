// Effects of a player's god: paths, forbidden equipment, and the targets of prayers. [CF-24.3]
import type { God, SpellPaths } from '../definitions/god.ts'
import { noSpellPaths } from '../definitions/god.ts'
import { isPlayer, type Player, type Thing } from '../state/game-state.ts'

/** The player's god; undefined if the player has none, or the world does not have that god. */
export function godOf({ faith, archetypes }: Pick<Player, 'faith' | 'archetypes'>): God | undefined {
  return faith && archetypes?.god?.(faith.god)
}

/** [CF-24.3] The spell paths of the player: those of the race, the god and the worn equipment combined. */
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

/** The kind of the thing, if gods can forbid it or races can be unable to use it. Undefined for all other things. */
export function limitedKind({ archetype: { traits } }: Thing): 'weapon' | 'armour' | 'shield' | undefined {
  if (traits.role === 'weapon') return 'weapon'
  return traits.role === 'armour' ? (traits.slot === 'shield' ? 'shield' : 'armour') : undefined
}

/** [CF-24.3] The reason why the god forbids the thing, as a sentence; undefined if it is allowed. */
export function forbiddenReason(player: Player, thing: Thing): string | undefined {
  const god = godOf(player)
  const what = limitedKind(thing)
  return god && what && god.forbiddenEquipment[what] ? `${god.name} forbids it.` : undefined
}

/**
 * [CF-24.5] Whether a prayer affects the monster. Turning affects the undead; a holy word also affects races that the
 * god hates. Turning and holy words never affect the god's own races.
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

/** [CF-24.5] Whether the monster is of a race that belongs to the god. Prayers do not affect these races. */
export function isSparedByGod(by: Player | Thing, monster: Thing, skill: string | undefined): boolean {
  const god = isPlayer(by) && skill === 'praying' ? godOf(by) : undefined
  return god !== undefined && racesOf(monster).some((race) => god.alliedRaces.includes(race))
}

function racesOf({ archetype: { traits, matchProperties } }: Thing): string[] {
  const races = (matchProperties?.race ?? '').toLowerCase().split(',')
  return traits.role === 'monster' && traits.undead ? [...races, 'undead'] : races
}
