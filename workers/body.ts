// Reads request bodies as they come, and never more of them than is allowed.
import { MaxPartsExceededError, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'
import type { Json } from '../games/game.ts'
import { isObject, type JsonObject } from '../games/shared/shapes/shape.ts'
import { ApiError, invalid } from './answers/error.ts'
import { HandedFile } from './handed-file.ts'

const usualMaxUpload = 64 * 1024 * 1024
/** Of a body of JSON, in bytes. */
const maxJson = 256 * 1024
/** Lists and objects within each other: far more than any field needs, and few enough to be walked by recursion. */
const maxDepth = 32
/** Parts of a multipart body: each costs work before its name is looked at, and 64 MiB have room for a million. */
const maxParts = 64
/** Bytes by which a form's first part has ended, where it decides whether the others are read: nobody is known yet. */
const maxFirst = 64 * 1024
/** Of the lines above one part, in bytes. */
const maxPartHeader = 8 * 1024

/** `MAX_UPLOAD`, in bytes. */
export function maxUpload(setting: string | undefined): number {
  const bytes = Number(setting)
  return setting && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : usualMaxUpload
}

/** Told of a form's first part before more of it is read; throws what the form is refused with. */
export type FirstPart = (name: string, text: string) => Promise<void>

/** The parts of a multipart body. Throws 415 for another type, 413 over `max` bytes, 400 if it cannot be read. */
export async function readForm(request: Request, max: number, first?: FirstPart): Promise<FormData> {
  const type = mustBeType(request, 'multipart/form-data')
  const body = limited(request, max)
  try {
    return await formOf(body.pieces(), boundaryOf(type), max, first)
  } catch (error) {
    if (body.over()) throw tooLarge(max)
    if (error instanceof ApiError) throw error
    if (error instanceof MaxPartsExceededError)
      throw new ApiError('invalid', `a form of at most ${maxParts} parts is taken`)
    throw new ApiError('invalid', 'the body is not what multipart/form-data and its boundary say')
  }
}

function boundaryOf(type: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new TypeError('no boundary')
  return boundary
}

async function formOf(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  max: number,
  first?: FirstPart,
): Promise<FormData> {
  const parser = new MultipartParser(boundary, {
    maxParts,
    maxHeaderSize: maxPartHeader,
    maxFileSize: max,
    maxTotalSize: max,
  })
  const form = new FormData()
  let begun = first === undefined
  let read = 0
  for await (const chunk of body) {
    if (isDone(parser)) continue
    for (const part of parser.write(chunk)) {
      if (!begun && part.size > maxFirst) throw tooLargeFirst()
      if (!begun) await first?.(part.name ?? '', part.filename === undefined ? part.text : '')
      begun = true
      append(form, part)
    }
    read += chunk.length
    if (!begun && read > maxFirst) throw tooLargeFirst()
  }
  parser.finish()
  return form
}

/**
 * Behind the last boundary there may be anything, by RFC 2046 5.1.1, and usually is a line break. The parser takes
 * that for an error when it comes in a chunk of its own.
 */
function isDone(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false // `finish` throws if the last boundary has not come
  }
}

function append(form: FormData, part: MultipartPart): void {
  const { name, filename } = part
  if (!name) throw new TypeError('a part without a name')
  if (filename === undefined) form.append(unescaped(name), part.text)
  else
    form.append(
      unescaped(name),
      new HandedFile(part.content as Uint8Array<ArrayBuffer>[], unescaped(filename)),
    )
}

/** Browsers escape these three in the names of a form's parts, as the HTML standard says, and nothing else. */
function unescaped(name: string): string {
  return name.replace(/%(?:0A|0D|22)/g, decodeURIComponent)
}

/** The object of a JSON body. Throws 415 for another type, 413 if it is too long, 400 if it is no object. */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  mustBeType(request, 'application/json')
  const body = limited(request, maxJson)
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body.pieces()) text += decoder.decode(piece, { stream: true })
  return jsonObject(text + decoder.decode(), 'body')
}

/** Throws 400, naming `field`, for what is not the JSON of an object. */
function jsonObject(text: string, field: string): JsonObject {
  const value = jsonOf(text, field)
  if (!isObject(value)) throw invalid(field, 'a JSON object is wanted')
  return value
}

/** Throws 400, naming `field`, for what is not JSON, or is nested too deep. */
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

/** Level by level: what is too deep for a recursion must not be looked at by one. */
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

/** The body, cut off by an error after `max` bytes; at once if its length is announced and over that. */
function limited(request: Request, max: number) {
  if (Number(request.headers.get('content-length')) > max) throw tooLarge(max)
  let bytes = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    // Whoever stops reading leaves the rest to be read by unread.ts.
    for await (const piece of request.body?.values({ preventCancel: true }) ?? []) {
      bytes += piece.length
      if (bytes > max) throw tooLarge(max)
      yield piece
    }
  }
  return { pieces, over: () => bytes > max }
}

const tooLargeFirst = () => new ApiError('too-large', `a first field of at most ${maxFirst} bytes is taken`)
const tooLarge = (max: number) => new ApiError('too-large', `at most ${max} bytes are taken`)
