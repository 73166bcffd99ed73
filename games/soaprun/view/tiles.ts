// Draws tiles in a few flat colours, with walls that rise from the floor.
import type { Canvas, Colour } from '../../shared/canvas.ts'
import { type Board, cellAttributes, hasCorpse } from '../board/board.ts'

/** The colour of walls and of everything outside the map. */
export const wallColour: Colour = 0x2b2440
const wallEdge: Colour = 0x4d4370
const wallFoot: Colour = 0x1c1730
const corpse: Colour = 0x9a4a63
const grate: Colour = 0x8d8478

/** The colours of the bare tiles 0 to 15, as in SR-8.3. */
const floors: readonly Colour[] = [
  ...[0xd9c9a3, wallColour, 0xe4d6b2, 0xb98f5b],
  ...[0xb5d6b8, 0xd8c69c, wallColour, 0xb98f5b],
  ...[0x4f93c9, wallColour, wallColour, 0xdccba6],
  ...[0xfffaf0, 0xf2738c, 0x58b7d8, 0xf5c451],
]
const ripple: Colour = 0x86bde0
const post: Colour = 0x6c4a2c

const [fence, otherFence, water, pillar] = [3, 7, 8, 10]
const firstGrate = 32

/** Draws a tile as a square of `size` pixels at (left, top). */
export function drawTile(
  canvas: Canvas,
  board: Board,
  { x, y }: { x: number; y: number },
  { left, top, size }: { left: number; top: number; size: number },
): void {
  const tile = board.tile(x, y)
  const bare = tile < 0x40 ? tile & ~0x10 : tile
  const stops = board.attribute(x, y) === cellAttributes.wall
  canvas.rect(left, top, size, size, stops && bare !== water ? wallColour : groundOf(bare))
  const line = Math.max(1, Math.floor(size / 4))
  if (bare === water) {
    if ((x * 3 + y * 5) % 7 === 0) canvas.rect(left, top + line, size - line, line, ripple)
  } else if (stops) {
    if (bare === pillar) canvas.rect(left, top, size, size - line, wallEdge)
    else if (isOpen(board, x, y + 1)) canvas.rect(left, top + size - line, size, line, wallFoot)
    if (isOpen(board, x, y - 1)) canvas.rect(left, top, size, line, wallEdge)
  }
  if (bare === fence || bare === otherFence) canvas.rect(left + line, top, line, size, post)
  if (bare === firstGrate)
    canvas.rect(left, top + line, size, line, grate).rect(left + line, top, line, size, grate)
  if (hasCorpse(tile)) canvas.rect(left + line, top + line, size - 2 * line, size - 2 * line, corpse)
}

/** Tiles without their own colour look like floor. */
function groundOf(bare: number): Colour {
  return floors[bare] ?? floors[2]!
}

function isOpen(board: Board, x: number, y: number): boolean {
  return board.attribute(x, y) !== cellAttributes.wall
}
