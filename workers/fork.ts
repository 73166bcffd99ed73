// Forks a room for its host, from the host page or the API.
import { piecesOf } from '../durable-objects/pieces.ts'
import type { ListenAt, RoomCalls } from '../durable-objects/rooms.ts'
import { isOneOf } from '../durable-objects/secrets.ts'
import type { ForkedFrom, Game } from '../games/game.ts'
import { invalid, notFound, unauthorized } from './answers/error.ts'
import { originOf, urlsOf } from './answers/shown.ts'
import { foundNamed, mustBeAllowedToCreate } from './api.ts'
import { forkForm, type Given } from './fields.ts'
import { page } from './page.ts'
import { createdPage } from './pages/new.tsx'
import type { Asked } from './routes.ts'
import { isSitesToken } from './tokens.ts'

/** The starting points of the host's form. */
const beginnings = {
  beginning: 'the beginning',
  now: 'now',
  save: 'the beginning',
} as const satisfies { readonly [word: string]: ForkedFrom }

/** Throws 401 without permission to create rooms, 400 or 422 naming the field, 404 if the game cannot do this. */
export async function fork(c: Asked, room: RoomCalls, game: Game, form: FormData): Promise<Response> {
  await mustBeCreator(c, form)
  const { title, room: called, adminToken, warnings } = await forked(c, room, game, asked(form))
  const { url } = urlsOf(originOf(c), game.slug, called)
  return page(c, createdPage(title, url, `${url}/host#${adminToken}`, warnings), 201)
}

/** The caller has permission to create rooms. Throws 400 or 422 naming the field, 404 if the game cannot do this. */
export async function forked(
  c: Asked,
  room: RoomCalls,
  game: Game,
  { from, title, room: called, files: sent }: ReturnType<typeof forkForm>,
): ReturnType<typeof foundNamed> {
  const save = sent.find(({ file }) => file.size > 0)
  if (from === 'save' && !save) throw invalid('save', 'the file is wanted that it is to begin from')
  const made = await room.fork(beginnings[from])
  if (!made) throw notFound('of this room no other can be made')
  const files: Given['files'][number][] = []
  for (const { field, name, body } of made.files)
    files.push({ field, file: await c.get('files').keep(piecesOf(body), name) })
  if (from === 'save' && save) files.push(save)
  const listen = game.listen.map(({ transport }): ListenAt => ({ transport, port: 0 }))
  const named = { ...(title !== undefined && { title }), ...(called !== undefined && { room: called }) }
  return foundNamed(c, { game, options: made.options, files, listen, ...named })
}

/** The page's form sends empty fields, too. */
function asked(form: FormData) {
  for (const field of ['token', 'act', 'site']) form.delete(field)
  if (String(form.get('title') ?? '').trim() === '') form.delete('title')
  return forkForm(form)
}

/** If new rooms need the site's token, a fork needs it as well. */
async function mustBeCreator(c: Asked, form: FormData): Promise<void> {
  if (c.env.CREATE === 'open') return mustBeAllowedToCreate(c)
  // The token that opened the host page is no guess, even if it is the site's token.
  if (await isOneOf(String(form.get('token') ?? ''), c.env.ADMIN_TOKEN)) return
  const site = String(form.get('site') ?? '')
  if (site !== '' && (await isSitesToken(c, site))) return
  throw unauthorized("the site's token is wanted, as for every new room here")
}
