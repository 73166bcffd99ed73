import type { Player, Thing } from '../state/game-state.ts'
import { maxPilesInContainer } from './containers.ts'
import { canMerge } from './thing.ts'

/** [CF-16.4] */
export const maxPilesInPack = 100

export function isPackFull({ inventory }: Pick<Player, 'inventory'>): boolean {
  return inventory.length >= maxPilesInPack
}

/** Whether the inventory has room for another pile, or an equal pile into which the thing can merge. */
export function fitsInPack(player: Player, thing: Thing): boolean {
  return !isPackFull(player) || player.inventory.some((each) => canMerge(each, thing))
}

/** False if the place has no room for another pile. */
export function canSplit({ count, location }: Thing): boolean {
  if (count === 1 || !location) return true
  if (location.in === 'cell') return location.level.hasRoomForPile(location.x, location.y)
  if (location.in === 'pack') return !isPackFull(location.player)
  return location.container.inside!.length < maxPilesInContainer
}
