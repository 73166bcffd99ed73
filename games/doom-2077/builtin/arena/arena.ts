// [DM-9.12] The built-in arena, drawn for this project. It is a WAD with nodes and without art, which every Doom and
// every map editor can open. After a change, save it with nodes and a reject table, because the original client needs
// them.
import wad from './arena.wad'

export const arenaName = 'MAP01'

/** Returns a new copy of the arena: the marker MAP01 and its ten lumps. */
export function arenaWad(): Uint8Array {
  return new Uint8Array(wad).slice()
}
