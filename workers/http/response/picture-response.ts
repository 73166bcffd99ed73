// A picture of a room's world, drawn on request. All clients share one picture for a minute, so that many visitors do
// not wake the room again and again.
import type { Picture } from '../../../games/game.ts'
import { notFoundError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { etagOf, fileHeaders, notModifiedIfUnchanged } from './file-response.ts'
import { encodePng } from './png.ts'

const maxAgeSeconds = 60

/**
 * `name`: the room's name, for a story with its number. The key contains neither the host name nor the query of the
 * request, so that a client cannot cause new pictures by varying them.
 */
export const pictureCacheKey = (name: string) => `https://picture/${name}`

/** Returns 304 if the client has the picture. Calls `draw` at most once a minute. Throws 404 if there is no picture. */
export async function pictureResponse(
  c: AppContext,
  name: string,
  draw: () => Promise<Picture | undefined>,
): Promise<Response> {
  const key = pictureCacheKey(name)
  const cached = await caches.default.match(key)
  if (cached) return notModifiedIfUnchanged(c.req.raw, cached)
  const picture = await draw()
  if (!picture) throw notFoundError('this room has no picture')
  const response = await pngResponse(encodePng(picture))
  await caches.default.put(key, response.clone())
  return notModifiedIfUnchanged(c.req.raw, response)
}

async function pngResponse(png: Uint8Array<ArrayBuffer>): Promise<Response> {
  return new Response(png, {
    headers: {
      ...fileHeaders('image/png', `public, max-age=${maxAgeSeconds}`),
      'content-length': `${png.length}`,
      etag: await etagOf(png),
    },
  })
}
