// The end of a game: the goal, and how release and collect handle the remaining items. Used by the world.
import type { StateWithHints } from '../hints/hints.ts'
import { permissionOf } from '../options.ts'
import type { PyValue } from '../python/values.ts'
import { plain } from '../room/texts.ts'
import { isGoal } from '../slots/standings.ts'
import { check } from './checking.ts'

/** A permission's bit: automatic at the goal. */
const byItself = 4

/** Handles a status from a client of `slot`. A slot that has reached the goal stays there. */
export function setStatus(state: StateWithHints, slot: number, status: PyValue): void {
  if (state.statuses.isGoal(slot)) return
  if (isGoal(status)) reachGoal(state, slot)
  state.statuses.setStatus(slot, status)
  state.changed(`_read_client_status_0_${slot}`, () => status)
}

/** [AP-5.6] Collect runs before release; the status is stored, and sent to its watchers, after both. */
function reachGoal(state: StateWithHints, slot: number): void {
  const name = state.shownName(slot)
  state.announce(plain(`${name} (Team #1) has completed their goal.`, 'Goal', { team: 0, slot }))
  if (permissionOf(state.options.collect_mode) & byItself) collect(state, slot)
  if (permissionOf(state.options.release_mode) & byItself) release(state, slot)
  state.context.announce({ kind: 'goal', text: `${name} has reached the goal` })
  const others = [...state.seed.slots.keys()].filter((other) => other !== slot)
  if (!others.every((other) => state.statuses.isGoal(other))) return
  state.announce(plain('Team #1 has completed all of their games! Congratulations!'))
  state.context.announce({ kind: 'end', text: 'All have reached their goals' })
}

/** [AP-5.3] Sends all items left in the slot's world to their receivers. */
export function release(state: StateWithHints, slot: number): void {
  const name = state.playerName(slot)
  const text = `${name} (Team #1) has released all remaining items from their world.`
  state.announce(plain(text, 'Release', { team: 0, slot }))
  check(state, slot, state.checks.missing(slot))
  tellAllChecked(state, slot)
}

/** [AP-5.4] Checks all locations that hold the slot's items. This does not count as activity of their slots. */
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
