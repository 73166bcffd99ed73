// The land, which no packet tells: clients have it as a file, which is fetched once and kept by the browser [AS-12.3].
import type { Land } from '../view/above/land.ts'

/** `room`: its page, as a path. Undefined: it is not to be had now. */
export async function fetchLand(room: string): Promise<Land | undefined> {
  const answer = await fetch(`${room}/files/map.data`).catch(() => undefined)
  return answer?.ok ? landOf(new Uint8Array(await answer.arrayBuffer())) : undefined
}

/** A byte of kind and a byte of look for each tile. */
export function landOf(data: Uint8Array): Land {
  const tiles = data.length >> 1
  const [kinds, looks] = [new Uint8Array(tiles), new Uint8Array(tiles)]
  for (let tile = 0; tile < tiles; tile++) {
    kinds[tile] = data[2 * tile]!
    looks[tile] = data[2 * tile + 1]!
  }
  return { kinds, looks }
}
