// The sum of hills and hollows of several sizes. Uses only sums and products, so that every machine computes the same
// values.
import type { Random } from '../../shared/random.ts'

export interface GridSize {
  readonly width: number
  readonly height: number
}

/**
 * Returns values around 0.5, mostly 0.2 to 0.8, by rows. There are hills of `octaves` sizes. The largest are `span`
 * tiles wide. Each further size is half as wide, and `rough` times as high.
 */
export function generateNoise(
  { width, height }: GridSize,
  random: Random,
  {
    span,
    octaves,
    rough = 0.5,
  }: { readonly span: number; readonly octaves: number; readonly rough?: number },
): Float64Array {
  const values = new Float64Array(width * height)
  let total = 0
  for (let octave = 0, size = span, weight = 1; octave < octaves; octave++, size /= 2, weight *= rough) {
    addOctave(values, { width, height }, random, size, weight)
    total += weight
  }
  for (let i = 0; i < values.length; i++) values[i] = values[i]! / total
  return values
}

/** Random values at the corners of squares `size` tiles wide, interpolated between them. */
function addOctave(
  values: Float64Array,
  { width, height }: GridSize,
  random: Random,
  size: number,
  weight: number,
): void {
  const columns = Math.ceil(width / size) + 2
  const corners = new Float64Array(columns * (Math.ceil(height / size) + 2))
  for (let i = 0; i < corners.length; i++) corners[i] = random.unit()
  // The weights of the columns are the same in every row.
  const rights = new Float64Array(width)
  for (let x = 0; x < width; x++) rights[x] = eased(x / size - Math.floor(x / size))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / size) * columns
    const down = eased(y / size - Math.floor(y / size))
    for (let x = 0; x < width; x++, i++) {
      const right = rights[x]!
      const at = row + Math.floor(x / size)
      const above = corners[at]! + (corners[at + 1]! - corners[at]!) * right
      const below = corners[at + columns]! + (corners[at + columns + 1]! - corners[at + columns]!) * right
      values[i] = values[i]! + (above + (below - above) * down) * weight
    }
  }
}

function eased(t: number): number {
  return t * t * (3 - 2 * t)
}
