// [CF-9.8] [CF-18.6]

import { nameWithTitle } from '../../model/players/characters.ts'
import { levelOf } from '../../model/players/levels.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import type { Party } from '../../model/state/parties.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

const maxLines = 100

/** [CF-9.8] */
export function listPlayers(game: GameState, player: Player): void {
  const all = [...game.players.values()]
  player.sendMessage(
    [`Players: ${all.length}`, ...all.slice(0, maxLines).map(playerLine)].join('\n'),
    messageTypes.who,
  )
}

/** [CF-18.6] Shows only the name of a disconnected member. */
export function listMembers({ players }: GameState, player: Player, { name, members }: Party): void {
  const lines = members.map((member) => {
    const there = players.get(member.name.toLowerCase())
    return there ? playerLine(there) : `${member.name} (away)`
  })
  player.sendMessage([`Members of ${name}: ${members.length}`, ...lines].join('\n'), messageTypes.who)
}

function playerLine(player: Player): string {
  const where = player.level?.plan.title ?? 'nowhere'
  return `${nameWithTitle(player)}, level ${levelOf(player)} (${where})${player.isAway ? ', away' : ''}`
}
