// [AS-12.8] The island of a seed. To make one takes half a second of processor, so that of the usual seed, which nearly
// every room has, ships finished.
import { inflateSync } from 'fflate'
import { decodeUtf8 } from '../../../../wire/utf8.ts'
import { fromBase64 } from '../../../shared/base64.ts'
import { variantsOf } from '../../import/map-data.ts'
import { height, width } from '../../land/terrain.ts'
import { usualSeed } from '../../options.ts'
import { defaultStart, type WorldMap } from '../../scene/records.ts'
import { woodKindAt } from '../generator/forests.ts'
import { generate } from '../generator/index.ts'
import { packed } from './packed.ts'

/** `seed`: a whole number below 2^32. The same seed gives the same world, everywhere and always. */
export function islandOf(seed: number): WorldMap {
  return seed === usualSeed ? unpacked() : generate(seed)
}

/** The terrain and, behind it, all that stands on it as JSON; the looks of its tiles follow from it. */
function unpacked(): WorldMap {
  const bytes = inflateSync(fromBase64(packed))
  const terrain = bytes.slice(0, width * height)
  const furniture = decodeUtf8(bytes.subarray(width * height))
  return {
    ...{ terrain, variants: variantsOf(terrain, woodKindAt) },
    ...(JSON.parse(furniture) as Pick<WorldMap, 'items' | 'spawners' | 'townsfolk'>),
    start: defaultStart,
  }
}
