// [CF-10.8]

import { playersNear } from '../../model/state/broadcast.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { TextCommand } from './command.ts'

const dieFaces = ['beholder', 'ghost', 'knight', 'princess', 'dragon', 'orc'] as const
/** Number of sides of each of the four dice. Only the fourth die can show an orc. */
const dieSides = [5, 5, 5, 6] as const

export const gameOfChanceCommands: readonly TextCommand[] = [
  {
    name: 'cointoss',
    help: 'Toss a coin. Players near you see the result.',
    broadcasts: true,
    run: (game, player) =>
      announceResult(player, 'toss a coin', 'tosses a coin', [rollDie(game, 2) === 1 ? 'heads' : 'tails']),
  },
  {
    name: 'orcknuckle',
    help: 'Roll four dice. Players near you see the result.',
    broadcasts: true,
    run: (game, player) => announceResult(player, 'roll the dice', 'rolls the dice', rollDice(game)),
  },
]

function rollDice(game: GameState): string[] {
  return dieSides.map((sides) => dieFaces[rollDie(game, sides) - 1]!)
}

function announceResult(player: Player, you: string, others: string, shown: readonly string[]): void {
  const what = shown.join(', ')
  for (const each of playersNear(player.level!, player))
    each.sendMessage(
      each === player ? `You ${you}: ${what}.` : `${player.name} ${others}: ${what}.`,
      messageTypes.overheard,
    )
}
