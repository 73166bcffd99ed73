// `/:game/:room/host`: the host page. The first field of every form is the token, which the host link has after its
// `#`: scripts fill it in; without scripts the host pastes it.

import type { RoomRpc } from '../../../durable-objects/rpc/rpc-types.ts'
import { unknownResult } from '../../../durable-objects/rpc/versioned-calls.ts'
import type { ConsoleForm, Game, Json } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { parseOptionsForm } from '../../../games/shared/options/form.ts'
import { gameRefusal, invalid, notFound, unauthorized } from '../../api/responses/api-error.ts'
import { originOf, roomUrls, siteAddressOf, toRoomResponse } from '../../api/responses/room-response.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { readRoomState } from '../../cache/room-state.ts'
import { type App, type AppContext, roomFromPath, route } from '../../context/routing.ts'
import { isOwnerToken } from '../../http/auth/tokens.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { splitOptionFields } from '../../http/request/option-fields.ts'
import { parseRoomPatch } from '../../http/request/request-fields.ts'
import { fileResponse } from '../../http/response/file-response.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import {
  type Confirmation,
  deletedPage,
  confirmations as notices,
  type OwnerPageContent,
  ownerPage,
  renewedLinkPage,
} from '../../pages/owner/owner.tsx'
import { endpointJson } from '../rooms/endpoint-operations.ts'
import { exportResponse } from './export-operations.ts'
import { forkFromPage } from './fork-room.ts'
import { runConsoleLine } from './moderation-operations.ts'
import { readOwnerPanel, runModerationAction } from './owner-page-moderation.ts'
import { parseWebhook, roomPageUrl } from './webhook-operations.ts'

export function ownerRoutes(app: App, games: readonly Game[], locator: RoomLocator): void {
  route(app, '/:game/:room/host', {
    GET: (c) => showOwnerPage(c, locator, roomFromPath(c, games)),
    POST: (c) => handleAction(c, locator, roomFromPath(c, games)),
  })
}

type RoomRef = ReturnType<typeof roomFromPath>

async function showOwnerPage(
  c: AppContext,
  locator: RoomLocator,
  { game, name }: RoomRef,
  extras: Pick<OwnerPageContent, 'notice' | 'seen' | 'spoken' | 'secret'> = {},
): Promise<Response> {
  const { state, addresses } = await readRoomState(c, locator, name, 'bare')
  const files = await (await locator.room(c, name)).listFiles()
  const done = c.req.query('done') ?? ''
  const notice = Object.hasOwn(notices, done) ? (done as Confirmation) : undefined
  const forms = await consoleForms(c, locator, game, name)
  const room = toRoomResponse(game, state, addresses, siteAddressOf(c))
  return pageResponse(
    c,
    ownerPage(game, room, files, {
      ...{ notice, forms, ...extras },
      siteTokenWanted: c.env.CREATE !== 'open',
    }),
  )
}

async function handleAction(c: AppContext, locator: RoomLocator, roomRef: RoomRef): Promise<Response> {
  const { game } = roomRef
  const room = await locator.room(c, roomRef.name)
  const form = await readMultipartForm(c, (name, value) =>
    requireOwnerField(c, room, roomRef.name, name, value),
  )
  const action = form.get('act')
  if (action === 'fork') return forkFromPage(c, room, game, form)
  form.delete('token')
  form.delete('act')
  switch (action) {
    case 'change':
      return changeSettings(c, room, roomRef, form)
    case 'file':
      return downloadFile(c, room, game, form)
    case 'export':
      return downloadExport(room, locator, roomRef)
    case 'renew':
      return renewOwnerLink(c, locator, room, roomRef)
    case 'remove':
      return deleteRoom(c, locator, room, roomRef, form)
    case 'look':
      return showOwnerPage(c, locator, roomRef, { seen: await readOwnerPanel(room) })
    case 'hook': {
      const secret = await addWebhook(c, room, roomRef.name, form)
      return showOwnerPage(c, locator, roomRef, {
        notice: 'hooked',
        seen: await readOwnerPanel(room),
        secret,
      })
    }
    case 'say': {
      const line = parseConsoleLine(form)
      const answers = await runConsoleLine(room, { line })
      return showOwnerPage(c, locator, roomRef, {
        spoken: { line: game.ownerConsole?.redact(line) ?? line, answers },
      })
    }
    default: {
      const done = await runModerationAction(room, String(action), form)
      if (!done) throw invalid('act', 'there is no such act')
      return redirectToOwnerPage(c, roomRef.name, done)
    }
  }
}

