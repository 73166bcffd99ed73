// Looking at things near and far. [CF-12.12]
import { textKinds } from '../hearing/text-kinds.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { thingsMeant } from '../things/by-name.ts'
import { openContainer } from '../things/containers.ts'
import { inWords } from '../things/counts.ts'
import { isPortable, nameOf, weightOf, withArticle } from '../things/thing.ts'
import { offer } from '../trade/shop.ts'
import { reach } from './carrying.ts'

/** [CF-11.6] Cells, either way, that one can look at: the most that any view has. */
const farthest = 12
/** Things of one cell that are told. */
const mostTold = 20

/** [CF-7.8] By its tag; out of reach: he is told so. */
export function examineTag(scene: Scene, player: Player, tag: number): void {
  const thing = reach(player, tag)
  if (thing) examine(scene, player, thing)
  else player.tell('That is out of your reach.', textKinds.failure)
}

/** [CF-12.12] By its name, in his pack or under him; nothing said: what lies on top. */
export function examineWords(scene: Scene, player: Player, words: string): void {
  const { level, x, y } = player
  const lying = seenOf(level?.things(x, y) ?? [])
  const things = words === '' ? lying : [...player.inventory, ...lying]
  const [thing] = thingsMeant(things, words).things
  if (thing) examine(scene, player, thing)
  else player.tell('You see no such thing.', textKinds.failure)
}

/** [CF-12.12] What it is, what it weighs, what is in it, what it costs here. */
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
  player.tell(lines.join('\n'), textKinds.examine)
}

/** [CF-11.6] What is to be seen `dx`, `dy` cells from him, topmost first. */
export function lookAt(player: Player, dx: number, dy: number): void {
  const { level } = player
  if (!level) return
  if (!(Math.abs(dx) <= farthest && Math.abs(dy) <= farthest) || !level.sightFrom(player).sees(dx, dy))
    return player.tell('You cannot see that far.', textKinds.failure)
  const [x, y] = [player.x + dx, player.y + dy]
  const people = level.playersAt(x, y).map((other) => (other === player ? 'yourself' : other.name))
  const things = seenOf(level.things(x, y)).map(withArticle)
  const seen = [...people.reverse(), ...things]
  if (seen.length === 0) return player.tell('You see nothing there.', textKinds.examine)
  const more = seen.length > mostTold ? [`${inWords(seen.length - mostTold)} more`] : []
  player.tell(['You see:', ...seen.slice(0, mostTold), ...more].join('\n  '), textKinds.examine)
}

/** Topmost first. What nobody sees is not told either. */
function seenOf(things: readonly Thing[]): Thing[] {
  return things.filter(({ kind }) => !kind.unseen).reverse()
}

function contents(thing: Thing): string {
  const inside = thing.inside!.map(withArticle)
  return inside.length > 0 ? `In the ${nameOf(thing).one}: ${inside.join(', ')}.` : 'It is empty.'
}
