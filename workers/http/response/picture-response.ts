// `/:game/:room/picture.png`: a room's world, drawn on request. All clients share one picture for a minute, so a page
// with many visitors does not wake the room again and again.
import type { Picture } from '../../../games/game.ts'
import { notFound } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { etagOf, fileHeaders, matchesEtag } from './file-response.ts'
import { encodePng } from './png.ts'

/** Cache lifetime in seconds. */
const maxAgeSeconds = 60

/** The cache key: the path alone, so made-up host names or queries cause no drawing. */
export const pictureCacheKey = (path: string) => `https://picture${path}`

/** 200, or 304 if the client has it; calls `draw` at most once a minute. Throws 404 if it draws nothing. */
export async function pictureResponse(
  c: AppContext,
  draw: () => Promise<Picture | undefined>,
): Promise<Response> {
  const key = pictureCacheKey(new URL(c.req.url).pathname)
  const cached = await caches.default.match(key)
  if (cached) return orNotModified(c, cached)
  const picture = await draw()
  if (!picture) throw notFound('there is no picture of this room')
  const response = await pngResponse(encodePng(picture))
  await caches.default.put(key, response.clone())
  return orNotModified(c, response)
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

async function orNotModified({ req: { raw } }: AppContext, answer: Response): Promise<Response> {
  const { headers } = answer
  if (!matchesEtag(raw.headers.get('if-none-match'), headers.get('etag') ?? ''))
    return new Response(answer.body, answer)
  await answer.body?.cancel()
  return new Response(null, { status: 304, headers })
}
