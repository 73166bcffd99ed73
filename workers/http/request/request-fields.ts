// Checks the fields of requests by the tables of api/description/fields.ts. The game checks later whether it allows the
// request.
import { isLocalTime, type Schedule } from '../../../durable-objects/model/schedule.ts'
import { isTimeZone } from '../../../durable-objects/model/time-zone.ts'
import type { ListenerRequest, RoomPatch } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, Json, Options } from '../../../games/game.ts'
import {
  type Fields,
  formatPath,
  type JsonObject,
  object,
  parseValue,
  type ValuesOf,
} from '../../../games/shared/schema/schema.ts'
import type { RoomStage } from '../../../games/stages.ts'
import type { Region } from '../../../wire/net/region.ts'
import {
  creationForm,
  type FormFields,
  forkForm,
  importForm,
  previewForm,
  roomPatchFields,
  scheduleFields,
  startForm,
} from '../../api/description/fields.ts'
import { invalidFieldError, refusedFieldError } from '../../api/responses/api-error.ts'
import { RequestFile } from '../../context/request-files.ts'
import { parseJson } from './body.ts'

const maxFileName = 255
const maxJsonText = 64 * 1024

export interface GameInput {
  readonly game: Game
  readonly options: Options
  readonly files: readonly { readonly field: string; readonly file: RequestFile }[]
}

export type StartInput = Omit<GameInput, 'game'> & { readonly fence?: number }

/** The site chooses an absent name or title. */
export interface CreateRoomForm extends GameInput {
  readonly room?: string
  readonly title?: string
  readonly stage?: RoomStage
  readonly region?: Region
  readonly listen: readonly ListenerRequest[]
}

/** Like the other functions in this file, throws 400 or 422 with the name of the wrong field. */
export function parseCreateRoomForm(form: FormData, games: readonly Game[]): CreateRoomForm {
  const { game: slug, listen, options = {}, ...named } = readFormFields(creationForm, form)
  const game = findGame(slug, games)
  return {
    ...named,
    ...{ game, options, files: uploadedFiles(form, creationForm) },
    listen: listen ? parseListeners(listen, game) : defaultListeners(game),
  }
}

/** If the result has no game, the file is an exported room, which contains the game's slug. */
export function parsePreviewForm(
  form: FormData,
  games: readonly Game[],
): Partial<GameInput> & Pick<GameInput, 'files'> {
  const { game, options } = readFormFields(previewForm, form)
  const files = uploadedFiles(form, previewForm)
  return { files, ...(options && { options }), ...(game !== undefined && { game: findGame(game, games) }) }
}

export function parseImportForm(form: FormData): { readonly room?: string; readonly file: RequestFile } {
  const { room } = readFormFields(importForm, form)
  return { file: requireExportFile(uploadedFiles(form, importForm)), ...(room !== undefined && { room }) }
}

/** Throws 400 if the file is missing. */
export function requireExportFile(files: GameInput['files']): RequestFile {
  const [first] = files
  if (first?.field !== 'file') throw invalidFieldError('file', 'choose the exported file of a room')
  return first.file
}

export function parseStartForm(form: FormData): StartInput {
  const { options = {}, fence } = readFormFields(startForm, form)
  return {
    ...{ options, files: uploadedFiles(form, startForm) },
    ...(fence !== undefined && { fence: Number(fence) }),
  }
}

export function parseForkForm(form: FormData) {
  return { ...readFormFields(forkForm, form), files: uploadedFiles(form, forkForm) }
}

export function parseRoomPatch(body: JsonObject, game: Game): RoomPatch {
  const { listen, schedule, ...change } = readFields(roomPatchFields, body)
  return {
    ...change,
    ...(schedule !== undefined && { schedule: schedule && requireSchedule(schedule) }),
    ...(listen && { listen: parseListeners(listen, game) }),
  }
}

/** Throws 400 with the name of the field if the time zone or the date does not exist. */
export function requireSchedule(schedule: Schedule): Schedule {
  const fault = scheduleFault(schedule)
  if (fault) throw invalidFieldError('schedule', `${fault.field}: ${fault.problem}`)
  return schedule
}

/** Returns null, which means that the room is always open, if the form has neither opening hours nor a closing date. */
export function parseScheduleForm(given: JsonObject): Schedule | null {
  const { hours = [], closesOn } = given
  if (Array.isArray(hours) && hours.length === 0 && closesOn === undefined) return null
  const schedule = readFields(scheduleFields, given)
  const fault = scheduleFault(schedule)
  if (fault) throw invalidFieldError(fault.field, fault.problem)
  return schedule
}

