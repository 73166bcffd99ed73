// `/:game/:room/picture.png`: a room's world, drawn on request. All clients share one picture for a minute, so a page
// with many visitors does not wake the room again and again.
import type { Picture } from '../games/game.ts'
import { notFound } from './answers/error.ts'
import { etagOf, headersOf, isKnown } from './given-file.ts'
import { pngOf } from './png.ts'
import type { Asked } from './routes.ts'

/** Cache lifetime in seconds. */
const keptFor = 60

/** The cache key: the path alone, so made-up host names or queries cause no drawing. */
export const pictureKey = (path: string) => `https://picture${path}`

/** 200, or 304 if the client has it; calls `draw` at most once a minute. Throws 404 if it draws nothing. */
export async function givenPicture(c: Asked, draw: () => Promise<Picture | undefined>): Promise<Response> {
  const key = pictureKey(new URL(c.req.url).pathname)
  const kept = await caches.default.match(key)
  if (kept) return unlessKnown(c, kept)
  const picture = await draw()
  if (!picture) throw notFound('there is no picture of this room')
  const drawn = await pngAnswer(pngOf(picture))
  await caches.default.put(key, drawn.clone())
  return unlessKnown(c, drawn)
}

async function pngAnswer(png: Uint8Array<ArrayBuffer>): Promise<Response> {
  return new Response(png, {
    headers: {
      ...headersOf('image/png', `public, max-age=${keptFor}`),
      'content-length': `${png.length}`,
      etag: await etagOf(png),
    },
  })
}

async function unlessKnown({ req: { raw } }: Asked, answer: Response): Promise<Response> {
  const { headers } = answer
  if (!isKnown(raw.headers.get('if-none-match'), headers.get('etag') ?? ''))
    return new Response(answer.body, answer)
  await answer.body?.cancel()
  return new Response(null, { status: 304, headers })
}
