// Restocks public items after a while: a shop's wares, apples, the content of a chest. [CF-12.13]
import type { Stock } from '../scene/level-plan.ts'
import type { CellOf, Level, Scene, Thing } from '../scene/scene.ts'
import { put } from '../things/contents.ts'
import { countOf, makePlaced } from './levels.ts'

const minuteMs = 60_000

/** Notes what has been taken, and restocks what is due. */
export function restock(scene: Scene, level: Level): void {
  level.plan.stock.forEach((stock, index) => {
    const missing = missingOf(level, stock)
    const due = level.taken.get(index)
    if (missing === 0) level.taken.delete(index)
    else if (due === undefined) level.taken.set(index, scene.clock + stock.returns * minuteMs)
    else if (due <= scene.clock) {
      level.taken.delete(index)
      bringBack(scene, level, stock, missing)
    }
  })
}

/** Number of missing pieces; 1 for an empty chest. */
function missingOf(level: Level, { placed }: Stock): number {
  const there = level.things(placed.x, placed.y).filter(({ kind }) => kind.id === placed.id)
  if (placed.inside) return there.some(({ inside }) => inside?.length === 0) ? 1 : 0
  return Math.max(0, placed.count - there.reduce((sum, { count }) => sum + count, 0))
}

function bringBack(scene: Scene, level: Level, { placed }: Stock, missing: number): void {
  const where: CellOf = { in: 'cell', level, x: placed.x, y: placed.y }
  if (!placed.inside) {
    if (level.hasRoom(placed.x, placed.y)) for (const thing of anew(scene, placed, missing)) put(thing, where)
    return
  }
  const chest = level.things(placed.x, placed.y).find(({ kind }) => kind.id === placed.id)!
  for (const held of placed.inside)
    for (const thing of anew(scene, held, held.count)) put(thing, { in: 'container', container: chest })
}

/** `count` pieces: one pile, or single things if they do not stack. */
function* anew(scene: Scene, placed: Parameters<typeof makePlaced>[1], count: number): Iterable<Thing> {
  const each = scene.kinds.named(placed.id).stacks ? count : 1
  for (let made = 0; made < count; made += each)
    yield makePlaced(scene.kinds, { ...placed, count: each }, undefined, scene.tags.range(countOf(placed)))
}
