// Static files of this game, generated when the site is built.
import { findMaps, readWad } from '../import/wad.ts'
import { arenaWad } from './arena/arena.ts'
import { builtinArt } from './wad/builtin-art.ts'
import { buildNetWad, netWadName } from './wad/net-wad.ts'

export const assets: { readonly [file: string]: () => Uint8Array } = {
  // [DM-9.16]
  [netWadName]: () => buildNetWad([...findMaps(readWad(arenaWad())).values()], builtinArt()),
}
