// Only the client moves its player: the server can accept or reject a walk, but cannot change the player's position.
import {
  adjacentOffsets,
  type Board,
  type BoardPoint,
  cellAttributes,
  isCanvas,
  playerSpawn,
  roomStride,
} from '../board/board.ts'
import { itemBits, type Player, statusNumbers } from './player.ts'

/** A client keeps eight nodes between two packets. */
export const maxNodes = 8
/**
 * Maximum number of tiles from the player's position to the first node of a walk. While a client waits for a reply, it
 * can drop the nodes of up to 4.5 s of walking, a path of 33 tiles.
 */
const longestMissingWay = 40

/**
 * [SR-4.4] Returns the number of tiles, or undefined if the walk is impossible. A possible walk has at most `maxNodes`
 * nodes. The player can reach the first node, and each further node is in a straight line from the previous node, over
 * cells that the player may enter. `chargeSteps` is called with the number of cells that were searched.
 */
export function countWalkTiles(
  board: Board,
  player: Player,
  nodes: readonly BoardPoint[],
  chargeSteps: (steps: number) => void,
): number | undefined {
  if (nodes.length > maxNodes) return undefined
  if (nodes.length === 0) return 0
  if (!player.hasEntered) return entersAtSpawn(nodes) ? 0 : undefined
  let place = nodes[0]!
  let walked = missingTiles(board, player, place, chargeSteps)
  for (const node of nodes) {
    const tiles = straightWalk(board, player, place, node)
    if (walked === undefined || tiles === undefined) return undefined
    walked += tiles
    place = node
  }
  return walked
}

/**
 * The original client drops the oldest nodes of a walk with more than eight. Returns the length of the shortest path to
 * the first remaining node, or undefined if there is none.
 */
function missingTiles(
  board: Board,
  player: Player,
  first: BoardPoint,
  chargeSteps: (steps: number) => void,
): number | undefined {
  const tiles = distance(player.place, first)
  if (tiles === 0 || player.status === statusNumbers.ghost) return tiles
  if (player.status !== statusNumbers.idle || !board.inside(first.x, first.y)) return undefined
  const found = new Set([board.cell(player.place.x, player.place.y)])
  let way: number | undefined
  let reached = [player.place]
  for (let left = longestMissingWay - 1; left >= 0 && reached.length > 0 && way === undefined; left--) {
    const next: BoardPoint[] = []
    for (const { x, y } of reached)
      for (const { x: dx, y: dy } of adjacentOffsets) {
        const node = { x: x + dx, y: y + dy }
        // For a node outside the map this is the number of another cell, but `mayStep` rejects such nodes.
        const cell = board.cell(node.x, node.y)
        if (distance(node, first) > left || found.has(cell) || !mayStep(board, player, x, y, dx, dy)) continue
        if (same(node, first)) way = longestMissingWay - left
        found.add(cell)
        next.push(node)
      }
    reached = next
  }
  chargeSteps(found.size)
  return way
}

function distance(a: BoardPoint, b: BoardPoint): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}

/** [SR-4.3] A client that plays a second game without a restart sends nodes of the first game before the spawn. */
function entersAtSpawn(nodes: readonly BoardPoint[]): boolean {
  return same(nodes[nodes.length - 1]!, playerSpawn)
}

function straightWalk(board: Board, player: Player, from: BoardPoint, to: BoardPoint): number | undefined {
  if (!board.inside(to.x, to.y) || (from.x !== to.x && from.y !== to.y)) return undefined
  const tiles = distance(from, to)
  // Ghosts can walk anywhere. Dead players and players at the goal cannot move.
  if (player.status === statusNumbers.ghost) return tiles
  if (player.status !== statusNumbers.idle) return tiles === 0 ? 0 : undefined
  const dx = Math.sign(to.x - from.x)
  const dy = Math.sign(to.y - from.y)
  for (let x = from.x, y = from.y; x !== to.x || y !== to.y; x += dx, y += dy) {
    if (!mayStep(board, player, x, y, dx, dy)) return undefined
  }
  return tiles
}

function mayStep(board: Board, player: Player, x: number, y: number, dx: number, dy: number): boolean {
  if (!board.inside(x + dx, y + dy)) return false
  return crossesRoom(x, y, dx) || !isBlockedFor(board, player, x + dx, y + dy)
}

/** [SR-4.5] The client takes a step at a room's edge by itself, without checking the tile. */
function crossesRoom(x: number, y: number, dx: number): boolean {
  return dx === 0 ? y % roomStride.y === 0 : x % roomStride.x === 0
}

/**
 * The client of a player with a shield may not know yet that a canvas tile was painted, and never learns this of tiles
 * in the next room.
 */
function isBlockedFor(board: Board, player: Player, x: number, y: number): boolean {
  const attribute = board.attribute(x, y)
  if (attribute === cellAttributes.noUnits) return player.has(itemBits.shield) && !isCanvas(board.tile(x, y))
  return attribute === cellAttributes.wall || attribute === cellAttributes.noPlayers
}

function same(a: BoardPoint, b: BoardPoint): boolean {
  return a.x === b.x && a.y === b.y
}
