// How a game ends: the goal, and what release and collect do with the items that are left.
// Who uses it: the state.
import type { StateWithHints } from '../hints/hints.ts'
import { permissionOf } from '../options.ts'
import type { PyValue } from '../python/values.ts'
import { plain } from '../room/texts.ts'
import { isGoal } from '../slots/standings.ts'
import { check } from './checking.ts'

/** A permission's bit: it happens by itself at the goal. */
const byItself = 4

/** A client of `slot` says how it stands. Once at the goal, for ever at the goal. */
export function setStatus(state: StateWithHints, slot: number, status: PyValue): void {
  if (state.statuses.isGoal(slot)) return
  if (isGoal(status)) reachGoal(state, slot)
  state.statuses.setStatus(slot, status)
  state.changed(`_read_client_status_0_${slot}`, () => status)
}

/** [AP-5.6] Collect comes before release; the status is stored, and told to who watches it, after all of that. */
function reachGoal(state: StateWithHints, slot: number): void {
  const name = state.shownName(slot)
  state.announce(plain(`${name} (Team #1) has completed their goal.`, 'Goal', { team: 0, slot }))
  if (permissionOf(state.options.collect_mode) & byItself) collect(state, slot)
  if (permissionOf(state.options.release_mode) & byItself) release(state, slot)
  state.host.tell({ kind: 'goal', text: `${name} has reached the goal` })
  const others = [...state.seed.slots.keys()].filter((other) => other !== slot)
  if (!others.every((other) => state.statuses.isGoal(other))) return
  state.announce(plain('Team #1 has completed all of their games! Congratulations!'))
  state.host.tell({ kind: 'end', text: 'All have reached their goals' })
}

/** [AP-5.3] All items that are left in the slot's world go to whom they are for. */
export function release(state: StateWithHints, slot: number): void {
  const name = state.playerName(slot)
  const text = `${name} (Team #1) has released all remaining items from their world.`
  state.announce(plain(text, 'Release', { team: 0, slot }))
  check(state, slot, state.checks.missing(slot))
  tellAllChecked(state, slot)
}

/** [AP-5.4] All items that the slot still waits for come to it; who holds them has them checked, but has not played. */
export function collect(state: StateWithHints, slot: number): void {
  const name = state.playerName(slot)
  const text = `${name} (Team #1) has collected their items from other worlds.`
  state.announce(plain(text, 'Collect', { team: 0, slot }))
  for (const [finder, locations] of byFinder(state, slot)) {
    check(state, finder, locations, false)
    tellAllChecked(state, finder)
  }
  for (const group of state.seed.groupsOf(slot)) collectWithGroup(state, group, slot)
}

/** A group collects once all its members have. */
function collectWithGroup(state: StateWithHints, group: number, member: number): void {
  const before = state.statuses.collected(group)
  const members = state.membersOf(group)
  const collected = before.includes(member) ? before : [...before, member]
  if (collected !== before) state.statuses.setCollected(group, collected)
  if (members.every((one) => collected.includes(one))) collect(state, group)
}

function byFinder(state: StateWithHints, receiver: number): Map<number, number[]> {
  const finders = new Map<number, number[]>()
  for (const { finder, location } of state.seed.placesOf(receiver)) {
    const locations = finders.get(finder)
    if (locations) locations.push(location)
    else finders.set(finder, [location])
  }
  return finders
}

function tellAllChecked(state: StateWithHints, slot: number): void {
  const clients = state.clients.of(slot)
  if (clients.size > 0) state.updateRoom(clients, { checked_locations: state.checks.checked(slot) })
}
