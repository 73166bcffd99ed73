// The camera is centred on the player, and moves smoothly between cells.
import type { Client } from '../client/client.ts'

/**
 * Minimum and maximum duration of a step's animation in milliseconds. Within these limits the animation lasts as long
 * as an action.
 */
const shortest = 60
const longest = 320
/** Duration of a step while the duration of an action is unknown. */
const usual = 160
/** From this distance in cells, the camera jumps to the player. */
const jump = 2

/**
 * Creates a camera whose position has fractions of a cell. `moves`: whether the next frame differs. `still`: whether
 * the user prefers reduced motion.
 */
export function createCamera({ map, commands, events }: Client) {
  let [from, to] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ]
  let since = Number.NEGATIVE_INFINITY
  let ms = usual
  const at = (now: number, still: boolean) => {
    const part = still ? 1 : Math.min(1, Math.max(0, (now - since) / ms))
    if (part >= 1) return { x: map.x, y: map.y, moves: false }
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, moves: true }
  }
  events.on('map', (change) => {
    if (change.change === 'new') since = Number.NEGATIVE_INFINITY
    if (change.change !== 'scroll') return
    const now = performance.now()
    const before = at(now, false)
    to = { x: map.x, y: map.y }
    // If the camera rests, the animation starts at the cell that the player has just left.
    from = before.moves ? before : { x: to.x - change.dx, y: to.y - change.dy }
    const isFar = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) > jump
    since = isFar ? Number.NEGATIVE_INFINITY : now
    ms = Math.min(longest, Math.max(shortest, commands.actMs || usual))
  })
  return at
}
