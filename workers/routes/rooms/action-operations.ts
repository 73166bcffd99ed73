// Everybody may request an action, with the API or with a form on a page. The room decides whether to run an action.
import { base64url, newToken } from '../../../durable-objects/platform/secrets.ts'
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import type { ActionDone, ActionRequest, PublicAction } from '../../../games/actions.ts'
import type { Game, Json } from '../../../games/game.ts'
import type { JsonObject } from '../../../games/shared/schema/schema.ts'
import { entriesInAllStages } from '../../../games/stages.ts'
import {
  ApiError,
  invalidFieldError,
  jsonResponse,
  noneNamedError,
  tooManyRequestsError,
  unauthorizedError,
} from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import { findRoom, missingRoomError } from '../../cache/room-locator.ts'
import { RequestFile } from '../../context/request-files.ts'
import {
  type App,
  type AppContext,
  type HandledOperation,
  roomFromPath,
  roomNameFromPath,
  route,
} from '../../context/routing.ts'
import { isOwnOrigin } from '../../http/auth/page-origin.ts'
import { bearerToken, isOwnerToken, pastedToken } from '../../http/auth/tokens.ts'
import { bodyTooLargeError, readBytes, readJsonObject, readMultipartForm } from '../../http/request/body.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { readFields, readQuery } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { runOrRefillForm } from '../../http/response/refilled-form.ts'
import { issuedSecretPage } from '../../pages/rooms/issued-secret.tsx'

/** The prefix of the secrets of content. It distinguishes these secrets from room tokens. */
const secretPrefix = 'own_'
/** Maximum bytes of a form without its file. The fields of every action need fewer bytes. */
const maxFormBytes = 64 * 1024

export function actionOperations(games: readonly Game[]): HandledOperation[] {
  return games.flatMap((game) =>
    Object.entries(entriesInAllStages(game, 'actions')).map(([name, action]): HandledOperation => {
      const { method, path, description, fields, upload, answer, refusals } = action
      return {
        method,
        path: `/api/rooms/${game.slug}/:room/${path}`,
        name: `${game.slug}.${name}`,
        summary: description,
        token: 'author',
        ...(fields && (upload ? { query: fields } : { json: fields })),
        ...(upload && { body: upload.description }),
        responses: successResponses(action, answer),
        errors: [
          'not-found',
          ...(upload ? (['invalid', 'too-large'] as const) : []),
          ...(fields && !upload ? (['invalid', 'too-large', 'unsupported'] as const) : []),
          ...refusals,
        ],
        handler: (c) => runFromApi(c, game, name, action),
      }
    }),
  )
}

function successResponses(
  { method, issuesSecrets }: PublicAction,
  description: string,
): HandledOperation['responses'] {
  if (method === 'DELETE') return { 204: { description } }
  const type = 'application/json'
  const changed = { 200: { description, type } }
  if (!issuesSecrets) return changed
  const issued = `${description} New content has a \`secret\`, which is returned only once.`
  return { ...changed, 201: { description: issued, type } }
}

/**
 * The forms on pages send an action to `POST /:game/:room/act/NAME`. The parameters of the action's path are also
 * fields of the form.
 */
export function actionFormRoutes(app: App): void {
  route(app, '/:game/:room/act/:action', {
    // A browser shows a refused form at this address, so a reload requests the address with GET.
    GET: (c) => c.redirect(`/${roomFromPath(c).name}`, 303),
    POST: async (c) => {
      const { game, name } = roomFromPath(c)
      const actionName = c.req.param('action') ?? ''
      const actions = entriesInAllStages(game, 'actions')
      const action = Object.hasOwn(actions, actionName) ? actions[actionName] : undefined
      if (!action) throw noneNamedError('action', actionName)
      return runOrRefillForm(
        c,
        () => readMultipartForm(c, undefined, maxFormBytes + (action.upload?.maxBytes ?? 0)),
        (form) => runFromForm(c, game, name, actionName, action, form),
        async (sent) => {
          const path = formPagePath(action, sent)
          if (path === undefined) return undefined
          const url = new URL(`/${name}${path && `/${path}`}`, c.req.url)
          const page = await app.fetch(new Request(url, { headers: pageHeaders(c) }), c.env, c.executionCtx)
          return page.status === 200 ? { form: actionName, page } : undefined
        },
      )
    },
  })
}

/**
 * The headers for the internal request that loads the page again. Leaves out headers that describe the body or a cached
 * copy.
 */
function pageHeaders(c: AppContext): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding', 'if-none-match', 'range'])
    headers.delete(name)
  headers.set('accept', 'text/html')
  return headers
}

/** The path of the page with the action's form, or undefined if the action has no form. */
function formPagePath({ formPage }: PublicAction, sent: FormData): string | undefined {
  return formPage?.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sent.get(name) ?? '')))
}

async function runFromApi(
  c: AppContext,
  game: Game,
  actionName: string,
  action: PublicAction,
): Promise<Response> {
  const room = roomNameFromPath(c, game)
  const { room: _, ...params } = c.req.param() as Record<string, string>
  const { fields: table, upload } = action
  const { file, texts } = upload ? await readActionUpload(c, upload.maxBytes) : {}
  const fields = !table
    ? {}
    : upload
      ? readQuery(table, { ...c.req.query(), ...texts })
      : readFields(table, await readJsonObject(c.req.raw))
  const input = { params, fields: fields as JsonObject, ...(file && { file }) }
  const { done, secret } = await run(c, room, actionName, input, bearerToken(c.req.raw))
  if (!done.body) return new Response(null, { status: 204 })
  return jsonResponse(
    { ...done.body, ...(secret !== undefined && { secret }) },
    secret === undefined ? 200 : 201,
  )
}

