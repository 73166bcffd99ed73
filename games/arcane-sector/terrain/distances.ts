import { terrainWidth } from './terrain.ts'

const straight = 1
/** An approximation of the square root of 2. */
const diagonal = 1.4

/**
 * The approximate Euclidean distance of each tile from the nearest source, in tiles, by x + 512 y. Infinity if there is
 * no source. `cells`: the number of tiles, in whole rows of 512.
 */
export function computeDistances(cells: number, isSource: (cell: number) => boolean): Float64Array {
  const far = new Float64Array(cells)
  for (let cell = 0; cell < cells; cell++) far[cell] = isSource(cell) ? 0 : Number.POSITIVE_INFINITY
  for (let row = 0; row < cells; row += terrainWidth)
    for (let x = 0; x < terrainWidth; x++) shorten(far, row, x, -1)
  for (let row = cells - terrainWidth; row >= 0; row -= terrainWidth)
    for (let x = terrainWidth - 1; x >= 0; x--) shorten(far, row, x, 1)
  return far
}

/**
 * Lowers the distance of a cell by the distances of its neighbours before it in reading order (`way` -1), or after it
 * (1).
 */
function shorten(far: Float64Array, begin: number, x: number, way: -1 | 1): void {
  const cell = begin + x
  let least = far[cell]!
  if (least === 0) return
  const beside = x + way >= 0 && x + way < terrainWidth
  const row = cell + way * terrainWidth
  if (beside) least = Math.min(least, far[cell + way]! + straight)
  if (row >= 0 && row < far.length) {
    least = Math.min(least, far[row]! + straight)
    if (beside) least = Math.min(least, far[row + way]! + diagonal)
    if (x - way >= 0 && x - way < terrainWidth) least = Math.min(least, far[row - way]! + diagonal)
  }
  far[cell] = least
}
