// [CF-9.16]
import { knowledgeKinds, knowledgeOf } from '../../model/players/knowledge.ts'
import { startedQuests } from '../../model/players/quest-progress.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { listQuests } from '../scripts/dialogue/quests.ts'
import { listReputations } from '../scripts/services/reputations.ts'
import type { TextCommand } from './command.ts'

export const journalCommands: readonly TextCommand[] = [
  {
    name: 'reputation',
    help: 'List what factions think of you.',
    run: (_, player) => listReputations(player),
  },
  {
    name: 'quest',
    usage: '[list | info NUMBER]',
    help: 'List your quests, or describe one.',
    run: runQuestCommand,
  },
  {
    name: 'knowledge',
    usage: '[list | show NUMBER | search WORDS]',
    help: 'List what you have learned about monsters, recipes and gods, or show a piece of it.',
    run: runKnowledgeCommand,
  },
]

function runQuestCommand(game: GameState, player: Player, words: string): void {
  const [verb = '', number = ''] = words.split(/\s+/)
  if (verb === '' || verb === 'list') {
    const lines = startedQuests(game.quests, player).map(
      ({ code, quest, ended }) => `${code}. ${quest.title}${ended ? ' (done)' : ''}`,
    )
    return lines.length > 0
      ? player.sendMessage(lines.join('\n'), messageTypes.quests)
      : listQuests(game, player)
  }
  const found = startedQuests(game.quests, player).find(({ code }) => String(code) === number)
  if (verb !== 'info' || !found)
    return player.sendMessage('Usage: quest list, or quest info NUMBER.', messageTypes.error)
  const { quest, step, ended } = found
  const lines = [
    `${quest.title}${ended ? ' (done)' : ''}`,
    quest.description,
    step === quest.description ? '' : step,
  ]
  player.sendMessage(lines.filter((line) => line !== '').join('\n'), messageTypes.quests)
}

function runKnowledgeCommand(_game: GameState, player: Player, words: string): void {
  const [verb = '', ...rest] = words.split(/\s+/)
  const said = rest.join(' ').toLowerCase()
  if (verb === 'show' || verb === 'info') {
    const found = knowledgeOf(player).find(({ code }) => String(code) === said)
    if (!found) return player.sendMessage('You have no knowledge with that number.', messageTypes.error)
    return player.sendMessage(`${found.name}\n${found.text}`, messageTypes.info)
  }
  if (verb !== '' && verb !== 'list' && verb !== 'search')
    return player.sendMessage('Usage: knowledge list, show NUMBER or search WORDS.', messageTypes.error)
  const lines = knowledgeOf(player)
    .filter(({ name, text }) => verb !== 'search' || `${name} ${text}`.toLowerCase().includes(said))
    .map(({ code, kind, name }) => `${code}. ${name} (${knowledgeKinds[kind].toLowerCase()})`)
  const none = verb === 'search' ? 'You know nothing like that.' : 'You have not learned anything yet.'
  player.sendMessage(lines.length > 0 ? lines.join('\n') : none, messageTypes.info)
}
