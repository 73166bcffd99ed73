// The land, which no packet tells: clients have it as a file, which is fetched once and kept by the browser [AS-12.3].
import { landOf } from '../client/land.ts'
import type { Land } from '../view/above/land.ts'

/** `room`: its page, as a path. Undefined: it is not to be had now. */
export async function fetchLand(room: string): Promise<Land | undefined> {
  const answer = await fetch(`${room}/files/map.data`).catch(() => undefined) // the site is away
  return answer?.ok ? landOf(new Uint8Array(await answer.arrayBuffer())) : undefined
}
