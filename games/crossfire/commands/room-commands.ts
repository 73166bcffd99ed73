// Commands about the room, the current map, and players past and present. [CF-9.12]
import { messageTypes } from '../hearing/text-kinds.ts'
import { serverMessages } from '../made/notices.ts'
import { levelAt } from '../people/experience.ts'
import { darknessOf } from '../places/view.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { tellQuests } from '../scripts/quests.ts'
import { inWords } from '../things/counts.ts'
import type { Command } from './command.ts'
import { listPlayers } from './who.ts'

/** [CF-9.12] Maximum characters that `hiscore` lists. */
const mostTold = 25

export const roomCommands: readonly Command[] = [
  {
    word: 'who',
    help: 'Who is here, and where.',
    takes: 'none',
    run: (scene, player) => listPlayers(scene, player),
  },
  {
    word: 'whereabouts',
    help: 'How many are on each map.',
    takes: 'none',
    run: (scene, player) => player.tell(whereabouts(scene), messageTypes.maps),
  },
  {
    word: 'mapinfo',
    also: ['whereami'],
    help: 'Tells where you are.',
    takes: 'none',
    run: (scene, player) => player.tell(mapInfo(scene, player), messageTypes.maps),
  },
  {
    word: 'hiscore',
    usage: '[WORD]',
    help: 'The best that ever played here; with a word those who have it in their name or title.',
    takes: 'none',
    run: (scene, player, words) => player.tell(hiscore(scene, words), messageTypes.statistics),
  },
  {
    word: 'quests',
    help: 'The quests that you have begun.',
    takes: 'none',
    run: tellQuests,
  },
  {
    word: 'motd',
    help: 'What everybody is told at the door.',
    takes: 'none',
    run: (_, player) => player.tell(serverMessages.motd, messageTypes.motd),
  },
  {
    word: 'news',
    help: 'What is new here.',
    takes: 'none',
    // Clients treat a line with a leading % as a title in notices, but not in text.
    run: (_, player) => player.tell(serverMessages.news.replace(/^%/gm, '').trim(), messageTypes.news),
  },
  {
    word: 'rules',
    help: 'What is asked of you here.',
    takes: 'none',
    run: (_, player) => player.tell(serverMessages.rules.trim(), messageTypes.rules),
  },
]

function whereabouts(scene: Scene): string {
  const lines = scene.levels.peopled().map(({ plan, players }) => `${plan.title}: ${players.size}`)
  return lines.sort().join('\n')
}

const light = ['It is bright.', 'It is dusky.', 'It is dim.', 'It is dark.', 'It is pitch dark.'] as const

function mapInfo(scene: Scene, { level, x, y }: Player): string {
  const { plan, name, width, height, players } = level!
  // Imported shops follow outdoor light, but a shop floor is always indoors.
  const isOutside = plan.darkness === undefined && !level!.isShop(x, y)
  const others = players.size - 1
  const company =
    others === 0 ? 'Nobody else is' : others === 1 ? 'One other is' : `${inWords(others)} others are`
  return [
    `You are at ${x}, ${y} of ${plan.title} (${name}), ${width} by ${height} cells${
      isOutside ? ' under the open sky' : ''
    }.`,
    light[darknessOf(level!, scene.context.now())]!,
    `${company.charAt(0).toUpperCase()}${company.slice(1)} here.`,
  ].join(' ')
}

function hiscore(scene: Scene, words: string): string {
  for (const player of scene.players.values()) scene.scores.note(player)
  const wanted = words.toLowerCase()
  const told = scene.scores.all
    .map(({ title, experience }, place) => ({ title, experience, place }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .slice(0, mostTold)
  if (told.length === 0)
    return words === '' ? 'Nobody has won anything here yet.' : 'Nobody is remembered by that.'
  const lines = told.map(
    ({ title, experience, place }) =>
      `${place + 1}. ${title}, level ${levelAt(experience)}, ${experience} experience`,
  )
  return ['The best that were seen here:', ...lines].join('\n')
}
