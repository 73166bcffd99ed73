// A picture of a room's world, drawn on request. All clients share one picture for a minute, so that many visitors do
// not wake the room again and again.
import type { Picture } from '../../../games/game.ts'
import { notFoundError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { etagOf, fileHeaders, notModifiedIfUnchanged } from './file-response.ts'
import { encodePng } from './png.ts'

const maxAgeSeconds = 60

/** The key contains only the path, so that requests with made-up host names or queries do not draw new pictures. */
export const pictureCacheKey = (path: string) => `https://picture${path}`

/** Returns 304 if the client has the picture. Calls `draw` at most once a minute. Throws 404 if there is no picture. */
export async function pictureResponse(
  c: AppContext,
  draw: () => Promise<Picture | undefined>,
): Promise<Response> {
  const key = pictureCacheKey(new URL(c.req.url).pathname)
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
