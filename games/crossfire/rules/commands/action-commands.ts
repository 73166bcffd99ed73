// [CF-9.5]

import { levelOf, nextLevelAt } from '../../model/players/levels.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { describeTime } from '../../model/time/time-of-day.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { inscribeCommand } from '../actions/items/inscribe.ts'
import { throwThing } from '../actions/shoot-and-throw.ts'
import { listSkills, search, useSkill } from '../actions/use-skills.ts'
import { disarmNearby } from '../machines/traps.ts'
import { listSpells } from '../magic/casting.ts'
import { formatCoins, totalMoney } from '../trade/money.ts'
import { payForUnpaidItems } from '../trade/shop.ts'
import type { TextCommand } from './command.ts'

export const actionCommands: readonly TextCommand[] = [
  { name: 'search', help: 'Search for traps and secret doors around you.', takesTime: true, run: search },
  { name: 'disarm', help: 'Disarm a trap next to you.', takesTime: true, run: disarmNearby },
  {
    name: 'inscribe',
    usage: 'SPELL',
    help: 'Write a spell on the marked scroll. Needs a skill of inscription.',
    takesTime: true,
    run: inscribeCommand,
  },
  {
    name: 'pray',
    help: 'Pray for grace. Needs the skill praying.',
    takesTime: true,
    run: (game, player) => useSkill(game, player, 'praying'),
  },
  {
    name: 'throw',
    usage: '[thing]',
    help: 'Throw a thing in the direction that you face. Without a name: the marked thing.',
    takesTime: true,
    run: (game, player, words) => throwThing(game, player, words),
  },
  { name: 'pay', help: 'Pay for the things that you took in a shop.', run: payForUnpaidItems },
  { name: 'spells', help: 'List the spells that you know.', run: (_game, player) => listSpells(player) },
  { name: 'skills', help: 'List your skills.', run: (_game, player) => listSkills(player) },
  {
    name: 'statistics',
    aliases: ['stats'],
    help: 'Show your level, stats and money.',
    run: (game, player) => player.sendMessage(statisticsOf(game, player), messageTypes.statistics),
  },
  {
    name: 'time',
    help: 'Show the time of day.',
    run: (game, player) => player.sendMessage(describeTime(game.context.now()), messageTypes.info),
  },
]

function statisticsOf(game: GameState, player: Player): string {
  const { stats, experience } = player
  const level = levelOf(player)
  const nextAt = nextLevelAt(player)
  const next = nextAt === undefined ? '' : `, ${nextAt - experience} to the next level`
  const abilities = Object.entries(stats.abilities).map(([name, value]) => `${name} ${value}`)
  return [
    `Level ${level}, ${experience} experience${next}.`,
    abilities.join(', '),
    `Hp ${player.hp} of ${stats.maxHp}, sp ${player.sp} of ${stats.maxSp}, grace ${player.grace} of ${stats.maxGrace}.`,
    `Food ${player.food} of 999. You have ${formatCoins(game.archetypes, totalMoney(player))}.`,
  ].join('\n')
}
