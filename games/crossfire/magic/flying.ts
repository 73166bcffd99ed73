// Bolts, and bombs that lie until they explode. [CF-13.7] [CF-22.3]
import { launch, mostEffects, singe } from '../fight/flights.ts'
import { flyingFaces } from '../pictures/animations.ts'
import { flash } from '../places/flashes.ts'
import { facedAt } from '../places/stack.ts'
import { roll } from '../scene/dice.ts'
import { type Direction, turned } from '../scene/directions.ts'
import type { Scene } from '../scene/scene.ts'
import type { Bolt, Bomb, Burst } from '../scene/spell.ts'
import { put } from '../things/contents.ts'
import { type Casting, grown } from './caster.ts'
import { reached } from './waves.ts'

/** Directions of a swarm's bolts, in eighths of a turn. */
const spread = [0, 1, -1, 2, -2, 3, -3, 4] as const

/** Launches one or several bolts. */
export function shootBolt(scene: Scene, bolt: Bolt, casting: Casting): void {
  if (casting.to) return strikeThere(scene, bolt, casting)
  const way = casting.direction === 0 ? (roll(scene, 8) as Direction) : casting.direction
  for (let place = 0; place < (bolt.count ?? 1); place++)
    shootOne(scene, bolt, casting, turned(way, spread[place % spread.length]!))
}

/** [CF-22.9] A rune's bolt hits its victim's cell. */
function strikeThere(scene: Scene, bolt: Bolt, casting: Casting): void {
  const { level, from, by } = casting
  const cells = bolt.bursts ? [from, ...reached(level, from, 0, bolt.bursts.radius ?? 1)] : [from]
  for (const at of cells) {
    if (level.effects.size < mostEffects) flash(scene, level, at, bolt.bursts?.into ?? bolt.flies)
    singe(scene, level, at, { by, attack: bolt.attack }, grown(bolt.damage, bolt.grows, casting))
  }
}

function shootOne(scene: Scene, bolt: Bolt, casting: Casting, direction: Direction): void {
  const { level, from, by, skill } = casting
  if (level.effects.size >= mostEffects) return
  const { attack, reach, bursts, pierces, wanders } = bolt
  const { look } = scene.kinds.named(bolt.flies)
  const face = look ? facedAt(look, direction) : flyingFaces(bolt.flies, direction)
  launch(scene, level, from, scene.make(bolt.flies, 1, { face }), {
    ...{ direction, reach, attack, by, damage: grown(bolt.damage, bolt.grows, casting) },
    ...(skill !== undefined && { skill }),
    ...(bursts && { bursts: grownBurst(bursts, bolt.grows, casting) }),
    ...(pierces && { pierces }),
    ...(wanders && { wanders }),
  })
}

/** [CF-22.3] Places a bomb on the caster's cell. */
export function layBomb(scene: Scene, bomb: Bomb, casting: Casting): boolean {
  const { level, from, by, skill, direction } = casting
  if (level.effects.size >= mostEffects) return false
  const { attack, ticks } = bomb
  const flight = {
    ...{ direction: direction || 1, reach: 0, damage: 0, attack, by, waits: ticks },
    ...(skill !== undefined && { skill }),
    bursts: grownBurst(bomb.bursts, bomb.grows, casting),
  }
  put(scene.make(bomb.shows, 1, { flight }), { in: 'cell', level, x: from.x, y: from.y })
  return true
}

function grownBurst(burst: Burst, grows: number, casting: Casting): Burst {
  return { ...burst, damage: grown(burst.damage, grows, casting) }
}
