// The usual players of every game, and the hours of a room: who is in, and what they do.

import type { Usage } from '../../durable-objects/prices.ts'
import { arcaneLoad } from './players/arcane-sector.ts'
import { archipelagoLoad } from './players/archipelago.ts'
import { crossfireLoad } from './players/crossfire.ts'
import { doomLoad } from './players/doom-2077.ts'
import type { Load, Mood } from './players/load.ts'
import { soaprunLoad } from './players/soaprun.ts'
import { CountedRoom } from './room.ts'

export const loads: ReadonlyMap<string, Load> = new Map([
  ['soaprun', soaprunLoad],
  ['arcane-sector', arcaneLoad],
  ['doom-2077', doomLoad],
  ['crossfire', crossfireLoad],
  ['archipelago', archipelagoLoad],
])

export interface Crowd {
  readonly players: number
  readonly mood: Mood
  /** By their sidecar, or with sockets of their own. */
  readonly by?: 'sidecar' | 'socket'
}

const minuteMs = 60_000
/** Nobody comes at the same moment as another. */
const gapMs = 137
/** Until all are in, and what newcomers cause is over. */
const settleMs = 10_000

/** What these use in so many minutes, once they are in. Throws if one of them is closed, or not in. */
export async function usedBy(
  load: Load,
  { players, mood, by = 'sidecar' }: Crowd,
  minutes: number,
): Promise<Usage> {
  const room = await CountedRoom.founded(load.founding)
  const transport = by === 'socket' ? 'websocket' : load.transport
  for (let n = 0; n < players; n++) {
    room.come(transport, by, (voice) => load.player(n, mood, voice))
    await room.pass(gapMs)
  }
  await room.pass(settleMs)
  const there = await room.players()
  await room.pass(settleMs)
  if (there !== players || room.closed.length > 0)
    throw new Error(`${there} of ${players} are in: ${room.closed.join()}`)
  const used = room.meter.begin()
  await room.pass(minutes * minuteMs)
  if (room.closed.length > 0) throw new Error(`closed: ${room.closed.join()}`)
  return used()
}

/** What an empty room uses while a stranger comes once a minute, says nothing that is understood, and goes after half of it. */
export async function usedByStrangers(
  load: Load,
  minutes: number,
  by: 'sidecar' | 'socket' = 'sidecar',
): Promise<Usage> {
  const room = await CountedRoom.founded(load.founding)
  const transport = by === 'socket' ? 'websocket' : load.transport
  const used = room.meter.begin()
  for (let minute = 0; minute < minutes; minute++) {
    const leave = room.come(
      transport,
      by,
      (voice) => {
        // Over UDP nobody comes without a datagram.
        if (transport === 'udp') voice.say(new Uint8Array(4))
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
