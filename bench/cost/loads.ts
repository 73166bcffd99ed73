import type { Usage } from '../../durable-objects/pricing/prices.ts'
import { arcaneLoad } from './players/arcane-sector.ts'
import { archipelagoLoad } from './players/archipelago.ts'
import { crossfireLoad } from './players/crossfire.ts'
import { doomLoad } from './players/doom-2077.ts'
import { lanLoad } from './players/lan.ts'
import type { Behaviour, PlayerLoad } from './players/load.ts'
import { retroarchLoad } from './players/retroarch.ts'
import { soaprunLoad } from './players/soaprun.ts'
import { MeteredRoom } from './simulated-room.ts'

export const playerLoads: ReadonlyMap<string, PlayerLoad> = new Map([
  ['soaprun', soaprunLoad],
  ['arcane-sector', arcaneLoad],
  ['doom-2077', doomLoad],
  ['crossfire', crossfireLoad],
  ['archipelago', archipelagoLoad],
  ['lan', lanLoad],
  ['retroarch', retroarchLoad],
])

export interface PlayerGroup {
  readonly players: number
  readonly behaviour: Behaviour
  /** Whether the players connect through the sidecar or with WebSockets of their own. Default: `sidecar`. */
  readonly route?: 'sidecar' | 'socket'
}

const minuteMs = 60_000
const gapMs = 137
/** Milliseconds to wait after the last client has connected, and again after all players have been counted. */
const settleMs = 10_000

/**
 * The usage of a room with these players in `minutes` simulated minutes after all players have joined. Throws if a
 * client cannot join or is disconnected.
 */
export async function measureUsage(
  load: PlayerLoad,
  { players, behaviour, route = 'sidecar' }: PlayerGroup,
  minutes: number,
): Promise<Usage> {
  const room = await MeteredRoom.create(load.setup)
  const transport = route === 'socket' ? 'websocket' : load.transport
  const connections = load.connections?.(players, behaviour) ?? players
  for (let n = 0; n < connections; n++) {
    room.connectClient(transport, route, (client) => load.player(n, behaviour, client))
    await room.advance(gapMs)
  }
  await room.advance(settleMs)
  const joined = await room.players()
  await room.advance(settleMs)
  if (joined !== players || room.closed.length > 0)
    throw new Error(`${joined} of ${players} players have joined. Disconnected: ${room.closed.join()}`)
  const usageSoFar = room.meter.begin()
  await room.advance(minutes * minuteMs)
  if (room.closed.length > 0) throw new Error(`disconnected: ${room.closed.join()}`)
  return usageSoFar()
}

/**
 * The usage of an empty room to which one invalid client connects every minute. Each client sends nothing valid and
 * disconnects after half a minute.
 */
export async function measureUsageOfRejectedClients(
  load: PlayerLoad,
  minutes: number,
  route: 'sidecar' | 'socket' = 'sidecar',
): Promise<Usage> {
  const room = await MeteredRoom.create(load.setup)
  const transport = route === 'socket' ? 'websocket' : load.transport
  const usageSoFar = room.meter.begin()
  for (let minute = 0; minute < minutes; minute++) {
    const leave = room.connectClient(
      transport,
      route,
      (client) => {
        // A sidecar notices a UDP client only at its first datagram.
        if (transport === 'udp') client.send(new Uint8Array(4))
        return { receive() {} }
      },
      '192.0.2.9',
    )
    await room.advance(minuteMs / 2)
    leave()
    await room.advance(minuteMs / 2)
  }
  return usageSoFar()
}
