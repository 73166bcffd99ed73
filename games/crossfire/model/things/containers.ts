// [CF-7.14]
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { Archetype } from '../definitions/archetype.ts'
import type { Player, Thing } from '../state/game-state.ts'
import { findKey } from './keys.ts'
import { markThingChanged } from './move-things.ts'
import { contentWeight, nameOf, weightInContainer } from './thing.ts'

/** [CF-16.4] */
export const maxPilesInContainer = 50

type ContainerTraits = Extract<Archetype['traits'], { role: 'container' }>

/** The player's open container; undefined if it is no longer in the pack or on the player's cell. */
export function openContainer(player: Player): Thing | undefined {
  const { openContainerTag: tag } = player
  if (tag === undefined) return undefined
  return player.inventory.find((each) => each.tag === tag) ?? findOnCell(player, tag)
}

/** [CF-7.14] A player can have one container open at a time. */
export function toggleContainer(player: Player, thing: Thing): void {
  const open = openContainer(player)
  closeContainer(player)
  if (open === thing) return player.sendMessage(`You close the ${nameOf(thing).one}.`, messageTypes.unapplied)
  const { lock } = thing.archetype.traits as ContainerTraits
  const key = lock === undefined ? undefined : findKey(player, [lock])
  if (lock !== undefined && !key)
    return player.sendMessage(`You do not have the key to the ${nameOf(thing).one}.`, messageTypes.noKey)
  player.openContainerTag = thing.tag
  player.inventoryRevision++
  setOpenedState(thing, true)
  const by = key ? ` with the ${nameOf(key).one}` : ''
  player.sendMessage(`You open the ${nameOf(thing).one}${by}.`, messageTypes.applied)
}

export function closeContainer(player: Player): void {
  const open = openContainer(player)
  if (player.openContainerTag !== undefined) player.inventoryRevision++
  player.openContainerTag = undefined
  if (!open) return
  // [CF-23.1]
  if (open.archetype.hooks?.some(({ trigger }) => trigger === 'close')) player.closedContainer = open
  const others = [...(player.level?.players ?? [])].some((other) => openContainer(other) === open)
  if (!others) setOpenedState(open, false)
}

/** Called after each step of the player. */
export function closeContainerOnGround(player: Player): void {
  const { openContainerTag: open } = player
  if (open !== undefined && !player.inventory.some(({ tag }) => tag === open)) closeContainer(player)
}

/** The reason why the pieces do not fit into the container, as a sentence; undefined if they fit. */
export function containerRefusal(container: Thing, thing: Thing, count: number): string | undefined {
  const name = nameOf(container).one
  const { maxWeight, acceptedRole, acceptedRace } = container.archetype.traits as ContainerTraits
  if (thing.inside) return `The ${nameOf(thing).one} does not go into the ${name}.`
  if (acceptedRole !== undefined && thing.archetype.traits.role !== acceptedRole)
    return `The ${name} does not hold items of this kind.`
  if (acceptedRace !== undefined && thing.archetype.attributes?.get('race') !== acceptedRace)
    return `The ${name} holds only ${acceptedRace}.`
  const added = weightInContainer(container.archetype, thing.archetype.weight * count)
  if (contentWeight(container) + added > maxWeight) return `It is too heavy for the ${name}.`
  if (container.inside!.length >= maxPilesInContainer) return `The ${name} is full.`
  return undefined
}

function findOnCell({ level, x, y }: Player, tag: number): Thing | undefined {
  return level?.thingsAt(x, y).find((each) => each.tag === tag)
}

/** Marks the container as open or closed; the room does not store this state. */
function setOpenedState(thing: Thing, opened: boolean): void {
  thing.opened = opened
  const { location } = thing
  if (location?.in === 'cell') location.level.markChanged(location.x, location.y)
  else markThingChanged(thing)
}