interface ActionUpload {
  readonly file: NonNullable<ActionRequest['file']>
  /** The text fields of the form. Empty if the request is not a form. */
  readonly texts: { readonly [name: string]: string }
}

/** The file is either the whole body, or the part `file` of a form. */
async function readActionUpload(c: AppContext, maxBytes: number): Promise<ActionUpload> {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')) {
    const bytes = await readBytes(c.req.raw, maxBytes)
    return { file: { name: c.req.query('name') ?? '', bytes }, texts: {} }
  }
  const form = await readMultipartForm(c, undefined, maxFormBytes + maxBytes)
  const part = form.get('file')
  if (!(part instanceof RequestFile))
    throw invalidFieldError('file', 'this field takes a file with a file name')
  const texts = [...(form as Iterable<[string, string | File]>)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { file: await readFormFile(c, part, maxBytes), texts: Object.fromEntries(texts) }
}

async function runFromForm(
  c: AppContext,
  game: Game,
  room: string,
  actionName: string,
  action: PublicAction,
  form: FormData,
): Promise<Response> {
  const texts = new Map<string, string>()
  let file: ActionRequest['file']
  for (const [name, value] of form as Iterable<[string, string | File]>) {
    if (typeof value === 'string') texts.set(name, value)
    else if (action.upload && value instanceof RequestFile && value.size > 0)
      file = await readFormFile(c, value, action.upload.maxBytes)
  }
  const params = Object.fromEntries(
    Array.from(action.path.matchAll(/:(\w+)/g), ([, name = '']) => [name, texts.get(name) ?? '']),
  )
  const pasted = texts.get('text')
  if (action.upload && !file && pasted) file = { name: '', bytes: new TextEncoder().encode(pasted) }
  if (action.upload && !file) throw invalidFieldError('file', 'choose a file, or paste its text')
  const fields = action.fields ? readFields(action.fields, formFields(action.fields, texts)) : {}
  const input = { params, fields: fields as JsonObject, ...(file && { file }) }
  const author = pastedToken(texts.get('secret')) || undefined
  const { done, secret } = await run(c, room, actionName, input, author)
  const path = `/${room}${done.page && `/${done.page}`}`
  if (secret === undefined) return c.redirect(path, 303)
  const link = `${siteOrigin(c)}${path}#${secret}`
  return pageResponse(c, issuedSecretPage(game, action.description, link, path), 201)
}

function formFields(
  fields: NonNullable<PublicAction['fields']>,
  texts: ReadonlyMap<string, string>,
): JsonObject {
  const given: { [name: string]: Json } = {}
  for (const name of Object.keys(fields)) {
    const text = texts.get(name)?.replaceAll('\r\n', '\n')
    if (text !== undefined && text !== '') given[name] = text
  }
  return given
}

async function readFormFile(
  c: AppContext,
  file: RequestFile,
  maxBytes: number,
): Promise<NonNullable<ActionRequest['file']>> {
  if (file.size > maxBytes) throw bodyTooLargeError(maxBytes)
  const bytes = await new Response(await c.get('files').read(file)).arrayBuffer()
  return { name: file.name, bytes: new Uint8Array(bytes) }
}

/**
 * Throws a refusal by the game as an API error. Throws 401 for a wrong room token or a request from a page of another
 * site, and 429 if the address requests too many changes.
 */
async function run(
  c: AppContext,
  room: string,
  name: string,
  input: Omit<ActionRequest, 'author'>,
  token: string | undefined,
): Promise<{ readonly done: ActionDone; readonly secret?: string }> {
  // Otherwise a malicious page could claim slots and submit files from its visitors' browsers.
  if (!isOwnOrigin(c)) throw unauthorizedError("pages of other sites cannot change this room's content")
  const rpc: RoomRpc = await findRoom(c, room)
  const isSecret = token?.startsWith(secretPrefix) ?? false
  const isOwner = token !== undefined && !isSecret && (await isOwnerToken(c, token, rpc, room))
  if (token !== undefined && !isSecret && !isOwner)
    throw unauthorizedError(
      'this is neither the link of the content that you want to change nor the host link',
    )
  const newSecret = `${secretPrefix}${newToken()}`
  const result = await rpc.runAction({
    ...{ name, ...input, address: clientAddressOf(c) },
    author: {
      isOwner,
      newSecretDigest: await digestOf(newSecret),
      ...(token !== undefined && isSecret && { secretDigest: await digestOf(token) }),
    },
  })
  if (result === undefined) throw missingRoomError(c, room)
  if (result === 'failed') throw new ApiError('unavailable', 'the world could not run this action: try again')
  if (typeof result === 'string') throw unknownResultError('runAction', result)
  if ('waitMs' in result) throw tooManyRequestsError('too many changes from your address', result.waitMs)
  if ('refused' in result)
    throw new ApiError(
      result.refused,
      result.detail,
      result.field === undefined ? {} : { field: result.field },
    )
  return { done: result, ...(result.issuesSecret && { secret: newSecret }) }
}

async function digestOf(secret: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
}
