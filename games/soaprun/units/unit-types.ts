import type { UnitType } from '../board/board.ts'
import { statuses } from '../players/player.ts'
import { chaseBehaviour } from './chase.ts'
import { closerBehaviour, wussBehaviour } from './closer.ts'
import { crawlBehaviour } from './crawl.ts'
import { crossBehaviour, gate, stillFlame } from './flames.ts'
import { goal } from './goal.ts'
import { shield } from './shield.ts'
import { snail } from './snail.ts'
import { sword } from './sword.ts'
import { respawn, type Unit, type UnitBehaviour, type UnitContext } from './unit.ts'

export const behaviours: Readonly<Record<UnitType, UnitBehaviour>> = {
  Goal: goal,
  Closer: closerBehaviour,
  Sword: sword,
  Crawl: crawlBehaviour,
  Hummer: stillFlame,
  Rounder: stillFlame,
  Wuss: wussBehaviour,
  Chase: chaseBehaviour,
  Gate: gate,
  Shield: shield,
  Cross: crossBehaviour,
  Snail: snail,
}

/** Walkers that can kill players by overlapping them. */
const deadly: ReadonlySet<UnitType> = new Set<UnitType>(['Closer', 'Crawl', 'Chase'])

export function isDeadlyWalker(unit: Unit): boolean {
  return deadly.has(unit.type) && unit.status === statuses.idle
}

/** [SR-5.5] */
export function tickUnit(unit: Unit, context: UnitContext): void {
  if (unit.wait > 0) {
    unit.wait--
    return
  }
  const kind = behaviours[unit.type]
  if (kind.reach === 'walker' && unit.status === statuses.dead) respawn(unit, context)
  else kind.act(unit, context)
}
