import type { RoomFileResponse } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import type { BuiltAsset } from '../../context/asset-paths.ts'
import type { AppContext } from '../../context/routing.ts'

/**
 * The cache lifetime of a file that never changes. The lifetime is limited, because after a room's deletion another
 * room can be created under the same name.
 */
const maxAgeSeconds = 3600
/** Smaller files are sent uncompressed, because gzip would hardly shorten them. */
const minCompressedBytes = 1024

/** Players may have written parts of the file, so proxies must not transform it and browsers must not run it. */
export function uncachedFileResponse(type: string, body: Uint8Array | string): Response {
  const bytes = toBytes(body)
  return new Response(bytes, {
    headers: { ...fileHeaders(type, 'no-store'), 'content-length': `${bytes.length}` },
  })
}

/** `body`: the content of the file, or the asset that contains it. */
export async function fileResponse(
  c: AppContext,
  { slug }: Game,
  { body, ...file }: RoomFileResponse,
  seconds = maxAgeSeconds,
): Promise<Response> {
  if (typeof body === 'string' || body instanceof Uint8Array)
    return bytesResponse(c.req.raw, { ...file, body }, seconds)
  return builtAssetResponse(
    c.req.raw,
    file.type,
    await c.get('assets').file(c.env, `${slug}/${body.assetName}`),
  )
}

/**
 * A file that never changes has an ETag, can be cached, and is compressed for clients that accept gzip. If the client
 * already has the file, the response is 304. Shared caches may not store a `secret` file.
 */
export async function bytesResponse(
  request: Request,
  file: RoomFileResponse & { readonly body: Uint8Array | string },
  seconds = maxAgeSeconds,
): Promise<Response> {
  if (!file.immutable) return uncachedFileResponse(file.type, file.body)
  const bytes = toBytes(file.body)
  const headers = {
    ...fileHeaders(file.type, `${file.secret ? 'private' : 'public'}, max-age=${seconds}`),
    etag: await etagOf(bytes),
    vary: file.secret ? 'accept-encoding, authorization' : 'accept-encoding',
  }
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new Response(null, { status: 304, headers })
  if (bytes.length < minCompressedBytes || !acceptsGzip(acceptedEncodings(request)))
    return new Response(bytes, { headers: { ...headers, 'content-length': `${bytes.length}` } })
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(compressed, {
    headers: { ...headers, 'content-encoding': 'gzip' },
    encodeBody: 'manual',
  })
}

/** The ETag is derived from the path, which contains a hash of the content, so the file need not be read. */
function builtAssetResponse(request: Request, type: string, { path, response }: BuiltAsset): Response {
  const headers = { ...fileHeaders(type, `public, max-age=${maxAgeSeconds}`), etag: `W/"${path}"` }
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new Response(null, { status: 304, headers })
  const length = response.headers.get('content-length')
  return new Response(response.body, { headers: { ...headers, ...(length && { 'content-length': length }) } })
}

export function fileHeaders(type: string, cache: string) {
  return {
    'content-type': type,
    'cache-control': `${cache}, no-transform`,
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** Copies the bytes into a separate ArrayBuffer, which Response requires. */
function toBytes(body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof body === 'string' ? new TextEncoder().encode(body) : body)
}

/** The ETag is weak, because the same bytes may be sent with or without compression. */
export async function etagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `W/"${Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** `ifNoneMatch`: `*`, or a list of strong and weak tags. */
function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag)) ?? false
}

export async function notModifiedIfUnchanged(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  if (!matchesEtag(request.headers.get('if-none-match'), headers.get('etag') ?? ''))
    return new Response(response.body, response)
  await response.body?.cancel()
  return new Response(null, { status: 304, headers })
}

/** The platform replaces the client's header `accept-encoding`, and passes the original value in `cf`. */
function acceptedEncodings({ cf, headers }: Request): string {
  const original = cf?.clientAcceptEncoding
  return typeof original === 'string' ? original : (headers.get('accept-encoding') ?? '')
}

/** The entry `gzip`, or `*` if `gzip` is not listed, must have a weight other than 0. */
function acceptsGzip(accepted: string): boolean {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
