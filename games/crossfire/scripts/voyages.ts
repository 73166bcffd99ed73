// Ships: the handle draws in the gangway and starts the voyage; later the ship lands on the other side. [CF-23.11]
import { messageTypes } from '../hearing/text-kinds.ts'
import { letGoIn, type Standing, setState, signalTo, standing } from '../places/parts.ts'
import type { Scene } from '../scene/scene.ts'
import type { Call } from './saying.ts'

/** States of the handle. */
const state = { waits: 0, sails: 1, landed: 2 } as const
/** Connection numbers of the map's gangways, for boarding and for landing. */
const gangways = { aboard: 10, ashore: 11 } as const
/** Duration of the voyage, and of the stay on land: fifteen seconds. */
const ticks = 125

/** [CF-23.11] */
export function setSail({ scene, player, thing }: Call): void {
  const ship = standing(thing)
  if (ship?.part.is !== 'ship') return
  if (ship.is.state !== state.waits)
    return player.tell('The ship is on her way already.', messageTypes.applyFailure)
  setState(ship, state.sails)
  letGoIn(scene, ship, ticks)
  signalTo(ship.at.level, gangways.aboard, 1, thing)
  tell(ship, 'The gangway is drawn in, and the ship begins to move.')
}

/** [CF-23.11] Ends a state of the ship: it lands, or waits for passengers again. */
export function sailOn(scene: Scene, ship: Standing): void {
  const { at, thing, is } = ship
  if (is.state === state.sails) {
    setState(ship, state.landed)
    letGoIn(scene, ship, ticks)
    signalTo(at.level, gangways.ashore, 1, thing)
    return tell(ship, 'The ship has come to her port.')
  }
  setState(ship, state.waits)
  signalTo(at.level, gangways.aboard, 0, thing)
  signalTo(at.level, gangways.ashore, 0, thing)
  tell(ship, 'The ship is ready for those who wait.')
}

function tell({ at: { level } }: Standing, text: string): void {
  for (const player of level.players) player.tell(text, messageTypes.miscellaneous)
}
