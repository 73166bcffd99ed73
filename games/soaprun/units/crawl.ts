// Crawls guard their place: one step at a player next to it, and back.

import { statuses } from '../players/player.ts'
import { nearest } from './path.ts'
import { fight, home, type Kind, setStatus, stepTowards, ticksLying } from './unit.ts'

const stepWait = 5

/** [SR-5.12] Looks for players only at home, including diagonally. */
export const crawl: Kind = {
  reach: 'walker',
  act(unit, scene) {
    setStatus(unit, scene, statuses.idle)
    const target = unit.atHome ? nearest(unit.place, scene.living, 1, 1)?.place : home(unit)
    if (target && stepTowards(unit, scene, target)) unit.wait = stepWait
  },
  touch(unit, player, scene) {
    fight(unit, player, scene, ticksLying.crawl)
    return true
  },
}
