// Monsters that multiply, and their nests. [CF-20.21]
import { around, lifeOf, mostCreatures } from '../places/births.ts'
import type { Monster } from '../scene/archetype.ts'
import { roll } from '../scene/dice.ts'
import type { CellOf, Level, Scene, Thing } from '../scene/scene.ts'
import { put } from '../things/contents.ts'

/** One act: sometimes creates another one beside it, up to a limit. */
export function breed(
  scene: Scene,
  level: Level,
  parent: Thing,
  breeds: NonNullable<Monster['breeds']>,
): void {
  if (level.creatures.size >= mostCreatures || roll(scene, breeds.oneIn) > 1) return
  const kind = scene.kinds.named(breeds.id)
  if (kind.layer !== 'creature' || isEnough(level, parent, breeds)) return
  const { x, y } = parent.where as CellOf
  const spot = around(x, y).find((each) => level.isFree(each.x, each.y))
  if (!spot) return
  put(scene.make(kind.id, 1, { life: lifeOf(kind, -1, spot) }), { in: 'cell', level, ...spot })
  level.creaturesUnkept = true
}

function isEnough(level: Level, { kind }: Thing, { id, most }: NonNullable<Monster['breeds']>): boolean {
  let [nests, children] = [0, 0]
  for (const creature of level.creatures) {
    if (creature.kind.id === kind.id) nests++
    if (creature.kind.id === id) children++
  }
  return children >= ('all' in most ? most.all : most.each * nests)
}
