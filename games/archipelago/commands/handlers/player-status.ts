import { equals } from '../../python/comparison.ts'
import { groupSlotType, playerSlotType, type Slot } from '../../seed/seed.ts'
import { clientStatusCodes, isGoalStatus } from '../../slots/slot-states.ts'
import type { Multiworld } from '../../world.ts'

/** Returns, for example, `1 players of 2 connected :: Team #1: Ann (Ben)`. */
export function playersText(world: Multiworld): string {
  const slots = slotsWhere(world, ({ type }) => type === playerSlotType)
  const present = slots.filter((slot) => isConnected(world, slot))
  const names = slots.map((slot) =>
    isConnected(world, slot) ? world.playerName(slot) : `(${world.playerName(slot)})`,
  )
  return `${present.length} players of ${slots.length} connected :: Team #1: ${names.join(' ')}`
}

/** If `tag` is not '', each line also has the number of clients with this tag. Spectators are listed as well. */
export function statusText(world: Multiworld, tag: string): string {
  const slots = slotsWhere(world, ({ type }) => type !== groupSlotType)
  const lines = slots.map((slot) => statusLine(world, slot, tag))
  return ['Player Status on team 0:', ...lines].join('\n')
}

function statusLine(world: Multiworld, slot: number, tag: string): string {
  const clients = [...world.clients.of(slot)]
  const connections = `${clients.length} connection${clients.length === 1 ? '' : 's'}`
  const tagged = clients.filter((client) => client.has(tag)).length
  const tags = clients.length > 0 && tag !== '' ? ` ${tagged} of which are tagged ${tag}` : ''
  const checks = `(${world.checks.count(slot)}/${world.checks.total(slot)})`
  return `${world.displayName(slot)} has ${connections}${tags}${statusSuffix(world, slot)} ${checks}`
}

function statusSuffix(world: Multiworld, slot: number): string {
  const status = world.slotStates.statusOf(slot)
  if (isGoalStatus(status)) return ' and has finished.'
  return equals(status, clientStatusCodes.ready) ? ' and is ready.' : '.'
}

function isConnected(world: Multiworld, slot: number): boolean {
  return world.clients.of(slot).size > 0
}

/** The slot numbers, ascending. */
function slotsWhere(world: Multiworld, isListed: (slot: Slot) => boolean): number[] {
  const listed = [...world.seed.slots.values()].filter(isListed)
  return listed.map(({ slot }) => slot).sort((a, b) => a - b)
}
