// Selects the maps whose monsters act, and their possible targets on the map and across its edges. [CF-20.8]
import { Surroundings } from '../places/beside.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Player, Scene } from '../scene/scene.ts'

/** Cells beyond the edge of a player's map within which monsters act: the player's range of sight. */
const awake = 12

/** A map whose monsters act, and the maps with possible targets, each with the offset of its first cell. */
export interface Hunt {
  readonly level: Level
  readonly grounds: ReadonlyMap<Level, Spot>
  /** Whether players are on this map itself. */
  readonly peopled: boolean
}

/** A player, with coordinates relative to the hunting map. */
export interface Prey extends Spot {
  readonly player: Player
}

/** Maps with players first, in the order of their opening; then adjacent ones. */
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

/** Current targets: players may have died or moved since the tick started. */
export function preyIn({ grounds }: Hunt): readonly Prey[] {
  return [...grounds].flatMap(([level, first]) =>
    [...level.players].map((player) => ({ player, x: first.x + player.x, y: first.y + player.y })),
  )
}

function isAtEdge({ x, y }: Spot, { plan, width, height }: Level): boolean {
  if (!plan.tiles) return false
  return x < awake || y < awake || x >= width - awake || y >= height - awake
}
