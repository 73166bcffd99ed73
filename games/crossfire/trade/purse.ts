// Money: wealth, payments and change. [CF-15.7]
import type { Kinds } from '../scene/archetype.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { put, useUp } from '../things/contents.ts'
import { inWords } from '../things/counts.ts'
import { mostInPile, withContents } from '../things/thing.ts'

/** Value in copper of all coins carried, including those in containers. */
export function wealth(player: Player): number {
  return coinsOf(player).reduce((sum, { kind, count }) => sum + kind.value! * count, 0)
}

/** Takes an amount of copper, small coins first, and gives change. False: not enough, nothing taken. */
export function pays(scene: Scene, player: Player, price: number): boolean {
  if (wealth(player) < price) return false
  let owed = price
  for (const pile of coinsOf(player)) {
    if (owed <= 0) break
    const value = pile.kind.value!
    const count = Math.min(pile.count, Math.ceil(owed / value))
    useUp(pile, count)
    owed -= count * value
  }
  give(scene, player, -owed)
  return true
}

/** Gives an amount of copper in as few coins as possible. */
export function give(scene: Scene, player: Player, amount: number): void {
  let left = amount
  for (const { id, value } of [...scene.kinds.coins].reverse()) {
    const count = Math.min(mostInPile, Math.floor(left / value!))
    if (count === 0) continue
    put(scene.make(id, count), { in: 'pack', player })
    left -= count * value!
  }
}

/** [CF-21.6] Exchanges our coins for those of an owner's world. */
export function exchange(scene: Scene, player: Player): void {
  const isOurs = ({ kind }: Pick<Thing, 'kind'>) => kind.object === undefined
  if (scene.kinds.coins.some((kind) => isOurs({ kind }))) return
  const ours = coinsOf(player).filter(isOurs)
  const amount = ours.reduce((sum, { kind, count }) => sum + kind.value! * count, 0)
  for (const pile of ours) useUp(pile, pile.count)
  give(scene, player, amount)
}

/** Such as `two gold coins, five copper coins`. */
export function inCoins({ coins }: Kinds, amount: number): string {
  const parts: string[] = []
  let left = amount
  for (const { name, value } of [...coins].reverse()) {
    const count = Math.floor(left / value!)
    if (count > 0) parts.push(`${inWords(count)} ${count === 1 ? name.one : name.many}`)
    left -= count * value!
  }
  return parts.length > 0 ? parts.join(', ') : 'nothing'
}

/** Smallest first. */
function coinsOf({ inventory }: Player): Thing[] {
  return inventory
    .flatMap((carried) => [...withContents(carried)])
    .filter(({ kind, unpaid }) => kind.is.role === 'money' && !unpaid)
    .sort((a, b) => a.kind.value! - b.kind.value!)
}
