// Commands of fighting, magic, trade and time. [CF-9.5]

import { experienceTable, levelAt, maxLevel } from '../../model/players/experience-table.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { describeTime } from '../../model/time/time-of-day.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { throwThing } from '../actions/shoot-and-throw.ts'
import { listSkills, search, useSkill } from '../actions/use-skills.ts'
import { listSpells } from '../magic/casting.ts'
import { formatCoins, totalMoney } from '../trade/money.ts'
import { payForUnpaid } from '../trade/shop.ts'
import type { TextCommand } from './command.ts'

/** [CF-11.12] */
export const cannotInscribeText = 'Nobody here knows how to write scrolls.'

export const rulesCommands: readonly TextCommand[] = [
  {
    name: 'search',
    help: 'Looks for what is hidden around you.',
    timing: 'time',
    run: search,
  },
  {
    name: 'disarm',
    help: 'Makes a trap beside you harmless, if there is one.',
    timing: 'time',
    // Traps are disarmed by applying them. [CF-20.18]
    run: (_scene, player) => player.sendMessage('There is no trap beside you.', messageTypes.skillFailure),
  },
  {
    name: 'inscribe',
    help: 'Writes a spell on a scroll, where somebody knows how.',
    timing: 'none',
    run: (_scene, player) => player.sendMessage(cannotInscribeText, messageTypes.failure),
  },
  {
    name: 'pray',
    help: 'Prays for grace, if you know how.',
    timing: 'time',
    run: (scene, player) => useSkill(scene, player, 'praying'),
  },
  {
    name: 'throw',
    usage: '[thing]',
    help: 'Throws it the way you face; or what you have marked.',
    timing: 'time',
    run: (scene, player, words) => throwThing(scene, player, words),
  },
  {
    name: 'pay',
    help: 'Pays for what you have taken in a shop.',
    timing: 'none',
    run: payForUnpaid,
  },
  {
    name: 'spells',
    help: 'Lists the spells that you know.',
    timing: 'none',
    run: (_scene, player) => listSpells(player),
  },
  {
    name: 'skills',
    help: 'Lists your skills.',
    timing: 'none',
    run: (_scene, player) => listSkills(player),
  },
  {
    name: 'statistics',
    aliases: ['stats'],
    help: 'Tells how you are.',
    timing: 'none',
    run: (scene, player) => player.sendMessage(statisticsOf(scene, player), messageTypes.statistics),
  },
  {
    name: 'time',
    help: 'Tells the time of day.',
    timing: 'none',
    run: (scene, player) => player.sendMessage(describeTime(scene.context.now()), messageTypes.info),
  },
]

function statisticsOf(game: GameState, player: Player): string {
  const { stats, experience } = player
  const level = levelAt(experience)
  const next = level < maxLevel ? `, ${experienceTable[level]! - experience} to the next level` : ''
  const abilities = Object.entries(stats.abilities).map(([name, value]) => `${name} ${value}`)
  return [
    `Level ${level}, ${experience} experience${next}.`,
    abilities.join(', '),
    `Hp ${player.hp} of ${stats.maxHp}, sp ${player.sp} of ${stats.maxSp}, grace ${player.grace} of ${stats.maxGrace}.`,
    `Food ${player.food} of 999. You have ${formatCoins(game.archetypes, totalMoney(player))}.`,
  ].join('\n')
}
