// No packet contains the land [AS-12.3]. The browser caches the file.
import { fetchOrUndefined } from '../../../browser/connection/fetch-or-undefined.ts'
import { parseMapFile } from '../client/map-file.ts'
import type { MapTiles } from '../view/map/landscape.ts'

/** `room`: path of the room's page. Returns undefined if the file is not available now. */
export async function fetchLand(room: string): Promise<MapTiles | undefined> {
  const file = await fetchOrUndefined(`${room}/files/map.data`, (answer) => answer.arrayBuffer())
  return file && parseMapFile(new Uint8Array(file))
}
