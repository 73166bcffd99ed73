// The land, which no packet contains. Clients have it as a file, which the browser fetches once and caches [AS-12.3].
import { parseMapFile } from '../client/map-file.ts'
import type { MapTiles } from '../view/map/landscape.ts'

/** `room`: path of its page. Undefined if it is unavailable now. */
export async function fetchLand(room: string): Promise<MapTiles | undefined> {
  const answer = await fetch(`${room}/files/map.data`).catch(() => undefined) // the site is unreachable
  return answer?.ok ? parseMapFile(new Uint8Array(await answer.arrayBuffer())) : undefined
}