/** Checks the first field, so that the rest of a form is read only for the host. */
async function requireOwnerField(
  c: AppContext,
  room: RoomRpc,
  name: string,
  field: string,
  value: string,
): Promise<void> {
  const token = value.trim().replace(/^.*#/, '') // accepts the whole link
  if (field !== 'token' || token === '' || !(await isOwnerToken(c, token, room, name)))
    throw unauthorized("this is not this room's host link")
}

async function changeSettings(
  c: AppContext,
  room: RoomRpc,
  { game, name }: RoomRef,
  form: FormData,
): Promise<Response> {
  const fields: { [name: string]: Json } = {}
  const { options, others } = splitOptionFields(form)
  for (const [field, value] of others) {
    if (typeof value !== 'string') throw invalid(field, 'text is wanted, not a file')
    if (field === 'comments') fields.comments = value.split(/\r?\n/).filter((line) => line.trim())
    else fields[field] = value
  }
  if (options.size > 0) fields.options = parseOptionsForm(game.options, options, 'update')
  const state = await room.patch(parseRoomPatch(fields, game))
  if (!state) throw notFound('there is no such room')
  if (isRefusal(state)) throw gameRefusal(state)
  return redirectToOwnerPage(c, name, 'changed')
}

/** The game's own forms; none for a room whose world cannot be shown. */
async function consoleForms(
  c: AppContext,
  locator: RoomLocator,
  { slug, ownerConsole }: Game,
  name: string,
): Promise<readonly ConsoleForm[]> {
  if (!ownerConsole) return []
  const reading =
    ownerConsole.endpoint === undefined
      ? ''
      : await endpointJson(c, locator, slug, ownerConsole.endpoint, name)
  return reading === undefined ? [] : ownerConsole.renderForms(reading)
}

/** `line`, then the others in order: `word` in quotes, `rest` unchanged. */
function parseConsoleLine(form: FormData): string {
  const others = [...(form as Iterable<[string, string | File]>)].flatMap(([name, value]) => {
    if (typeof value !== 'string' || value === '') return []
    return name === 'word' ? [`'${value.replaceAll("'", "'\\''")}'`] : name === 'rest' ? [value] : []
  })
  return [String(form.get('line') ?? ''), ...others].join(' ')
}

/** The secret of the new webhook; undefined: its messages are not signed. */
async function addWebhook(
  c: AppContext,
  room: RoomRpc,
  name: string,
  form: FormData,
): Promise<string | undefined> {
  const on = form.getAll('on').filter((one) => typeof one === 'string')
  const fields = { url: String(form.get('url') ?? '').trim(), on, cooldown: Number(form.get('cooldown')) }
  const created = await room.addWebhook(parseWebhook(fields, roomPageUrl(c, name)))
  if (!created) throw notFound('there is no such room')
  if (isRefusal(created)) throw gameRefusal(created)
  return created.secret
}

async function downloadFile(c: AppContext, room: RoomRpc, game: Game, form: FormData): Promise<Response> {
  const name = String(form.get('name') ?? '')
  const file = await room.readFile(name, true)
  if (file === undefined || file === 'secret') throw notFound('there is no such file')
  if (typeof file === 'string') throw unknownResult('file', file)
  const answer = await fileResponse(c, game, file)
  answer.headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return answer
}

async function downloadExport(room: RoomRpc, locator: RoomLocator, { name }: RoomRef): Promise<Response> {
  const file = await exportResponse(room, name)
  if (!file) throw locator.missing(name)
  return file
}

async function renewOwnerLink(
  c: AppContext,
  locator: RoomLocator,
  room: RoomRpc,
  { name }: RoomRef,
): Promise<Response> {
  const token = await room.renewToken()
  if (token === undefined) throw locator.missing(name)
  const [game = '', roomName = ''] = name.split('/')
  return pageResponse(c, renewedLinkPage(`${roomUrls(originOf(c), game, roomName).url}/host#${token}`))
}

async function deleteRoom(
  c: AppContext,
  locator: RoomLocator,
  room: RoomRpc,
  { name }: RoomRef,
  form: FormData,
) {
  const roomName = name.slice(name.indexOf('/') + 1)
  if (form.get('room') !== roomName)
    throw invalid('room', `to delete the room, write its address: ${roomName}`)
  if (!(await room.deleteRoom())) throw locator.missing(name)
  return pageResponse(c, deletedPage(name))
}

/** Redirects to the page with 303, so that a reload does not send the form again. */
function redirectToOwnerPage(c: AppContext, name: string, done: Confirmation): Response {
  return c.redirect(`${originOf(c)}/${name}/host?done=${done}`, 303)
}
