// The commands of fighting, magic, trade and the day. [CF-9.5]
import { list } from './casting.ts'
import type { Command } from './command.ts'
import { tellsTime } from './day.ts'
import { experienceTable, levelAt, mostLevel } from './experience.ts'
import { throwThing } from './firing.ts'
import type { Player } from './player.ts'
import { inCoins, wealth } from './purse.ts'
import { pay } from './shop.ts'
import { textKinds } from './text-kinds.ts'
import { listSkills, search, useSkill } from './using-skills.ts'

export const rulesCommands: readonly Command[] = [
  {
    word: 'search',
    help: 'Looks for what is hidden around you.',
    takes: 'time',
    run: search,
  },
  {
    word: 'pray',
    help: 'Prays for grace, if you know how.',
    takes: 'time',
    run: (scene, player) => useSkill(scene, player, 'praying'),
  },
  {
    word: 'throw',
    usage: '[thing]',
    help: 'Throws it the way you face; or what you have marked.',
    takes: 'time',
    run: (scene, player, words) => throwThing(scene, player, words),
  },
  {
    word: 'pay',
    help: 'Pays for what you have taken in a shop.',
    takes: 'none',
    run: pay,
  },
  {
    word: 'spells',
    help: 'Lists the spells that you know.',
    takes: 'none',
    run: (_scene, player) => list(player),
  },
  {
    word: 'skills',
    help: 'Lists your skills.',
    takes: 'none',
    run: (_scene, player) => listSkills(player),
  },
  {
    word: 'statistics',
    also: ['stats'],
    help: 'Tells how you are.',
    takes: 'none',
    run: (_scene, player) => player.tell(statisticsOf(player), textKinds.statistics),
  },
  {
    word: 'time',
    help: 'Tells the time of day.',
    takes: 'none',
    run: (scene, player) => player.tell(tellsTime(scene.host.now()), textKinds.info),
  },
]

function statisticsOf(player: Player): string {
  const { figures, experience } = player
  const level = levelAt(experience)
  const next = level < mostLevel ? `, ${experienceTable[level]! - experience} to the next level` : ''
  const abilities = Object.entries(figures.abilities).map(([name, value]) => `${name} ${value}`)
  return [
    `Level ${level}, ${experience} experience${next}.`,
    abilities.join(', '),
    `Hp ${player.hp} of ${figures.maxHp}, sp ${player.sp} of ${figures.maxSp}, grace ${player.grace} of ${figures.maxGrace}.`,
    `Food ${player.food} of 999. You have ${inCoins(wealth(player))}.`,
  ].join('\n')
}
