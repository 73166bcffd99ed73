// Movement of a test client. The client computes the path from the world and walks by ordinary commands.

import {
  directionNames,
  directions,
  offsetOf,
} from '../../../../games/crossfire/model/definitions/directions.ts'
import type { Player } from '../../../../games/crossfire/model/state/game-state.ts'
import type { Town } from '../harness/room-harness.ts'
import type { Client } from '../harness/test-client.ts'

interface Spot {
  readonly x: number
  readonly y: number
}

/** Throws if there is no path. `each`: called after every step. */
export function walkTo(town: Town, client: Client, to: Spot, each: () => void = () => {}): void {
  for (let steps = 0; steps < 300; steps++) {
    const player = town.player(client)
    if (player.x === to.x && player.y === to.y) return
    const { level } = player
    client.do(directionTowards(player, to))
    each()
    if (player.level !== level) return
  }
  throw new Error(`${client.name} does not get to ${to.x},${to.y}`)
}

/** Returns the first step of a shortest path. The goal can be the cell of a door or creature. */
export function directionTowards(player: Player, to: Spot): string {
  const level = player.level!
  const from = new Map<string, Spot>()
  const waiting: Spot[] = [to]
  const key = ({ x, y }: Spot) => `${x},${y}`
  from.set(key(to), to)
  for (let spot = waiting.shift(); spot; spot = waiting.shift()) {
    for (const direction of directions) {
      const { dx, dy } = offsetOf(direction)
      const before = { x: spot.x - dx, y: spot.y - dy }
      if (before.x === player.x && before.y === player.y) return directionNames[direction - 1]!
      if (from.has(key(before)) || !level.isFree(before.x, before.y) || leadsAway(player, before)) continue
      from.set(key(before), spot)
      waiting.push(before)
    }
  }
  throw new Error(`no way to ${to.x},${to.y} in ${level.name} from ${player.x},${player.y}`)
}

function leadsAway({ level }: Player, { x, y }: Spot): boolean {
  return level!.thingsAt(x, y).some((thing) => thing.exit !== undefined)
}
