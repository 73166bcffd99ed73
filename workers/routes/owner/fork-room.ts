import { streamChunks } from '../../../durable-objects/storage/stream-chunks.ts'
import type { ForkOrigin } from '../../../games/game.ts'
import { invalidFieldError, notFoundError, unauthorizedError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { type CreatedRoom, createRoom } from '../../create/create-room.ts'
import { requireCreatePermission } from '../../create/creation-policy.ts'
import { isSiteToken, pastedToken, siteTokenRequiredText } from '../../http/auth/tokens.ts'
import { defaultListeners, type GameInput, parseForkForm } from '../../http/request/request-fields.ts'
import type { OwnedRoom } from './owned-room.ts'

/**
 * The state from which a copy starts, by the value of the form field `from`. With `save`, the copy starts from an
 * uploaded save file.
 */
const forkPoints = {
  beginning: 'initial',
  now: 'current',
  save: 'initial',
} as const satisfies { readonly [word: string]: ForkOrigin }

/** Throws 401 if the caller may not create rooms, and the errors of `forkRoom`. */
export async function forkFromPage(c: AppContext, room: OwnedRoom, form: FormData): Promise<CreatedRoom> {
  await requireForkPermission(c, form)
  // Removes an empty title and the fields that are not part of the API.
  for (const field of ['token', 'act', 'site']) form.delete(field)
  if (String(form.get('title') ?? '').trim() === '') form.delete('title')
  return forkRoom(c, room, form)
}

/**
 * Call only for a caller who may create rooms. Throws 400 or 422 with the name of the field, and 404 if the game does
 * not support forks.
 */
export async function forkRoom(
  c: AppContext,
  { rpc, game }: OwnedRoom,
  form: FormData,
): Promise<CreatedRoom> {
  const { from, files: uploads, ...named } = parseForkForm(form)
  const save = uploads.find(({ file }) => file.size > 0)
  if (from === 'save' && !save)
    throw invalidFieldError('save', 'choose the save file that the new room starts from')
  const source = await rpc.fork(forkPoints[from])
  if (!source) throw notFoundError(`rooms of ${game.title} cannot be forked`)
  const files: GameInput['files'][number][] = []
  for (const { field, name, body } of source.files)
    files.push({ field, file: await c.get('files').store(streamChunks(body), name) })
  if (from === 'save' && save) files.push(save)
  return createRoom(c, { ...named, game, options: source.options, files, listen: defaultListeners(game) })
}

/** Throws 401 if creating rooms requires the site token and the form does not contain it. */
export async function requireForkPermission(c: AppContext, form: FormData): Promise<void> {
  if (c.env.CREATE === 'open') return requireCreatePermission(c)
  for (const token of [pastedToken(form.get('token')), pastedToken(form.get('site'))])
    if (token !== '' && (await isSiteToken(c, token))) return
  throw unauthorizedError(siteTokenRequiredText, 'site')
}
