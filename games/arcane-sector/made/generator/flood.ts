// What hangs together by edges of tiles.
import { width } from '../../land/terrain.ts'
import { type Draft, landCells } from './draft.ts'

/** The tiles under the sky that hang together with `from` over tiles of these kinds; marks them in `seen`. */
export function flood(
  draft: Draft,
  from: number,
  passes: (kind: number) => boolean,
  seen = new Uint8Array(landCells),
): number[] {
  const reached = [from]
  seen[from] = 1
  const reach = (cell: number) => {
    if (cell < 0 || cell >= landCells || seen[cell] || !passes(draft.tiles[cell]!)) return
    seen[cell] = 1
    reached.push(cell)
  }
  for (let i = 0; i < reached.length; i++) {
    const cell = reached[i]!
    if (cell % width > 0) reach(cell - 1)
    if (cell % width < width - 1) reach(cell + 1)
    reach(cell - width)
    reach(cell + width)
  }
  return reached
}