function scheduleFault({
  timeZone,
  closesOn,
}: Schedule): { readonly field: keyof Schedule; readonly problem: string } | undefined {
  if (!isTimeZone(timeZone))
    return { field: 'timeZone', problem: 'there is no such time zone. Use a name such as Europe/Berlin' }
  if (closesOn !== undefined && !isLocalTime(closesOn))
    return { field: 'closesOn', problem: 'there is no such date' }
  return undefined
}

/**
 * Rejects other fields. Throws 400 with the name of the outermost field, and a message that names the wrong part of the
 * field.
 */
export function readFields<F extends Fields>(fields: F, given: JsonObject): ValuesOf<F> {
  const { value, fault } = parseValue(object(fields), given)
  if (!fault) return value
  const [field, ...within] = fault.path
  const place = formatPath(within)
  throw invalidFieldError(String(field), `${place && `${place}: `}${fault.problem}`)
}

/** Returns milliseconds since 1970. */
export function parseTime(field: string, time: string): number {
  const at = Date.parse(time)
  if (Number.isNaN(at)) throw invalidFieldError(field, 'must be a time, as in 2026-11-28T09:30:00Z')
  return at
}

/** Ignores parameters that the table does not define. Throws 400 with the name of an invalid parameter. */
export function readQuery<F extends Fields>(
  query: F,
  given: { readonly [name: string]: string },
): ValuesOf<F> {
  return readFields(
    query,
    Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(query, name))),
  )
}

function readFormFields<F extends Fields>(
  { texts, json, files }: FormFields<F>,
  form: FormData,
): ValuesOf<F> {
  const known = [...Object.keys(texts), ...Object.keys(files)]
  for (const name of form.keys())
    if (!known.includes(name))
      throw invalidFieldError(name.slice(0, 80), `unknown field; known fields: ${known.join(', ')}`)
  const given: { [field: string]: Json } = {}
  for (const field of Object.keys(texts)) {
    const text = textPart(form, field)
    if (text !== undefined)
      given[field] = json.includes(field) ? parseJson(requireShortJson(text, field), field) : text
  }
  return readFields(texts, given)
}

function singlePart(form: FormData, field: string): string | File | undefined {
  const parts: (string | File)[] = form.getAll(field)
  if (parts.length > 1) throw invalidFieldError(field, 'pass this field only once')
  return parts[0]
}

function textPart(form: FormData, field: string): string | undefined {
  const part = singlePart(form, field)
  if (part instanceof File) throw invalidFieldError(field, 'this field takes text, not a file')
  return part
}

function requireShortJson(text: string, field: string): string {
  if (text.length > maxJsonText) throw invalidFieldError(field, `must have at most ${maxJsonText} characters`)
  return text
}

function uploadedFiles(form: FormData, { files }: FormFields): GameInput['files'] {
  return Object.keys(files).flatMap((field) => filePart(form, field))
}

function filePart(form: FormData, field: string): { field: string; file: RequestFile }[] {
  const part = singlePart(form, field)
  if (part === undefined) return []
  if (!(part instanceof RequestFile))
    throw invalidFieldError(field, 'this field takes a file with a file name, not text')
  if (part.name.length > maxFileName)
    throw invalidFieldError(field, `the file name must have at most ${maxFileName} characters`)
  return [{ field, file: part }]
}

export function findGame(slug: string, games: readonly Game[]): Game {
  const game = games.find((known) => known.slug === slug)
  if (game) return game
  throw refusedFieldError(
    'game',
    `no game is called ${slug}; there are: ${games.map((known) => known.slug).join(', ')}`,
  )
}

/** The default of the field `listen`: all listeners of the game, each on a free port. */
export function defaultListeners({ listeners }: Game): ListenerRequest[] {
  return listeners.map(({ transport }) => ({ transport, port: 0 }))
}

/** Throws if two listeners would use the same socket. The error names `listen` and the index. */
export function parseListeners(
  requested: ValuesOf<typeof roomPatchFields>['listen'] & object,
  game: Game,
): ListenerRequest[] {
  const listeners = requested.map((listener, i) => ({
    ...listener,
    transport: parseTransport(listener.transport, game, i),
  }))
  const taken = new Set<string>()
  for (const [i, { transport, port, sidecar = '' }] of listeners.entries()) {
    if (port === 0) continue
    const socket = `${transport === 'udp' ? 'udp' : 'tcp'} ${port} ${sidecar}`
    if (taken.has(socket))
      throw invalidFieldError('listen', `[${i}].port: another listener of this list uses this port`)
    taken.add(socket)
  }
  return listeners
}

function parseTransport(
  requested: string,
  { slug, listeners }: Game,
  at: number,
): ListenerRequest['transport'] {
  const known = listeners.find(({ transport }) => transport === requested)?.transport
  if (known) return known
  const supported = listeners.map(({ transport }) => transport).join(', ')
  throw refusedFieldError('listen', `[${at}].transport: ${slug} supports ${supported || 'no listeners'}`)
}
