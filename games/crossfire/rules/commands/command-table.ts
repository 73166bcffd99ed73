// [CF-9.5]

import { directionNames, directions } from '../../model/definitions/directions.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { truncateText } from '../../model/state/player-texts.ts'
import { openContainer } from '../../model/things/containers.ts'
import { selectThings, sortByDropPriority, sortByMarkPriority } from '../../model/things/name-matching.ts'
import { isPortable } from '../../model/things/thing.ts'
import { createMagicMap } from '../../model/view/magic-map.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { applyThingByName, useThingByName } from '../actions/apply.ts'
import { chat, emote, replyPrivately, say, shout, tellPrivately } from '../actions/chat/speech.ts'
import { examineThingByName } from '../actions/items/examine.ts'
import { markThing } from '../actions/items/mark-and-lock.ts'
import { dropThing, takeThing, thingsUnderPlayer } from '../actions/items/take-and-drop.ts'
import { startRepeating } from '../actions/repeat.ts'
import { readySkill, useSkill } from '../actions/use-skills.ts'
import { stepOrInteract } from '../actions/walk.ts'
import { castCommand, invokeCommand } from '../magic/casting.ts'
import { actionCommands } from './action-commands.ts'
import type { TextCommand } from './command.ts'
import { emoteCommands } from './emotes.ts'
import { fixedAnswers } from './fixed-answers.ts'
import { gameOfChanceCommands } from './games-of-chance.ts'
import { godCommands } from './god-commands.ts'
import { helpTopics } from './help-topics.ts'
import { itemCommands } from './item-commands.ts'
import { journalCommands } from './journal-commands.ts'
import { partyCommands } from './party-commands.ts'
import { petCommands } from './pet-commands.ts'
import { roomCommands } from './room-commands.ts'
import { selfCommands } from './self-commands.ts'

/** [CF-16.5] Maximum length of a command in bytes; the server ignores the rest. */
const maxCommandLength = 512

const directionCommands: readonly TextCommand[] = directions.map((direction) => ({
  name: directionNames[direction - 1]!,
  help: 'Step in that direction, hit the monster there, or open the door there.',
  takesTime: true,
  run: (game, player) => stepOrInteract(game, player, direction),
}))

