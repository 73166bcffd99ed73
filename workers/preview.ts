// `/api/preview`: shows the contents of files before a room is created from them. No room is created: the game reads
// the files where Uploads has them, within its own limits.
import type { Game, Preview } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { json, refusal } from './answers/error.ts'
import { mustBeAllowedToCreate } from './api.ts'
import { readForm } from './body.ts'
import { lookIntoRoom } from './brought.ts'
import { previewForm } from './description/fields.ts'
import { fileOf, givenForPreview } from './fields.ts'
import type { Asked, Served } from './routes.ts'

export function previewOperation(games: readonly Game[]): Served {
  return {
    method: 'POST',
    path: '/api/preview',
    name: 'previewFiles',
    says: 'What is in files that a room may be founded of, or in the file of a room from elsewhere, before it is.',
    token: 'creator',
    form: previewForm,
    answers: { 200: { says: 'What the game found in them.', schema: 'Preview' } },
    errors: ['invalid', 'too-large', 'unsupported', 'refused', 'slow-down'],
    answer: (c) => preview(c, games),
  }
}

/** Requires permission to create rooms, with the same rate limit: it costs about as much. */
async function preview(c: Asked, games: readonly Game[]): Promise<Response> {
  await mustBeAllowedToCreate(c)
  const { game, found } = await lookInto(c, await readForm(c), games)
  return json({ game: game.slug, preview: found })
}

/** The game's preview of the form's files. Throws its refusal. */
export async function lookInto(
  c: Asked,
  form: FormData,
  games: readonly Game[],
): Promise<{ game: Game; found: Preview }> {
  const { game, options = {}, files } = givenForPreview(form, games)
  if (!game) return lookIntoRoom(c, fileOf(files), games)
  const found = await c.get('files').preview({
    game: game.slug,
    options,
    files: files.map(({ field, file: { name, id, size } }) => ({ field, name, id, size })),
  })
  if (isRefused(found)) throw refusal(found)
  return { game, found }
}
