// [CF-12.8] [CF-20.23]
import type { Player, Thing } from '../state/game-state.ts'
import { withContents } from './thing.ts'

/** Finds a key for one of the lock's words, in the inventory or in a carried container. */
export function findKey(player: Player, words: readonly string[]): Thing | undefined {
  for (const carried of player.inventory) {
    for (const thing of withContents(carried)) {
      const { traits } = thing.archetype
      if (traits.role === 'key' && !thing.unpaid && words.includes(traits.lock)) return thing
    }
  }
  return undefined
}
