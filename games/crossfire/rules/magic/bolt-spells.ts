// [CF-13.7] [CF-22.3]

import { missileFaceNumber } from '../../builtin/pictures/animations.ts'
import { type Direction, rotateDirection } from '../../model/definitions/directions.ts'
import type { BoltSpell, BombSpell, Explosion } from '../../model/definitions/spell.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import { maxEffectsPerMap, showFlash } from '../../model/level/flash-effects.ts'
import { missileFace } from '../../model/level/visible-faces.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState } from '../../model/state/game-state.ts'
import { putThing } from '../../model/things/move-things.ts'
import { damageCell, launchMissile } from '../combat/missiles.ts'
import { cellsInArea } from './area-spells.ts'
import { type SpellCast, scaleByLevel } from './spell-cast.ts'

/** Directions of the bolts of a swarm, in eighths of a turn from the caster's direction. */
const swarmTurns = [0, 1, -1, 2, -2, 3, -3, 4] as const

export function castBolt(game: GameState, spell: BoltSpell, casting: SpellCast): void {
  if (casting.to || casting.trap) return hitTargetCell(game, spell, casting)
  const way = casting.direction === 0 ? (rollDie(game, 8) as Direction) : casting.direction
  for (let place = 0; place < (spell.count ?? 1); place++)
    launchBolt(game, spell, casting, rotateDirection(way, swarmTurns[place % swarmTurns.length]!))
}

/** [CF-22.9] The bolt of a rune hits the cell of the being that triggered it. */
function hitTargetCell(game: GameState, spell: BoltSpell, casting: SpellCast): void {
  const { level, from, by } = casting
  const { explosion } = spell
  const burst = explosion ? cellsInArea(mapsAround(game, level, by), from, 0, explosion.radius ?? 1) : []
  for (const at of [{ level, x: from.x, y: from.y }, ...burst]) {
    showFlash(game, at.level, at, explosion?.effectId ?? spell.flightArchetype)
    damageCell(
      game,
      at,
      { by, attack: spell.attack, ...(casting.skill !== undefined && { skill: casting.skill }) },
      scaleByLevel(spell.damage, spell.damagePerLevel, casting),
    )
  }
}

function launchBolt(game: GameState, spell: BoltSpell, casting: SpellCast, direction: Direction): void {
  const { level, from, by, skill } = casting
  if (level.effects.size >= maxEffectsPerMap) return
  const { attack, range, explosion, pierces, wanders } = spell
  const { appearance } = game.archetypes.get(spell.flightArchetype)
  const face = appearance
    ? missileFace(appearance, direction)
    : missileFaceNumber(spell.flightArchetype, direction)
  launchMissile(game, level, from, game.createThing(spell.flightArchetype, 1, { face }), {
    ...{
      direction,
      range,
      attack,
      by,
      damage: scaleByLevel(spell.damage, spell.damagePerLevel, casting),
    },
    ...(skill !== undefined && { skill }),
    ...(explosion && { explosion: scaledExplosion(explosion, spell.damagePerLevel, casting) }),
    ...(pierces && { pierces }),
    ...(wanders && { wanders }),
  })
}

/** [CF-22.3] Places a bomb on the caster's cell. */
export function placeBomb(game: GameState, spell: BombSpell, casting: SpellCast): boolean {
  const { level, from, by, skill, direction } = casting
  if (level.effects.size >= maxEffectsPerMap) return false
  const { attack, ticks } = spell
  const flight = {
    ...{ direction: direction || 1, range: 0, damage: 0, attack, by, waitTicks: ticks },
    ...(skill !== undefined && { skill }),
    explosion: scaledExplosion(spell.explosion, spell.damagePerLevel, casting),
  }
  putThing(game.createThing(spell.effectId, 1, { flight }), { in: 'cell', level, x: from.x, y: from.y })
  return true
}

function scaledExplosion(burst: Explosion, grows: number, casting: SpellCast): Explosion {
  return { ...burst, damage: scaleByLevel(burst.damage, grows, casting) }
}
