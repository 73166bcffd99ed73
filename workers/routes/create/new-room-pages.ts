// `/new`: creates rooms in a browser, with or without scripts. The form has the same fields as the API.
import type { Game } from '../../../games/game.ts'
import { parseOptionsForm } from '../../../games/shared/options/form.ts'
import { notFound, unauthorized } from '../../api/responses/api-error.ts'
import { type App, type AppContext, route } from '../../context/routing.ts'
import { createPermissionOf, requireCreatePermission } from '../../create/create-permission.ts'
import { createRoom } from '../../create/create-room.ts'
import { importRoom, maxImportBytes } from '../../create/room-import.ts'
import { isSiteToken, siteTokenRequired } from '../../http/auth/tokens.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { splitOptionFields } from '../../http/request/option-fields.ts'
import { parseImportForm, parseRoomForm } from '../../http/request/request-fields.ts'
import { type OnProgress, respondWithProgress } from '../../http/response/ndjson-progress.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { chooseGamePage, importPage, newRoomPage, previewPage } from '../../pages/rooms/new-room.tsx'
import { siteRegions } from '../../platform/stubs.ts'
import { createdPageResponse } from '../owner/created-response.ts'
import { previewUpload } from './preview-operation.ts'

export function newRoomRoutes(app: App, games: readonly Game[]): void {
  route(app, '/new', {
    GET: (c) => showForm(c, games),
    POST: (c) => respondWithProgress(c, (onProgress) => handleCreate(c, games, onProgress)),
  })
  route(app, '/new/preview', { POST: (c) => handlePreview(c, games) })
  route(app, '/new/import', {
    GET: (c) => pageResponse(c, importPage(createPermissionOf(c))),
    POST: (c) => handleImport(c, games),
  })
}

function showForm(c: AppContext, games: readonly Game[]): Promise<Response> {
  const slug = c.req.query('game')
  if (slug === undefined) return pageResponse(c, chooseGamePage(games, createPermissionOf(c)))
  const game = games.find((known) => known.slug === slug)
  if (!game) throw notFound('there is no such game')
  return pageResponse(c, newRoomPage(game, createPermissionOf(c), siteRegions(c.env)))
}

async function handleCreate(
  c: AppContext,
  games: readonly Game[],
  onProgress: OnProgress,
): Promise<Response> {
  const form = parseRoomForm(toApiForm(await readCreationForm(c), games), games)
  return createdPageResponse(c, await createRoom(c, form, onProgress))
}

/** A preview of the form's files, before a room is created. */
async function handlePreview(c: AppContext, games: readonly Game[]): Promise<Response> {
  const form = toApiForm(await readCreationForm(c, maxImportBytes(c)), games)
  for (const field of ['room', 'title', 'region']) form.delete(field)
  const { game, preview } = await previewUpload(c, form, games)
  return pageResponse(c, previewPage(game, preview))
}

async function handleImport(c: AppContext, games: readonly Game[]): Promise<Response> {
  const { file, room } = parseImportForm(toApiForm(await readCreationForm(c, maxImportBytes(c)), games))
  return createdPageResponse(c, await importRoom(c, file, room, games))
}

async function readCreationForm(c: AppContext, max?: number): Promise<FormData> {
  if (createPermissionOf(c) === 'open') await requireCreatePermission(c)
  return readMultipartForm(c, (name, value) => requireTokenFirst(c, name, value), max)
}

/** If the site's token is required, it must be the form's first field: without it no upload is read. */
async function requireTokenFirst(c: AppContext, name: string, value: string): Promise<void> {
  if (createPermissionOf(c) === 'open') return
  if (name !== 'token' || !(await isSiteToken(c, value))) throw unauthorized(siteTokenRequired)
}

/** The form as the API expects it: options together as JSON, empty fields omitted. */
function toApiForm(pageForm: FormData, games: readonly Game[]): FormData {
  const form = new FormData()
  const { options, others } = splitOptionFields(pageForm)
  for (const [name, value] of others)
    if (name !== 'token' && (typeof value === 'string' ? value !== '' : value.size > 0))
      form.append(name, value)
  const game = games.find(({ slug }) => slug === form.get('game'))
  if (game) form.set('options', JSON.stringify(parseOptionsForm(game.options, options)))
  return form
}
