// Which maps' monsters act, and whom they may be after: those on their own map, and those over its edges. [CF-20.8]
import { Surroundings } from '../places/beside.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Player, Scene } from '../scene/scene.ts'

/** Cells over the edge of a player's map within which monsters act: as far as he sees. */
const awake = 12

/** A level whose monsters act, and the maps where they may see somebody, each with where its first cell lies. */
export interface Hunt {
  readonly level: Level
  readonly grounds: ReadonlyMap<Level, Spot>
  /** Somebody is in it, and not only beside it. */
  readonly peopled: boolean
}

/** A player, and where he is, counted on over the edges of a level. */
export interface Prey extends Spot {
  readonly player: Player
}

/** Levels with players first, in the order of their opening; then those beside them. */
export function huntsOf({ levels }: Scene): readonly Hunt[] {
  const peopled = levels.peopled()
  const grounds = new Map<Level, Map<Level, Spot>>(
    peopled.map((level) => [level, new Map([[level, { x: 0, y: 0 }]])]),
  )
  for (const level of peopled)
    for (const player of level.players) {
      if (!isAtEdge(player, level)) continue
      const around = new Surroundings(level, (from, way) => levels.beside(from, way, player.name))
      for (const { level: other, x, y } of around.mapsWithin(player, awake)) {
        const known = grounds.get(other) ?? new Map<Level, Spot>()
        grounds.set(other, known)
        if (!known.has(level)) known.set(level, { x: -x, y: -y })
      }
    }
  return [...grounds].map(([level, known]) => ({ level, grounds: known, peopled: known.has(level) }))
}

/** As they are now: one may have died, or gone elsewhere, since the tick began. */
export function preyIn({ grounds }: Hunt): readonly Prey[] {
  return [...grounds].flatMap(([level, first]) =>
    [...level.players].map((player) => ({ player, x: first.x + player.x, y: first.y + player.y })),
  )
}

function isAtEdge({ x, y }: Spot, { plan, width, height }: Level): boolean {
  if (!plan.tiles) return false
  return x < awake || y < awake || x >= width - awake || y >= height - awake
}
