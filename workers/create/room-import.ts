// The Worker checks the head of an exported file like a request from the owner. The new room reads the records that
// follow the head.

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
import { gameRefusalError, invalidFieldError, refusedFieldError } from '../api/responses/api-error.ts'
import type { RequestFile } from '../context/request-files.ts'
import type { AppContext } from '../context/routing.ts'
import { parseMaxUploadBytes } from '../http/request/body.ts'
import { findGame, parseListeners, readFields, requireSchedule } from '../http/request/request-fields.ts'
import { directoryStub, siteRegions } from '../platform/stubs.ts'
import { type CreatedRoom, nameTakenError, reserveAndCreate } from './create-room.ts'
import { randomRoomName } from './random-room-name.ts'

/**
 * Limit of an exported file, as a multiple of the upload limit. The factor is above 1, because the file contains the
 * room's uploads, which gzip hardly compresses, and other records.
 */
const maxPackedFactor = 1.25
/** Limit of the decompressed file, as a multiple of the upload limit. */
const maxUnpackedFactor = 4

export const maxImportBytes = (c: AppContext): number =>
  Math.floor(parseMaxUploadBytes(c.env.MAX_UPLOAD) * maxPackedFactor)

interface ImportHead extends Omit<ImportRoomRequest, 'generation' | 'body' | 'maxUnpackedBytes' | 'seed'> {
  readonly seed: string
  readonly exportedAt: string
  readonly gameDefinition: Game
}

/** The properties with which a copy replaces those in the exported file. */
type CopyProperties = Pick<ImportHead, 'title' | 'listen'>

/**
 * The default name is the name in the file or, with `copy`, a random name. Throws the errors of the creation, for
 * example 409 if the name is taken.
 */
export async function importRoom(
  c: AppContext,
  file: RequestFile,
  room: string | undefined,
  copy?: CopyProperties,
): Promise<CreatedRoom> {
  const { gameDefinition: game, exportedAt, seed, ...original } = await readImportHead(c, file)
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
        maxUnpackedBytes: parseMaxUploadBytes(c.env.MAX_UPLOAD) * maxUnpackedFactor,
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

/** Reads only the head of the file, not the records. */
export async function previewImport(
  c: AppContext,
  file: RequestFile,
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
  } = await readImportHead(c, file)
  const preview = {
    title,
    room: `${game.slug}/${room}`,
    exported: exportedAt,
    created: createdAt,
    status,
  }
  return { game, preview: { ...preview, comments, options: { ...publicOptions(game.options, options) } } }
}

/** Throws 400 or 422 with the name of the field, or `file` if there is no head. */
async function readImportHead(c: AppContext, file: RequestFile): Promise<ImportHead> {
  const head = readFields(exportHeadFields, await readHeadJson(c, file))
  const game = gameInStage(findGame(head.game, c.get('games')), head.stage)
  if (!game) throw refusedFieldError('stage', `rooms of ${head.game} have no stage ${head.stage}`)
  if (!canReadVersion(game, head.version))
    throw refusedFieldError(
      'version',
      `this site cannot read version ${head.version} of ${game.slug} rooms, only version ${game.version}: upgrade the older site`,
    )
  const options = withoutSeries(head.options)
  const parsed = parseOptions(game.options, options)
  if (isRefusal(parsed)) throw gameRefusalError(parsed)
  if (Number.isNaN(Date.parse(head.createdAt))) throw invalidFieldError('createdAt', 'must be a time')
  const { watching, schedule, admission, region, stage, ...rest } = head
  return {
    ...{ ...rest, options },
    ...(stage && { stage }),
    ...(watching && { watching }),
    ...(admission && { admission }),
    ...(schedule && { schedule: requireSchedule(schedule) }),
    // A region that the site's jurisdiction does not allow is dropped, and then the platform chooses the location.
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
    if (error instanceof ExportError) throw gameRefusalError(importRefusal(error))
    throw error
  } finally {
    await body.cancel()
  }
}

/** A public id must identify a single room of the site. */
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
        `only the sidecar ${sidecar} opens ${transport}: players cannot use this listener until the sidecar connects to this site`,
      ]
}
