// Lists of a shop's wares. [CF-21.8]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { inWords } from '../things/counts.ts'
import { countedName, isPortable } from '../things/thing.ts'
import { inCoins } from './purse.ts'
import { priceOf } from './shop.ts'

/** Lines per list; further wares are only counted. */
const mostTold = 100

/** [CF-21.8] Lists all wares on the map by name, with prices for the player. */
export function tellWares(scene: Scene, player: Player): void {
  const lines = waresOf(player)
    .map((ware) => ({ name: countedName(ware), price: inCoins(scene.kinds, priceOf(player, ware)) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, price }) => `${name}: ${price}`)
  if (lines.length === 0) return player.tell('This shop has nothing left.', messageTypes.listing)
  const more = lines.length > mostTold ? [`… and ${inWords(lines.length - mostTold)} more.`] : []
  player.tell(['This shop has:', ...lines.slice(0, mostTold), ...more].join('\n'), messageTypes.listing)
}

function waresOf({ level }: Player): Thing[] {
  const wares: Thing[] = []
  if (!level) return wares
  for (let y = 0; y < level.height; y++)
    for (let x = 0; x < level.width; x++)
      if (level.isShop(x, y)) wares.push(...level.things(x, y).filter(isPortable))
  return wares
}
