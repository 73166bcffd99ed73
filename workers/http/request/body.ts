import { MultipartParseError } from '@remix-run/multipart-parser'
import { streamChunks } from '../../../durable-objects/storage/stream-chunks.ts'
import type { Json } from '../../../games/game.ts'
import { isObject, type JsonObject } from '../../../games/shared/schema/schema.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { ApiError, invalidFieldError } from '../../api/responses/api-error.ts'
import { type FormSlot, formTooSlowError } from '../../context/form-limiter.ts'
import type { RequestFile, RequestFiles } from '../../context/request-files.ts'
import type { AppContext } from '../../context/routing.ts'
import { clientAddressOf } from './client-address.ts'
import { type FormPart, parseMultipart, TooManyPartsError } from './multipart.ts'

const defaultMaxUpload = 64 * 1024 * 1024
const maxJson = 256 * 1024
/** Maximum nesting of JSON: far more levels than any field needs, and few enough for recursive code. */
const maxDepth = 32
/**
 * The number of parts is limited, because each part costs work before its name is checked, and 64 MiB can contain a
 * million parts.
 */
const maxParts = 64
/**
 * Maximum bytes of a form's first part, if the first part decides whether the other parts are read. Until this part is
 * checked, the sender is not authorized.
 */
const maxFirstPart = 64 * 1024
/** Maximum bytes of a text field. Every field has a lower limit of its own. */
const maxTextField = 256 * 1024
/** Maximum bytes of the header lines of one part. */
const maxPartHeader = 8 * 1024

/** Returns the default if the setting is not a positive whole number. */
export function parseMaxUploadBytes(setting: string | undefined): number {
  const bytes = Number(setting)
  return setting && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : defaultMaxUpload
}

/** Checks a form's first part before the other parts are read. Throws to reject the form. */
export type CheckFirstPart = (name: string, text: string) => Promise<void>

/** `form` contains the text fields but no files, so that a page can show the typed values again. */
export class RefusedFormError extends ApiError {
  readonly form: FormData

  constructor({ code, message, details }: ApiError, form: FormData) {
    super(code, message, details)
    this.form = form
  }
}

/**
 * Files become RequestFiles. Throws 415 for another content type, 413 over `max` bytes, 400 if the body is malformed,
 * 408 if it arrives too slowly, and 503 if the site is reading too many forms. If `checkFirst` throws, the other parts
 * are read only if the body is small.
 */
export async function readMultipartForm(
  c: AppContext,
  checkFirst?: CheckFirstPart,
  max = parseMaxUploadBytes(c.env.MAX_UPLOAD),
): Promise<FormData> {
  const type = requireContentType(c.req.raw, 'multipart/form-data')
  const slot = c.get('formLimiter').acquire(clientAddressOf(c))
  const body = limitBody(c.req.raw, max, slot)
  try {
    const parts = parseMultipart(body.pieces(), boundaryOf(type), { parts: maxParts, header: maxPartHeader })
    const isSmall = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= maxFirstPart
    return await collectForm(parts, c.get('files'), slot, checkFirst, isSmall)
  } catch (error) {
    if (slot.lateSignal.aborted) throw formTooSlowError()
    if (body.isOver()) throw bodyTooLargeError(max)
    if (error instanceof ApiError) throw error
    if (error instanceof TooManyPartsError)
      throw new ApiError('invalid', `the form has more than ${maxParts} parts`)
    if (!(error instanceof TypeError || error instanceof MultipartParseError)) throw error
    throw new ApiError('invalid', 'the body is not valid multipart/form-data')
  } finally {
    slot.release()
  }
}

function boundaryOf(type: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new TypeError('no boundary')
  return boundary
}

async function collectForm(
  parts: AsyncIterable<FormPart>,
  files: RequestFiles,
  slot: FormSlot,
  checkFirst: CheckFirstPart | undefined,
  isSmall: boolean,
): Promise<FormData> {
  const form = new FormData()
  let isFirstChecked = checkFirst === undefined
  for await (const { name, filename, body } of parts) {
    const text = filename === undefined ? await readText(body, isFirstChecked, slot) : ''
    if (!isFirstChecked) {
      try {
        await checkFirst?.(name, text)
      } catch (error) {
        if (!(error instanceof ApiError) || !isSmall) throw error
        form.append(unescapePartName(name), text)
        throw new RefusedFormError(error, await collectTexts(parts, slot, form))
      }
    }
    isFirstChecked = true
    if (filename === undefined) form.append(unescapePartName(name), text)
    else form.append(unescapePartName(name), await files.store(body, unescapePartName(filename)))
  }
  return form
}

