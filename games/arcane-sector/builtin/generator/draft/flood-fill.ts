import { terrainWidth } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorCells } from './draft.ts'

/** Returns the outdoor cells connected with the cell `from` by tiles that pass the test. Marks the cells in `seen`. */
export function floodFill(
  draft: IslandDraft,
  from: number,
  passes: (kind: number) => boolean,
  seen = new Uint8Array(outdoorCells),
): Int32Array {
  // A typed array, because the sea has a hundred thousand tiles.
  const reached = new Int32Array(outdoorCells)
  let count = 0
  const reach = (cell: number) => {
    if (cell < 0 || cell >= outdoorCells || seen[cell] || !passes(draft.tiles[cell]!)) return
    seen[cell] = 1
    reached[count++] = cell
  }
  seen[from] = 1
  reached[count++] = from
  for (let i = 0; i < count; i++) {
    const cell = reached[i]!
    if (cell % terrainWidth > 0) reach(cell - 1)
    if (cell % terrainWidth < terrainWidth - 1) reach(cell + 1)
    reach(cell - terrainWidth)
    reach(cell + terrainWidth)
  }
  return reached.subarray(0, count)
}
