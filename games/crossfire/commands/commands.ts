// The text commands: what each does, whether it takes time, and its `help` text. [CF-9.5]
import { applyWords, useWords } from '../acts/applying.ts'
import { drop, lyingUnder, take } from '../acts/carrying.ts'
import { examineWords } from '../acts/looking.ts'
import { mark } from '../acts/marking.ts'
import { repeat } from '../acts/repeating.ts'
import { answer, chat, emote, say, shout, tell } from '../acts/speech.ts'
import { readySkill, useSkill } from '../acts/using-skills.ts'
import { move } from '../acts/walking.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { cast, invoke } from '../magic/casting.ts'
import { magicMapOf } from '../places/magic-map.ts'
import { directionNames, directions } from '../scene/directions.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { idleFirst, spareFirst, thingsMeant } from '../things/by-name.ts'
import { openContainer } from '../things/containers.ts'
import { isPortable } from '../things/thing.ts'
import type { Command } from './command.ts'
import { emoteCommands } from './emotes.ts'
import { godCommands } from './god-commands.ts'
import { partyCommands } from './party-commands.ts'
import { pastimes } from './pastimes.ts'
import { roomCommands } from './room-commands.ts'
import { rulesCommands } from './rules-commands.ts'
import { selfCommands } from './self-commands.ts'
import { topics } from './topics.ts'

/** [CF-16.5] Maximum characters of a command; the rest is ignored. */
const longest = 512

const ways: readonly Command[] = directions.map((direction) => ({
  word: directionNames[direction - 1]!,
  help: 'Go that way; into a monster: hit it; into a door: open it.',
  takes: 'time',
  run: (scene, player) => move(scene, player, direction),
}))

const own: readonly Command[] = [
  ...ways,
  { word: 'stay', help: 'Let the time of one step pass.', takes: 'time', run() {} },
  {
    word: 'run',
    usage: 'DIRECTION',
    help: 'Go that way (1 to 8, north and on) until something is in it.',
    takes: 'time',
    run: (scene, player, words) => repeat(scene, player, 'run', words),
  },
  { word: 'run_stop', help: 'Stop running.', takes: 'none', run: (_, player) => player.stop('run') },
  {
    word: 'fire',
    usage: '[DIRECTION]',
    help: 'Shoot or cast what is readied that way (1 to 8; 0: ahead), until fire_stop.',
    takes: 'time',
    run: (scene, player, words) => repeat(scene, player, 'fire', words),
  },
  { word: 'fire_stop', help: 'Stop firing.', takes: 'none', run: (_, player) => player.stop('fire') },
  {
    word: 'cast',
    usage: '[SPELL]',
    help: 'Ready a spell for fire, or cast one that needs no aim. Alone: what you know.',
    takes: 'time',
    run: cast,
  },
  {
    word: 'invoke',
    usage: 'SPELL',
    help: 'Cast a spell at once, the way you face.',
    takes: 'time',
    run: invoke,
  },
  { word: 'use_skill', usage: 'SKILL', help: 'Use a skill.', takes: 'time', run: useSkill },
  { word: 'ready_skill', usage: 'SKILL', help: 'Ready a skill for fire.', takes: 'none', run: readySkill },
  {
    word: 'take',
    also: ['get'],
    usage: '[COUNT] [NAME | all]',
    help: 'Pick up what lies here, or out of the container that is open.',
    takes: 'none',
    run: takeWords,
  },
  {
    word: 'drop',
    usage: '[COUNT] NAME | all',
    help: 'Lay something down; all: everything that is neither locked nor in use.',
    takes: 'none',
    run: dropWords,
  },
  {
    word: 'dropall',
    help: 'Lay down everything that is neither locked nor in use.',
    takes: 'none',
    run: (scene, player) => dropWords(scene, player, 'all', undefined),
  },
  {
    word: 'use',
    usage: 'NAME [with NAME]',
    help: 'Apply it, or see whether two things go together.',
    takes: 'time',
    run: useWords,
  },
  {
    word: 'apply',
    usage: '[NAME]',
    help: 'Wear, wield, eat, drink, read, open, light it; alone: what lies or stands here.',
    takes: 'time',
    run: applyWords,
  },
  {
    word: 'mark',
    usage: '[NAME]',
    help: 'Mark a thing for what needs a second one; alone: tell which is marked.',
    takes: 'none',
    run: (_, player, words) => markWords(player, words),
  },
  { word: 'examine', usage: '[NAME]', help: 'Look at a thing closely.', takes: 'none', run: examineWords },
  {
    word: 'pickup',
    usage: '[MODE]',
    help: 'What to pick up by walking over it: 0 nothing, 1 everything, or the bits of your client.',
    takes: 'none',
    run: (_, player, words) => pickupMode(player, words),
  },
  { word: 'say', usage: 'WORDS', help: 'Talk to those near you.', takes: 'none', heard: true, run: say },
  {
    word: 'me',
    usage: 'WORDS',
    help: 'Tell those near you what you do.',
    takes: 'none',
    heard: true,
    run: emote,
  },
  { word: 'shout', usage: 'WORDS', help: 'Talk to everybody.', takes: 'none', heard: true, run: shout },
  {
    word: 'chat',
    usage: 'WORDS',
    help: 'Talk to everybody, in a calmer voice.',
    takes: 'none',
    heard: true,
    run: chat,
  },
  {
    word: 'tell',
    usage: 'NAME WORDS',
    help: 'Talk to one player alone.',
    takes: 'none',
    heard: true,
    run: tell,
  },
  {
    word: 'reply',
    usage: 'WORDS',
    help: 'Answer who told you something last.',
    takes: 'none',
    heard: true,
    run: answer,
  },
  {
    word: 'magicmap',
    help: 'See the land around, through walls.',
    takes: 'time',
    run: (scene, player) => player.hearing?.onMagicMap(magicMapOf(scene, player)),
  },
  {
    word: 'save',
    help: 'You need not: what happens to you is kept anyway.',
    takes: 'none',
    run(_, player) {
      player.keep()
      player.tell('You have been saved.', messageTypes.saved)
    },
  },
  {
    word: 'quit',
    help: 'Leave the game. You stay where you are.',
    takes: 'none',
    run: (_, p) => p.hearing?.onQuit(),
  },
  {
    word: 'help',
    usage: '[COMMAND | TOPIC]',
    help: 'This.',
    takes: 'none',
    run: (_, player, words) => help(player, words),
  },
]

