// [DM-2.2] [DM-8.6]

import type { Player } from '../state/player.ts'
import type { WorldEvent } from '../state/world-events.ts'
import type { WorldState } from '../state/world-state.ts'
import { weapons } from '../weapons/weapons.ts'
import { healthEvent, positionEvent } from './player-events.ts'

/** [DM-5.4] The player gets the announcement, too. */
export function announcePlayer(state: WorldState, player: Player, now: number): void {
  state.notifyOnMap({ kind: 'joined', id: player.id, name: player.name })
  state.notifyAll({ kind: 'server-text', flags: 1, text: `${player.name} joined the server.` })
  state.notifyOnMap(positionEvent(player))
  state.notifyOnMap(healthEvent(player))
  for (const event of doorAndLiftStates(state, now)) state.notifyOnMap(event)
  state.announceScores()
}

/** [DM-5.4] The client shows hits of its fists from up to 160 units away, but the range in this room is shorter. */
const fistReachText: WorldEvent = {
  kind: 'server-text',
  flags: 0,
  text: `In this room fists hit only up to ${weapons[0]!.reach} units away.`,
}

/** Only new players receive this text. */
export function sendInstructionTexts(player: Player): void {
  player.listener.onEvent(fistReachText)
}

export function sendOtherPlayers(state: WorldState, player: Player): void {
  for (const other of state.visiblePlayers()) {
    if (other === player) continue
    player.listener.onEvent({ kind: 'joined', id: other.id, name: other.name })
    if (other.health === 0) continue
    player.listener.onEvent(positionEvent(other))
    player.listener.onEvent(healthEvent(other))
  }
}

/** [DM-5.7] Called when the player's client has loaded the current map. */
export function sendMapState(state: WorldState, player: Player, now: number): void {
  sendOtherPlayers(state, player)
  for (const event of [healthEvent(player), ...doorAndLiftStates(state, now), state.scores()])
    player.listener.onEvent(event)
}

/** [DM-8.6] Does not include JOINs, which must not be repeated. Dead players are left out until they respawn. */
export function repeatableStateEvents(state: WorldState, player: Player, now: number): readonly WorldEvent[] {
  if (!player.hasEntered || !player.hasLoadedMap) return []
  const living = [...state.players.values()].filter(({ isAlive }) => isAlive)
  const others = living.filter((other) => other !== player)
  return [
    ...doorAndLiftStates(state, now),
    state.scores(),
    ...living.map(healthEvent),
    ...others.map(positionEvent),
  ]
}

/** [DM-9.14] */
export function matchOverviewEvents(state: WorldState, now: number): readonly WorldEvent[] {
  const people = [...state.visiblePlayers()].flatMap((one): WorldEvent[] => [
    { kind: 'joined', id: one.id, name: one.name },
    positionEvent(one),
    healthEvent(one),
  ])
  return [...people, ...doorAndLiftStates(state, now), state.scores()]
}

/** [DM-6.3] */
function doorAndLiftStates(state: WorldState, now: number): readonly WorldEvent[] {
  return [
    { kind: 'doors', open: state.doors.states(now) },
    { kind: 'lifts', high: state.lifts.states(now) },
  ]
}
