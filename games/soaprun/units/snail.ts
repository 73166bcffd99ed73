// Snails eat corpses and otherwise creep after players. They neither harm nor can be harmed.
import { corpseBit, hasCorpse, type Node } from '../board/board.ts'
import { statuses } from '../players/player.ts'
import { nearest } from './path.ts'
import { isClosed, type Kind, moveTo, type Scene, setStatus, stepTowards, type Unit } from './unit.ts'

const stepWait = 8
const eatWait = 12

/** [SR-5.14] Activated by a player next to it. Prefers a corpse on its cell, then one beside it, then the player. */
export const snail: Kind = {
  reach: 'walker',
  act(unit, scene) {
    if (unit.status === statuses.suspend) {
      if (!nearest(unit.place, scene.living, 1, 1)) return
      setStatus(unit, scene, statuses.idle)
    }
    if (eats(unit, scene)) return
    const target = nearest(unit.place, scene.living, 2, 2)
    const meal = corpseBeside(unit, scene)
    if (!meal && !target) return setStatus(unit, scene, statuses.suspend)
    if (meal) moveTo(unit, scene, meal)
    // Seen on the wire: on its target it does not wait, and follows in the same tick in which the player moves on.
    else if (!target || !stepTowards(unit, scene, target.place)) return
    unit.wait = stepWait
  },
  touch: () => false,
}

function eats(unit: Unit, scene: Scene): boolean {
  const { x, y } = unit.place
  const tile = scene.board.tile(x, y)
  if (!hasCorpse(tile)) return false
  scene.changeTile(x, y, tile & ~corpseBit)
  unit.wait = eatWait
  return true
}

/** Left, up, right, down. */
const beside: readonly Node[] = [
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
]

function corpseBeside(unit: Unit, scene: Scene): Node | undefined {
  for (const by of beside) {
    const x = unit.place.x + by.x
    const y = unit.place.y + by.y
    if (hasCorpse(scene.board.tile(x, y)) && !isClosed(scene, x, y)) return { x, y }
  }
  return undefined
}
