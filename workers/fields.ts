// Checks the fields of requests by the tables of description/fields.ts; the results have the shapes of rooms.ts.
// Whether a request is granted is up to the game.
import type { ListenAt, RoomPatch } from '../durable-objects/rooms.ts'
import type { Game, Json, Options } from '../games/game.ts'
import { type Fault, faultIn, placeOf } from '../games/shared/shapes/fault.ts'
import type { FieldsOf, FieldTable, JsonObject } from '../games/shared/shapes/shape.ts'
import type { Region } from '../wire/region.ts'
import { invalid, refused } from './answers/error.ts'
import { jsonOf } from './body.ts'
import {
  changeFields,
  type FormTable,
  forkingForm,
  foundingForm,
  importForm,
  previewForm,
} from './description/fields.ts'
import { HandedFile } from './form-files.ts'

const maxFileName = 255
/** Limit of JSON in a form, in characters. */
const maxJsonText = 64 * 1024

/** A host's input for a game. */
export interface Given {
  readonly game: Game
  readonly options: Options
  readonly files: readonly { readonly field: string; readonly file: HandedFile }[]
}

/** Creates a room; without a name or title the site chooses them. */
export interface RoomForm extends Given {
  readonly room?: string
  readonly title?: string
  readonly region?: Region
  readonly listen: readonly ListenAt[]
}

/** Throws 400 or 422 naming the field. */
export function roomForm(form: FormData, games: readonly Game[]): RoomForm {
  const { game: slug, listen, options = {}, ...named } = readForm(foundingForm, form)
  const game = gameNamed(slug, games)
  return {
    ...named,
    ...{ game, options, files: filesOf(form, foundingForm) },
    listen: listen ? doorsOf(listen, game) : usualDoors(game),
  }
}

/** Without a game the file is an exported room, which names its game. Throws 400 or 422 naming the field. */
export function givenForPreview(
  form: FormData,
  games: readonly Game[],
): Partial<Given> & Pick<Given, 'files'> {
  const { game, options } = readForm(previewForm, form)
  const files = filesOf(form, previewForm)
  return { files, ...(options && { options }), ...(game !== undefined && { game: gameNamed(game, games) }) }
}

/** An exported room and its new name. Throws 400 naming the field. */
export function importedForm(form: FormData): { readonly room?: string; readonly file: HandedFile } {
  const { room } = readForm(importForm, form)
  return { file: fileOf(filesOf(form, importForm)), ...(room !== undefined && { room }) }
}

/** The required file. Throws 400. */
export function fileOf(files: Given['files']): HandedFile {
  const [first] = files
  if (first?.field !== 'file') throw invalid('file', 'the file of a room is wanted')
  return first.file
}

/** Throws 400 naming the field. */
export function forkForm(form: FormData) {
  return { ...readForm(forkingForm, form), files: filesOf(form, forkingForm) }
}

/** Throws 400 or 422 naming the field. */
export function roomPatch(body: JsonObject, game: Game): RoomPatch {
  const { listen, ...change } = readFields(changeFields, body)
  return { ...change, ...(listen && { listen: doorsOf(listen, game) }) }
}

/** Fields of exactly this table. Throws 400, naming the field. */
export function readFields<T extends FieldTable>(fields: T, given: JsonObject): FieldsOf<T> {
  if (areFields(fields, given)) return given
  throw faulty(faultIn({ type: 'fields', fields }, given))
}

/** The known parameters of a query. Throws 400, naming one. */
export function readQuery<T extends FieldTable>(
  query: T,
  given: { readonly [name: string]: string },
): FieldsOf<T> {
  return readFields(
    query,
    Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(query, name))),
  )
}

function areFields<T extends FieldTable>(fields: T, given: JsonObject): given is FieldsOf<T> & JsonObject {
  return !faultIn({ type: 'fields', fields }, given)
}

/** `field` is the outermost name; the sentence has the place within it. */
function faulty({ path: [field, ...within], wanted, detail }: Fault = { path: [] }): Error {
  const place = placeOf(within)
  return invalid(String(field), `${place && `${place}: `}${detail ?? `${wanted} is wanted`}`)
}

function readForm<T extends FieldTable>({ texts, json, files }: FormTable<T>, form: FormData): FieldsOf<T> {
  const known = [...Object.keys(texts), ...Object.keys(files)]
  for (const name of form.keys())
    if (!known.includes(name))
      throw invalid(name.slice(0, 80), `there is no such field; there are ${known.join(', ')}`)
  const given: { [field: string]: Json } = {}
  for (const field of Object.keys(texts)) {
    const text = textPart(form, field)
    if (text !== undefined) given[field] = json.includes(field) ? jsonOf(short(text, field), field) : text
  }
  return readFields(texts, given)
}

function onePart(form: FormData, field: string): string | File | undefined {
  const parts: (string | File)[] = form.getAll(field)
  if (parts.length > 1) throw invalid(field, 'this field may be given once')
  return parts[0]
}

function textPart(form: FormData, field: string): string | undefined {
  const part = onePart(form, field)
  if (part instanceof File) throw invalid(field, 'text is wanted, not a file')
  return part
}

function short(text: string, field: string): string {
  if (text.length > maxJsonText) throw invalid(field, `at most ${maxJsonText} characters are taken`)
  return text
}

function filesOf(form: FormData, { files }: FormTable): Given['files'] {
  return Object.keys(files).flatMap((field) => filePart(form, field))
}

function filePart(form: FormData, field: string): { field: string; file: HandedFile }[] {
  const part = onePart(form, field)
  if (part === undefined) return []
  if (!(part instanceof HandedFile)) throw invalid(field, 'a file with a file name is wanted, not text')
  if (part.name.length > maxFileName)
    throw invalid(field, `a file name of at most ${maxFileName} characters is wanted`)
  return [{ field, file: part }]
}

export function gameNamed(slug: string, games: readonly Game[]): Game {
  const game = games.find((known) => known.slug === slug)
  if (game) return game
  throw refused('game', `there are ${games.map((known) => known.slug).join(', ')}`)
}

/** The default of `listen`: all listeners of the game, each at a free port. */
function usualDoors({ listen }: Game): ListenAt[] {
  return listen.map(({ transport }) => ({ transport, port: 0 }))
}

/** Checks that the game has these listeners, without duplicate sockets. Errors name `listen` and the index. */
export function doorsOf(asked: FieldsOf<typeof changeFields>['listen'] & object, game: Game): ListenAt[] {
  const doors = asked.map((door, i) => ({ ...door, transport: transportOf(door.transport, game, i) }))
  const taken = new Set<string>()
  for (const [i, { transport, port, sidecar = '' }] of doors.entries()) {
    if (port === 0) continue
    const socket = `${transport === 'udp' ? 'udp' : 'tcp'} ${port} ${sidecar}`
    if (taken.has(socket)) throw invalid('listen', `[${i}].port: another door of this list has it`)
    taken.add(socket)
  }
  return doors
}

function transportOf(asked: string, { slug, listen }: Game, at: number): ListenAt['transport'] {
  const known = listen.find(({ transport }) => transport === asked)?.transport
  if (known) return known
  const has = listen.map(({ transport }) => transport).join(', ')
  throw refused('listen', `[${at}].transport: ${slug} has ${has || 'no doors'}`)
}