/** All commands by word and synonym. */
const table: ReadonlyMap<string, Command> = new Map(
  [
    ...own,
    ...selfCommands,
    ...roomCommands,
    ...partyCommands,
    ...rulesCommands,
    ...godCommands,
    ...pastimes,
    ...emoteCommands,
  ].flatMap((command) => [command.word, ...(command.also ?? [])].map((word) => [word, command])),
)

export interface Typed {
  readonly word: string
  /** Undefined: no such command. */
  readonly command: Command | undefined
  readonly words: string
}

/** Parses a command line. */
export function read(text: string): Typed {
  const [, word = '', words = ''] = /^\s*(\S*)\s*(.*)$/s.exec(text.slice(0, longest))!
  return { word, command: table.get(word.toLowerCase()), words: words.trim() }
}

/** [CF-9.7] Reports an unknown command. Strips brackets, which clients read as markup, and control characters. */
export function unknown(player: Player, { word }: Typed): void {
  const shown = [...word.slice(0, 40)]
    .filter((letter) => letter > ' ' && letter !== '[' && letter !== '\x7f')
    .join('')
  player.tell(`'${shown}' is not a valid command.`, messageTypes.error)
}

function takeWords(scene: Scene, player: Player, words: string, count: number | undefined): void {
  const open = openContainer(player)
  const here = (open ? [...(open.inside ?? [])].reverse() : lyingUnder(player)).filter(isPortable)
  const meant = thingsMeant(here, words, count)
  if (meant.things.length === 0)
    return player.tell('There is nothing like that to pick up.', messageTypes.failure)
  for (const thing of meant.things) take(scene, player, thing, amountOf(thing, meant.count))
}

function dropWords(scene: Scene, player: Player, words: string, count: number | undefined): void {
  if (words === '') return player.tell('Drop what?', messageTypes.failure)
  const meant = thingsMeant(spareFirst(player.inventory), words, count)
  // [CF-7.18]
  const things = meant.all ? meant.things.filter(({ locked, applied }) => !locked && !applied) : meant.things
  if (things.length === 0) return player.tell('You have nothing like that to drop.', messageTypes.failure)
  for (const thing of things) drop(scene, player, thing, amountOf(thing, meant.count))
}

function amountOf(thing: Thing, count: number | undefined): number {
  return count === undefined || count < 1 ? thing.count : Math.min(count, thing.count)
}

function markWords(player: Player, words: string): void {
  const [thing] = words === '' ? [] : thingsMeant(idleFirst(player.inventory), words).things
  if (words !== '' && !thing) return player.tell('You have no such thing.', messageTypes.failure)
  mark(player, thing?.tag)
}

/** [CF-7.13] */
function pickupMode(player: Player, words: string): void {
  const mode = /^\d{1,10}$/.test(words) ? Number(words) : undefined
  if (mode !== undefined && mode < 2 ** 32) {
    player.pickup = mode
    player.keep()
  } else if (words !== '') return player.tell('That is no mode.', messageTypes.error)
  player.tell(`Your pickup mode is ${player.pickup}.`, messageTypes.success)
}

/** [CF-9.5] */
function help(player: Player, words: string): void {
  const topic = words.toLowerCase()
  const command = table.get(topic)
  if (words === '') player.tell(overview(), messageTypes.help)
  else if (command) player.tell(helpOf(command), messageTypes.help)
  else if (Object.hasOwn(topics, topic)) player.tell(topics[topic]!, messageTypes.help)
  else player.tell('There is neither a command nor a topic of that name.', messageTypes.error)
}

function overview(): string {
  const shown = new Set(emoteCommands)
  const all = [...new Set(table.values())]
  const words = (commands: readonly Command[]) =>
    commands
      .map(({ word }) => word)
      .sort()
      .join(', ')
  return [
    `Commands: ${words(all.filter((command) => !shown.has(command)))}.`,
    `To show what you feel: ${words(emoteCommands)}.`,
    `Topics: ${Object.keys(topics).sort().join(', ')}.`,
    'help COMMAND and help TOPIC tell more.',
  ].join('\n')
}

function helpOf(command: Command): string {
  const usage = command.usage ? ` ${command.usage}` : ''
  const also = command.also ? ` (also: ${command.also.join(', ')})` : ''
  return `${command.word}${usage}${also}: ${command.help}`
}
