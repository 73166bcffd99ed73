// A picture of a room's world, drawn on request. All clients share one picture for a minute, whatever changes
// meanwhile, so that many visitors do not wake the room again and again.
import type { Picture } from '../../../games/game.ts'
import { decodeBase64, encodeBase64 } from '../../../wire/util/base64.ts'
import { notFoundError } from '../../api/responses/api-error.ts'
import { readSharedCache } from '../../cache/cache-policy.ts'
import type { AppContext } from '../../context/routing.ts'
import { etagOf, fileHeaders, notModifiedIfUnchanged } from './file-response.ts'
import { encodePng } from './png.ts'

const maxAgeSeconds = 60

/**
 * Returns 304 if the client has the picture. Throws 404 if there is no picture. `name`: identifies the picture in the
 * cache, as in `game/room` or `game/room/story`.
 */
export async function pictureResponse(
  c: AppContext,
  name: string,
  draw: () => Promise<Picture | undefined>,
): Promise<Response> {
  // Base64, because the cache stores JSON.
  const load = async () => {
    const picture = await draw()
    return picture && encodeBase64(encodePng(picture))
  }
  const weigh = (base64: string) => 1 + base64.length / 1024
  const base64 = await readSharedCache(
    c,
    `picture ${name}`,
    maxAgeSeconds * 1000,
    load,
    weigh,
    'pictureCache',
  )
  if (base64 === undefined) throw notFoundError('this room has no picture')
  const png = decodeBase64(base64)
  const headers = {
    ...fileHeaders('image/png', `public, max-age=${maxAgeSeconds}`),
    'content-length': `${png.length}`,
    etag: await etagOf(png),
  }
  return notModifiedIfUnchanged(c.req.raw, new Response(png, { headers }))
}
