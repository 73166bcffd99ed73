// [CF-21.8]

import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { toNumberWord } from '../../model/things/number-words.ts'
import { countedName, isPortable } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { formatCoins } from './money.ts'
import { priceOf } from './shop.ts'

/** Maximum number of listed wares; the last line counts the others. */
const maxLines = 100

/** [CF-21.8] Lists the wares on the map, sorted by name. */
export function listWares(game: GameState, player: Player): void {
  const lines = findWares(player)
    .map((ware) => ({ name: countedName(ware), price: formatCoins(game.archetypes, priceOf(player, ware)) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, price }) => `${name}: ${price}`)
  if (lines.length === 0) return player.sendMessage('This shop has nothing left.', messageTypes.listing)
  const more = lines.length > maxLines ? [`… and ${toNumberWord(lines.length - maxLines)} more.`] : []
  player.sendMessage(
    ['This shop has:', ...lines.slice(0, maxLines), ...more].join('\n'),
    messageTypes.listing,
  )
}

function findWares({ level }: Player): Thing[] {
  const wares: Thing[] = []
  if (!level) return wares
  for (let y = 0; y < level.height; y++)
    for (let x = 0; x < level.width; x++)
      if (level.isShopFloor(x, y)) wares.push(...level.thingsAt(x, y).filter(isPortable))
  return wares
}
