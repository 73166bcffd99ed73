// `/:game/:room/host`: the host page. The first field of every form is the token, which the host link has after its
// `#`: scripts fill it in; without scripts the host pastes it.
import { unknownAnswer } from '../durable-objects/calls.ts'
import type { RoomCalls } from '../durable-objects/rooms.ts'
import type { ConsoleForm, Game, Json } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { optionsOfForm } from '../games/shared/options/form.ts'
import { invalid, notFound, refusal, unauthorized } from './answers/error.ts'
import { originOf, shown, siteOf, urlsOf } from './answers/shown.ts'
import { readForm } from './body.ts'
import { roomPatch } from './fields.ts'
import { fork } from './fork.ts'
import { givenFile } from './given-file.ts'
import { moderate, seenIn } from './host-moderation.ts'
import { leavingFile } from './leaving.ts'
import { said } from './moderation.ts'
import { apart } from './option-parts.ts'
import { page } from './page.ts'
import {
  hostPage,
  said as notices,
  removedPage,
  renewedPage,
  type Said,
  type ShownToHost,
} from './pages/host.tsx'
import { readIn } from './reading-routes.ts'
import { roomState } from './room-state.ts'
import { type Asked, only, type Routes, roomOf } from './routes.ts'
import type { There } from './there.ts'
import { isHostsToken } from './tokens.ts'
import { hookWish, pageOf } from './webhooks.ts'

export function hostRoutes(app: Routes, games: readonly Game[], there: There): void {
  only(app, '/:game/:room/host', {
    GET: (c) => show(c, there, roomOf(c, games)),
    POST: (c) => act(c, there, roomOf(c, games)),
  })
}

type Named = ReturnType<typeof roomOf>

async function show(
  c: Asked,
  there: There,
  { game, name }: Named,
  shownBeside: Pick<ShownToHost, 'notice' | 'seen' | 'spoken' | 'secret'> = {},
): Promise<Response> {
  const { state, addresses } = await roomState(c, there, name, 'bare')
  const files = await (await there.room(c, name)).files()
  const done = c.req.query('done') ?? ''
  const notice = Object.hasOwn(notices, done) ? (done as Said) : undefined
  const forms = await consoleForms(c, there, game, name)
  const room = shown(game, state, addresses, siteOf(c))
  return page(
    c,
    hostPage(game, room, files, {
      ...{ notice, forms, ...shownBeside },
      siteTokenWanted: c.env.CREATE !== 'open',
    }),
  )
}

async function act(c: Asked, there: There, named: Named): Promise<Response> {
  const { game } = named
  const room = await there.room(c, named.name)
  const form = await readForm(c, (name, value) => mustBeHostOf(c, room, named.name, name, value))
  const acted = form.get('act')
  if (acted === 'fork') return fork(c, room, game, form)
  form.delete('token')
  form.delete('act')
  switch (acted) {
    case 'change':
      return change(c, room, named, form)
    case 'file':
      return give(c, room, game, form)
    case 'export':
      return take(room, there, named)
    case 'renew':
      return renew(c, there, room, named)
    case 'remove':
      return remove(c, there, room, named, form)
    case 'look':
      return show(c, there, named, { seen: await seenIn(room) })
    case 'hook': {
      const secret = await hooked(c, room, named.name, form)
      return show(c, there, named, { notice: 'hooked', seen: await seenIn(room), secret })
    }
    case 'say': {
      const line = spokenLine(form)
      const answers = await said(room, { line })
      return show(c, there, named, { spoken: { line: game.console?.logged(line) ?? line, answers } })
    }
    default: {
      const done = await moderate(room, String(acted), form)
      if (!done) throw invalid('act', 'there is no such act')
      return back(c, named.name, done)
    }
  }
}

