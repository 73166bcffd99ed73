// The first field of every form is the token, which follows the `#` in the host link. A script fills in the token.
// Without scripts the owner pastes the host link.
import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import type { ConsoleForm, Game, Json } from '../../../games/game.ts'
import { isSameFormText, parseOptionsForm } from '../../../games/shared/options/form.ts'
import type { JsonObject } from '../../../games/shared/schema/schema.ts'
import { gameInStage } from '../../../games/stages.ts'
import { invalidFieldError, noneNamedError, unauthorizedError } from '../../api/responses/api-error.ts'
import { siteOrigin, toRoomResponse } from '../../api/responses/room-response.ts'
import { findRoom } from '../../cache/room-locator.ts'
import { readRoomState } from '../../cache/room-state.ts'
import { type App, type AppContext, type RoomRef, roomFromPath, route } from '../../context/routing.ts'
import type { CreatedRoom } from '../../create/create-room.ts'
import { isOwnerToken, pastedToken } from '../../http/auth/tokens.ts'
import { RefusedFormError, readMultipartForm } from '../../http/request/body.ts'
import { splitOptionFields } from '../../http/request/option-fields.ts'
import { parseScheduleForm, parseStartForm } from '../../http/request/request-fields.ts'
import { fileResponse } from '../../http/response/file-response.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { runOrRefillForm, shownSuffix } from '../../http/response/refilled-form.ts'
import {
  type Confirmation,
  confirmations,
  deletedPage,
  type OwnerPageContent,
  ownerPage,
  renewedLinkPage,
} from '../../pages/owner/owner.tsx'
import { endpointJson } from '../rooms/endpoint-operations.ts'
import { createdPageResponse } from './created-response.ts'
import { exportResponse } from './export-operations.ts'
import { forkFromPage, requireForkPermission } from './fork-room.ts'
import { OwnedRoom } from './owned-room.ts'
import {
  addWebhook,
  deleteRoom,
  renewToken,
  runConsoleLine,
  updateRoom,
  updateSchedule,
} from './owner-actions.ts'
import {
  readOwnerPanel,
  readPlayerName,
  requireConfirmed,
  runModerationAction,
} from './owner-page-moderation.ts'
import { playerDataResponse, readPlayerData } from './player-data-operations.ts'
import { forkAt, rewindRoom } from './rewind-operations.ts'
import { startRoom } from './start-operation.ts'

export function ownerRoutes(app: App): void {
  route(app, '/:game/:room/host', {
    GET: (c) => showOwnerPage(c, roomFromPath(c)),
    POST: (c) => handleAction(c, roomFromPath(c)),
  })
}

async function showOwnerPage(
  c: AppContext,
  { game, name }: RoomRef,
  extras: Pick<OwnerPageContent, 'confirmation' | 'warnings' | 'panel' | 'consoleResult' | 'secret'> = {},
): Promise<Response> {
  const { state, addresses } = await readRoomState(c, name, 'withoutView')
  const files = await (await findRoom(c, name)).listFiles()
  const done = c.req.query('done') ?? ''
  const confirmation = Object.hasOwn(confirmations, done) ? (done as Confirmation) : undefined
  const inStage = gameInStage(game, state.stage) ?? game
  const forms = await consoleForms(c, inStage, name)
  const room = toRoomResponse(c, game, { state, addresses })
  const content = {
    ...{ confirmation, forms, ...extras },
    ...(state.stage && { gatheringGame: game }),
    siteTokenRequired: c.env.CREATE !== 'open',
  }
  return pageResponse(c, ownerPage(inStage, room, files, content))
}

/** If the action is refused and the client prefers pages, the page is shown again with the sent values. */
async function handleAction(c: AppContext, ref: RoomRef): Promise<Response> {
  const room = new OwnedRoom(c, ref, await findRoom(c, ref.name))
  return runOrRefillForm(
    c,
    () => readMultipartForm(c, (field, value) => requireOwnerField(c, room, field, value)),
    (form) => runAction(c, ref, room, copyOf(form)),
    async (sent, error) => {
      const action = sent.get('act')
      // The name of the action becomes part of a CSS selector.
      if (typeof action !== 'string' || !/^[a-z-]+$/.test(action)) return undefined
      // Browsers do not send a box that is not ticked. The empty value is needed to show the error beside the box.
      if (!sent.has('sure')) sent.set('sure', '')
      const panel = error instanceof RefusedFormError ? {} : { panel: await readOwnerPanel(c, room) }
      return { form: formOf(action), page: await showOwnerPage(c, ref, panel) }
    },
  )
}

