// [DM-9.12] The arena was drawn for this project. The arena is a WAD with nodes and without art, which every Doom and
// every map editor can open. After a change, save it with nodes and a reject table, because the original client needs
// them.
import wad from './arena.wad'

export const arenaMap = 'MAP01'

/** A new copy: the marker MAP01 and its ten lumps. */
export function arenaWad(): Uint8Array {
  return new Uint8Array(wad).slice()
}
