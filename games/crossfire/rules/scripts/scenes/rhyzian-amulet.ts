// [CF-23.17]
import { messageTypes } from '../../../protocol/events/message-types.ts'
import type { ScriptCall } from '../dialogue/script-call.ts'

/** Cells per side of a world map, and cells of distance per flash. */
const [cellsPerMap, cellsPerFlash] = [50, 8] as const
/** The arrow glows if the distance is at most this many flashes; otherwise it flashes. */
const fewFlashes = 5
const towns = [
  { arrow: 'red', x: 5272, y: 5786 },
  { arrow: 'blue', x: 6112, y: 5850 },
] as const

export function showDirectionsToTowns({ player }: ScriptCall): boolean {
  const [, across, down] = /^\/world\/world_(\d{3})_(\d{3})$/.exec(player.level!.name) ?? []
  const x = Number(across) * cellsPerMap + player.x
  const y = Number(down) * cellsPerMap + player.y
  const text = across
    ? towns.map((town) => describeWay(town.arrow, town.x - x, town.y - y)).join(' ')
    : 'Nothing happens: the amulet works only out in the world.'
  player.sendMessage(text, messageTypes.info)
  return true
}

function describeWay(arrow: string, dx: number, dy: number): string {
  if (dx === 0 && dy === 0) return `The ${arrow} arrow spins.`
  const flashes = Math.round(Math.floor(Math.hypot(dx, dy)) / cellsPerFlash)
  const way = [dy > 0 ? 'south' : dy < 0 ? 'north' : '', dx > 0 ? 'east' : dx < 0 ? 'west' : ''].join('')
  return `The ${arrow} arrow ${flashes > fewFlashes ? `flashes ${flashes} times` : 'glows'} and points ${way}.`
}
