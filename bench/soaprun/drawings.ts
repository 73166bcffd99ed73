import { type BoardPoint, roomSize, roomStride } from '../../games/soaprun/board/board.ts'
import { createHarborMap } from '../../games/soaprun/builtin/harbor.ts'
import { LoadClient } from './client.ts'
import type { PaintedTile } from './crowd.ts'
import { connectTcp } from './load-sockets.ts'

/**
 * The map's room that contains the Painters' Yard. Players walk there straight down from the start and then sideways.
 */
const yard = { x: 1, y: 2 } as const
const origin: BoardPoint = { x: yard.x * roomStride.x, y: yard.y * roomStride.y }
const blankCanvas = 12

export function findBlankCells(count: number): readonly BoardPoint[] {
  const { tiles, width } = createHarborMap()
  const cells: BoardPoint[] = []
  for (let y = origin.y + 1; y < origin.y + roomSize.height - 1; y++) {
    for (let x = origin.x + 1; x < origin.x + roomSize.width - 1; x++) {
      if (tiles[y * width + x] === blankCanvas) cells.push({ x, y })
    }
  }
  if (cells.length < count) throw new Error(`the yard has only ${cells.length} cells`)
  return cells.slice(0, count)
}

export async function countLostDrawings(drawings: readonly PaintedTile[], port: number): Promise<number> {
  const newClient = await LoadClient.welcomed(await connectTcp(port))
  await newClient.logIn()
  const tiles = await newClient.room(yard.x, yard.y)
  newClient.end()
  const at = ({ x, y }: BoardPoint) => tiles[(y - origin.y) * roomSize.width + x - origin.x]
  return drawings.filter((drawing) => at(drawing) !== drawing.tile).length
}
