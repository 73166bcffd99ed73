// [DM-9.12] The built-in arena, drawn for this project: a WAD that every Doom and every map editor opens, with nodes,
// without art. Save it with nodes and a reject table, which the original client needs.
import wad from './arena.wad'

export const arenaName = 'MAP01'

/** A fresh copy each time: the marker MAP01 and its ten lumps. */
export function arenaWad(): Uint8Array {
  return new Uint8Array(wad).slice()
}
