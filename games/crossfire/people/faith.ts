// What follows from whom a player follows: his paths, what he may not use, whom his prayers are for. [CF-24.3]
import type { God, Paths } from '../scene/god.ts'
import { noPaths } from '../scene/god.ts'
import { isPlayer, type Player, type Thing } from '../scene/scene.ts'

/** Undefined: he follows nobody, or one whom his world has not. */
export function godOf({ faith, kinds }: Pick<Player, 'faith' | 'kinds'>): God | undefined {
  return faith && kinds?.god?.(faith.god)
}

/** [CF-24.3] Those of his god, and of what he wears and wields. */
export function pathsOf(god: God | undefined, worn: readonly Thing[]): Paths {
  const all = [god?.paths ?? noPaths, ...worn.map(pathsOfThing)]
  return {
    attuned: all.reduce((bits, { attuned }) => bits | attuned, 0),
    repelled: all.reduce((bits, { repelled }) => bits | repelled, 0),
    denied: all.reduce((bits, { denied }) => bits | denied, 0),
  }
}

function pathsOfThing({ kind: { object } }: Thing): Paths {
  const bits = (what: string) => Number(object?.get(`path_${what}`) ?? 0) & 0x7fff_ffff
  return object ? { attuned: bits('attuned'), repelled: bits('repelled'), denied: bits('denied') } : noPaths
}

/** [CF-24.3] Why he may not use it, as a sentence; undefined: his god does not mind. */
export function forbidden(player: Player, { kind: { is } }: Thing): string | undefined {
  const god = godOf(player)
  if (!god) return undefined
  const what =
    is.role === 'weapon'
      ? 'weapon'
      : is.role === 'armour'
        ? is.slot === 'shield'
          ? 'shield'
          : 'armour'
        : undefined
  return what && god.forbids[what] ? `${god.name} forbids it.` : undefined
}

/** [CF-24.5] A turning is for the undead, a holy word for those too whom his god hates; neither for his god's own. */
export function isTurned(by: Player | Thing, monster: Thing, holy: boolean): boolean {
  const god = isPlayer(by) ? godOf(by) : undefined
  const races = racesOf(monster)
  if (god && races.some((race) => god.of.includes(race))) return false
  return (
    races.includes('undead') || (holy && god !== undefined && races.some((race) => god.hates.includes(race)))
  )
}

/** [CF-24.5] Who smites in a god's name does not hit those who are his. */
export function isSpared(by: Player | Thing, monster: Thing, skill: string | undefined): boolean {
  const god = isPlayer(by) && skill === 'praying' ? godOf(by) : undefined
  return god !== undefined && racesOf(monster).some((race) => god.of.includes(race))
}

function racesOf({ kind: { is, known } }: Thing): string[] {
  const races = (known?.race ?? '').toLowerCase().split(',')
  return is.role === 'monster' && is.undead ? [...races, 'undead'] : races
}
