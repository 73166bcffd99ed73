// Closers, black, go for players; one that has killed three is a Wuss, blue, and runs from them.

import { items, statuses } from '../players/player.ts'
import { nearest } from './path.ts'
import { fight, home, type Kind, lying, type Scene, slay, stepTowards, turn, type Unit } from './unit.ts'

/** Columns and rows in which a player wakes it, and in which it then minds one. */
const wakes = { x: 4, y: 3 } as const
const minds = { x: 5, y: 4 } as const
const stepWait = 2
/** Players killed that make a Wuss of it. */
const sated = 3

/** [SR-5.10] Flees who holds a sword or a crown. */
export const closer: Kind = {
  reach: 'walker',
  act: (unit, scene) => roam(unit, scene, items.sword | items.crown),
  touch(unit, player, scene) {
    fight(unit, player, scene, lying.closer)
    if (unit.kills >= sated && unit.status === statuses.idle) become(unit, 'Wuss')
    return true
  },
}

/** [SR-5.11] Flees everybody, and dies even without a sword; then it is a Closer again. */
export const wuss: Kind = {
  reach: 'walker',
  act: (unit, scene) => roam(unit, scene, undefined),
  touch(unit, player, scene) {
    slay(unit, player, scene, lying.closer)
    unit.kills = 0
    become(unit, 'Closer')
    return true
  },
}

/** `feared`: the items it flees; undefined: anybody. */
function roam(unit: Unit, scene: Scene, feared: number | undefined): void {
  if (unit.status === statuses.suspend) {
    if (!nearest(unit.place, scene.living, wakes.x, wakes.y)) return
    turn(unit, scene, statuses.idle)
  }
  const target = nearest(unit.place, scene.living, minds.x, minds.y)
  if (!target && unit.atHome) return turn(unit, scene, statuses.suspend)
  unit.wait = stepWait
  if (target) stepTowards(unit, scene, target.place, feared === undefined || target.has(feared))
  else stepTowards(unit, scene, home(unit))
}

function become(unit: Unit, type: 'Closer' | 'Wuss'): void {
  unit.type = type
  unit.trail.changed()
}
