import type { Options } from '../../../games/game.ts'
import { type UnitType, unitTypeNames } from '../../../games/soaprun/board/board.ts'
import { soaprun } from '../../../games/soaprun/index.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../../../games/soaprun/packets.ts'
import { type ConnectOptions, type Player, type Playtest, playtest } from '../../playtest.ts'
import { worldA, zipFiles } from './fixture-world.ts'
import type { Place } from './small-world.ts'

export type SoaprunRoom = Playtest<FromClient, FromServer>
export type SoaprunPlayer = Player<FromClient, FromServer>
export type Flds = Extract<FromServer, { type: 'Flds' }>

export interface RoomSettings {
  readonly options?: Options
  readonly units?: readonly (readonly [type: UnitType, x: number, y: number])[]
}

export const unlimited = {
  maxPacketsPerSecond: 0,
  maxTilesPerSecond: 0,
  maxDrawsPerSecond: 0,
  maxWorldDrawsPerSecond: 0,
  maxRoomRequestsPerSecond: 0,
} as const

export async function worldARoom({ options = {}, units }: RoomSettings = {}): Promise<SoaprunRoom> {
  const files = worldA('original-format')
  if (units) files['unit.bin'] = unitFile(units)
  const file = { name: 'A.zip', bytes: zipFiles(files) }
  return playtest(soaprun, { options, file, fromClient, fromServer })
}

export function unitFile(units: NonNullable<RoomSettings['units']>): Uint8Array {
  const bytes = new Uint8Array(2 + units.length * 7)
  const view = new DataView(bytes.buffer)
  view.setInt16(0, units.length, true)
  for (const [i, [type, x, y]] of units.entries()) {
    const at = 2 + i * 7
    bytes[at] = 1
    bytes[at + 1] = unitTypeNames.indexOf(type)
    view.setInt16(at + 3, x, true)
    view.setInt16(at + 5, y, true)
  }
  return bytes
}

export function logIn(room: SoaprunRoom, from?: ConnectOptions): SoaprunPlayer {
  const player = room.connect(from)
  player.expect('WLCM')
  player.ask({ type: 'Prtc', version: 432 }, 'Prtc')
  return player
}

/** The player walks from the spawn to each of the places in turn. */
export function enter(room: SoaprunRoom, ...places: Place[]): SoaprunPlayer {
  const player = logIn(room)
  walk(player, [30, 22])
  if (places.length) walk(player, [30, 22], ...places)
  return player
}

export function walk(player: SoaprunPlayer, ...places: Place[]): Flds {
  return player.ask({ type: 'myPo', nodes: nodes(...places) }, 'Flds')
}

export function nodes(...places: Place[]) {
  return places.map(([x, y]) => ({ x, y }))
}

export function faults(room: SoaprunRoom) {
  return room.harness.log.filter(({ level }) => level === 'error')
}
