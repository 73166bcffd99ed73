// [CF-20.17] [CF-22.9]

import { type Direction, neighbourOf, rotateDirection } from '../../model/definitions/directions.ts'
import type { Spell } from '../../model/definitions/spell.ts'
import { maxEffectsPerMap } from '../../model/level/flash-effects.ts'
import type { PlacedPart } from '../../model/level/machine-parts.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import type { SpellCast } from '../magic/spell-cast.ts'
import { applySpellEffect } from '../magic/spell-effects.ts'

/** [CF-20.10] */
export const workPerSpell = 16

/** [CF-20.17] A bolt needs a free next cell. */
export function runShooter(game: GameState, own: PlacedPart): void {
  const { machine, part, at } = own
  if (part.type !== 'shooter' || at.level.effects.size >= maxEffectsPerMap) return
  const spell = spellOfPart(game, own, part.spell)
  if (!spell) return
  const way =
    part.direction === 0
      ? (rollDie(game, 8) as Direction)
      : rotateDirection(part.direction as Direction, machine.state)
  const { x, y } = neighbourOf(at, way)
  if (spell.effect.type === 'bolt' && at.level.blocksMovement(x, y)) return
  castFromPart(game, own, spell, way, part.level)
}

/** [CF-22.9] */
export function spellOfPart(
  game: GameState,
  { thing }: PlacedPart,
  named: string | undefined,
): Spell | undefined {
  for (const { archetype } of thing.inside ?? []) {
    const spell = game.archetypes.spell?.(archetype.id)
    if (spell) return spell
  }
  return named === undefined ? undefined : game.archetypes.spell?.(named)
}

/**
 * [CF-22.13] Finds a player by tag, because a later character can have the same name. Undefined if the player is not in
 * the game.
 */
export function makerInGame({ players }: GameState, { tag }: { readonly tag: number }): Player | undefined {
  return [...players.values()].find((player) => player.tag === tag)
}

/** `level`: the level of the caster. `to`: the target of a spell that affects a player. */
export function castFromPart(
  game: GameState,
  { thing, at, machine: { maker } }: PlacedPart,
  spell: Spell,
  direction: SpellCast['direction'],
  level: number,
  to?: Player,
): void {
  const from = { x: at.x, y: at.y }
  // [CF-22.13] A part that a player has made does nothing while that player is not in the game.
  const by = maker ? makerInGame(game, maker) : thing
  if (!by) return
  applySpellEffect(game, spell, {
    ...{ level: at.level, from, by, direction, skill: maker?.skill },
    levelsAbove: Math.max(0, level - spell.level),
    ...(to && { to }),
    ...(direction === 0 && { trap: true }),
  })
}
