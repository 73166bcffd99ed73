// Creates DOOM-2077 rooms on a running site, with a hall in which all players see each other, and runs matches in them.
import { expect } from 'vitest'
import type { Options } from '../../../games/game.ts'
import { noSide, rawLumps, wadOf } from '../../games/doom-2077/map/level/small-maps.ts'
import { pollOptions, type Site } from '../running-site.ts'
import { DoomClient } from './client.ts'

const side = 1024
const deathmatchStart = 11

/** A map of a square hall with eight starts. */
export function hall(): Uint8Array {
  const corners = [
    [0, 0],
    [0, side],
    [side, side],
    [side, 0],
  ] as const
  const starts = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [
    192 + (at % 4) * 208,
    at < 4 ? 256 : 768,
    0,
    deathmatchStart,
  ])
  const lines = corners.map((_, at) => [at, (at + 1) % corners.length, 1, 0, 0, at, noSide])
  return wadOf([
    'MAP01',
    rawLumps({ things: starts, lines, sides: [0, 0, 0, 0], vertexes: corners, sectors: [[0, 128, 0]] }),
  ])
}

/**
 * Creates a room and returns its UDP port. The map has no nodes, which only the original client needs, so the site
 * prints a warning.
 */
export async function doomRoom(site: Site, room: string, options: Options): Promise<number> {
  const listen = [{ transport: 'udp', port: 0 }] as const
  await site.create({ game: 'doom-2077', room, listen, options, file: hall() })
  return udpPort(site, `doom-2077/${room}`)
}

export async function udpPort(site: Site, name: string): Promise<number> {
  let port: number | undefined
  const look = async () => {
    const { addresses } = await site.room(name)
    port = addresses.find(({ transport, error }) => transport === 'udp' && error === undefined)?.port
    return port
  }
  await expect.poll(look, pollOptions).toBeDefined()
  return port!
}

/** The last match on the room's page, in the form of a client's scoreboard. */
export async function lastResult(site: Site, name: string): Promise<readonly string[]> {
  const { view } = await site.room(name)
  const { results } = view as {
    results: readonly { rows: readonly { name: string; kills: number; deaths: number }[] }[]
  }
  return results[0]!.rows.map((row) => `${row.name} ${row.kills}-${row.deaths}`)
}

/** Four clients that join and shoot at each other from the start of a match. */
export async function joinFighters(port: number): Promise<readonly DoomClient[]> {
  const clients = await Promise.all(
    ['ann', 'bob', 'carol', 'dora'].map((name) => DoomClient.joined(port, name)),
  )
  for (const client of clients) client.shoots = true
  return clients
}
