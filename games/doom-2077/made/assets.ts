// Static files of this game, by name, generated when the site is built.
import { mapsOf, readWad } from '../import/wad.ts'
import { arenaWad } from './arena/arena.ts'
import { netWad, netWadName } from './wad/net-wad.ts'
import { ourArt } from './wad/ours.ts'

export const made: { readonly [file: string]: () => Uint8Array } = {
  // [DM-9.16]
  [netWadName]: () => netWad([...mapsOf(readWad(arenaWad())).values()], ourArt()),
}
