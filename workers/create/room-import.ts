// Imports a room from a file (wire/EXPORT.md). Checks the head of the file like a request of the owner; the new room
// reads the rest.

import { publicIds } from '../../durable-objects/model/public-ids.ts'
import { canReadVersion } from '../../durable-objects/room/context/room-metadata.ts'
import { importRefusal, readExportHead } from '../../durable-objects/room/create/room-import.ts'
import type { ImportRoomRequest, ListenerRequest } from '../../durable-objects/rpc/rpc-types.ts'
import { streamChunks } from '../../durable-objects/storage/stream-chunks.ts'
import type { Game, UploadPreview } from '../../games/game.ts'
import { isRefusal } from '../../games/refusal.ts'
import { parseOptions } from '../../games/shared/options/parse.ts'
import { withoutSeries } from '../../games/shared/options/series-option.ts'
import { publicOptions } from '../../games/shared/options/table.ts'
import type { JsonObject } from '../../games/shared/schema/schema.ts'
import { gameInStage } from '../../games/stages.ts'
import { ExportError } from '../../wire/export/room-export.ts'
import { exportHeadFields } from '../api/description/fields.ts'
import { gameRefusal, invalid, refused } from '../api/responses/api-error.ts'
import type { RequestFile } from '../context/form-files.ts'
import type { AppContext } from '../context/routing.ts'
import { maxUploadBytes } from '../http/request/body.ts'
import { findGame, parseListeners, readFields, requireSchedule } from '../http/request/request-fields.ts'
import { directoryStub, siteRegions } from '../platform/stubs.ts'
import { type CreatedRoom, nameTakenError, reserveAndCreate } from './create-room.ts'
import { randomRoomName } from './random-room-name.ts'

/**
 * Limit of an import, as a multiple of the upload limit: the file contains the room's own uploads, which gzip hardly
 * compresses.
 */
const maxPackedFactor = 1.25
/** Unpacked bytes allowed for each byte of the upload limit. */
const maxUnpackedFactor = 4

/** Limit of the upload, in bytes. */
export const maxImportBytes = (c: AppContext): number =>
  Math.floor(maxUploadBytes(c.env.MAX_UPLOAD) * maxPackedFactor)

/** The head of the file. */
interface ImportHead extends Omit<ImportRoomRequest, 'generation' | 'body' | 'maxUnpackedBytes' | 'seed'> {
  readonly seed: string
  readonly exportedAt: string
  readonly gameDefinition: Game
}

/** Properties of a copy that differ from those of its room. */
type CopyProperties = Pick<ImportHead, 'title' | 'listen'>

/**
 * Creates the room of the file, under its own name or `room`. A copy of a room of this site gets a random name by default.
 * Throws the errors of the creation, 409 if the name is taken.
 */
export async function importRoom(
  c: AppContext,
  file: RequestFile,
  room: string | undefined,
  games: readonly Game[],
  copy?: CopyProperties,
): Promise<CreatedRoom> {
  const { gameDefinition: game, exportedAt, seed, ...original } = await readImportHead(c, file, games)
  const head = { ...original, ...copy }
  const roomName = room ?? (copy ? randomRoomName() : head.room)
  const isFree = !copy && (await isFreeSeed(c, game, seed))
  const created = await reserveAndCreate(
    c,
    `${game.slug}/${roomName}`,
    head.region,
    async (rpc, generation) =>
      rpc.importRoom({
        ...{ ...head, room: roomName, generation },
        ...(isFree && { seed }),
        maxUnpackedBytes: maxUploadBytes(c.env.MAX_UPLOAD) * maxUnpackedFactor,
        body: await c.get('files').read(file),
      }),
  )
  if (!created) throw nameTakenError(`${game.slug}/${roomName}`)
  return {
    game,
    room: roomName,
    title: head.title,
    ...created,
    warnings: head.listen.flatMap(listenerWarning),
  }
}

/** A preview from the head of the file; reads no records. */
export async function previewImport(
  c: AppContext,
  file: RequestFile,
  games: readonly Game[],
): Promise<{ game: Game; preview: UploadPreview }> {
  const {
    gameDefinition: game,
    title,
    room,
    exportedAt,
    createdAt,
    status,
    comments,
    options,
  } = await readImportHead(c, file, games)
  const preview = {
    title,
    room: `${game.slug}/${room}`,
    exported: exportedAt,
    created: createdAt,
    status,
  }
  return { game, preview: { ...preview, comments, options: { ...publicOptions(game.options, options) } } }
}

/** Throws 400 or 422, naming the field of the head, or `file` if there is no head. */
async function readImportHead(c: AppContext, file: RequestFile, games: readonly Game[]): Promise<ImportHead> {
  const head = readFields(exportHeadFields, await readHeadJson(c, file))
  const game = gameInStage(findGame(head.game, games), head.stage)
  if (!game) throw refused('stage', `rooms of ${head.game} have no stage ${head.stage}`)
  if (!canReadVersion(game, head.version))
    throw refused(
      'version',
      `this site cannot read version ${head.version} of ${game.slug} rooms, only version ${game.version}: upgrade the older site`,
    )
  const options = withoutSeries(head.options)
  const parsed = parseOptions(game.options, options)
  if (isRefusal(parsed)) throw gameRefusal(parsed)
  if (Number.isNaN(Date.parse(head.createdAt))) throw invalid('createdAt', 'must be a time')
  const { watching, schedule, admission, region, stage, ...rest } = head
  return {
    ...{ ...rest, options },
    ...(stage && { stage }),
    ...(watching && { watching }),
    ...(admission && { admission }),
    ...(schedule && { schedule: requireSchedule(schedule) }),
    // In another jurisdiction the platform chooses the place.
    ...(region && siteRegions(c.env).includes(region) && { region }),
    listen: parseListeners(head.listen, game),
    gameDefinition: game,
  }
}

async function readHeadJson(c: AppContext, file: RequestFile): Promise<JsonObject> {
  const body = await c.get('files').read(file)
  try {
    return (await readExportHead(streamChunks(body))) as JsonObject
  } catch (error) {
    if (error instanceof ExportError) throw gameRefusal(importRefusal(error))
    throw error
  } finally {
    await body.cancel()
  }
}

/** Whether the ids derived from the seed are unused on this site: an id must lead to one room only. */
async function isFreeSeed(c: AppContext, { publicIds: ids }: Game, seed: string): Promise<boolean> {
  const [first] = Object.entries(publicIds(seed, ids?.names ?? []))
  if (!first) return true
  const [name, id] = first
  return (await directoryStub(c.env).findRoomByPublicId({ name, id })) === undefined
}

function listenerWarning({ transport, sidecar }: ListenerRequest): string[] {
  return sidecar === undefined
    ? []
    : [
        `only the sidecar ${sidecar} opens ${transport}: without it on this site, players cannot connect that way`,
      ]
}
