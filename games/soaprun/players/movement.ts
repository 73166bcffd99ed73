// Only the client moves its player: the server can accept or reject a walk, but cannot change the player's position.
import { type Board, cellAttributes, type Node, playerSpawn, roomStride } from '../board/board.ts'
import { itemBits, type Player, statusNumbers } from './player.ts'

/** A client keeps eight nodes between two packets. */
export const maxNodes = 8
/**
 * Undefined if the walk is impossible. A possible walk has at most `maxNodes` nodes and starts at the player's
 * position. Each node is in a straight line from the previous one, over cells that the player may enter.
 */
export function tilesWalked(board: Board, player: Player, nodes: readonly Node[]): number | undefined {
  if (nodes.length > maxNodes) return undefined
  if (nodes.length === 0) return 0
  if (!player.hasEntered) return entersAtSpawn(nodes) ? 0 : undefined
  let place = player.place
  if (!same(nodes[0]!, place)) return undefined
  let walked = 0
  for (const node of nodes) {
    const tiles = straightWalk(board, player, place, node)
    if (tiles === undefined) return undefined
    walked += tiles
    place = node
  }
  return walked
}

/** [SR-4.3] In the second game of a process, a client still sends nodes of the first game before the spawn. */
function entersAtSpawn(nodes: readonly Node[]): boolean {
  return same(nodes[nodes.length - 1]!, playerSpawn)
}

function straightWalk(board: Board, player: Player, from: Node, to: Node): number | undefined {
  if (!board.inside(to.x, to.y) || (from.x !== to.x && from.y !== to.y)) return undefined
  const tiles = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  // Ghosts can walk anywhere. Dead players and players at the goal cannot move.
  if (player.status === statusNumbers.ghost) return tiles
  if (player.status !== statusNumbers.idle) return tiles === 0 ? 0 : undefined
  const dx = Math.sign(to.x - from.x)
  const dy = Math.sign(to.y - from.y)
  for (let x = from.x, y = from.y; x !== to.x || y !== to.y; x += dx, y += dy) {
    if (!crossesRoom(x, y, dx) && isBlockedFor(board.attribute(x + dx, y + dy), player)) return undefined
  }
  return tiles
}

/** [SR-4.5] The client takes a step at a room's edge by itself, without checking the tile. */
function crossesRoom(x: number, y: number, dx: number): boolean {
  return dx === 0 ? y % roomStride.y === 0 : x % roomStride.x === 0
}

function isBlockedFor(attribute: number, player: Player): boolean {
  if (attribute === cellAttributes.noUnits) return player.has(itemBits.shield)
  return attribute === cellAttributes.wall || attribute === cellAttributes.noPlayers
}

function same(a: Node, b: Node): boolean {
  return a.x === b.x && a.y === b.y
}