/** Checks the first field, so that the rest of a form is read only for the host. */
async function mustBeHostOf(
  c: Asked,
  room: RoomCalls,
  name: string,
  field: string,
  value: string,
): Promise<void> {
  const token = value.trim().replace(/^.*#/, '') // accepts the whole link
  if (field !== 'token' || token === '' || !(await isHostsToken(c, token, room, name)))
    throw unauthorized("this is not this room's host link")
}

async function change(c: Asked, room: RoomCalls, { game, name }: Named, form: FormData): Promise<Response> {
  const fields: { [name: string]: Json } = {}
  const { options, others } = apart(form)
  for (const [field, value] of others) {
    if (typeof value !== 'string') throw invalid(field, 'text is wanted, not a file')
    if (field === 'comments') fields.comments = value.split(/\r?\n/).filter((line) => line.trim())
    else fields[field] = value
  }
  if (options.size > 0) fields.options = optionsOfForm(game.options, options, 'a room that stands')
  const state = await room.patch(roomPatch(fields, game))
  if (!state) throw notFound('there is no such room')
  if (isRefused(state)) throw refusal(state)
  return back(c, name, 'changed')
}

/** The game's own forms; none for a room whose world cannot be shown. */
async function consoleForms(
  c: Asked,
  there: There,
  { slug, console }: Game,
  name: string,
): Promise<readonly ConsoleForm[]> {
  if (!console) return []
  const reading = console.reading === undefined ? '' : await readIn(c, there, slug, console.reading, name)
  return reading === undefined ? [] : console.forms(reading)
}

/** `line`, then the others in order: `word` in quotes, `rest` unchanged. */
function spokenLine(form: FormData): string {
  const others = [...(form as Iterable<[string, string | File]>)].flatMap(([name, value]) => {
    if (typeof value !== 'string' || value === '') return []
    return name === 'word' ? [`'${value.replaceAll("'", "'\\''")}'`] : name === 'rest' ? [value] : []
  })
  return [String(form.get('line') ?? ''), ...others].join(' ')
}

/** The secret of the new webhook; undefined: its messages are not signed. */
async function hooked(c: Asked, room: RoomCalls, name: string, form: FormData): Promise<string | undefined> {
  const on = form.getAll('on').filter((one) => typeof one === 'string')
  const given = { url: String(form.get('url') ?? '').trim(), on, cooldown: Number(form.get('cooldown')) }
  const made = await room.hook(hookWish(given, pageOf(c, name)))
  if (!made) throw notFound('there is no such room')
  if (isRefused(made)) throw refusal(made)
  return made.secret
}

async function give(c: Asked, room: RoomCalls, game: Game, form: FormData): Promise<Response> {
  const name = String(form.get('name') ?? '')
  const file = await room.file(name, true)
  if (file === undefined || file === 'secret') throw notFound('there is no such file')
  if (typeof file === 'string') throw unknownAnswer('file', file)
  const answer = await givenFile(c, game, file)
  answer.headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return answer
}

async function take(room: RoomCalls, there: There, { name }: Named): Promise<Response> {
  const file = await leavingFile(room, name)
  if (!file) throw there.none(name)
  return file
}

async function renew(c: Asked, there: There, room: RoomCalls, { name }: Named): Promise<Response> {
  const token = await room.renewToken()
  if (token === undefined) throw there.none(name)
  const [game = '', called = ''] = name.split('/')
  return page(c, renewedPage(`${urlsOf(originOf(c), game, called).url}/host#${token}`))
}

async function remove(c: Asked, there: There, room: RoomCalls, { name }: Named, form: FormData) {
  const called = name.slice(name.indexOf('/') + 1)
  if (form.get('room') !== called) throw invalid('room', `to delete the room, write its address: ${called}`)
  if (!(await room.remove())) throw there.none(name)
  return page(c, removedPage(name))
}

/** Redirects to the page with 303, so that a reload does not send the form again. */
function back(c: Asked, name: string, done: Said): Response {
  return c.redirect(`${originOf(c)}/${name}/host?done=${done}`, 303)
}
