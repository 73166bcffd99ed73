// Opening bags and chests, and what fits into them. [CF-7.14]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Archetype } from '../scene/archetype.ts'
import type { Player, Thing } from '../scene/scene.ts'
import { changed } from './contents.ts'
import { nameOf, weightInside } from './thing.ts'

/** [CF-16.4] Piles per container. */
export const mostInContainer = 50

type Holding = Extract<Archetype['is'], { role: 'container' }>

/** The player's open container, if it is still in the pack or on the player's cell. */
export function openContainer(player: Player): Thing | undefined {
  const { container: tag } = player
  if (tag === undefined) return undefined
  return player.inventory.find((each) => each.tag === tag) ?? lyingHere(player, tag)
}

/** [CF-7.14] Opens the container, or closes it if it is open. Only one is open at a time. */
export function toggleContainer(player: Player, thing: Thing): void {
  const open = openContainer(player)
  closeContainer(player)
  if (open === thing) return player.tell(`You close the ${nameOf(thing).one}.`, messageTypes.unapplied)
  player.container = thing.tag
  player.stamp++
  showOpened(thing, true)
  player.tell(`You open the ${nameOf(thing).one}.`, messageTypes.applied)
}

/** Closes the open container. */
export function closeContainer(player: Player): void {
  const open = openContainer(player)
  if (player.container !== undefined) player.stamp++
  player.container = undefined
  if (!open) return
  // [CF-23.1]
  if (open.kind.hooks?.some(({ on }) => on === 'close')) player.closed = open
  const others = [...(player.level?.players ?? [])].some((other) => openContainer(other) === open)
  if (!others) showOpened(open, false)
}

/** After a step: closes a container on the ground, but not one in the pack. */
export function closeLyingContainer(player: Player): void {
  if (player.container !== undefined && !player.inventory.some(({ tag }) => tag === player.container))
    closeContainer(player)
}

/** The reason, as a sentence, why `count` pieces do not go into the container; undefined if they do. */
export function refusedBy(container: Thing, thing: Thing, count: number): string | undefined {
  const name = nameOf(container).one
  const { holds, only } = container.kind.is as Holding
  if (thing.inside) return `The ${nameOf(thing).one} does not go into the ${name}.`
  if (only !== undefined && thing.kind.is.role !== only) return `The ${name} is for other things.`
  if (weightInside(container) + thing.kind.weight * count > holds) return `It does not fit into the ${name}.`
  if (container.inside!.length >= mostInContainer) return `The ${name} is full.`
  return undefined
}

function lyingHere({ level, x, y }: Player, tag: number): Thing | undefined {
  return level?.things(x, y).find((each) => each.tag === tag)
}

/** Shows the container as open or closed. That state is not stored. */
function showOpened(thing: Thing, opened: boolean): void {
  thing.opened = opened
  const { where } = thing
  if (where?.in === 'cell') where.level.changed(where.x, where.y)
  else changed(thing)
}
