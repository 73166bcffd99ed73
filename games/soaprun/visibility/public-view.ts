// [SR-4.16] The state that the room's page and API show.
import type { Json } from '../../game.ts'
import { type Board, hasCorpse, isPainted } from '../board/board.ts'
import { itemBits, type Player, statusNumbers } from '../players/player.ts'
import type { PlayerSlots } from '../players/player-slots.ts'
import type { Unit } from '../units/unit.ts'
import { playerLabel } from '../view/colours.ts'

const maxLeaders = 5

export function describePublicState(slots: PlayerSlots, units: readonly Unit[], board: Board): Json {
  const players = slots.all.filter((player) => player !== undefined).map(viewOf)
  const leaders = players.filter((player) => player.kills > 0).sort((a, b) => b.kills - a.kills)
  return {
    players,
    leaders: leaders.slice(0, maxLeaders).map(({ name, index, kills }) => ({ name, index, kills })),
    units: upByType(units),
    painted: countTiles(board, isPainted),
    corpses: countTiles(board, hasCorpse),
  }
}

function upByType(units: readonly Unit[]): { readonly [type: string]: number } {
  const up: { [type: string]: number } = {}
  for (const { type, status } of units) if (status !== statusNumbers.dead) up[type] = (up[type] ?? 0) + 1
  return up
}

function countTiles({ tiles }: Board, which: (tile: number) => boolean): number {
  return tiles.reduce((sum, tile) => sum + (which(tile) ? 1 : 0), 0)
}

const statusNames = ['asleep', 'alive', 'dead', 'goal', 'ghost'] as const

function viewOf(player: Player) {
  const { slot, color, status, kills, items: carried } = player
  const names = Object.entries(itemBits).filter(([, bit]) => (carried & bit) !== 0)
  return {
    name: playerLabel(player),
    ...{ index: slot, color, status: statusNames[status], items: names.map(([name]) => name), kills },
  }
}
