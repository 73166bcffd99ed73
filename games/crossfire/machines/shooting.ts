// Spell-casting machine parts, such as firewalls. [CF-20.17] [CF-22.9]
import { mostEffects } from '../fight/flights.ts'
import type { Casting } from '../magic/caster.ts'
import { work } from '../magic/deeds.ts'
import type { Standing } from '../places/parts.ts'
import { roll } from '../scene/dice.ts'
import { type Direction, stepped, turned } from '../scene/directions.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Spell } from '../scene/spell.ts'

/** [CF-20.17] Casts in its direction; a bolt only if the next cell is free. */
export function shoot(scene: Scene, own: Standing): void {
  const { is, part, at } = own
  if (part.is !== 'shooter' || at.level.effects.size >= mostEffects) return
  const spell = spellIn(scene, own, part.spell)
  if (!spell) return
  const way = part.way === 0 ? (roll(scene, 8) as Direction) : turned(part.way as Direction, is.state)
  const { x, y } = stepped(at, way)
  if (spell.does.deed === 'bolt' && at.level.stops(x, y)) return
  castFrom(scene, own, spell, way, part.level)
}

/** [CF-22.9] The spell inside it, else the one that it names. */
export function spellIn(scene: Scene, { thing }: Standing, named: string | undefined): Spell | undefined {
  for (const { kind } of thing.inside ?? []) {
    const spell = scene.kinds.spell?.(kind.id)
    if (spell) return spell
  }
  return named === undefined ? undefined : scene.kinds.spell?.(named)
}

/** `level` of the caster. `to`: the target, for spells on a player. */
export function castFrom(
  scene: Scene,
  { thing, at }: Standing,
  spell: Spell,
  direction: Casting['direction'],
  level: number,
  to?: Player,
): boolean {
  const above = Math.max(0, level - spell.level)
  const from = { x: at.x, y: at.y }
  return work(scene, spell, {
    ...{ level: at.level, from, by: thing, direction, above, skill: undefined },
    ...(to && { to }),
  })
}