async function collectTexts(
  parts: AsyncIterable<FormPart>,
  slot: FormSlot,
  form: FormData,
): Promise<FormData> {
  for await (const { name, filename, body } of parts) {
    if (filename === undefined) form.append(unescapePartName(name), await readText(body, true, slot))
    else for await (const _ of body);
  }
  return form
}

/**
 * A text that is longer than `maxTextField` is read to its end, but only its start is kept. No field accepts such a
 * text, so the check of the field rejects it.
 */
async function readText(
  body: AsyncIterable<Uint8Array>,
  isFirstChecked: boolean,
  slot: FormSlot,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (!isFirstChecked && read > maxFirstPart) throw firstPartTooLarge()
    if (read - chunk.length >= maxTextField) continue
    slot.countHeld(chunk.length)
    text += decoder.decode(chunk, { stream: true })
  }
  return read < maxTextField ? text + decoder.decode() : text
}

/** The HTML standard requires browsers to escape exactly these three characters. */
function unescapePartName(name: string): string {
  return name.replace(/%(?:0A|0D|22)/g, decodeURIComponent)
}

/** Throws 415 for another content type, 413 if the body is too long, and 400 if it is not a JSON object. */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  requireContentType(request, 'application/json')
  const body = limitBody(request, maxJson)
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body.pieces()) text += decoder.decode(piece, { stream: true })
  const value = parseJson(text + decoder.decode(), 'body')
  if (!isObject(value)) throw invalidFieldError('body', 'must be a JSON object')
  return value
}

/** Throws 400 with the name `field` for invalid or too deeply nested JSON. */
export function parseJson(text: string, field: string): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidFieldError(field, 'is not valid JSON')
  }
  if (isDeeperThan(value, maxDepth))
    throw invalidFieldError(field, `must be nested at most ${maxDepth} levels deep`)
  return value
}

/** Iterates level by level, because recursion could overflow the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value].filter(isContainer)
  for (let left = depth; level.length > 0; left--) {
    if (left === 0) return true
    level = level.flatMap((one) => Object.values(one)).filter(isContainer)
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Accepts any content type. Throws 413 over `max` bytes. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of limitBody(request, max).pieces()) pieces.push(piece.slice())
  return concatBytes(pieces)
}

/** Accepts any content type. Stores the body in Uploads while it arrives. Throws 413 over `max` bytes. */
export async function storeBody(c: AppContext, max: number, name: string): Promise<RequestFile> {
  return c.get('files').store(limitBody(c.req.raw, max).pieces(), name)
}

function requireContentType(request: Request, required: string): string {
  const type = request.headers.get('content-type') ?? ''
  if (type.split(';')[0]!.trim().toLowerCase() === required) return type
  throw new ApiError('unsupported', `the body must have the content type ${required}`)
}

/** Throws 413 at once if `content-length` is larger than `max`, otherwise after `max` bytes. */
function limitBody(request: Request, max: number, slot?: FormSlot) {
  if (Number(request.headers.get('content-length')) > max) throw bodyTooLargeError(max)
  let bytes = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    // If the consumer stops early, drain-body.ts drains the remaining body.
    for await (const piece of request.body ? receivedChunks(request.body, slot?.lateSignal) : []) {
      bytes += piece.length
      slot?.countReceived(piece.length)
      if (bytes > max) throw bodyTooLargeError(max)
      yield piece
    }
  }
  return { pieces: chunks, isOver: () => bytes > max }
}

/** If the client disconnects, throws 400, so that the disconnection is not logged as an error of the site. */
async function* receivedChunks(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* streamChunks(body, signal)
  } catch {
    throw new ApiError('invalid', 'the request ended before the whole body was sent')
  }
}

const firstPartTooLarge = () =>
  new ApiError('too-large', `the first field is larger than ${maxFirstPart} bytes`)
export const bodyTooLargeError = (max: number) =>
  new ApiError('too-large', `the body is larger than ${max} bytes`)
