// The handle draws in the gangway and starts the voyage; later the ship lands on the other side. [CF-23.11]

import {
  type PlacedPart,
  placedPartOf,
  scheduleResetIn,
  sendSignal,
  setPartState,
} from '../../../model/level/machine-parts.ts'
import type { GameState } from '../../../model/state/game-state.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { type ScriptCall, sendMessageToLevel } from '../dialogue/script-call.ts'

/** Stored as the state of the ship's handle. */
const shipStates = { waiting: 0, sailing: 1, landed: 2 } as const
/** Connection numbers of the gangways. */
const gangwayConnections = { aboard: 10, ashore: 11 } as const
/** The voyage and the stay on land take fifteen seconds each. */
const stageTicks = 125

/** [CF-23.11] */
export function startVoyage({ game, player, thing }: ScriptCall): void {
  const ship = placedPartOf(thing)
  if (ship?.part.type !== 'ship') return
  if (ship.machine.state !== shipStates.waiting)
    return player.sendMessage('The ship is already on its way.', messageTypes.applyFailure)
  setPartState(ship, shipStates.sailing)
  scheduleResetIn(game, ship, stageTicks)
  sendSignal(ship.at.level, gangwayConnections.aboard, 1, thing)
  sendMessageToLevel(ship, 'The crew pulls in the gangway, and the ship leaves.')
}

/** [CF-23.11] The ship lands, or waits for passengers again. */
export function continueVoyage(game: GameState, ship: PlacedPart): void {
  const { at, thing, machine } = ship
  if (machine.state === shipStates.sailing) {
    setPartState(ship, shipStates.landed)
    scheduleResetIn(game, ship, stageTicks)
    sendSignal(at.level, gangwayConnections.ashore, 1, thing)
    return sendMessageToLevel(ship, 'The ship arrives at the port.')
  }
  setPartState(ship, shipStates.waiting)
  sendSignal(at.level, gangwayConnections.aboard, 0, thing)
  sendSignal(at.level, gangwayConnections.ashore, 0, thing)
  sendMessageToLevel(ship, 'The ship is ready to board.')
}
