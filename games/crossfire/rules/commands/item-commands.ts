// [CF-9.16]
import { decodeByteText } from '../../../shared/byte-text.ts'
import { neighbourOf } from '../../model/definitions/directions.ts'
import { findSkill } from '../../model/players/characters.ts'
import { knowsSkill } from '../../model/players/skills.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { sanitizeText, truncateText } from '../../model/state/player-texts.ts'
import { markThingChanged } from '../../model/things/move-things.ts'
import { selectThings, sortByMarkPriority } from '../../model/things/name-matching.ts'
import { nameOf, subjectName } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { setItemLocked } from '../actions/items/mark-and-lock.ts'
import { dropThing } from '../actions/items/take-and-drop.ts'
import { findSpell } from '../magic/spells.ts'
import { runScripts } from '../scripts/script-runner.ts'
import { isUnpaid, unpaidText } from '../trade/shop.ts'
import type { TextCommand } from './command.ts'

const maxNameLength = 60

export const itemCommands: readonly TextCommand[] = [
  {
    name: 'lock',
    usage: 'NAME',
    help: 'Lock a thing, so that drop all skips it, or unlock it.',
    run: toggleLock,
  },
  {
    name: 'empty',
    usage: 'NAME',
    help: 'Drop everything that is in a carried container.',
    run: emptyContainer,
  },
  { name: 'give', usage: 'NAME', help: 'Offer a thing to the creature in front of you.', run: offerThing },
  {
    name: 'rename',
    usage: 'NAME to NEW NAME',
    help: 'Give a thing a name of your own. Without NEW NAME: restore its usual name.',
    run: renameThing,
  },
  { name: 'forget_spell', usage: 'SPELL', help: 'Forget a spell for ever.', run: forgetSpell },
  {
    name: 'unarmed_skill',
    usage: '[SKILL]',
    help: 'Show or choose the skill with which you fight without a weapon.',
    run: chooseUnarmedSkill,
  },
]

/** [CF-23.18] */
function offerThing(game: GameState, player: Player, words: string): void {
  const [thing] = words === '' ? [] : selectThings(player.inventory, words).things
  if (!thing) return player.sendMessage('You have no such thing.', messageTypes.failure)
  if (isUnpaid(thing)) return player.sendMessage(unpaidText, messageTypes.failure)
  const { x, y } = neighbourOf(player, player.facing)
  const person = player.level?.creatureAt(x, y)
  if (!person) return player.sendMessage('Nobody is there to give it to.', messageTypes.failure)
  if (!runScripts(game, player, person, 'give', '', thing))
    player.sendMessage(`${subjectName(nameOf(person))} does not want it.`, messageTypes.failure)
}

function toggleLock(_game: GameState, player: Player, words: string): void {
  const [thing] = words === '' ? [] : selectThings(player.inventory, words).things
  if (!thing) return player.sendMessage('You have no such thing.', messageTypes.failure)
  setItemLocked(player, thing.tag, !thing.locked)
}

function emptyContainer(game: GameState, player: Player, words: string): void {
  const containers = player.inventory.filter(({ archetype }) => archetype.traits.role === 'container')
  const [thing] = words === '' ? [] : selectThings(containers, words).things
  if (!thing) return player.sendMessage('You have no such container.', messageTypes.failure)
  const inside = [...(thing.inside ?? [])]
  if (inside.length === 0)
    return player.sendMessage(`The ${nameOf(thing).one} is empty.`, messageTypes.failure)
  for (const each of inside) dropThing(game, player, each, each.count)
}

function renameThing({ context }: GameState, player: Player, words: string): void {
  const [said = '', name = ''] = words.split(/\s+to\s+/)
  const given = truncateText(sanitizeText(name), maxNameLength).trim()
  const refused = context.moderation.wordRefusal(decodeByteText(given))
  if (refused !== undefined) return player.sendMessage(refused, messageTypes.error)
  const [thing] = said === '' ? [] : selectThings(sortByMarkPriority(player.inventory), said).things
  if (!thing) return player.sendMessage('You have no such thing.', messageTypes.failure)
  const before = nameOf(thing).one
  thing.givenName = given === '' ? undefined : given
  markThingChanged(thing)
  player.sendMessage(`You call the ${before} ${nameOf(thing).one}.`, messageTypes.success)
}

function forgetSpell(_game: GameState, player: Player, words: string): void {
  const said = words.toLowerCase()
  const id = [...player.spells].find((each) => findSpell(each, player.archetypes)?.name === said)
  if (id === undefined) return player.sendMessage('You do not know such a spell.', messageTypes.failure)
  player.spells.delete(id)
  if (player.readied?.with === 'spell' && player.readied.name === id) player.readied = undefined
  player.markUnsaved()
  player.sendMessage(`You forget ${said}.`, messageTypes.success)
}

function chooseUnarmedSkill(_game: GameState, player: Player, words: string): void {
  const said = words.toLowerCase()
  if (said === '') {
    const chosen = player.unarmedSkill ?? 'the one that hits hardest'
    return player.sendMessage(`You fight unarmed with ${chosen}.`, messageTypes.success)
  }
  const skill = findSkill(player.characterRules, said)
  if (skill?.use !== 'fight unarmed' || !knowsSkill(player, skill.name))
    return player.sendMessage('You do not have such a skill of fighting unarmed.', messageTypes.failure)
  player.unarmedSkill = skill.name
  player.markUnsaved()
  player.sendMessage(`You fight unarmed with ${skill.name}.`, messageTypes.success)
}
