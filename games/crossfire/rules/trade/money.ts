// [CF-15.7]
import type { ArchetypeRegistry } from '../../model/definitions/archetype.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { consumeThing, putThing } from '../../model/things/move-things.ts'
import { toNumberWord } from '../../model/things/number-words.ts'
import { maxPileCount, withContents } from '../../model/things/thing.ts'

/** The player's money in the smallest coin, including coins in containers. */
export function totalMoney(player: Player): number {
  return coinsOf(player).reduce((sum, { archetype, count }) => sum + archetype.value! * count, 0)
}

/**
 * `price`: in the smallest coin. Takes small coins first, and gives change. If the player has less, takes nothing and
 * returns false.
 */
export function payAmount(game: GameState, player: Player, price: number): boolean {
  if (totalMoney(player) < price) return false
  let owed = price
  for (const pile of coinsOf(player)) {
    if (owed <= 0) break
    const value = pile.archetype.value!
    const count = Math.min(pile.count, Math.ceil(owed / value))
    consumeThing(pile, count)
    owed -= count * value
  }
  giveMoney(game, player, -owed)
  return true
}

/** `amount`: in the smallest coin. Gives as few coins as possible. */
export function giveMoney(game: GameState, player: Player, amount: number): void {
  let left = amount
  for (const { id, value } of [...game.archetypes.coins].reverse()) {
    for (let coins = Math.floor(left / value!); coins > 0; coins -= maxPileCount)
      putThing(game.createThing(id, Math.min(coins, maxPileCount)), { in: 'pack', player })
    left %= value!
  }
}

/** [CF-21.6] Exchanges built-in coins for the coins of an imported world. */
export function exchangeForeignCoins(game: GameState, player: Player): void {
  const isBuiltIn = ({ archetype }: Pick<Thing, 'archetype'>) => archetype.attributes === undefined
  if (game.archetypes.coins.some((kind) => isBuiltIn({ archetype: kind }))) return
  const piles = coinsOf(player).filter(isBuiltIn)
  const amount = piles.reduce((sum, { archetype, count }) => sum + archetype.value! * count, 0)
  for (const pile of piles) consumeThing(pile, pile.count)
  giveMoney(game, player, amount)
}

/** An amount in words, such as `two gold coins, five copper coins`. */
export function formatCoins({ coins }: ArchetypeRegistry, amount: number): string {
  const parts: string[] = []
  let left = amount
  for (const { name, value } of [...coins].reverse()) {
    const count = Math.floor(left / value!)
    if (count > 0) parts.push(`${toNumberWord(count)} ${count === 1 ? name.one : name.many}`)
    left -= count * value!
  }
  return parts.length > 0 ? parts.join(', ') : 'nothing'
}

/** Smallest first. */
function coinsOf({ inventory }: Player): Thing[] {
  return inventory
    .flatMap((carried) => [...withContents(carried)])
    .filter(({ archetype, unpaid }) => archetype.traits.role === 'money' && !unpaid)
    .sort((a, b) => a.archetype.value! - b.archetype.value!)
}
