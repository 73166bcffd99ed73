// A preview needs no room: the game reads the files in the object Uploads, within the limits of that object.
import type { Game, UploadPreview } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { previewForm } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { gameRefusalError, jsonResponse } from '../../api/responses/api-error.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { requireCreatePermission } from '../../create/creation-policy.ts'
import { previewImport } from '../../create/room-import.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { parsePreviewForm, requireExportFile } from '../../http/request/request-fields.ts'

export const previewOperation: HandledOperation = {
  method: 'POST',
  path: '/api/preview',
  name: 'previewFiles',
  summary: 'Returns the content of files for a new room, or of an exported room, without creating a room.',
  token: 'creator',
  form: previewForm,
  responses: { 200: { description: 'The content of the files.', schema: 'Preview' } },
  errors: ['invalid', 'too-large', 'unsupported', 'refused', 'slow-down'],
  handler: handlePreview,
}

/** Previews have the rate limit of creations, because a preview takes about as much CPU time. */
async function handlePreview(c: AppContext): Promise<Response> {
  await requireCreatePermission(c)
  const { game, preview } = await previewUpload(c, await readMultipartForm(c))
  return jsonResponse<Answers['Preview']>({ game: game.slug, preview })
}

/** Throws the game's refusal. */
export async function previewUpload(
  c: AppContext,
  form: FormData,
): Promise<{ game: Game; preview: UploadPreview }> {
  const { game, options = {}, files } = parsePreviewForm(form, c.get('games'))
  if (!game) return previewImport(c, requireExportFile(files))
  const preview = await c.get('files').preview({
    game: game.slug,
    options,
    files: files.map(({ field, file: { name, id, size } }) => ({ field, name, id, size })),
  })
  if (isRefusal(preview)) throw gameRefusalError(preview)
  return { game, preview }
}