const generalCommands: readonly TextCommand[] = [
  ...directionCommands,
  { name: 'stay', help: 'Wait for the time of one step.', takesTime: true, run() {} },
  {
    name: 'run',
    usage: 'DIRECTION',
    help: 'Walk in that direction (1 to 8, clockwise from north) until something is in the way.',
    takesTime: true,
    run: (game, player, words) => startRepeating(game, player, 'run', words),
  },
  { name: 'run_stop', help: 'Stop running.', run: (_, player) => player.stopRepeating('run') },
  {
    name: 'fire',
    usage: '[DIRECTION]',
    help: 'Use the readied weapon, spell or skill in that direction (1 to 8; 0: ahead) until fire_stop.',
    takesTime: true,
    run: (game, player, words) => startRepeating(game, player, 'fire', words),
  },
  { name: 'fire_stop', help: 'Stop firing.', run: (_, player) => player.stopRepeating('fire') },
  {
    name: 'cast',
    aliases: ['prepare'],
    usage: '[SPELL]',
    help: 'Choose the spell that fire casts, or cast it at once if it needs no aim. Without a name: list your spells.',
    takesTime: true,
    run: castCommand,
  },
  {
    name: 'invoke',
    usage: 'SPELL',
    help: 'Cast a spell at once in the direction that you face.',
    takesTime: true,
    run: invokeCommand,
  },
  { name: 'use_skill', usage: 'SKILL', help: 'Use a skill.', takesTime: true, run: useSkill },
  { name: 'ready_skill', usage: 'SKILL', help: 'Choose the skill that fire uses.', run: readySkill },
  {
    name: 'take',
    aliases: ['get'],
    usage: '[COUNT] [NAME | all]',
    help: 'Pick up things from the ground, or from the open container.',
    run: takeNamed,
  },
  {
    name: 'drop',
    usage: '[COUNT] NAME | all',
    help: 'Drop something; all: everything that is neither locked nor in use.',
    run: dropNamed,
  },
  {
    name: 'dropall',
    help: 'Drop everything that is neither locked nor in use.',
    run: (game, player) => dropNamed(game, player, 'all', undefined),
  },
  {
    name: 'use',
    usage: 'NAME [with NAME]',
    help: 'Apply a thing, or use it with another thing.',
    takesTime: true,
    run: useThingByName,
  },
  {
    name: 'apply',
    usage: '[NAME]',
    help: 'Wear, wield, eat, drink, read, open or light a thing. Without a name: the thing that is here.',
    takesTime: true,
    run: applyThingByName,
  },
  {
    name: 'mark',
    usage: '[NAME]',
    help: 'Mark a thing for actions that need a second thing. Without a name: show the marked thing.',
    run: (_, player, words) => markNamed(player, words),
  },
  { name: 'examine', usage: '[NAME]', help: 'Examine a thing.', run: examineThingByName },
  {
    name: 'pickup',
    usage: '[MODE]',
    help: 'Set what you pick up by walking over it: 0 nothing, 1 everything, or the bits that your client sends.',
    run: (_, player, words) => setPickupMode(player, words),
  },
  { name: 'say', usage: 'WORDS', help: 'Talk to players near you.', broadcasts: true, run: say },
  {
    name: 'me',
    usage: 'WORDS',
    help: 'Describe what you do to players near you.',
    broadcasts: true,
    run: emote,
  },
  { name: 'shout', usage: 'WORDS', help: 'Talk to all players.', broadcasts: true, run: shout },
  {
    name: 'chat',
    usage: 'WORDS',
    help: 'Talk to all players who listen to chat.',
    broadcasts: true,
    run: chat,
  },
  {
    name: 'tell',
    usage: 'NAME WORDS',
    help: 'Send a private message to one player.',
    broadcasts: true,
    run: tellPrivately,
  },
  {
    name: 'reply',
    usage: 'WORDS',
    help: 'Reply to the last private message.',
    broadcasts: true,
    run: replyPrivately,
  },
  {
    name: 'magicmap',
    help: 'Show a map of the surroundings, through walls.',
    takesTime: true,
    run: (game, player) => player.listener?.onMagicMap(createMagicMap(game, player)),
  },
  {
    name: 'save',
    help: 'Not needed: your character is saved automatically.',
    run(_, player) {
      player.markUnsaved()
      player.sendMessage('You have been saved.', messageTypes.saved)
    },
  },
  { name: 'quit', help: 'Leave the game. Your character stays here.', run: (_, p) => p.listener?.onQuit() },
  {
    name: 'help',
    usage: '[COMMAND | TOPIC]',
    help: 'This.',
    run: (_, player, words) => sendHelp(player, words),
  },
]

const commandsByName: ReadonlyMap<string, TextCommand> = new Map(
  [
    ...generalCommands,
    ...selfCommands,
    ...roomCommands,
    ...partyCommands,
    ...petCommands,
    ...actionCommands,
    ...godCommands,
    ...itemCommands,
    ...journalCommands,
    ...fixedAnswers,
    ...gameOfChanceCommands,
    ...emoteCommands,
  ].flatMap((command) => [command.name, ...(command.aliases ?? [])].map((word) => [word, command])),
)

export interface ParsedCommand {
  readonly word: string
  /** The command with this word; undefined if there is none. */
  readonly command: TextCommand | undefined
  readonly args: string
}

export function parseCommand(text: string): ParsedCommand {
  const [, word = '', words = ''] = /^\s*(\S*)\s*(.*)$/s.exec(truncateText(text, maxCommandLength))!
  return { word, command: commandsByName.get(word.toLowerCase()), args: words.trim() }
}

