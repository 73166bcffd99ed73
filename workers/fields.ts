// The fields of a founding and of a change, checked one by one: what comes out has the shapes of rooms.ts.
// Whether a game grants what is asked is the game's own affair.
import type { ListenAt, RoomPatch } from '../durable-objects/rooms.ts'
import type { Game, Options } from '../games/game.ts'
import { invalid, refused } from './answers/error.ts'
import { jsonObject, jsonOf } from './body.ts'

const maxTitle = 80
const maxComments = 6
const maxComment = 80
const maxPassword = 128
const maxListen = 16
const maxFileName = 255
/** Of `options` and `listen` in a form, in characters. */
const maxJsonText = 64 * 1024

/** Of a room, and of a sidecar. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/
/** A host name or address; it is written into games' documents, so nothing else may be in it. */
export const hostPattern = /^[A-Za-z0-9.:-]{1,253}$/

/** What a form asks for; the name and the title may be left to the site. */
export interface RoomForm {
  readonly game: Game
  readonly room?: string
  readonly title?: string
  readonly options: Options
  readonly listen: readonly ListenAt[]
  readonly files: readonly { readonly field: string; readonly file: File }[]
}

const textFields = ['game', 'room', 'title', 'options', 'listen'] as const
const fileFields = ['file', 'save'] as const

/** Throws 400 or 422 naming the field. */
export function roomForm(form: FormData, games: readonly Game[]): RoomForm {
  mustKnow(form.keys(), [...textFields, ...fileFields])
  const slug = textPart(form, 'game')
  if (slug === undefined) throw invalid('game', 'which game is wanted')
  const game = games.find((known) => known.slug === slug)
  if (!game) throw refused('game', `there are ${games.map((known) => known.slug).join(', ')}`)
  const room = textPart(form, 'room')
  const title = textPart(form, 'title')
  const options = textPart(form, 'options')
  const listen = textPart(form, 'listen')
  return {
    game,
    ...(room !== undefined && { room: roomName(room) }),
    ...(title !== undefined && { title: line(title, 'title', maxTitle) }),
    options: options === undefined ? {} : (jsonObject(short(options, 'options'), 'options') as Options),
    listen:
      listen === undefined ? usualDoors(game) : listenList(jsonOf(short(listen, 'listen'), 'listen'), game),
    files: fileFields.flatMap((field) => filePart(form, field)),
  }
}

/** Throws 400 or 422 naming the field. */
export function roomPatch(body: Record<string, unknown>, game: Game): RoomPatch {
  mustKnow(Object.keys(body), ['status', 'comments', 'title', 'listen', 'options', 'password'])
  const { status, comments, title, listen, options, password } = body
  return {
    ...(status !== undefined && { status: openOrClosed(status) }),
    ...(comments !== undefined && { comments: commentList(comments) }),
    ...(title !== undefined && { title: line(title, 'title', maxTitle) }),
    ...(listen !== undefined && { listen: listenList(listen, game) }),
    ...(options !== undefined && { options: optionsOf(options) }),
    ...(password !== undefined && { password: passwordOf(password) }),
  }
}

function mustKnow(names: Iterable<string>, known: readonly string[]): void {
  for (const name of names) {
    if (!known.includes(name))
      throw invalid(name.slice(0, 80), `there is no such field; there are ${known.join(', ')}`)
  }
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

function filePart(form: FormData, field: string): { field: string; file: File }[] {
  const part = onePart(form, field)
  if (part === undefined) return []
  if (!(part instanceof File)) throw invalid(field, 'a file with a file name is wanted, not text')
  if (part.name.length > maxFileName)
    throw invalid(field, `a file name of at most ${maxFileName} characters is wanted`)
  return [{ field, file: part }]
}

function short(text: string, field: string): string {
  if (text.length > maxJsonText) throw invalid(field, `at most ${maxJsonText} characters are taken`)
  return text
}

function roomName(name: string): string {
  if (namePattern.test(name)) return name
  throw invalid('room', 'a name has 1 to 63 of a-z, 0-9 and -, and does not begin with -')
}

/** One line of text for people: no control characters, no broken surrogates. */
function line(value: unknown, field: string, max: number): string {
  if (typeof value !== 'string') throw invalid(field, 'text is wanted')
  if ([...value].length > max) throw invalid(field, `at most ${max} characters are taken`)
  if (value.trim() === '') throw invalid(field, 'this may not be empty')
  if (!value.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) {
    throw invalid(field, 'one line of plain text is wanted, without control characters')
  }
  return value
}

function openOrClosed(value: unknown): 'open' | 'closed' {
  if (value === 'open' || value === 'closed') return value
  throw invalid('status', '"open" or "closed" is wanted')
}

function commentList(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > maxComments) {
    throw invalid('comments', `a list of at most ${maxComments} texts is wanted`)
  }
  return value.map((comment) => line(comment, 'comments', maxComment))
}

function optionsOf(value: unknown): Options {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Options
  throw invalid('options', 'an object is wanted')
}

function passwordOf(value: unknown): string | null {
  if (value === null) return null
  if (typeof value !== 'string') throw invalid('password', 'text or null is wanted')
  if (value === '' || value.length > maxPassword || !value.isWellFormed()) {
    throw invalid('password', `1 to ${maxPassword} characters are wanted; null takes it away`)
  }
  return value
}

/** What a room listens at whose host named no doors: all that its game has, each at a free port. */
function usualDoors({ listen }: Game): ListenAt[] {
  return listen.map(({ transport }) => ({ transport, port: 0 }))
}

/** Details say where in the list; the field is always `listen`. */
function listenList(value: unknown, game: Game): ListenAt[] {
  if (!Array.isArray(value) || value.length > maxListen) {
    throw invalid('listen', `a list of at most ${maxListen} doors is wanted`)
  }
  const doors = value.map((entry, i) => listenAt(entry, game, `[${i}]`))
  const taken = new Set<string>()
  for (const [i, { transport, port, sidecar = '' }] of doors.entries()) {
    if (port === 0) continue
    const socket = `${transport === 'udp' ? 'udp' : 'tcp'} ${port} ${sidecar}`
    if (taken.has(socket)) throw invalid('listen', `[${i}].port: another door of this list has it`)
    taken.add(socket)
  }
  return doors
}

function listenAt(value: unknown, game: Game, at: string): ListenAt {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('listen', `${at}: an object is wanted`)
  }
  const { transport, port, sidecar, ...unknown } = value as Record<string, unknown>
  for (const name of Object.keys(unknown)) {
    throw invalid(
      'listen',
      `${at}.${name.slice(0, 80)}: there is no such field; there are transport, port, sidecar`,
    )
  }
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw invalid('listen', `${at}.port: a number from 0 (any) to 65535 is wanted`)
  }
  if (sidecar !== undefined && (typeof sidecar !== 'string' || !namePattern.test(sidecar))) {
    throw invalid('listen', `${at}.sidecar: this is no sidecar's name`)
  }
  if (typeof transport !== 'string') throw invalid('listen', `${at}.transport: text is wanted`)
  const known = game.listen.find((listen) => listen.transport === transport)?.transport
  if (!known) {
    const has = game.listen.map((listen) => listen.transport).join(', ')
    throw refused('listen', `${at}.transport: ${game.slug} has ${has || 'no doors'}`)
  }
  return { transport: known, port, ...(sidecar !== undefined && { sidecar }) }
}
