// `/api/preview`: what is in the files that somebody may found a room of, told before he does. Nothing is stored, and no
// object is asked: the game reads them here, within its own bounds.
import { systemClock } from '../durable-objects/clock.ts'
import { previewing } from '../durable-objects/founding.ts'
import { systemSecrets } from '../durable-objects/secrets.ts'
import type { Game, Preview } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { handedIn } from '../games/shared/handed-in.ts'
import { json, refusal } from './answers/error.ts'
import { mustBeAllowedToCreate } from './api.ts'
import { maxUpload, readForm } from './body.ts'
import { previewForm } from './description/fields.ts'
import { givenForPreview } from './fields.ts'
import type { Asked, Served } from './routes.ts'

export function previewOperation(games: readonly Game[]): Served {
  return {
    method: 'POST',
    path: '/api/preview',
    name: 'previewFiles',
    says: 'What is in files that a room may be founded of, before it is.',
    token: 'creator',
    form: previewForm,
    answers: { 200: { says: 'What the game found in them.', schema: 'Preview' } },
    errors: ['invalid', 'too-large', 'unsupported', 'refused', 'slow-down'],
    answer: (c) => preview(c, games),
  }
}

/** Who may create rooms may ask this, as often: it costs about as much. */
async function preview(c: Asked, games: readonly Game[]): Promise<Response> {
  await mustBeAllowedToCreate(c)
  const { game, found } = await lookInto(await readForm(c.req.raw, maxUpload(c.env.MAX_UPLOAD)), games)
  return json({ game: game.slug, preview: found })
}

/** What the game finds in the files of a form. Throws what it refuses. */
export async function lookInto(
  form: FormData,
  games: readonly Game[],
): Promise<{ game: Game; found: Preview }> {
  const { game, options, files } = givenForPreview(form, games)
  const read = await Promise.all(
    files.map(async ({ field, file }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return [field, handedIn(file.name, bytes)] as const
    }),
  )
  const on = { clock: systemClock, secrets: systemSecrets }
  const found = await previewing(game, { options, files: new Map(read) }, on)
  if (isRefused(found)) throw refusal(found)
  return { game, found }
}
