// Looking at and examining things. [CF-12.12]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { thingsMeant } from '../things/by-name.ts'
import { openContainer } from '../things/containers.ts'
import { inWords } from '../things/counts.ts'
import { isPortable, nameOf, weightOf, withArticle } from '../things/thing.ts'
import { offer } from '../trade/shop.ts'
import { reach } from './carrying.ts'

/** [CF-11.6] Maximum distance in cells, either way: the largest view. */
const farthest = 12
/** Maximum things listed for a cell. */
const mostTold = 20

/** [CF-7.8] By tag. Reports a thing that is out of reach. */
export function examineTag(scene: Scene, player: Player, tag: number): void {
  const thing = reach(player, tag)
  if (thing) examine(scene, player, thing)
  else player.tell('That is out of your reach.', messageTypes.failure)
}

/** [CF-12.12] By name, in the inventory or under the player; without a name, the topmost thing. */
export function examineWords(scene: Scene, player: Player, words: string): void {
  const { level, x, y } = player
  const lying = seenOf(level?.things(x, y) ?? [])
  const things = words === '' ? lying : [...player.inventory, ...lying]
  const [thing] = thingsMeant(things, words).things
  if (thing) examine(scene, player, thing)
  else player.tell('You see no such thing.', messageTypes.failure)
}

/** [CF-12.12] Describes the thing, its weight, its content and its price here. */
export function examine(scene: Scene, player: Player, thing: Thing): void {
  const { kind } = thing
  const lines = [thing.count > 1 ? `Those are ${withArticle(thing)}.` : `That is ${withArticle(thing)}.`]
  if (kind.text && kind.is.role !== 'sign' && kind.is.role !== 'book') lines.push(kind.text)
  if (isPortable(thing)) {
    const all = thing.count > 1 ? 'They weigh' : 'It weighs'
    lines.push(`${all} ${(weightOf(thing) / 1000).toFixed(2)} kg.`)
  }
  if (thing.inside && openContainer(player) === thing) lines.push(contents(thing))
  const price = isPortable(thing) ? offer(scene, player, thing) : undefined
  if (price) lines.push(price)
  player.tell(lines.join('\n'), messageTypes.examine)
}

/** [CF-11.6] Lists what is visible at that offset, topmost first. */
export function lookAt(player: Player, dx: number, dy: number): void {
  const { level } = player
  if (!level) return
  if (!(Math.abs(dx) <= farthest && Math.abs(dy) <= farthest) || !level.sightFrom(player).sees(dx, dy))
    return player.tell('You cannot see that far.', messageTypes.failure)
  const [x, y] = [player.x + dx, player.y + dy]
  const people = level.playersAt(x, y).map((other) => (other === player ? 'yourself' : other.name))
  const things = seenOf(level.things(x, y)).map(withArticle)
  const seen = [...people.reverse(), ...things]
  if (seen.length === 0) return player.tell('You see nothing there.', messageTypes.examine)
  const more = seen.length > mostTold ? [`${inWords(seen.length - mostTold)} more`] : []
  player.tell(['You see:', ...seen.slice(0, mostTold), ...more].join('\n  '), messageTypes.examine)
}

/** The visible things, topmost first. */
function seenOf(things: readonly Thing[]): Thing[] {
  return things.filter(({ kind }) => !kind.unseen).reverse()
}

function contents(thing: Thing): string {
  const inside = thing.inside!.map(withArticle)
  return inside.length > 0 ? `In the ${nameOf(thing).one}: ${inside.join(', ')}.` : 'It is empty.'
}
