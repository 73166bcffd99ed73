// [CF-12.13]
import type { RestockedThing } from '../definitions/level-plan.ts'
import type { CellLocation, GameState, Level, Thing } from '../state/game-state.ts'
import { putThing } from '../things/move-things.ts'
import { createPlacedThing, tagCountOf } from './level-loader.ts'

const minuteMs = 60_000

export function restockLevel(game: GameState, level: Level): void {
  level.plan.restockedThings.forEach((stock, index) => {
    const missing = missingCount(level, stock)
    const due = level.restockTimes.get(index)
    if (missing === 0) level.restockTimes.delete(index)
    else if (due === undefined) level.restockTimes.set(index, game.clock + stock.restockMinutes * minuteMs)
    else if (due <= game.clock) {
      level.restockTimes.delete(index)
      restoreThings(game, level, stock, missing)
    }
  })
}

/** Number of pieces to restock; 1 for an empty chest. */
function missingCount(level: Level, { placed }: RestockedThing): number {
  const there = level.thingsAt(placed.x, placed.y).filter(({ archetype }) => archetype.id === placed.id)
  if (placed.inside) return there.some(({ inside }) => inside?.length === 0) ? 1 : 0
  return Math.max(0, placed.count - there.reduce((sum, { count }) => sum + count, 0))
}

function restoreThings(game: GameState, level: Level, { placed }: RestockedThing, missing: number): void {
  const where: CellLocation = { in: 'cell', level, x: placed.x, y: placed.y }
  if (!placed.inside) {
    if (level.hasRoomForPile(placed.x, placed.y))
      for (const thing of createMissing(game, placed, missing)) putThing(thing, where)
    return
  }
  const chest = level.thingsAt(placed.x, placed.y).find(({ archetype }) => archetype.id === placed.id)!
  for (const held of placed.inside)
    for (const thing of createMissing(game, held, held.count))
      putThing(thing, { in: 'container', container: chest })
}

function* createMissing(
  game: GameState,
  placed: Parameters<typeof createPlacedThing>[1],
  count: number,
): Iterable<Thing> {
  const each = game.archetypes.get(placed.id).stacks ? count : 1
  for (let made = 0; made < count; made += each)
    yield createPlacedThing(
      game.archetypes,
      { ...placed, count: each },
      undefined,
      game.tags.allocateRange(tagCountOf(placed)),
    )
}
