// A Crawl guards its home: it takes one step towards a player next to its home, and then returns.

import { statusNumbers } from '../players/player.ts'
import { findNearest } from './path-finding.ts'
import {
  deadTicks,
  homeNode,
  resolveFight,
  setUnitStatus,
  stepUnitTowards,
  type UnitBehaviour,
} from './unit.ts'

const stepWait = 5

/** [SR-5.12] */
export const crawlBehaviour: UnitBehaviour = {
  reach: 'walker',
  act(unit, context) {
    setUnitStatus(unit, context, statusNumbers.idle)
    const target = unit.isAtHome
      ? findNearest(unit.place, context.livingPlayers, 1, 1)?.place
      : homeNode(unit)
    if (target && stepUnitTowards(unit, context, target)) unit.wait = stepWait
  },
  touch(unit, player, context) {
    resolveFight(unit, player, context, deadTicks.crawl)
    return true
  },
}
