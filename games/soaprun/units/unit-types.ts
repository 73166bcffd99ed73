import type { UnitType } from '../board/board.ts'
import { statusNumbers } from '../players/player.ts'
import { chaseBehaviour } from './chase.ts'
import { closerBehaviour, wussBehaviour } from './closer.ts'
import { crawlBehaviour } from './crawl.ts'
import { crossBehaviour, gateBehaviour, stillFlameBehaviour } from './flames.ts'
import { goalBehaviour } from './goal.ts'
import { shieldBehaviour } from './shield.ts'
import { snailBehaviour } from './snail.ts'
import { swordBehaviour } from './sword.ts'
import { respawnUnit, type Unit, type UnitBehaviour, type UnitContext } from './unit.ts'

export const behaviourByType: Readonly<Record<UnitType, UnitBehaviour>> = {
  Goal: goalBehaviour,
  Closer: closerBehaviour,
  Sword: swordBehaviour,
  Crawl: crawlBehaviour,
  Hummer: stillFlameBehaviour,
  Rounder: stillFlameBehaviour,
  Wuss: wussBehaviour,
  Chase: chaseBehaviour,
  Gate: gateBehaviour,
  Shield: shieldBehaviour,
  Cross: crossBehaviour,
  Snail: snailBehaviour,
}

/** Walkers that can kill players by overlapping them. */
const deadly: ReadonlySet<UnitType> = new Set<UnitType>(['Closer', 'Crawl', 'Chase'])

export function isDeadlyWalker(unit: Unit): boolean {
  return deadly.has(unit.type) && unit.status === statusNumbers.idle
}

/** [SR-5.5] */
export function tickUnit(unit: Unit, context: UnitContext): void {
  if (unit.wait > 0) {
    unit.wait--
    return
  }
  const kind = behaviourByType[unit.type]
  if (kind.reach === 'walker' && unit.status === statusNumbers.dead) respawnUnit(unit, context)
  else kind.act(unit, context)
}
