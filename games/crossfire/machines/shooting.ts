// Walls that shoot. [CF-20.17]
import { shootBolt } from '../magic/casting.ts'
import type { Standing } from '../places/parts.ts'
import { roll } from '../scene/dice.ts'
import { type Direction, stepped, turned } from '../scene/directions.ts'
import type { Scene } from '../scene/scene.ts'

/** What flies, burns and bursts on one map at a time; walls hold their fire until there is less. */
const mostEffects = 256

/** [CF-20.17] That way, if the way is free. */
export function shoot(scene: Scene, { thing, is, part, at }: Standing): void {
  if (part.is !== 'shooter' || at.level.effects.size >= mostEffects) return
  const id = thing.inside?.[0]?.kind.id ?? part.spell
  if (id === undefined) return
  const { is: spell } = scene.kinds.named(id)
  if (spell.role !== 'spell') return
  const way = part.way === 0 ? (roll(scene, 8) as Direction) : turned(part.way as Direction, is.state)
  const { x, y } = stepped(at, way)
  if (at.level.stops(x, y)) return
  const { role: _, ...bolt } = spell
  shootBolt(
    scene,
    { deed: 'bolt', grows: 0, ...bolt },
    { level: at.level, from: at, by: thing, direction: way, above: 0, skill: undefined },
  )
}
