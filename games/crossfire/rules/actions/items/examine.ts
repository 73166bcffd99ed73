// [CF-12.12]

import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { openContainer } from '../../../model/things/containers.ts'
import { selectThings } from '../../../model/things/name-matching.ts'
import { toNumberWord } from '../../../model/things/number-words.ts'
import { isPair, isPortable, nameOf, nameWithArticle, weightOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { describePrice } from '../../trade/shop.ts'
import { describeMaterial, describeProperties, describeValue } from './item-description.ts'
import { findReachable } from './take-and-drop.ts'

/** [CF-11.6] Distance in cells from the centre to the edge of the largest view. */
const maxLookDistance = 12
const maxListed = 20

/** [CF-7.8] */
export function examineThingWithTag(game: GameState, player: Player, tag: number): void {
  const thing = findReachable(player, tag)
  if (thing) examineThing(game, player, thing)
  else player.sendMessage('That is out of reach.', messageTypes.failure)
}

/**
 * [CF-12.12] Describes the named thing in the inventory or under the player; without a name, the topmost thing under
 * the player.
 */
export function examineThingByName(game: GameState, player: Player, words: string): void {
  const { level, x, y } = player
  const lying = visibleThings(level?.thingsAt(x, y) ?? [])
  const things = words === '' ? lying : [...player.inventory, ...lying]
  const [thing] = selectThings(things, words).things
  if (thing) examineThing(game, player, thing)
  else player.sendMessage('You see no such thing.', messageTypes.failure)
}

/** [CF-12.12] */
function examineThing(game: GameState, player: Player, thing: Thing): void {
  const { archetype } = thing
  const several = thing.count > 1 || isPair(nameOf(thing))
  const lines = [`${several ? 'Those are' : 'That is'} ${nameWithArticle(thing)}.`]
  if (archetype.text && archetype.traits.role !== 'sign' && archetype.traits.role !== 'book')
    lines.push(archetype.text)
  if (isPortable(thing)) {
    lines.push(...describeProperties(player, thing))
    const material = archetype.traits.role === 'book' ? undefined : describeMaterial(archetype)
    if (material) lines.push(`${several ? 'They are' : 'It is'} made of ${material}.`)
    lines.push(`${several ? 'They weigh' : 'It weighs'} ${(weightOf(thing) / 1000).toFixed(2)} kg.`)
  }
  if (thing.inside && openContainer(player) === thing) lines.push(describeContents(thing))
  const price = isPortable(thing) ? describePrice(game, player, thing) : undefined
  const worth = isPortable(thing) ? describeValue(game.archetypes, thing) : undefined
  if (price) lines.push(price)
  else if (worth) lines.push(worth)
  player.sendMessage(lines.join('\n'), messageTypes.examine)
}

/** [CF-11.6] Lists the creatures and things in a cell, topmost first. */
export function lookAt(player: Player, dx: number, dy: number): void {
  const { level } = player
  if (!level) return
  if (
    !(Math.abs(dx) <= maxLookDistance && Math.abs(dy) <= maxLookDistance) ||
    !level.lineOfSightFrom(player).isVisible(dx, dy)
  )
    return player.sendMessage('You cannot see that far.', messageTypes.failure)
  const [x, y] = [player.x + dx, player.y + dy]
  const people = level.playersAt(x, y).map((other) => (other === player ? 'yourself' : other.name))
  const things = visibleThings(level.thingsAt(x, y)).map(nameWithArticle)
  const seen = [...people.reverse(), ...things]
  if (seen.length === 0) return player.sendMessage('You see nothing there.', messageTypes.examine)
  const more = seen.length > maxListed ? [`${toNumberWord(seen.length - maxListed)} more`] : []
  player.sendMessage(['You see:', ...seen.slice(0, maxListed), ...more].join('\n  '), messageTypes.examine)
}

/** Topmost first. */
function visibleThings(things: readonly Thing[]): Thing[] {
  return things.filter(({ archetype }) => !archetype.invisible).reverse()
}

function describeContents(thing: Thing): string {
  const inside = thing.inside!.map(nameWithArticle)
  return inside.length > 0 ? `In the ${nameOf(thing).one}: ${inside.join(', ')}.` : 'It is empty.'
}
