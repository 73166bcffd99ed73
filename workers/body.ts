// Reads request bodies, and never more of them than is allowed.
import { ApiError, invalid } from './error.ts'

const usualMaxUpload = 64 * 1024 * 1024
/** Of a body of JSON, in bytes. */
const maxJson = 256 * 1024

/** `MAX_UPLOAD`, in bytes. */
export function maxUpload(setting: string | undefined): number {
  const bytes = Number(setting)
  return setting && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : usualMaxUpload
}

/** The parts of a multipart body. Throws 415 for another type, 413 over `max` bytes, 400 if it cannot be read. */
export async function readForm(request: Request, max: number): Promise<FormData> {
  const type = mustBeType(request, 'multipart/form-data')
  const body = limited(request, max)
  try {
    return await new Response(body.stream, { headers: { 'content-type': type } }).formData()
  } catch {
    if (body.over()) throw tooLarge(max)
    throw new ApiError('invalid', 'the body is not what multipart/form-data and its boundary say')
  }
}

/** The object of a JSON body. Throws 415 for another type, 413 if it is too long, 400 if it is no object. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  mustBeType(request, 'application/json')
  const body = limited(request, maxJson)
  const text = await new Response(body.stream).text().catch((error) => {
    if (body.over()) throw tooLarge(maxJson)
    throw error
  })
  return jsonObject(text, 'body')
}

/** Throws 400, naming `field`, for what is not the JSON of an object. */
export function jsonObject(text: string, field: string): Record<string, unknown> {
  const value = jsonOf(text, field)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(field, 'a JSON object is wanted')
  }
  return value as Record<string, unknown>
}

export function jsonOf(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(field, 'this is not JSON')
  }
}

function mustBeType(request: Request, wanted: string): string {
  const type = request.headers.get('content-type') ?? ''
  if (type.split(';')[0]!.trim().toLowerCase() === wanted) return type
  throw new ApiError('unsupported', `a body of type ${wanted} is wanted`)
}

/** The body, cut off by an error after `max` bytes; at once if its length is announced and over that. */
function limited(request: Request, max: number) {
  if (Number(request.headers.get('content-length')) > max) throw tooLarge(max)
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > max) controller.error(tooLarge(max))
      else controller.enqueue(chunk)
    },
  })
  return { stream: request.body?.pipeThrough(count) ?? null, over: () => bytes > max }
}

const tooLarge = (max: number) => new ApiError('too-large', `at most ${max} bytes are taken`)
