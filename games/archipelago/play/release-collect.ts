import type { StoryResults } from '../../game.ts'
import type { MultiworldWithHints } from '../hints/hints.ts'
import { permissionBits } from '../options.ts'
import type { PyValue } from '../python/values.ts'
import { plainMessage } from '../room/messages.ts'
import { playerSlotType } from '../seed/seed.ts'
import { isGoalStatus } from '../slots/slot-states.ts'
import { checkLocations } from './check-locations.ts'

/** The bit of a permission that makes release or collect automatic at the goal. */
const automaticBit = 4

/** Does nothing if the slot has reached its goal. */
export function setClientStatus(state: MultiworldWithHints, slot: number, status: PyValue): void {
  if (state.slotStates.isGoal(slot)) return
  if (isGoalStatus(status)) reachGoal(state, slot)
  state.slotStates.setStatus(slot, status)
  state.notifyWatchers(`_read_client_status_0_${slot}`, () => status)
}

/** [AP-5.6] The caller stores the status afterwards. */
function reachGoal(state: MultiworldWithHints, slot: number): void {
  const name = state.displayName(slot)
  state.announce(plainMessage(`${name} (Team #1) has completed their goal.`, 'Goal', { team: 0, slot }))
  if (permissionBits(state.options.collect_mode) & automaticBit) collectSlot(state, slot)
  if (permissionBits(state.options.release_mode) & automaticBit) releaseSlot(state, slot)
  const counts = { [state.playerName(slot)]: { goals: 1 } }
  state.context.announce({ kind: 'goal', text: `${name} has reached the goal`, counts })
  const others = [...state.seed.slots.keys()].filter((other) => other !== slot)
  if (!others.every((other) => state.slotStates.isGoal(other))) return
  state.announce(plainMessage('Team #1 has completed all of their games! Congratulations!'))
  state.context.announce({
    kind: 'end',
    text: 'All players have reached their goals',
    results: resultsOf(state),
  })
}

function resultsOf({ seed, checks }: MultiworldWithHints): StoryResults {
  const players = [...seed.slots.values()].filter(({ type }) => type === playerSlotType)
  return {
    players: players.map(({ slot, name }) => ({ player: name, goals: 1, checks: checks.count(slot) })),
  }
}

/** [AP-5.3] */
export function releaseSlot(state: MultiworldWithHints, slot: number): void {
  const name = state.playerName(slot)
  const text = `${name} (Team #1) has released all remaining items from their world.`
  state.announce(plainMessage(text, 'Release', { team: 0, slot }))
  state.context.announce({ kind: 'release', text: `${name} has released all remaining items` })
  checkLocations(state, slot, state.checks.missing(slot))
  sendCheckedLocations(state, slot)
}

/** [AP-5.4] The checks do not count as activity of the finders. */
export function collectSlot(state: MultiworldWithHints, slot: number): void {
  const name = state.playerName(slot)
  const text = `${name} (Team #1) has collected their items from other worlds.`
  state.announce(plainMessage(text, 'Collect', { team: 0, slot }))
  state.context.announce({ kind: 'collect', text: `${name} has collected their items` })
  const byFinder = Map.groupBy(state.seed.placedItemsFor(slot), ({ finder }) => finder)
  for (const [finder, placedItems] of byFinder) {
    const locations = placedItems.map(({ location }) => location)
    checkLocations(state, finder, locations, false)
    sendCheckedLocations(state, finder)
  }
  for (const group of state.seed.groupsOf(slot)) collectWithGroup(state, group, slot)
}

/** The group collects once all its members have. */
function collectWithGroup(state: MultiworldWithHints, group: number, member: number): void {
  const before = state.slotStates.collected(group)
  const members = state.membersOf(group)
  const collected = before.includes(member) ? before : [...before, member]
  if (collected !== before) state.slotStates.setCollected(group, collected)
  if (members.every((one) => collected.includes(one))) collectSlot(state, group)
}

function sendCheckedLocations(state: MultiworldWithHints, slot: number): void {
  const clients = state.clients.of(slot)
  if (clients.size > 0) state.updateRoom(clients, { checked_locations: state.checks.checked(slot) })
}
