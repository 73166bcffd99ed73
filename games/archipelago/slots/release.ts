// How a game ends: the goal, and what release and collect do with the items that are left.
// Who uses it: the world.
import { permissionOf } from '../options.ts'
import type { PyValue } from '../python/values.ts'
import { plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import { isGoal } from './standings.ts'

/** A permission's bit: it happens by itself at the goal. */
const byItself = 4

/** A client of `slot` says how it stands. Once at the goal, for ever at the goal. */
export function setStatus(world: Multiworld, slot: number, status: PyValue): void {
  if (world.statuses.isGoal(slot)) return
  if (isGoal(status)) reachGoal(world, slot)
  world.statuses.setStatus(slot, status)
  world.changed(`_read_client_status_0_${slot}`, () => status)
}

/** [AP-5.6] Collect comes before release; the status is stored, and told to who watches it, after all of that. */
function reachGoal(world: Multiworld, slot: number): void {
  const name = world.shownName(slot)
  world.announce(plain(`${name} (Team #1) has completed their goal.`, 'Goal', { team: 0, slot }))
  if (permissionOf(world.options.collect_mode) & byItself) collect(world, slot)
  if (permissionOf(world.options.release_mode) & byItself) release(world, slot)
  const others = [...world.seed.slots.keys()].filter((other) => other !== slot)
  if (others.every((other) => world.statuses.isGoal(other)))
    world.announce(plain('Team #1 has completed all of their games! Congratulations!'))
}

/** [AP-5.3] All items that are left in the slot's world go to whom they are for. */
export function release(world: Multiworld, slot: number): void {
  const name = world.playerName(slot)
  const text = `${name} (Team #1) has released all remaining items from their world.`
  world.announce(plain(text, 'Release', { team: 0, slot }))
  world.check(slot, world.checks.missing(slot))
  tellAllChecked(world, slot)
}

/** [AP-5.4] All items that the slot still waits for come to it; who holds them has them checked, but has not played. */
export function collect(world: Multiworld, slot: number): void {
  const name = world.playerName(slot)
  const text = `${name} (Team #1) has collected their items from other worlds.`
  world.announce(plain(text, 'Collect', { team: 0, slot }))
  for (const [finder, locations] of byFinder(world, slot)) {
    world.check(finder, locations, false)
    tellAllChecked(world, finder)
  }
  for (const group of world.seed.groupsOf(slot)) collectWithGroup(world, group, slot)
}

/** A group collects once all its members have. */
function collectWithGroup(world: Multiworld, group: number, member: number): void {
  const before = world.statuses.collected(group)
  const members = world.membersOf(group)
  const collected = before.includes(member) ? before : [...before, member]
  if (collected !== before) world.statuses.setCollected(group, collected)
  if (members.every((one) => collected.includes(one))) collect(world, group)
}

function byFinder(world: Multiworld, receiver: number): Map<number, number[]> {
  const finders = new Map<number, number[]>()
  for (const { finder, location } of world.seed.placesOf(receiver)) {
    const locations = finders.get(finder)
    if (locations) locations.push(location)
    else finders.set(finder, [location])
  }
  return finders
}

function tellAllChecked(world: Multiworld, slot: number): void {
  const clients = world.clients.of(slot)
  if (clients.size > 0) world.updateRoom(clients, { checked_locations: world.checks.checked(slot) })
}
