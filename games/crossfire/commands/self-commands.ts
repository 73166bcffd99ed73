// Commands about the player's own character. [CF-9.13]
import { rotate } from '../acts/readying.ts'
import { plain } from '../acts/speech.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { titleOf } from '../people/characters.ts'
import type { Slot } from '../scene/archetype.ts'
import type { Attack } from '../scene/attack.ts'
import type { Thing } from '../scene/scene.ts'
import { ordinaryListening, type Player } from '../scene/scene.ts'
import { nameOf, weightOf, withArticle } from '../things/thing.ts'
import { slotsOf } from '../things/wearing.ts'
import type { Command } from './command.ts'

/** [CF-9.13] Maximum characters of a custom title. */
const longestTitle = 40

export const selfCommands: readonly Command[] = [
  {
    word: 'inventory',
    help: 'Lists what you carry.',
    takes: 'none',
    run: (_, player) => player.tell(inventoryOf(player), messageTypes.inventory),
  },
  {
    word: 'body',
    help: 'Tells what you wear and wield, and where there is room for more.',
    takes: 'none',
    run: (_, player) => player.tell(bodyOf(player), messageTypes.info),
  },
  {
    word: 'resistances',
    help: 'Tells how much of each kind of harm you are spared.',
    takes: 'none',
    run: (_, player) => player.tell(resistancesOf(player), messageTypes.info),
  },
  {
    word: 'rotateshoottype',
    usage: '[-]',
    help: 'Makes fire use the next thing, spell or skill that it could; with a minus, the one before.',
    takes: 'none',
    run: (_, player, words) => rotate(player, words),
  },
  {
    word: 'brace',
    help: 'Stand firm: steps only turn you and hit who is there. Again: walk as before.',
    takes: 'none',
    run: (_, player) => brace(player),
  },
  {
    word: 'title',
    usage: '[WORDS | -]',
    help: 'What follows your name; with a minus your class again. Alone: tells it.',
    takes: 'none',
    run: (_, player, words) => entitle(player, words),
  },
  {
    word: 'afk',
    help: 'Says in who, and to who tells you something, that you are away; again: that you are back.',
    takes: 'none',
    run: (_, player) => goAway(player),
  },
  {
    word: 'listen',
    usage: '[0 to 10]',
    help: 'How much you hear: from 1 on shouts, from 5 who comes and goes, from 9 chat. Alone: tells it.',
    takes: 'none',
    run: (_, player, words) => listen(player, words),
  },
  {
    word: 'set',
    usage: 'watch [yes | no]',
    help: 'Whether who only watches the room is shown where you are. Without yes or no: tells it.',
    takes: 'none',
    run: (_, player, words) => set(player, words),
  },
  {
    word: 'passwd',
    help: 'Asks for your password, and then for another.',
    takes: 'none',
    run: (_, player) => askPasswords(player),
  },
]

const applied = {
  readied: 'readied',
  wielded: 'wielded',
  worn: 'worn',
  active: 'active',
  applied: 'in use',
} as const

function inventoryOf(player: Player): string {
  const limit = (player.figures.weightLimit / 1000).toFixed(1)
  const lines = player.inventory.map((thing) => {
    const states = [
      ...(thing.applied ? [applied[thing.applied]] : []),
      ...(thing.unpaid ? ['unpaid'] : []),
      ...(thing.locked ? ['locked'] : []),
    ]
    const state = states.length > 0 ? ` (${states.join(', ')})` : ''
    return `  ${withArticle(thing)}${state}, ${(weightOf(thing) / 1000).toFixed(1)} kg`
  })
  // A text is limited to 4000 characters, and an inventory to a hundred piles.
  const told = lines.slice(0, 60)
  const more = lines.length > told.length ? [`  and ${lines.length - told.length} more`] : []
  return [`You carry ${(player.carried / 1000).toFixed(1)} of ${limit} kg:`, ...told, ...more].join('\n')
}

/** Equipment slots in display order; the ring twice. */
const places: readonly (readonly [slot: Slot | 'quiver', place: string])[] = [
  ['head', 'on your head'],
  ['neck', 'around your neck'],
  ['body', 'on your body'],
  ['cloak', 'around your shoulders'],
  ['hands', 'on your hands'],
  ['waist', 'around your waist'],
  ['ring', 'on a finger'],
  ['ring', 'on another finger'],
  ['feet', 'on your feet'],
  ['weapon', 'in your hand'],
  ['shield', 'on your arm'],
  ['range', 'ready to fire'],
  ['quiver', 'ready to be shot'],
]

function bodyOf(player: Player): string {
  const worn = player.inventory.filter((thing) => thing.applied)
  const told = new Set<Thing>()
  const lines = places.map(([slot, place]) => {
    const thing = worn.find((each) => slotsOf(each).includes(slot) && (slot !== 'ring' || !told.has(each)))
    if (thing) told.add(thing)
    return `  ${place}: ${thing ? nameOf(thing).one : 'nothing'}`
  })
  return ['You have', ...lines].join('\n')
}

const harms: readonly (readonly [attack: Attack, name: string])[] = [
  ['physical', 'blows'],
  ['magic', 'magic'],
  ['fire', 'fire'],
  ['cold', 'cold'],
  ['poison', 'poison'],
]

function resistancesOf({ figures: { armour, resists } }: Player): string {
  const lines = harms.map(([attack, name]) => {
    const spared = attack === 'physical' ? armour : (resists[attack] ?? 0)
    return `  ${name}: ${spared} percent`
  })
  return ['You are spared of', ...lines].join('\n')
}

/** [CF-12.15] */
function brace(player: Player): void {
  player.braced = !player.braced
  player.tell(player.braced ? 'You stand firm.' : 'You stand easy, and may walk.', messageTypes.success)
}

function entitle(player: Player, words: string): void {
  const title = plain(words).slice(0, longestTitle).trim()
  if (words !== '' && title === '') return player.tell('That is no title.', messageTypes.error)
  if (title !== '') {
    player.title = title === '-' ? undefined : title
    player.keep()
  }
  player.tell(`You are ${titleOf(player)}.`, messageTypes.success)
}

function goAway(player: Player): void {
  player.away = !player.away
  player.tell(player.away ? 'You are away now.' : 'You are back.', messageTypes.success)
}

/** [CF-4.19] Cancels a pending party password question, so that the reply is not taken for it. */
function askPasswords(player: Player): void {
  player.joining = undefined
  player.hearing?.onChangePassword()
}

/** [CF-10.6] */
function listen(player: Player, words: string): void {
  if (/^\d{1,2}$/.test(words) && Number(words) <= ordinaryListening) {
    player.listening = Number(words)
    player.keep()
  } else if (words !== '') return player.tell('That is no number from 0 to 10.', messageTypes.error)
  player.tell(`You listen at ${player.listening} of ${ordinaryListening}.`, messageTypes.success)
}

/** [CF-9.15] */
function set(player: Player, words: string): void {
  const [what, choice] = words.toLowerCase().split(/\s+/)
  if (what !== 'watch') return player.tell('There is one thing to set: watch, yes or no.', messageTypes.error)
  if (choice === 'yes' || choice === 'no') {
    player.watched = choice === 'yes'
    player.keep()
    // Spectators see the player's name appear or disappear.
    player.level?.changed(player.x, player.y)
  } else if (choice !== undefined) return player.tell('Watch is yes or no.', messageTypes.error)
  const told = player.watched
    ? 'Who only watches the room may look at where you are.'
    : 'Who only watches the room is not shown where you are.'
  player.tell(told, messageTypes.success)
}
