// Applies a thing. Its role determines the effect. [CF-12.11]
import { messageTypes } from '../hearing/text-kinds.ts'
import { handle } from '../machines/handles.ts'
import { disarm } from '../machines/traps.ts'
import { forbidden } from '../people/faith.ts'
import { openDoor, pull } from '../places/doors.ts'
import { stepped } from '../scene/directions.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { called } from '../scripts/calling.ts'
import { paidFirst, thingsMeant } from '../things/by-name.ts'
import { toggleContainer } from '../things/containers.ts'
import { outermost } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { wayOf, wear } from '../things/wearing.ts'
import { isUnpaid, pay, unpaidText } from '../trade/shop.ts'
import { tellWares } from '../trade/wares.ts'
import { isWare, lyingUnder, reach } from './carrying.ts'
import { learnByUse } from './learning.ts'
import { use } from './using-things.ts'
import { takeExit } from './walking.ts'

/** [CF-7.9] By tag. Reports a thing that is out of reach. */
export function applyTag(scene: Scene, player: Player, tag: number): void {
  const thing = reach(player, tag)
  if (thing) apply(scene, player, thing)
  else player.tell('That is out of your reach.', messageTypes.applyError)
}

/**
 * [CF-12.11] For a typed command: an inventory item by case-insensitive name. Without words, the topmost applicable
 * thing under the player, or a fixture in the cell that the player faces.
 */
export function applyWords(scene: Scene, player: Player, words: string): void {
  const thing = words === '' ? ofUseNear(player) : thingsMeant(paidFirst(player.inventory), words).things[0]
  if (thing) apply(scene, player, thing)
  else
    player.tell(
      words === '' ? 'There is nothing to apply here.' : 'You have no such thing.',
      messageTypes.applyError,
    )
}

/** [CF-12.11] `use`: like apply, but requires a name. Combining two things ("with") has no effect. */
export function useWords(scene: Scene, player: Player, words: string): void {
  const [name = '', other] = words.split(/\s+with\s+/)
  if (name === '') return player.tell('Use what?', messageTypes.applyError)
  if (other === undefined) return applyWords(scene, player, name)
  const [one] = thingsMeant(player.inventory, name).things
  const [another] = thingsMeant(player.inventory, other).things
  if (!one || !another) return player.tell('You have no such thing.', messageTypes.applyError)
  player.tell(
    `The ${nameOf(one).one} and the ${nameOf(another).one} do not go together.`,
    messageTypes.applyFailure,
  )
}

/** Does what the thing's role says. Equipment must be directly in the inventory. */
export function apply(scene: Scene, player: Player, found: Thing): void {
  if (isUnpaid(found) || isWare(player, found)) return player.tell(unpaidText, messageTypes.applyError)
  if (called(scene, player, found, 'apply')) return
  if (wayOf(found)) {
    if (!inHand(player, found)) return
    const refusal = found.applied ? undefined : forbidden(player, found)
    if (refusal !== undefined) return player.tell(refusal, messageTypes.applyError)
  }
  const thing = learnByUse(player, found)
  if (wayOf(thing)) return wear(scene, player, thing)
  switch (thing.kind.is.role) {
    case 'container':
      return toggleContainer(player, thing)
    case 'exit':
      return takeExit(scene, player, thing)
    case 'lever':
      return pull(player, thing)
    case 'machine':
      return work(scene, player, thing)
    case 'sign':
    case 'book':
      return read(player, thing)
    case 'wares':
      return tellWares(scene, player)
    case 'door':
      if (thing.where?.in === 'cell') openDoor(scene, player, thing.where)
      return
    case 'gate':
      return player.tell('It moves for a lever only.', messageTypes.applyFailure)
    case 'scenery':
      return thing.kind.id === 'counter' ? pay(scene, player) : cannot(player, thing)
    case 'wall':
    case 'ground':
    case 'person':
    case 'monster':
      return cannot(player, thing)
    default:
      return use(scene, player, thing)
  }
}

/** Whether the item is directly in the inventory; otherwise reports why not. */
function inHand(player: Player, thing: Thing): boolean {
  if (thing.where?.in === 'pack') return true
  const where = outermost(thing)?.in === 'pack' ? 'Take it out first.' : 'Pick it up first.'
  player.tell(where, messageTypes.applyError)
  return false
}

function work(scene: Scene, player: Player, thing: Thing): void {
  const { is } = thing.kind
  if (is.role === 'machine' && is.part.is === 'trap') disarm(scene, player, thing)
  else handle(scene, player, thing)
}

function read(player: Player, thing: Thing): void {
  const text = thing.text ?? thing.kind.text ?? 'Nothing is written there.'
  player.tell(text, thing.kind.is.role === 'sign' ? messageTypes.sign : messageTypes.book)
}

function cannot(player: Player, thing: Thing): void {
  player.tell(`You cannot use the ${nameOf(thing).one}.`, messageTypes.applyError)
}

/** Fixtures that can be applied in place. */
const fixed: readonly string[] = [
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

/** Items that are only useful in the inventory. */
const carried: ReadonlySet<string> = new Set(['money', 'gem', 'trophy', 'key'])

/** Machine parts that players operate by hand. */
const byHand: ReadonlySet<string> = new Set(['lever', 'trigger', 'trap'])

function ofUseNear(player: Player): Thing | undefined {
  const { x, y } = stepped(player, player.facing)
  const under = lyingUnder(player).filter(isOfUse)
  return (
    under.find((thing) => !isForPackAlone(thing)) ?? under[0] ?? player.level?.things(x, y).findLast(isOfUse)
  )
}

/** Whether applying it in place does nothing: a coin on a chest must not prevent opening the chest. */
function isForPackAlone(thing: Thing): boolean {
  const { hooks, is } = thing.kind
  if (hooks?.some(({ on }) => on === 'apply')) return false
  return wayOf(thing) !== undefined || carried.has(is.role)
}

function isOfUse({ kind }: Thing): boolean {
  // [CF-23.1]
  if (kind.hooks?.some(({ on }) => on === 'apply') && !kind.unseen) return true
  if (kind.is.role === 'machine') return !kind.unseen && byHand.has(kind.is.part.is)
  return kind.layer === 'item' || fixed.includes(kind.is.role) || kind.id === 'counter'
}
