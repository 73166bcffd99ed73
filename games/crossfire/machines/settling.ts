// After each act and each tick: where something has changed in a cell with parts of a machine, these see to it. [CF-20.10]
import { textKinds } from '../hearing/text-kinds.ts'
import { partsAt, type Standing, setState, standing } from '../places/parts.ts'
import type { Level, Player, Scene, Touch } from '../scene/scene.ts'
import { called, closeBoxes } from '../scripts/calling.ts'
import { fallInto, giveWay } from './leading.ts'
import { convert } from './making.ts'
import { suits, taken } from './marking.ts'
import { offer, press } from './pressing.ts'
import { deliver, mostReached, send } from './signals.ts'
import { spring } from './traps.ts'

/** Of one turn: rounds of what comes of what came, and cells of a round. What is left waits for the next turn. */
const [mostRounds, mostCells] = [8, 200]
/** [CF-16.7] Steps of work that a part, or a thing that one carries off, is counted as. */
const partSteps = 16

/** Sees to all levels in whose machines something has changed; a loop of them goes on in later turns. */
export function settle(scene: Scene): void {
  closeBoxes(scene)
  let left = mostReached
  for (let round = 0; round < mostRounds; round++) {
    const levels = scene.levels.touched()
    if (levels.length === 0) return
    for (const level of levels) {
      for (const touch of level.machinery.touches(Math.min(mostCells, left)))
        left -= seeTo(scene, level, touch)
      left = deliver(scene, level, left)
    }
    if (left <= 0) break
  }
  // Whoever set it going pays for it, and waits with what he does next.
  if (left < mostReached) scene.host.spend((mostReached - left) * partSteps)
}

/** How much was done: what is carried off counts. */
function seeTo(scene: Scene, level: Level, { cell, came }: Touch): number {
  const [x, y] = [cell % level.width, Math.floor(cell / level.width)]
  let done = 1
  const here = came.filter((player) => player.level === level && player.x === x && player.y === y)
  for (const { thing } of partsAt(level, x, y)) {
    // One before it may have made something else of it.
    const part = standing(thing)
    if (part) done += answer(scene, part, here) ?? 0
  }
  return done
}

function answer(scene: Scene, part: Standing, all: readonly Player[]): number | void {
  // Who a script has seen to is done with; it may have sent him away, too.
  const came = all.filter(
    (player) => !called(scene, player, part.thing, 'step') && player.level === part.at.level,
  )
  switch (part.part.is) {
    case 'button':
    case 'pedestal':
    case 'detector':
      return press(scene, part)
    case 'altar':
      return offer(scene, part)
    case 'hole':
      return fallInto(scene, part)
    case 'trapdoor':
      return giveWay(scene, part)
    case 'converter':
      return convert(scene, part)
    case 'checker':
      for (const player of came) check(scene, part, player)
      return
    case 'trap':
      for (const player of came) spring(scene, part, player)
      return
    default:
  }
}

/** [CF-20.15] Sends 1 and 0 in turn. */
function check(scene: Scene, { thing }: Standing, player: Player): void {
  const part = standing(thing)
  if (part?.part.is !== 'checker' || part.part.bars || !suits(scene, player, part.part)) return
  if (part.part.has) taken(scene, player, part.part)
  const value = 1 - (part.is.state & 1)
  setState(part, value)
  send(part, value)
}

/** [CF-20.15] Whether one that minds what he has keeps him out of the cell; he is told what it says. */
export function keepsOut(scene: Scene, player: Player, x: number, y: number): boolean {
  const level = player.level!
  if (!level.machinery.isAt(x + level.width * y)) return false
  for (const { thing, part } of partsAt(level, x, y)) {
    if (part.is !== 'checker' || !part.bars || suits(scene, player, part)) continue
    if (thing.kind.text) player.tell(thing.kind.text, textKinds.failure)
    return true
  }
  return false
}
