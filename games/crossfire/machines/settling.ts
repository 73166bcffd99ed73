// After each action and each tick: machine parts react to changes in their cells. [CF-20.10]
import { messageTypes } from '../hearing/text-kinds.ts'
import { partsAt, type Standing, setState, standing } from '../places/parts.ts'
import type { Level, Player, Scene, Touch } from '../scene/scene.ts'
import { called, closeBoxes } from '../scripts/calling.ts'
import { fallInto, giveWay } from './leading.ts'
import { convert } from './making.ts'
import { suits, taken } from './marking.ts'
import { offer, press } from './pressing.ts'
import { deliver, mostReached, send } from './signals.ts'
import { spring } from './traps.ts'

/** Limits per turn: rounds of follow-up reactions, and cells per round. The rest waits for the next turn. */
const [mostRounds, mostCells] = [8, 200]
/** [CF-16.7] Work charged per part, or per thing that a part moves. */
const partSteps = 16

/** Processes all levels with pending machine work. Machines in a loop continue in later turns. */
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
  // Charges the work to the player who caused it, which delays their next action.
  if (left < mostReached) scene.context.chargeSteps((mostReached - left) * partSteps)
}

/** Returns the amount of work, including things moved. */
function seeTo(scene: Scene, level: Level, { cell, came }: Touch): number {
  const [x, y] = [cell % level.width, Math.floor(cell / level.width)]
  let done = 1
  const here = came.filter((player) => player.level === level && player.x === x && player.y === y)
  for (const { thing } of partsAt(level, x, y)) {
    // A previous part can have changed it.
    const part = standing(thing)
    if (part) done += answer(scene, part, here) ?? 0
  }
  return done
}

function answer(scene: Scene, part: Standing, all: readonly Player[]): number | void {
  // Skips players that a script has handled or moved to another level.
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

/** [CF-20.15] Alternately sends 1 and 0. */
function check(scene: Scene, { thing }: Standing, player: Player): void {
  const part = standing(thing)
  if (part?.part.is !== 'checker' || part.part.bars || !suits(scene, player, part.part)) return
  if (part.part.has) taken(scene, player, part.part)
  const value = 1 - (part.is.state & 1)
  setState(part, value)
  send(part, value)
}

/** [CF-20.15] Whether a checker blocks the cell for the player; if so, shows its text. */
export function keepsOut(scene: Scene, player: Player, x: number, y: number): boolean {
  const level = player.level!
  if (!level.machinery.isAt(x + level.width * y)) return false
  for (const { thing, part } of partsAt(level, x, y)) {
    if (part.is !== 'checker' || !part.bars || suits(scene, player, part)) continue
    if (thing.kind.text) player.tell(thing.kind.text, messageTypes.failure)
    return true
  }
  return false
}
