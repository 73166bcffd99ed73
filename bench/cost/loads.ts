// Typical players of every game, and the measured periods of a room.

import type { Usage } from '../../durable-objects/usage/prices.ts'
import { arcaneLoad } from './players/arcane-sector.ts'
import { archipelagoLoad } from './players/archipelago.ts'
import { crossfireLoad } from './players/crossfire.ts'
import { doomLoad } from './players/doom-2077.ts'
import { lanLoad } from './players/lan.ts'
import type { Behaviour, Load } from './players/load.ts'
import { retroarchLoad } from './players/retroarch.ts'
import { soaprunLoad } from './players/soaprun.ts'
import { MeteredRoom } from './simulated-room.ts'

export const loads: ReadonlyMap<string, Load> = new Map([
  ['soaprun', soaprunLoad],
  ['arcane-sector', arcaneLoad],
  ['doom-2077', doomLoad],
  ['crossfire', crossfireLoad],
  ['archipelago', archipelagoLoad],
  ['lan', lanLoad],
  ['retroarch', retroarchLoad],
])

export interface Crowd {
  readonly players: number
  readonly mood: Behaviour
  /** Through the sidecar, or with sockets of their own. */
  readonly by?: 'sidecar' | 'socket'
}

const minuteMs = 60_000
/** Clients connect one after another, this far apart. */
const gapMs = 137
/** Time until all have joined and the effects of joining are over. */
const settleMs = 10_000

/** The usage of these players in this many minutes, once all have joined. Throws if one is closed or cannot join. */
export async function measureUsage(
  load: Load,
  { players, mood, by = 'sidecar' }: Crowd,
  minutes: number,
): Promise<Usage> {
  const room = await MeteredRoom.create(load.setup)
  const transport = by === 'socket' ? 'websocket' : load.transport
  const connections = load.connections?.(players, mood) ?? players
  for (let n = 0; n < connections; n++) {
    room.connectClient(transport, by, (client) => load.player(n, mood, client))
    await room.pass(gapMs)
  }
  await room.pass(settleMs)
  const there = await room.players()
  await room.pass(settleMs)
  if (there !== players || room.closed.length > 0)
    throw new Error(`${there} of ${players} have joined: ${room.closed.join()}`)
  const used = room.meter.begin()
  await room.pass(minutes * minuteMs)
  if (room.closed.length > 0) throw new Error(`closed: ${room.closed.join()}`)
  return used()
}

/**
 * The usage of an empty room to which one client a minute connects, sends nothing valid and leaves after half of it.
 */
export async function measureUsageOfRejectedClients(
  load: Load,
  minutes: number,
  by: 'sidecar' | 'socket' = 'sidecar',
): Promise<Usage> {
  const room = await MeteredRoom.create(load.setup)
  const transport = by === 'socket' ? 'websocket' : load.transport
  const used = room.meter.begin()
  for (let minute = 0; minute < minutes; minute++) {
    const leave = room.connectClient(
      transport,
      by,
      (client) => {
        // Over UDP a client appears only with its first datagram.
        if (transport === 'udp') client.say(new Uint8Array(4))
        return { hears() {} }
      },
      '192.0.2.9',
    )
    await room.pass(minuteMs / 2)
    leave()
    await room.pass(minuteMs / 2)
  }
  return used()
}
