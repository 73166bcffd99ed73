// A Crawl guards its home: it takes one step towards a player next to its home, and then returns.

import { statuses } from '../players/player.ts'
import { nearestOf } from './path-finding.ts'
import { deadTicks, homeNode, resolveFight, setStatus, stepTowards, type UnitBehaviour } from './unit.ts'

const stepWait = 5

/** [SR-5.12] */
export const crawlBehaviour: UnitBehaviour = {
  reach: 'walker',
  act(unit, context) {
    setStatus(unit, context, statuses.idle)
    const target = unit.isAtHome ? nearestOf(unit.place, context.livingPlayers, 1, 1)?.place : homeNode(unit)
    if (target && stepTowards(unit, context, target)) unit.wait = stepWait
  },
  touch(unit, player, context) {
    resolveFight(unit, player, context, deadTicks.crawl)
    return true
  },
}
