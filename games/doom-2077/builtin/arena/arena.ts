// [DM-9.12] The built-in arena: a WAD that every Doom opens, with nodes, without art.
import { inflateSync } from 'fflate'
import { decodeBase64 } from '../../../../wire/util/base64.ts'
import { packedArena } from './packed.ts'

export const arenaName = 'MAP01'

/** A fresh copy each time: the marker MAP01 and its ten lumps. */
export function arenaWad(): Uint8Array {
  return inflateSync(decodeBase64(packedArena.replaceAll('\n', '')))
}
