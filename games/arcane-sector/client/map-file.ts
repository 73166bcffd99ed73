import type { MapTiles } from '../view/map/landscape.ts'

/** The file has two bytes for every tile: its kind and its variant, called `look` in the code [AS-12.3]. */
export function parseMapFile(data: Uint8Array): MapTiles {
  const tiles = data.length >> 1
  const [kinds, looks] = [new Uint8Array(tiles), new Uint8Array(tiles)]
  for (let tile = 0; tile < tiles; tile++) {
    kinds[tile] = data[2 * tile]!
    looks[tile] = data[2 * tile + 1]!
  }
  return { kinds, looks }
}
