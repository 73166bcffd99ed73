// Commands of fighting, magic, trade and time. [CF-9.5]
import { throwThing } from '../acts/shooting.ts'
import { listSkills, search, useSkill } from '../acts/using-skills.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { list } from '../magic/casting.ts'
import { experienceTable, levelAt, mostLevel } from '../people/experience.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { tellsTime } from '../time/day.ts'
import { inCoins, wealth } from '../trade/purse.ts'
import { pay } from '../trade/shop.ts'
import type { Command } from './command.ts'

/** [CF-11.12] */
export const cannotInscribe = 'Nobody here knows how to write scrolls.'

export const rulesCommands: readonly Command[] = [
  {
    word: 'search',
    help: 'Looks for what is hidden around you.',
    takes: 'time',
    run: search,
  },
  {
    word: 'disarm',
    help: 'Makes a trap beside you harmless, if there is one.',
    takes: 'time',
    // Traps are disarmed by applying them. [CF-20.18]
    run: (_scene, player) => player.tell('There is no trap beside you.', messageTypes.skillFailure),
  },
  {
    word: 'inscribe',
    help: 'Writes a spell on a scroll, where somebody knows how.',
    takes: 'none',
    run: (_scene, player) => player.tell(cannotInscribe, messageTypes.failure),
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
    run: (scene, player) => player.tell(statisticsOf(scene, player), messageTypes.statistics),
  },
  {
    word: 'time',
    help: 'Tells the time of day.',
    takes: 'none',
    run: (scene, player) => player.tell(tellsTime(scene.context.now()), messageTypes.info),
  },
]

function statisticsOf(scene: Scene, player: Player): string {
  const { figures, experience } = player
  const level = levelAt(experience)
  const next = level < mostLevel ? `, ${experienceTable[level]! - experience} to the next level` : ''
  const abilities = Object.entries(figures.abilities).map(([name, value]) => `${name} ${value}`)
  return [
    `Level ${level}, ${experience} experience${next}.`,
    abilities.join(', '),
    `Hp ${player.hp} of ${figures.maxHp}, sp ${player.sp} of ${figures.maxSp}, grace ${player.grace} of ${figures.maxGrace}.`,
    `Food ${player.food} of 999. You have ${inCoins(scene.kinds, wealth(player))}.`,
  ].join('\n')
}