/** The forms that have several buttons, with the action of each button. */
const actionsOfForms: { readonly [form: string]: readonly string[] } = {
  people: ['kick', 'mute', 'ban-address', 'ban-name'],
  'player-data': ['player-file', 'erase-player'],
  rewind: ['look-back', 'go-back'],
  reports: ['report-kick', 'report-mute', 'report-ban', 'dismiss'],
}

function formOf(action: string): string {
  const [form = action] = Object.keys(actionsOfForms).filter((one) => actionsOfForms[one]!.includes(action))
  return form
}

/** Actions get a copy of the form, because they remove fields from it. */
function copyOf(form: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of form as Iterable<[string, string | File]>) copy.append(name, value)
  return copy
}

async function runAction(c: AppContext, ref: RoomRef, room: OwnedRoom, form: FormData): Promise<Response> {
  const { game, name } = ref
  const action = form.get('act')
  if (action === 'fork') return createdPageResponse(c, await forkFromPage(c, room, form))
  if (action === 'look-back') return createdPageResponse(c, await lookBackFromPage(c, room, form))
  form.delete('token')
  form.delete('act')
  switch (action) {
    case 'change': {
      const inStage = await gameInItsStage(c, ref)
      await updateRoom(room, settingsOf(form, inStage))
      return redirectToOwnerPage(c, name, 'changed')
    }
    case 'hours':
      await updateSchedule(room, parseScheduleForm(scheduleFieldsOf(form)))
      return redirectToOwnerPage(c, name, 'changed')
    case 'start': {
      const warnings = await startRoom(room, parseStartForm(withoutEmptyFiles(form)), c)
      if (warnings.length === 0) return redirectToOwnerPage(c, name, 'started')
      return showOwnerPage(c, ref, { confirmation: 'started', warnings })
    }
    case 'go-back':
      requireConfirmed(form)
      await rewindRoom(room, { at: instantOf(form) })
      return redirectToOwnerPage(c, name, 'rewound')
    case 'player-file':
      return playerDataResponse(await readPlayerData(room, readPlayerName(form)))
    case 'file':
      return downloadFile(c, room, form)
    case 'export':
      return exportResponse(room)
    case 'renew':
      return pageResponse(c, renewedLinkPage(`${siteOrigin(c)}/${name}/host#${await renewToken(room)}`))
    case 'remove':
      return deleteAndConfirm(c, room, form)
    case 'look':
      // Every open owner page sends this action every ten seconds.
      c.set('onlyReads', true)
      return showOwnerPage(c, ref, { panel: await readOwnerPanel(c, room) })
    case 'hook': {
      const { secret } = await addWebhook(c, room, webhookFieldsOf(form))
      return showOwnerPage(c, ref, { confirmation: 'hooked', panel: await readOwnerPanel(c, room), secret })
    }
    case 'say': {
      const line = parseConsoleLine(form)
      const answers = await runConsoleLine(room, { line })
      return showOwnerPage(c, ref, {
        consoleResult: { line: game.ownerConsole?.redact(line) ?? line, answers },
      })
    }
    default: {
      const done = await runModerationAction(room, String(action), form)
      if (!done) throw invalidFieldError('act', `no action is called ${String(action).slice(0, 80)}`)
      return redirectToOwnerPage(c, name, done)
    }
  }
}

/** Throws 401 if the caller may not create rooms. */
async function lookBackFromPage(c: AppContext, room: OwnedRoom, form: FormData): Promise<CreatedRoom> {
  await requireForkPermission(c, form)
  return forkAt(c, room, instantOf(form), {})
}

/** The time that the owner has typed, in UTC, or else the time of the chosen log line. */
function instantOf(form: FormData): string {
  const typed = String(form.get('time') ?? '').trim()
  const chosen = form.get('at')
  if (typed !== '') return /[Zz]$/.test(typed) ? typed : `${typed.replace(' ', 'T')}Z`
  if (typeof chosen !== 'string') throw invalidFieldError('at', 'choose a line, or type a time')
  return chosen
}

async function gameInItsStage(c: AppContext, { game, name }: RoomRef): Promise<Game> {
  if (!game.gathering) return game
  const { state } = await readRoomState(c, name, 'withoutView')
  return gameInStage(game, state.stage) ?? game
}

/** Browsers send an empty file for each empty file field. */
function withoutEmptyFiles(form: FormData): FormData {
  for (const [name, value] of [...(form as Iterable<[string, string | File]>)])
    if (typeof value !== 'string' && value.size === 0) form.delete(name)
  return form
}

/** Checks the first field, which contains the token, so that the site reads the other fields only for the owner. */
async function requireOwnerField(
  c: AppContext,
  room: OwnedRoom,
  field: string,
  value: string,
): Promise<void> {
  const token = pastedToken(value)
  if (field !== 'token' || token === '' || !(await isOwnerToken(c, token, room.rpc, room.name)))
    throw unauthorizedError("this is not the room's host link")
}

