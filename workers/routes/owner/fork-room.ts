// Forks a room for its host, from the host page or the API.

import { matchesAnySecret } from '../../../durable-objects/platform/secrets.ts'
import type { ListenerRequest, RoomRpc } from '../../../durable-objects/rpc/rpc-types.ts'
import { streamChunks } from '../../../durable-objects/storage/stream-chunks.ts'
import type { ForkOrigin, Game } from '../../../games/game.ts'
import { invalid, notFound, unauthorized } from '../../api/responses/api-error.ts'
import { originOf, roomUrls } from '../../api/responses/room-response.ts'
import type { AppContext } from '../../context/routing.ts'
import { requireCreatePermission } from '../../create/create-permission.ts'
import { createRoom } from '../../create/create-room.ts'
import { isSiteToken } from '../../http/auth/tokens.ts'
import { type GameInput, parseForkForm } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { createdPage } from '../../pages/rooms/new-room.tsx'

/** The starting points of the host's form. */
const forkPoints = {
  beginning: 'initial',
  now: 'current',
  save: 'initial',
} as const satisfies { readonly [word: string]: ForkOrigin }

/** Throws 401 without permission to create rooms, 400 or 422 naming the field, 404 if the game cannot do this. */
export async function forkFromPage(
  c: AppContext,
  room: RoomRpc,
  game: Game,
  form: FormData,
): Promise<Response> {
  await requireForkPermission(c, form)
  const {
    title,
    room: roomName,
    adminToken,
    warnings,
  } = await forkRoom(c, room, game, parsePageForkForm(form))
  const { url } = roomUrls(originOf(c), game.slug, roomName)
  return pageResponse(c, createdPage(title, url, `${url}/host#${adminToken}`, warnings), 201)
}

/** The caller has permission to create rooms. Throws 400 or 422 naming the field, 404 if the game cannot do this. */
export async function forkRoom(
  c: AppContext,
  room: RoomRpc,
  game: Game,
  { from, title, room: roomName, files: uploads }: ReturnType<typeof parseForkForm>,
): ReturnType<typeof createRoom> {
  const save = uploads.find(({ file }) => file.size > 0)
  if (from === 'save' && !save) throw invalid('save', 'the file is wanted that it is to begin from')
  const source = await room.fork(forkPoints[from])
  if (!source) throw notFound('of this room no other can be made')
  const files: GameInput['files'][number][] = []
  for (const { field, name, body } of source.files)
    files.push({ field, file: await c.get('files').store(streamChunks(body), name) })
  if (from === 'save' && save) files.push(save)
  const listen = game.listeners.map(({ transport }): ListenerRequest => ({ transport, port: 0 }))
  const named = { ...(title !== undefined && { title }), ...(roomName !== undefined && { room: roomName }) }
  return createRoom(c, { game, options: source.options, files, listen, ...named })
}

/** The page's form sends empty fields, too. */
function parsePageForkForm(form: FormData) {
  for (const field of ['token', 'act', 'site']) form.delete(field)
  if (String(form.get('title') ?? '').trim() === '') form.delete('title')
  return parseForkForm(form)
}

/** If new rooms need the site's token, a fork needs it as well. */
async function requireForkPermission(c: AppContext, form: FormData): Promise<void> {
  if (c.env.CREATE === 'open') return requireCreatePermission(c)
  // The token that opened the host page is no guess, even if it is the site's token.
  if (await matchesAnySecret(String(form.get('token') ?? ''), c.env.ADMIN_TOKEN)) return
  const site = String(form.get('site') ?? '')
  if (site !== '' && (await isSiteToken(c, site))) return
  throw unauthorized("the site's token is wanted, as for every new room here")
}
