import type { Multiworld } from '../../world.ts'
import type { CommandLine } from '../dispatcher/command-line.ts'
import type { PlayerCommandContext } from '../dispatcher/command-table.ts'

export function listMissingLocations(call: PlayerCommandContext, line: CommandLine): void {
  const { checks } = call.world
  listLocations(call, line, checks.missing(call.client.slot), { each: 'Missing', all: 'missing' })
}

export function listCheckedLocations(call: PlayerCommandContext, line: CommandLine): void {
  const { checks } = call.world
  listLocations(call, line, checks.checked(call.client.slot), { each: 'Checked', all: 'done' })
}

function listLocations(
  { world, client, reply }: PlayerCommandContext,
  { rest: filter = '' }: CommandLine,
  locations: readonly number[],
  words: { readonly each: string; readonly all: string },
): void {
  if (locations.length === 0) return reply(`No ${words.all} location checks found.`)
  const names = locations.map((location) => world.locationName(client.slot, location))
  const displayedNames = filter === '' ? names : names.filter(locationFilter(world, client.slot, filter))
  const count = `Found ${locations.length} ${words.all} location checks`
  const last = filter === '' ? count : `${count}, displaying ${displayedNames.length} of them.`
  reply(...displayedNames.map((name) => `${words.each}: ${name}`), last)
}

/**
 * The name of a location group of the game matches the group's locations. Any other text matches names that contain it.
 */
function locationFilter(world: Multiworld, slot: number, filter: string): (name: string) => boolean {
  const members = world.seed.names(world.game(slot)).locationGroups.get(filter)
  if (!members) return (name) => name.includes(filter)
  const group = new Set(members)
  return (name) => group.has(name)
}

export function listRemainingItems({ world, client, reply }: PlayerCommandContext): void {
  const { remaining_mode } = world.options
  if (remaining_mode === 'disabled') return reply('Sorry, !remaining has been disabled on this server.')
  if (remaining_mode === 'goal' && !world.slotStates.isGoal(client.slot))
    return reply('Sorry, !remaining requires you to have beaten the game on this server')
  const names = remainingItems(world, client.slot)
  reply(names.length > 0 ? `Remaining items: ${names.join(', ')}` : 'No remaining items found.')
}

/** The remaining items in the order of their receivers, then of their ids. */
function remainingItems(world: Multiworld, slot: number): string[] {
  const places = world.seed.locations(slot)
  const remaining = world.checks.missing(slot).map((location) => places.get(location)!)
  remaining.sort((a, b) => a.receiver - b.receiver || a.item - b.item)
  return remaining.map(({ item, receiver }) => world.itemName(receiver, item))
}
