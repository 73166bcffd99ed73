// [CF-12.11]

import { neighbourOf } from '../../model/definitions/directions.ts'
import { isBlockedByChecker } from '../../model/level/checkers.ts'
import { openDoor, pullLever } from '../../model/level/doors.ts'
import { placedPartOf } from '../../model/level/machine-parts.ts'
import { findSkill } from '../../model/players/characters.ts'
import { equipRefusal } from '../../model/players/equipment-limits.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { toggleContainer } from '../../model/things/containers.ts'
import { equipStateFor, toggleEquipped } from '../../model/things/equipment.ts'
import { outermostLocation } from '../../model/things/move-things.ts'
import { selectThings, sortByUsePriority } from '../../model/things/name-matching.ts'
import { isPortable, nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { operateMachineByHand } from '../machines/levers-and-ears.ts'
import { unlockDoor } from '../machines/locked-doors.ts'
import { showSign } from '../machines/signs.ts'
import { disarmTrap } from '../machines/traps.ts'
import { runScripts } from '../scripts/script-runner.ts'
import { listWares } from '../trade/list-wares.ts'
import { isUnpaid, payForUnpaidItems, unpaidText } from '../trade/shop.ts'
import { identifyByUse } from './items/identify.ts'
import { canRead, learnFromBook } from './items/read-book.ts'
import { findReachable, isForSale, thingsUnderPlayer } from './items/take-and-drop.ts'
import { boardOrLeaveTransport } from './transports.ts'
import { useThing } from './use-items.ts'
import { enterExit } from './walk.ts'

/** [CF-7.9] */
export function applyThingWithTag(game: GameState, player: Player, tag: number): void {
  const thing = findReachable(player, tag)
  if (thing) applyThing(game, player, thing)
  else player.sendMessage('That is out of reach.', messageTypes.applyError)
}

/**
 * [CF-12.11] Ignores case. Without a name, applies the topmost applicable thing under the player, or a fixture in the
 * cell that the player faces.
 */
export function applyThingByName(game: GameState, player: Player, words: string): void {
  const thing =
    words === ''
      ? usableNear(game, player)
      : selectThings(sortByUsePriority(player.inventory), words).things[0]
  if (thing) applyThing(game, player, thing)
  else
    player.sendMessage(
      words === '' ? 'There is nothing to apply here.' : 'You have no such thing.',
      messageTypes.applyError,
    )
}

/** [CF-12.11] Applies the named thing. `A with B`, which combines two things in Crossfire, has no effect. */
export function useThingByName(game: GameState, player: Player, words: string): void {
  const [name = '', other] = words.split(/\s+with\s+/)
  if (name === '') return player.sendMessage('Use what? Add the name of a thing.', messageTypes.applyError)
  if (other === undefined) return applyThingByName(game, player, name)
  const [one] = selectThings(player.inventory, name).things
  const [another] = selectThings(player.inventory, other).things
  if (!one || !another) return player.sendMessage('You have no such thing.', messageTypes.applyError)
  player.sendMessage(
    `The ${nameOf(one).one} and the ${nameOf(another).one} cannot be used together.`,
    messageTypes.applyFailure,
  )
}

/** Applies the thing. Equipment must be directly in the inventory, not in a container. */
function applyThing(game: GameState, player: Player, found: Thing): void {
  if (isUnpaid(found) || isForSale(player, found))
    return player.sendMessage(unpaidText, messageTypes.applyError)
  if (runScripts(game, player, found, 'apply')) return
  if (isToolOfUnknownSkill(player, found)) return reportUnusable(player, found)
  if (equipStateFor(found)) {
    if (!requireInInventory(player, found)) return
    const refusal = found.applied ? undefined : equipRefusal(player, found)
    if (refusal !== undefined) return player.sendMessage(refusal, messageTypes.applyError)
  }
  if (readRoles.has(found.archetype.traits.role) && !canRead(player, found)) return
  const thing = identifyByUse(player, found)
  if (equipStateFor(thing)) return toggleEquipped(game, player, thing)
  switch (thing.archetype.traits.role) {
    case 'container':
      return toggleContainer(player, thing)
    case 'exit':
      return enterExit(game, player, thing)
    case 'transport':
      return boardOrLeaveTransport(game, player, thing)
    case 'lever':
      return pullLever(player, thing)
    case 'machine':
      return operateMachine(game, player, thing)
    case 'sign':
      return readText(player, thing)
    case 'book':
      readText(player, thing)
      return learnFromBook(game, player, thing)
    case 'wares':
      return listWares(game, player)
    case 'door':
      if (thing.location?.in === 'cell') openDoor(game, player, thing.location)
      return
    case 'gate':
      return player.sendMessage('Only a lever opens it.', messageTypes.applyFailure)
    case 'scenery':
      return thing.archetype.id === 'counter'
        ? payForUnpaidItems(game, player)
        : reportUnusable(player, thing)
    case 'wall':
    case 'ground':
    case 'person':
    case 'monster':
      return reportUnusable(player, thing)
    default:
      return useThing(game, player, thing)
  }
}

/** [CF-25.12] Skill scrolls, which everybody can read, have the role `lesson`. */
const readRoles: ReadonlySet<string> = new Set(['book', 'spellbook', 'scroll'])

/** [CF-21.9] */
function isToolOfUnknownSkill({ characterRules }: Player, { archetype: { traits } }: Thing): boolean {
  return traits.role === 'tool' && !findSkill(characterRules, traits.skill)
}

/** Whether the thing is directly in the inventory. If not, tells the player what to do first. */
function requireInInventory(player: Player, thing: Thing): boolean {
  if (thing.location?.in === 'pack') return true
  const where = outermostLocation(thing)?.in === 'pack' ? 'Take it out first.' : 'Pick it up first.'
  player.sendMessage(where, messageTypes.applyError)
  return false
}

function operateMachine(game: GameState, player: Player, thing: Thing): void {
  const part = placedPartOf(thing)
  switch (part?.part.type) {
    case 'trap':
      return disarmTrap(game, player, thing)
    case 'sign':
      if (!showSign(part, [player])) player.sendMessage('Nothing more is written there.', messageTypes.sign)
      return
    case 'breakable':
      if (!unlockDoor(player, part.at.x, part.at.y))
        player.sendMessage(`You have no key to the ${nameOf(thing).one}.`, messageTypes.noKey)
      return
    default:
      return operateMachineByHand(game, player, thing)
  }
}

function readText(player: Player, thing: Thing): void {
  const text = thing.text ?? thing.archetype.text ?? 'Nothing is written there.'
  player.sendMessage(text, thing.archetype.traits.role === 'sign' ? messageTypes.sign : messageTypes.book)
}

function reportUnusable(player: Player, thing: Thing): void {
  player.sendMessage(`You cannot use the ${nameOf(thing).one}.`, messageTypes.applyError)
}

const usableFixtures: readonly string[] = [
  'container',
  'exit',
  'door',
  'lever',
  'sign',
  'wares',
  'bed',
  'altar',
  'fountain',
]

const inventoryOnlyRoles: ReadonlySet<string> = new Set(['money', 'gem', 'trophy', 'key'])

const handOperatedParts: ReadonlySet<string> = new Set(['lever', 'trigger', 'trap', 'sign', 'breakable'])

function usableNear(game: GameState, player: Player): Thing | undefined {
  const under = thingsUnderPlayer(player).filter(isUsable)
  const { x, y } = neighbourOf(player, player.facing)
  return (
    under.find((thing) => !isInventoryOnly(thing)) ??
    under[0] ??
    player.level
      ?.thingsAt(x, y)
      .findLast((thing) => isUsable(thing) && worksFromBeside(thing) && !isShutExit(game, player, thing))
  )
}

/** [CF-7.14] Whether the thing has an effect for a player beside it. Items and containers must be carried or underfoot. */
function worksFromBeside(thing: Thing): boolean {
  return !isPortable(thing) && thing.archetype.traits.role !== 'container'
}

/** Whether the thing is an exit that an obstacle on its cell, such as a gate or a checker, shuts for the player. */
function isShutExit(game: GameState, player: Player, thing: Thing): boolean {
  const { location, archetype } = thing
  if (archetype.traits.role !== 'exit' || location?.in !== 'cell') return false
  const { level, x, y } = location
  return (
    level.thingsAt(x, y).some((other) => other !== thing && other.archetype.blocksMovement) ||
    isBlockedByChecker(game, player, location)
  )
}

/** A coin on a chest must not prevent opening the chest. */
function isInventoryOnly(thing: Thing): boolean {
  const { hooks, traits } = thing.archetype
  if (hooks?.some(({ trigger }) => trigger === 'apply')) return false
  return equipStateFor(thing) !== undefined || inventoryOnlyRoles.has(traits.role)
}

function isUsable({ archetype }: Thing): boolean {
  // [CF-23.1]
  if (archetype.hooks?.some(({ trigger }) => trigger === 'apply') && !archetype.invisible) return true
  if (archetype.traits.role === 'machine')
    return !archetype.invisible && handOperatedParts.has(archetype.traits.part.type)
  return (
    archetype.layer === 'item' || usableFixtures.includes(archetype.traits.role) || archetype.id === 'counter'
  )
}
