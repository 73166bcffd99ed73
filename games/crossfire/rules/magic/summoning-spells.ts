// [CF-22.7] [CF-22.8]

import type { Archetype } from '../../model/definitions/archetype.ts'
import {
  type Direction,
  directions,
  neighbourOf,
  rotateDirection,
} from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import type { SummonSpell, WallSpell } from '../../model/definitions/spell.ts'
import { type AdjacentMapsView, type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { maxEffectsPerMap } from '../../model/level/flash-effects.ts'
import { newCreatureState } from '../../model/level/spawns.ts'
import { godOf } from '../../model/players/faith.ts'
import { addPet } from '../../model/players/pets.ts'
import { rollDie } from '../../model/state/dice.ts'
import { type GameState, isPlayer, type Level } from '../../model/state/game-state.ts'
import { putThing } from '../../model/things/move-things.ts'
import { fitsInPack } from '../../model/things/pile-limits.ts'
import { isPortable } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { type EffectOf, type SpellCast, scaleByLevel } from './spell-cast.ts'

/**
 * [CF-22.7] No creature is summoned on a map with `summoned` summoned creatures or `creatures` creatures of any kind.
 */
const limits = { summoned: 16, creatures: 200 } as const

/** [CF-22.7] Creatures of a player fight for that player, all others attack players. */
export function castSummon(game: GameState, spell: SummonSpell, casting: SpellCast): boolean {
  const { level, by, from, direction, skill } = casting
  const endsAt = game.clock + spell.seconds * 1000
  const called = spell.fromGod === undefined ? undefined : calledFromGod(game, spell.fromGod, casting)
  let came = false
  for (let left = called?.count ?? spell.count; left > 0; left--) {
    const calls = spell.archetypeIds[Math.floor(game.context.random() * spell.archetypeIds.length)]
    const kind =
      called?.kind ?? (calls === undefined ? undefined : summonedArchetype(game, calls, isPlayer(by)))
    const spot = kind && freeCellNear(level, from, direction)
    if (!kind || !spot) break
    const born = newCreatureState(kind, -1, spot)
    const more = spell.hp ? scaleByLevel(spell.hp.base, spell.hp.perLevel, casting) : 0
    const hp = spell.hp && !spell.hp.isExtra ? more : born.hp + more
    const where = { in: 'cell' as const, level, ...spot }
    if (!isPlayer(by)) putThing(game.createThing(kind.id, 1, { life: { ...born, hp }, endsAt }), where)
    else if (!addPet(game, by, kind.id, { ...born, hp }, where, skill, spell.stays ? undefined : endsAt))
      break
    came = true
  }
  if (!came && isPlayer(by)) by.sendMessage('Nothing appears.', messageTypes.spellFailure)
  return came
}

/** [CF-22.7] */
function calledFromGod(
  game: GameState,
  fromGod: NonNullable<SummonSpell['fromGod']>,
  { by, levelsAbove }: SpellCast,
): { readonly kind: Archetype | undefined; readonly count: number } | undefined {
  const god = isPlayer(by) ? godOf(by)?.name : undefined
  if (god === undefined) return undefined
  const choice = game.context.random()
  if (typeof fromGod === 'string')
    return { kind: game.archetypes.servantOf?.(god, fromGod, choice), count: 1 }
  const most = fromGod.level + levelsAbove
  const all = (game.archetypes.alliesOf?.(god) ?? []).filter(({ level }) => level <= most)
  const ally = all[Math.floor(choice * all.length)]
  if (!ally) return undefined
  const count = rollDie(game, 2) + (ally.level > most / 2 ? 0 : rollDie(game, 2))
  return { kind: summonedArchetype(game, ally.id, true), count }
}

function summonedArchetype(game: GameState, id: string, serves: boolean) {
  const kind = serves ? game.archetypes.tamed?.(id) : game.archetypes.get(id)
  return kind?.layer === 'creature' ? kind : undefined
}

function freeCellNear(level: Level, from: Position, direction: SpellCast['direction']): Position | undefined {
  const called = [...level.creatures].filter(
    ({ endsAt, life }) => endsAt !== undefined || life?.master,
  ).length
  if (called >= limits.summoned || level.creatures.size >= limits.creatures) return undefined
  const first =
    direction === 0 ? directions : directions.map((_, eighths) => rotateDirection(direction, eighths))
  return first.map((way) => neighbourOf(from, way)).find(({ x, y }) => level.isFree(x, y))
}

/** [CF-22.8] Places a wall ahead of the caster, across the direction; without a direction, on the caster's cell. */
export function createWall(game: GameState, spell: WallSpell, casting: SpellCast): boolean {
  const { level: casterLevel, from, direction, by } = casting
  const around = mapsAround(game, casterLevel, by)
  const endsAt = game.clock + scaleByLevel(spell.seconds, 0, casting) * 1000
  const kind = wallArchetype(game, spell, casting)
  let laid = false
  for (const { level, x, y } of cellsAcross(around, from, direction, spell.sideCells)) {
    const isThere = level.thingsAt(x, y).find((thing) => thing.archetype === kind)
    if (isThere) isThere.endsAt = endsAt
    if (isThere || level.expiringThings.size >= maxEffectsPerMap) continue
    // A solid wall is not placed on creatures, because it would trap them.
    if (kind.blocksMovement ? !level.isFree(x, y) : level.blocksMovement(x, y)) continue
    putThing(game.createThing(kind.id, 1, { endsAt }), { in: 'cell', level, x, y })
    laid = true
  }
  return laid
}

/** [CF-22.8] The wall consists of machine parts that face the direction, or of spell effects. */
function wallArchetype(game: GameState, spell: WallSpell, { by, direction, levelsAbove, skill }: SpellCast) {
  const id = spell.builds?.[(direction || 1) - 1]
  if (id === undefined) return game.archetypes.get(spell.effectId)
  const made = isPlayer(by) ? game.archetypes.conjured?.(id, { tag: by.tag, skill, levelsAbove }) : undefined
  return made ?? game.archetypes.get(id)
}

function cellsAcross(
  around: AdjacentMapsView,
  from: Position,
  direction: SpellCast['direction'],
  reach: number,
): LevelCell[] {
  const middle = direction === 0 ? from : neighbourOf(from, direction)
  const cell = around.cellAt(middle.x, middle.y)
  if (direction === 0 || !cell) return cell ? [cell] : []
  const sides = [2, -2].flatMap((eighths) =>
    cellsInDirection(around, middle, rotateDirection(direction, eighths), reach),
  )
  return [cell, ...sides]
}

/** The cells up to the first obstacle, also across the map's edges. */
function cellsInDirection(
  around: AdjacentMapsView,
  from: Position,
  direction: Direction,
  reach: number,
): LevelCell[] {
  const cells: LevelCell[] = []
  let at = from
  for (let left = reach; left > 0; left--) {
    at = neighbourOf(at, direction)
    const cell = around.openCellAt(at.x, at.y)
    if (!cell) break
    cells.push(cell)
  }
  return cells
}

/** [CF-22.8] Creates items in the caster's inventory. */
export function createItems(game: GameState, spell: EffectOf<'make'>, casting: SpellCast): boolean {
  const { by } = casting
  if (!isPlayer(by)) return false
  const made = game.createThing(spell.productId, scaleByLevel(spell.count, spell.perLevel, casting))
  const fits = isPortable(made) && fitsInPack(by, made)
  if (fits) putThing(made, { in: 'pack', player: by })
  by.sendMessage(
    fits ? `You create ${made.archetype.name.many}.` : 'You cannot carry more things.',
    fits ? messageTypes.spellSuccess : messageTypes.spellFailure,
  )
  return fits
}
