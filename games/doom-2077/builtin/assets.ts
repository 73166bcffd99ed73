// Static files of this game, generated when the site is built.
import { findMaps, readWad } from '../import/wad.ts'
import { arenaWad } from './arena/arena.ts'
import { buildNetWad, netWadName } from './wad/net-wad.ts'
import { ownArt } from './wad/own-art.ts'

export const assets: { readonly [file: string]: () => Uint8Array } = {
  // [DM-9.16]
  [netWadName]: () => buildNetWad([...findMaps(readWad(arenaWad())).values()], ownArt()),
}
