// Visitors create rooms below `/new` with or without scripts. The forms have the fields of the API.
import { parseOptionsForm } from '../../../games/shared/options/form.ts'
import { gameInStage, type RoomStage } from '../../../games/stages.ts'
import { noneNamedError, notFoundError, unauthorizedError } from '../../api/responses/api-error.ts'
import { type App, type AppContext, route } from '../../context/routing.ts'
import { createRoom } from '../../create/create-room.ts'
import { requireCreatePermission, roomCreationPolicyOf } from '../../create/creation-policy.ts'
import { importRoom, maxImportBytes } from '../../create/room-import.ts'
import { isSiteToken, pastedToken, siteTokenRequiredText } from '../../http/auth/tokens.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { splitOptionFields } from '../../http/request/option-fields.ts'
import { parseCreateRoomForm, parseImportForm } from '../../http/request/request-fields.ts'
import { type OnProgress, respondWithProgress } from '../../http/response/ndjson-progress.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { runOrRefillForm } from '../../http/response/refilled-form.ts'
import { chooseGamePage, importPage, newRoomPage, previewPage } from '../../pages/rooms/new-room.tsx'
import { siteRegions } from '../../platform/stubs.ts'
import { createdPageResponse } from '../owner/created-response.ts'
import { previewUpload } from './preview-operation.ts'

export function newRoomRoutes(app: App): void {
  route(app, '/new', {
    GET: showForm,
    POST: (c) => respondWithProgress(c, (onProgress) => handleCreate(c, onProgress)),
  })
  route(app, '/new/preview', { POST: handlePreview })
  route(app, '/new/import', {
    GET: (c) => pageResponse(c, importPage(roomCreationPolicyOf(c))),
    POST: handleImport,
  })
}

const stageOf = (field: unknown): RoomStage | undefined => (field === 'gathering' ? field : undefined)

function showForm(c: AppContext): Promise<Response> {
  const games = c.get('games')
  const slug = c.req.query('game')
  if (slug === undefined) return pageResponse(c, chooseGamePage(games, roomCreationPolicyOf(c)))
  const game = games.find((known) => known.slug === slug)
  if (!game) throw noneNamedError('game', slug)
  const stage = stageOf(c.req.query('stage'))
  if (!gameInStage(game, stage))
    throw notFoundError(`rooms of ${game.title} have no stage ${stage ?? 'play'}`)
  return pageResponse(c, newRoomPage(game, roomCreationPolicyOf(c), siteRegions(c.env), stage))
}

function handleCreate(c: AppContext, onProgress: OnProgress): Promise<Response> {
  return runOrRefillForm(
    c,
    () => readCreationForm(c),
    async (sent) => {
      const form = parseCreateRoomForm(toApiForm(c, sent), c.get('games'))
      return createdPageResponse(c, await createRoom(c, form, onProgress))
    },
    async (sent) => {
      const game = c.get('games').find(({ slug }) => slug === sent.get('game'))
      const stage = stageOf(sent.get('stage'))
      const page = game && newRoomPage(game, roomCreationPolicyOf(c), siteRegions(c.env), stage)
      return page && { form: game.slug, page: await pageResponse(c, page) }
    },
  )
}

async function handlePreview(c: AppContext): Promise<Response> {
  const form = toApiForm(c, await readCreationForm(c, maxImportBytes(c)))
  for (const field of ['room', 'title', 'region']) form.delete(field)
  const { game, preview } = await previewUpload(c, form)
  return pageResponse(c, previewPage(game, preview))
}

function handleImport(c: AppContext): Promise<Response> {
  return runOrRefillForm(
    c,
    () => readCreationForm(c, maxImportBytes(c)),
    async (sent) => {
      const { file, room } = parseImportForm(toApiForm(c, sent))
      return createdPageResponse(c, await importRoom(c, file, room))
    },
    async () => ({ form: 'import', page: await pageResponse(c, importPage(roomCreationPolicyOf(c))) }),
  )
}

async function readCreationForm(c: AppContext, max?: number): Promise<FormData> {
  if (roomCreationPolicyOf(c) === 'open') await requireCreatePermission(c)
  return readMultipartForm(c, (name, value) => requireTokenFirst(c, name, value), max)
}

/** The token is the first field of the form, unless everybody can create rooms. Without the token no upload is read. */
async function requireTokenFirst(c: AppContext, name: string, value: string): Promise<void> {
  if (roomCreationPolicyOf(c) === 'open') return
  const token = pastedToken(value)
  if (name !== 'token' || token === '') throw unauthorizedError(siteTokenRequiredText)
  if (!(await isSiteToken(c, token)))
    throw unauthorizedError('this is not the token of this site, which "npm start" prints')
}

/** The options become one JSON field, and empty fields are omitted. */
function toApiForm(c: AppContext, pageForm: FormData): FormData {
  const form = new FormData()
  const { options, others } = splitOptionFields(pageForm)
  for (const [name, value] of others)
    if (name !== 'token' && (typeof value === 'string' ? value !== '' : value.size > 0))
      form.append(name, value)
  const game = c.get('games').find(({ slug }) => slug === form.get('game'))
  const inStage = game && gameInStage(game, stageOf(form.get('stage')))
  if (inStage) form.set('options', JSON.stringify(parseOptionsForm(inStage.options, options)))
  return form
}
