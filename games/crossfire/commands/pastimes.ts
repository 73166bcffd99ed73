// Coin toss and dice, without stakes. [CF-10.8]
import { messageTypes } from '../hearing/text-kinds.ts'
import { roll } from '../scene/dice.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { nearTo } from '../scene/telling.ts'
import type { Command } from './command.ts'

/** Sides of an orcknuckle die. Only the fourth die can show an orc. */
const knuckles = ['beholder', 'ghost', 'knight', 'princess', 'dragon', 'orc'] as const
const dice = [5, 5, 5, 6] as const

export const pastimes: readonly Command[] = [
  {
    word: 'cointoss',
    help: 'Toss a coin for all who are near.',
    takes: 'none',
    heard: true,
    run: (scene, player) =>
      play(player, 'toss a coin', 'tosses a coin', [roll(scene, 2) === 1 ? 'heads' : 'tails']),
  },
  {
    word: 'orcknuckle',
    help: 'Roll four dice for all who are near.',
    takes: 'none',
    heard: true,
    run: (scene, player) => play(player, 'roll the dice', 'rolls the dice', thrown(scene)),
  },
]

function thrown(scene: Scene): string[] {
  return dice.map((sides) => knuckles[roll(scene, sides) - 1]!)
}

function play(player: Player, you: string, others: string, shown: readonly string[]): void {
  const what = shown.join(', ')
  for (const each of nearTo(player.level!, player))
    each.tell(
      each === player ? `You ${you}: ${what}.` : `${player.name} ${others}: ${what}.`,
      messageTypes.overheard,
    )
}
