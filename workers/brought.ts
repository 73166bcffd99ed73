// Imports a room from a file (wire/EXPORT.md). Checks the head of the file like a host's request here; the new room
// reads the rest.
import { reads } from '../durable-objects/announcement.ts'
import { headIn, notTaken } from '../durable-objects/bringing.ts'
import { piecesOf } from '../durable-objects/pieces.ts'
import { publicIds } from '../durable-objects/public-ids.ts'
import type { BringRequest, ListenAt } from '../durable-objects/rooms.ts'
import type { Game, Preview } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { readOptions } from '../games/shared/options/read.ts'
import { shownOptions } from '../games/shared/options/table.ts'
import type { JsonObject } from '../games/shared/shapes/shape.ts'
import { ExportError } from '../wire/exported.ts'
import { ApiError, invalid, refusal, refused } from './answers/error.ts'
import { madeAs } from './api.ts'
import { maxUpload } from './body.ts'
import { exportedFields } from './description/fields.ts'
import { doorsOf, gameNamed, readFields } from './fields.ts'
import type { HandedFile } from './form-files.ts'
import { directoryOf } from './objects.ts'
import type { Asked } from './routes.ts'

/** Limit of an import, as a factor of the upload limit: it contains the room's own uploads, packed no tighter. */
const mostPacked = 1.25
/** Unpacked bytes allowed for each byte of the upload limit. */
const mostUnpacked = 4

/** Limit of the upload, in bytes. */
export const maxBrought = (c: Asked): number => Math.floor(maxUpload(c.env.MAX_UPLOAD) * mostPacked)

/** The head of the file. */
interface Head extends Omit<BringRequest, 'generation' | 'body' | 'mostBytes' | 'seed'> {
  readonly seed: string
  readonly exportedAt: string
  readonly of: Game
}

/** Creates the room of the file, under its own name or `room`. Throws its errors, 409 if the name is taken. */
export async function brought(c: Asked, file: HandedFile, room: string | undefined, games: readonly Game[]) {
  const { of: game, exportedAt, seed, ...head } = await headOf(c, file, games)
  const called = room ?? head.room
  const isFree = await isFreeSeed(c, game, seed)
  const made = await madeAs(c, `${game.slug}/${called}`, head.region, async (object, generation) =>
    object.bring({
      ...{ ...head, room: called, generation },
      ...(isFree && { seed }),
      mostBytes: maxUpload(c.env.MAX_UPLOAD) * mostUnpacked,
      body: await c.get('files').read(file),
    }),
  )
  if (!made) throw new ApiError('taken', `there is a room ${game.slug}/${called}`, { field: 'room' })
  return { game, room: called, title: head.title, ...made, warnings: head.listen.flatMap(warningOf) }
}

/** A preview from the head of the file; reads no records. */
export async function lookIntoRoom(
  c: Asked,
  file: HandedFile,
  games: readonly Game[],
): Promise<{ game: Game; found: Preview }> {
  const {
    of: game,
    title,
    room,
    exportedAt,
    createdAt,
    status,
    comments,
    options,
  } = await headOf(c, file, games)
  const found = { title, room: `${game.slug}/${room}`, 'taken away': exportedAt, founded: createdAt, status }
  return { game, found: { ...found, comments, options: { ...shownOptions(game.options, options) } } }
}

/** Throws 400 or 422, naming the field of the head, or `file` if there is no head. */
async function headOf(c: Asked, file: HandedFile, games: readonly Game[]): Promise<Head> {
  const said = readFields(exportedFields, await saidIn(c, file))
  const game = gameNamed(said.game, games)
  if (!reads(game, said.version))
    throw refused(
      'version',
      `records of ${game.slug} of version ${said.version} are not read here, but of ${game.version}`,
    )
  const options = readOptions(game.options, said.options)
  if (isRefused(options)) throw refusal(options)
  if (Number.isNaN(Date.parse(said.createdAt))) throw invalid('createdAt', 'a time is wanted')
  const { watching, region, ...rest } = said
  return {
    ...rest,
    ...(watching && { watching }),
    ...(region && { region }),
    listen: doorsOf(said.listen, game),
    of: game,
  }
}

async function saidIn(c: Asked, file: HandedFile): Promise<JsonObject> {
  const body = await c.get('files').read(file)
  try {
    return (await headIn(piecesOf(body))) as JsonObject
  } catch (error) {
    if (error instanceof ExportError) throw refusal(notTaken(error))
    throw error
  } finally {
    await body.cancel()
  }
}

/** Ids that derive from the seed must lead to one room of a site: a copy beside it gets others. */
async function isFreeSeed(c: Asked, { publicIds: ids }: Game, seed: string): Promise<boolean> {
  const [first] = Object.entries(publicIds(seed, ids?.names ?? []))
  if (!first) return true
  const [name, id] = first
  return (await directoryOf(c.env).named({ name, id })) === undefined
}

function warningOf({ transport, sidecar }: ListenAt): string[] {
  return sidecar === undefined
    ? []
    : [`${transport} is opened by the sidecar ${sidecar} alone, if there is one here`]
}
