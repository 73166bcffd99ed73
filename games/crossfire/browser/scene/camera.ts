// Where the middle of the screen is: on the player, and on its way to him while he walks, so that steps run into each other.
import type { Client } from '../client/client.ts'

/** A step is as long as an act, as far as these: milliseconds. */
const shortest = 60
const longest = 320
const usual = 160
/** Cells, above which it is no walk: the screen is there at once. */
const jump = 2

/**
 * The cell in the middle at a time, in parts of a cell; `moves`: it will be elsewhere in the next frame. `still`: whoever
 * looks wants nothing to move by itself.
 */
export function camera({ map, commands, events }: Client) {
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
    // While it stands it is where the player was.
    from = before.moves ? before : { x: to.x - change.dx, y: to.y - change.dy }
    const isFar = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) > jump
    since = isFar ? Number.NEGATIVE_INFINITY : now
    ms = Math.min(longest, Math.max(shortest, commands.actMs || usual))
  })
  return at
}
