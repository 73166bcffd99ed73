// [CF-9.13]

import { decodeByteText } from '../../../shared/byte-text.ts'
import type { BodyPart } from '../../model/definitions/archetype.ts'
import { type AttackType, attackTypes } from '../../model/definitions/attack-types.ts'
import { raceOf } from '../../model/definitions/character-rules.ts'
import { nameWithTitle } from '../../model/players/characters.ts'
import type { GameState, Thing } from '../../model/state/game-state.ts'
import { maxListenLevel, type Player } from '../../model/state/game-state.ts'
import { sanitizeText, truncateText } from '../../model/state/player-texts.ts'
import { occupiedBodyParts } from '../../model/things/equipment.ts'
import { nameOf, nameWithArticle, weightOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { selectNextReadiedAction } from '../actions/ready.ts'
import { resistanceAgainst } from '../combat/damage-rolls.ts'
import type { TextCommand } from './command.ts'

/** [CF-9.13] Maximum length of a title in characters. */
const maxTitleLength = 40

export const selfCommands: readonly TextCommand[] = [
  {
    name: 'inventory',
    help: 'List what you carry.',
    run: (_, player) => player.sendMessage(describeInventory(player), messageTypes.inventory),
  },
  {
    name: 'body',
    help: 'List what you wear and wield, and the free slots.',
    run: (_, player) => player.sendMessage(describeEquipment(player), messageTypes.info),
  },
  {
    name: 'resistances',
    help: 'Show your resistance to each type of damage.',
    run: (_, player) => player.sendMessage(describeResistances(player), messageTypes.info),
  },
  {
    name: 'rotateshoottype',
    usage: '[-]',
    help: 'Select the next thing, spell or skill for fire; with a minus, the previous one.',
    run: (_, player, words) => selectNextReadiedAction(player, words),
  },
  {
    name: 'brace',
    help: 'Toggle bracing: steps then only turn you and attack, without moving.',
    run: (_, player) => toggleBraced(player),
  },
  {
    name: 'peaceful',
    help: 'Toggle whether you spare peaceful creatures. Players never fight players.',
    run: (_, player) => togglePeaceful(player),
  },
  {
    name: 'title',
    usage: '[WORDS | -]',
    help: 'Set the title that follows your name; with a minus, remove it. Without words: show your title.',
    run: (game, player, words) => setTitle(game, player, words),
  },
  {
    name: 'afk',
    help: 'Toggle whether you are away. The player list shows it, and so do replies to private messages.',
    run: (_, player) => toggleAway(player),
  },
  {
    name: 'listen',
    usage: '[0 to 10]',
    help: 'Set what you hear: shouts from level 1, logins and logouts from 5, chat from 9. Without a number: show your level.',
    run: (_, player, words) => setListenLevel(player, words),
  },
  {
    name: 'set',
    usage: 'watch [yes | no]',
    help: 'Set whether spectators can see where you are. Without yes or no: show it.',
    run: (_, player, words) => setSpectatorVisibility(player, words),
  },
  { name: 'passwd', help: 'Change your password.', run: (_, player) => changePassword(player) },
]

function describeInventory(player: Player): string {
  const limit = (player.stats.weightLimit / 1000).toFixed(1)
  const lines = player.inventory.map((thing) => {
    const states = [
      ...(thing.applied ? [thing.applied === 'applied' ? 'in use' : thing.applied] : []),
      ...(thing.unpaid ? ['unpaid'] : []),
      ...(thing.locked ? ['locked'] : []),
    ]
    const state = states.length > 0 ? ` (${states.join(', ')})` : ''
    return `  ${nameWithArticle(thing)}${state}, ${(weightOf(thing) / 1000).toFixed(1)} kg`
  })
  // List at most 60 piles: a text is limited to 4000 characters, which a hundred piles can exceed.
  const told = lines.slice(0, 60)
  const more = lines.length > told.length ? [`  and ${lines.length - told.length} more`] : []
  return [`You carry ${(player.carriedWeight / 1000).toFixed(1)} of ${limit} kg:`, ...told, ...more].join(
    '\n',
  )
}

/** Parts of the body in display order, with the words that describe them. */
const bodyPlaces: readonly (readonly [part: BodyPart, place: string])[] = [
  ['head', 'on your head'],
  ['neck', 'around your neck'],
  ['torso', 'on your body'],
  ['shoulder', 'around your shoulders'],
  ['arm', 'in your hands'],
  ['hand', 'on your hands'],
  ['wrist', 'on your wrists'],
  ['finger', 'on your fingers'],
  ['waist', 'around your waist'],
  ['leg', 'on your legs'],
  ['foot', 'on your feet'],
  ['range', 'ready to fire'],
  ['skill', 'in your skill slot'],
]

function describeEquipment(player: Player): string {
  const { body } = raceOf(player)
  const worn = player.inventory.filter((thing) => thing.applied)
  const named = (things: readonly Thing[]) => things.map((thing) => nameOf(thing).one).join(', ') || 'nothing'
  const lines = bodyPlaces
    .filter(([part]) => body[part] !== undefined)
    .map(([part, place]) => `  ${place}: ${named(worn.filter((thing) => occupiedBodyParts(thing)[part]))}`)
  const missiles = worn.filter(({ archetype }) => archetype.traits.role === 'missile')
  return [
    'You have',
    ...lines,
    ...(missiles.length > 0 ? [`  ready to be shot: ${named(missiles)}`] : []),
  ].join('\n')
}

/** [CF-9.13] Omits unusual types without resistance. */
function describeResistances({ stats }: Player): string {
  const told = attackTypes.filter((type) => usualTypes.includes(type) || resistanceAgainst(stats, type) !== 0)
  const lines = told.map(
    (type) =>
      `  ${type === 'physical' ? 'blows' : type.replace('_', ' ')}: ${resistanceAgainst(stats, type)} percent`,
  )
  return ['Your resistances:', ...lines].join('\n')
}
const usualTypes: readonly AttackType[] = ['physical', 'magic', 'fire', 'cold', 'poison']

/** [CF-12.15] */
function toggleBraced(player: Player): void {
  player.isBraced = !player.isBraced
  player.sendMessage(
    player.isBraced ? 'You brace yourself: steps no longer move you.' : 'You are no longer braced.',
    messageTypes.success,
  )
}

/** [CF-13.19] */
function togglePeaceful(player: Player): void {
  player.isPeaceful = !player.isPeaceful
  player.sendMessage(
    player.isPeaceful ? 'You spare peaceful creatures.' : 'You attack peaceful creatures, too.',
    messageTypes.success,
  )
}

function setTitle({ context }: GameState, player: Player, words: string): void {
  const title = truncateText(sanitizeText(words), maxTitleLength).trim()
  const refused = context.moderation.wordRefusal(decodeByteText(title))
  if (refused !== undefined) return player.sendMessage(refused, messageTypes.error)
  if (words !== '' && title === '')
    return player.sendMessage('That title has no printable characters.', messageTypes.error)
  if (title !== '') {
    player.title = title === '-' ? undefined : title
    player.markUnsaved()
  }
  player.sendMessage(`You are ${nameWithTitle(player)}.`, messageTypes.success)
}

function toggleAway(player: Player): void {
  player.isAway = !player.isAway
  player.sendMessage(player.isAway ? 'You are now away.' : 'You are no longer away.', messageTypes.success)
}

/**
 * [CF-4.19] A pending question for a party's password is cancelled, so that the next reply is not used as that
 * password.
 */
function changePassword(player: Player): void {
  player.pendingPartyName = undefined
  player.listener?.onChangePassword()
}

/** [CF-10.6] */
function setListenLevel(player: Player, words: string): void {
  if (/^\d{1,2}$/.test(words) && Number(words) <= maxListenLevel) {
    player.listenLevel = Number(words)
    player.markUnsaved()
  } else if (words !== '') return player.sendMessage('That is not a number from 0 to 10.', messageTypes.error)
  player.sendMessage(`Your listen level is ${player.listenLevel} of ${maxListenLevel}.`, messageTypes.success)
}

/** [CF-9.15] */
function setSpectatorVisibility(player: Player, words: string): void {
  const [what, choice] = words.toLowerCase().split(/\s+/)
  if (what !== 'watch')
    return player.sendMessage('There is one setting: watch. Set it to yes or no.', messageTypes.error)
  if (choice === 'yes' || choice === 'no') {
    player.visibleToSpectators = choice === 'yes'
    player.markUnsaved()
    // Spectators see the player's name appear or disappear.
    player.level?.markChanged(player.x, player.y)
  } else if (choice !== undefined) return player.sendMessage('Set watch to yes or no.', messageTypes.error)
  const told = player.visibleToSpectators
    ? 'Spectators can see where you are.'
    : 'Spectators cannot see where you are.'
  player.sendMessage(told, messageTypes.success)
}