/** Leaves out settings that the owner has not changed, because they may have newer values in the room. */
function settingsOf(form: FormData, game: Game): JsonObject {
  const fields: { [name: string]: Json } = {}
  const { options, others } = splitOptionFields(form)
  const shown = new Map(others.filter(([field]) => field.endsWith(shownSuffix)))
  for (const [field, value] of others) {
    if (typeof value !== 'string') throw invalidFieldError(field, 'this field takes text, not a file')
    const was = shown.get(`${field}${shownSuffix}`)
    if (shown.has(field) || (typeof was === 'string' && isSameFormText(value, was))) continue
    if (field === 'password' && value === '') continue
    if (field === 'comments') fields.comments = value.split(/\r?\n/).filter((line) => line.trim())
    else fields[field] = value
  }
  const changed = parseOptionsForm(game.options, options, 'update')
  if (Object.keys(changed).length > 0) fields.options = changed
  return fields
}

function scheduleFieldsOf(form: FormData): JsonObject {
  const textOf = (field: string) => String(form.get(field) ?? '').trim()
  const lines = textOf('hours')
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\s+/g, ' '))
  const closesOn = textOf('closesOn')
  return {
    timeZone: textOf('timeZone'),
    hours: lines.filter((line) => line !== ''),
    ...(closesOn !== '' && { closesOn }),
  }
}

/** The forms that the game offers for its console. Empty if the world cannot be opened. */
async function consoleForms(
  c: AppContext,
  { slug, ownerConsole }: Game,
  name: string,
): Promise<readonly ConsoleForm[]> {
  if (!ownerConsole) return []
  const json =
    ownerConsole.endpoint === undefined ? '' : await endpointJson(c, slug, ownerConsole.endpoint, name)
  return json === undefined ? [] : ownerConsole.renderForms(json)
}

/**
 * Joins the field `line` and the other fields in order. Puts quotes around a field `word`, and leaves a field `rest`
 * unchanged.
 */
function parseConsoleLine(form: FormData): string {
  const others = [...(form as Iterable<[string, string | File]>)].flatMap(([name, value]) => {
    if (typeof value !== 'string' || value === '') return []
    return name === 'word' ? [`'${value.replaceAll("'", "'\\''")}'`] : name === 'rest' ? [value] : []
  })
  return [String(form.get('line') ?? ''), ...others].join(' ')
}

const filterPrefix = 'filter.'

/** The values of each label, from checked boxes or typed lines. Leaves out labels without values. */
function filterOf(form: FormData): JsonObject {
  const filter = new Map<string, string[]>()
  for (const [name, value] of form as Iterable<[string, string | File]>) {
    if (!name.startsWith(filterPrefix) || typeof value !== 'string') continue
    const values = value
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const label = name.slice(filterPrefix.length)
    if (values.length > 0) filter.set(label, [...(filter.get(label) ?? []), ...values])
  }
  return filter.size > 0 ? { filter: Object.fromEntries(filter) } : {}
}

/** An empty or wrong text stays a text, which is refused. */
const numberOf = (text: string | File | null): Json =>
  typeof text === 'string' && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : String(text ?? '')

const webhookFieldsOf = (form: FormData): JsonObject => ({
  url: String(form.get('url') ?? '').trim(),
  on: form.getAll('on').filter((kind) => typeof kind === 'string'),
  ...filterOf(form),
  cooldown: numberOf(form.get('cooldown')),
})

async function downloadFile(c: AppContext, { rpc, game }: OwnedRoom, form: FormData): Promise<Response> {
  const name = String(form.get('name') ?? '')
  const file = await rpc.readFile(name, true)
  if (file === undefined || file === 'secret') throw noneNamedError('file of this room', name)
  if (typeof file === 'string') throw unknownResultError('readFile', file)
  const answer = await fileResponse(c, game, file)
  answer.headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return answer
}

async function deleteAndConfirm(c: AppContext, room: OwnedRoom, form: FormData): Promise<Response> {
  const roomName = room.name.slice(room.name.indexOf('/') + 1)
  if (form.get('room') !== roomName)
    throw invalidFieldError('room', `type the room's address to confirm: ${roomName}`)
  await deleteRoom(c, room)
  return pageResponse(c, deletedPage(room.name))
}

/** Uses 303, so that a reload does not send the form again. */
function redirectToOwnerPage(c: AppContext, name: string, done: Confirmation): Response {
  return c.redirect(`/${name}/host?done=${done}`, 303)
}
