// [CF-9.12]

import { serverMessages } from '../../builtin/server-messages.ts'
import { levelAt } from '../../model/players/levels.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { toNumberWord } from '../../model/things/number-words.ts'
import { levelDarkness } from '../../model/view/player-view.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { listQuests } from '../scripts/dialogue/quests.ts'
import type { TextCommand } from './command.ts'
import { listPlayers } from './who.ts'

/** [CF-9.12] */
const maxListed = 25

export const roomCommands: readonly TextCommand[] = [
  {
    name: 'who',
    help: 'List the players and where they are.',
    run: (game, player) => listPlayers(game, player),
  },
  {
    name: 'report',
    usage: 'NAME [REASON]',
    help: "Report a player to the room's host, with the last 20 lines of chat that you have read.",
    run: (_, player, words) => player.listener?.onReport(words),
  },
  {
    name: 'whereabouts',
    help: 'Show how many players are on each map.',
    run: (game, player) => player.sendMessage(playersPerMap(game), messageTypes.maps),
  },
  {
    name: 'mapinfo',
    aliases: ['whereami'],
    help: 'Show where you are.',
    run: (game, player) => player.sendMessage(describeMap(game, player), messageTypes.maps),
  },
  {
    name: 'hiscore',
    usage: '[WORD]',
    help: 'Show the high scores. With a word: only players with the word in their name or title.',
    run: (game, player, words) => player.sendMessage(formatHighScores(game, words), messageTypes.statistics),
  },
  { name: 'quests', help: 'List the quests that you have started.', run: listQuests },
  {
    name: 'motd',
    help: 'Show the message that players get when they log in.',
    run: (_, player) => player.sendMessage(serverMessages.motd, messageTypes.motd),
  },
  {
    name: 'news',
    help: 'Show the news of this room.',
    // Clients show a line with a leading % as a title in the news, but not in a text message.
    run: (_, player) => player.sendMessage(serverMessages.news.replace(/^%/gm, '').trim(), messageTypes.news),
  },
  {
    name: 'rules',
    help: 'Show the rules of this room.',
    run: (_, player) => player.sendMessage(serverMessages.rules.trim(), messageTypes.rules),
  },
]

function playersPerMap(game: GameState): string {
  const lines = game.levels.levelsWithPlayers().map(({ plan, players }) => `${plan.title}: ${players.size}`)
  return lines.sort().join('\n')
}

const lightTexts = [
  'It is bright.',
  'It is dusky.',
  'It is dim.',
  'It is dark.',
  'It is pitch dark.',
] as const

function describeMap(game: GameState, { level, x, y }: Player): string {
  const { plan, name, width, height, players } = level!
  // The maps of imported shops have outdoor light, but a shop floor is always indoors.
  const isOutside = plan.darkness === undefined && !level!.isShopFloor(x, y)
  const others = players.size - 1
  const company =
    others === 0 ? 'Nobody else is' : others === 1 ? 'One other is' : `${toNumberWord(others)} others are`
  return [
    `You are at ${x}, ${y} of ${plan.title} (${name}), ${width} by ${height} cells${
      isOutside ? ' under the open sky' : ''
    }.`,
    lightTexts[levelDarkness(level!, game.context.now())]!,
    `${company.charAt(0).toUpperCase()}${company.slice(1)} here.`,
  ].join(' ')
}

function formatHighScores(game: GameState, words: string): string {
  for (const player of game.players.values()) game.highScores.record(player)
  const wanted = words.toLowerCase()
  const told = game.highScores.all
    .map(({ title, experience }, place) => ({ title, experience, place }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .slice(0, maxListed)
  if (told.length === 0) return words === '' ? 'There are no high scores yet.' : 'No high score matches that.'
  const lines = told.map(
    ({ title, experience, place }) =>
      `${place + 1}. ${title}, level ${levelAt(game.characterRules, experience)}, ${experience} experience`,
  )
  return ['High scores:', ...lines].join('\n')
}
