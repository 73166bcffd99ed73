// Keys of doors and containers. [CF-12.8] [CF-20.23]
import type { Player, Thing } from '../state/game-state.ts'
import { withContents } from './thing.ts'

/** A carried key for one of the lock's words, also from a container; undefined if there is none. */
export function findKey(player: Player, words: readonly string[]): Thing | undefined {
  for (const carried of player.inventory) {
    for (const thing of withContents(carried)) {
      const { traits } = thing.archetype
      if (traits.role === 'key' && words.includes(traits.lock)) return thing
    }
  }
  return undefined
}
