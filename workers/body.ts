// Reads request bodies as streams, within limits.
import { MultipartParseError } from '@remix-run/multipart-parser'
import { piecesOf } from '../durable-objects/pieces.ts'
import type { Json } from '../games/game.ts'
import { isObject, type JsonObject } from '../games/shared/shapes/shape.ts'
import { ApiError, invalid } from './answers/error.ts'
import type { FormFiles } from './form-files.ts'
import { type FormReading, tooSlow } from './forms.ts'
import { type FormPart, formParts, TooManyParts } from './multipart.ts'
import { addressOf } from './peer.ts'
import type { Asked } from './routes.ts'

const usualMaxUpload = 64 * 1024 * 1024
/** Limit of a JSON body, in bytes. */
const maxJson = 256 * 1024
/** Nesting of lists and objects: far more than any field needs, and few enough for recursion. */
const maxDepth = 32
/** Parts of a multipart body: each costs work before its name is checked, and 64 MiB have room for a million. */
const maxParts = 64
/** Limit of a form's first part in bytes, where it decides whether the rest is read: the sender is not authorized yet. */
const maxFirst = 64 * 1024
/** Limit of a text field, in bytes: more than any field accepts. */
const maxText = 256 * 1024
/** Limit of the header lines of one part, in bytes. */
const maxPartHeader = 8 * 1024

/** `MAX_UPLOAD`, in bytes. */
export function maxUpload(setting: string | undefined): number {
  const bytes = Number(setting)
  return setting && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : usualMaxUpload
}

/** Receives a form's first part before the rest is read; throws to refuse the form. */
export type FirstPart = (name: string, text: string) => Promise<void>

/**
 * The parts of a multipart body, its files as HandedFiles. Throws 415 for another type, 413 over `max` bytes, 400 if
 * it is malformed, 408 if it arrives too slowly, 503 if the site is reading too many.
 */
export async function readForm(
  c: Asked,
  first?: FirstPart,
  max = maxUpload(c.env.MAX_UPLOAD),
): Promise<FormData> {
  const type = mustBeType(c.req.raw, 'multipart/form-data')
  const reading = c.get('forms').begin(addressOf(c.req.raw, c.env))
  const body = limited(c.req.raw, max, reading)
  try {
    const parts = formParts(body.pieces(), boundaryOf(type), { parts: maxParts, header: maxPartHeader })
    return await formOf(parts, c.get('files'), reading, first)
  } catch (error) {
    if (reading.late.aborted) throw tooSlow()
    if (body.over()) throw tooLarge(max)
    if (error instanceof ApiError) throw error
    if (error instanceof TooManyParts)
      throw new ApiError('invalid', `a form of at most ${maxParts} parts is taken`)
    if (!(error instanceof TypeError || error instanceof MultipartParseError)) throw error
    throw new ApiError('invalid', 'the body is not what multipart/form-data and its boundary say')
  } finally {
    reading.end()
  }
}

function boundaryOf(type: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new TypeError('no boundary')
  return boundary
}

async function formOf(
  parts: AsyncIterable<FormPart>,
  files: FormFiles,
  reading: FormReading,
  first?: FirstPart,
): Promise<FormData> {
  const form = new FormData()
  let begun = first === undefined
  for await (const { name, filename, body } of parts) {
    const text = filename === undefined ? await textOf(body, begun, reading) : ''
    if (!begun) await first?.(name, text)
    begun = true
    if (filename === undefined) form.append(unescaped(name), text)
    else form.append(unescaped(name), await files.keep(body, unescaped(filename)))
  }
  return form
}

/** No field accepts this much, and each checks its own limit: reads a longer text to its end, but cuts it off here. */
async function textOf(
  body: AsyncIterable<Uint8Array>,
  begun: boolean,
  reading: FormReading,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  let read = 0
  for await (const piece of body) {
    read += piece.length
    if (!begun && read > maxFirst) throw tooLargeFirst()
    if (read - piece.length >= maxText) continue
    reading.hold(piece.length)
    text += decoder.decode(piece, { stream: true })
  }
  return read < maxText ? text + decoder.decode() : text
}

/** Browsers escape only these three in the names of a form's parts, by the HTML standard. */
function unescaped(name: string): string {
  return name.replace(/%(?:0A|0D|22)/g, decodeURIComponent)
}

/** The object of a JSON body. Throws 415 for another type, 413 if it is too long, 400 if it is not an object. */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  mustBeType(request, 'application/json')
  const body = limited(request, maxJson)
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body.pieces()) text += decoder.decode(piece, { stream: true })
  return jsonObject(text + decoder.decode(), 'body')
}

/** Throws 400, naming `field`, for anything but a JSON object. */
function jsonObject(text: string, field: string): JsonObject {
  const value = jsonOf(text, field)
  if (!isObject(value)) throw invalid(field, 'a JSON object is wanted')
  return value
}

/** Throws 400, naming `field`, for invalid JSON and for too deep nesting. */
export function jsonOf(text: string, field: string): Json {
  const value = parsed(text, field)
  if (isDeeperThan(value, maxDepth)) throw invalid(field, `at most ${maxDepth} levels of nesting are taken`)
  return value
}

function parsed(text: string, field: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(field, 'this is not JSON')
  }
}

/** Iterates by level, because recursion could overflow on deep input. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value].filter(holdsOthers)
  for (let left = depth; level.length > 0; left--) {
    if (left === 0) return true
    level = level.flatMap((one) => Object.values(one)).filter(holdsOthers)
  }
  return false
}

function holdsOthers(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function mustBeType(request: Request, wanted: string): string {
  const type = request.headers.get('content-type') ?? ''
  if (type.split(';')[0]!.trim().toLowerCase() === wanted) return type
  throw new ApiError('unsupported', `a body of type ${wanted} is wanted`)
}

/** The body, ended by an error after `max` bytes; at once if `content-length` exceeds it. */
function limited(request: Request, max: number, reading?: FormReading) {
  if (Number(request.headers.get('content-length')) > max) throw tooLarge(max)
  let bytes = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    // If the consumer stops early, unread.ts drains the rest.
    for await (const piece of request.body ? sentPieces(request.body, reading?.late) : []) {
      bytes += piece.length
      reading?.took(piece.length)
      if (bytes > max) throw tooLarge(max)
      yield piece
    }
  }
  return { pieces, over: () => bytes > max }
}

/** Throws 400 if the sender breaks off: that is not our fault, and nobody is left to read more of it. */
async function* sentPieces(
  body: ReadableStream<Uint8Array>,
  stopped?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(body, stopped)
  } catch {
    throw new ApiError('invalid', 'the body ends before all of it has come')
  }
}

const tooLargeFirst = () => new ApiError('too-large', `a first field of at most ${maxFirst} bytes is taken`)
const tooLarge = (max: number) => new ApiError('too-large', `at most ${max} bytes are taken`)