/** [CF-9.7] The reply contains no brackets, which clients read as markup, and no control characters. */
export function reportUnknownCommand(player: Player, { word }: ParsedCommand): void {
  const shown = [...word.slice(0, 40)]
    .filter((letter) => letter > ' ' && letter !== '[' && letter !== '\x7f')
    .join('')
  player.sendMessage(`'${shown}' is not a valid command.`, messageTypes.error)
}

function takeNamed(game: GameState, player: Player, words: string, count: number | undefined): void {
  const open = openContainer(player)
  const here = (open ? [...(open.inside ?? [])].reverse() : thingsUnderPlayer(player)).filter(isPortable)
  const meant = selectThings(here, words, count)
  if (meant.things.length === 0)
    return player.sendMessage('There is no such thing here to pick up.', messageTypes.failure)
  for (const thing of meant.things) takeThing(game, player, thing, amountOf(thing, meant.count))
}

function dropNamed(game: GameState, player: Player, words: string, count: number | undefined): void {
  if (words === '') return player.sendMessage('Drop what? Add the name of a thing.', messageTypes.failure)
  const meant = selectThings(sortByDropPriority(player.inventory), words, count)
  // [CF-7.18]
  const things = meant.isAll
    ? meant.things.filter(({ locked, applied }) => !locked && !applied)
    : meant.things
  if (things.length === 0) return player.sendMessage('You have no such thing to drop.', messageTypes.failure)
  for (const thing of things) dropThing(game, player, thing, amountOf(thing, meant.count))
}

function amountOf(thing: Thing, count: number | undefined): number {
  return count === undefined || count < 1 ? thing.count : Math.min(count, thing.count)
}

function markNamed(player: Player, words: string): void {
  const [thing] = words === '' ? [] : selectThings(sortByMarkPriority(player.inventory), words).things
  if (words !== '' && !thing) return player.sendMessage('You have no such thing.', messageTypes.failure)
  markThing(player, thing?.tag)
}

/** [CF-7.13] */
function setPickupMode(player: Player, words: string): void {
  const mode = /^\d{1,10}$/.test(words) ? Number(words) : undefined
  if (mode !== undefined && mode < 2 ** 32) {
    player.pickupMode = mode
    player.markUnsaved()
  } else if (words !== '')
    return player.sendMessage('That is not a pickup mode. Use a number.', messageTypes.error)
  player.sendMessage(`Your pickup mode is ${player.pickupMode}.`, messageTypes.success)
}

/** [CF-9.5] */
function sendHelp(player: Player, words: string): void {
  const topic = words.toLowerCase()
  const command = commandsByName.get(topic)
  if (words === '') player.sendMessage(helpOverview(), messageTypes.help)
  else if (command) player.sendMessage(commandHelp(command), messageTypes.help)
  else if (Object.hasOwn(helpTopics, topic)) player.sendMessage(helpTopics[topic]!, messageTypes.help)
  else player.sendMessage('There is no command or help topic with that name. See help.', messageTypes.error)
}

function helpOverview(): string {
  const shown = new Set(emoteCommands)
  const all = [...new Set(commandsByName.values())]
  const words = (commands: readonly TextCommand[]) =>
    commands
      .map(({ name }) => name)
      .sort()
      .join(', ')
  return [
    `Commands: ${words(all.filter((command) => !shown.has(command)))}.`,
    `Emotes: ${words(emoteCommands)}.`,
    `Topics: ${Object.keys(helpTopics).sort().join(', ')}.`,
    'For details use help COMMAND or help TOPIC.',
  ].join('\n')
}

function commandHelp(command: TextCommand): string {
  const usage = command.usage ? ` ${command.usage}` : ''
  const also = command.aliases ? ` (also: ${command.aliases.join(', ')})` : ''
  return `${command.name}${usage}${also}: ${command.help}`
}
