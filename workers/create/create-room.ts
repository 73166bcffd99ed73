// Creates rooms: reserves the name in the Directory, and then runs the complete creation in the room's object.
import type { RoomRpc } from '../../durable-objects/rpc/room-rpc.ts'
import { unknownResultError } from '../../durable-objects/rpc/versioned-calls.ts'
import type { Game } from '../../games/game.ts'
import { isRefusal } from '../../games/refusal.ts'
import type { Region } from '../../wire/net/region.ts'
import { ApiError, gameRefusalError, refusedFieldError } from '../api/responses/api-error.ts'
import { isUnopenableDatabase } from '../cache/room-state.ts'
import type { AppContext } from '../context/routing.ts'
import { clientRegionOf } from '../http/request/client-address.ts'
import type { CreateRoomForm } from '../http/request/request-fields.ts'
import type { OnProgress } from '../http/response/ndjson-progress.ts'
import { runCreation } from '../platform/resumable-calls.ts'
import { directoryStub, roomStub, siteRegions } from '../platform/stubs.ts'
import { randomRoomName } from './random-room-name.ts'

/** If half of the 262,144 names are taken, eight attempts find no free name in 1 of 256 cases. */
const maxNameAttempts = 8

export interface CreatedRoom {
  readonly game: Game
  readonly room: string
  readonly title: string
  readonly adminToken: string
  readonly warnings: readonly string[]
}

/**
 * Creates a room, with a random free name if the form has no name. Throws ApiError. Calls `onProgress` after each part
 * of the creation except the last.
 */
export async function createRoom(
  c: AppContext,
  form: CreateRoomForm,
  onProgress: OnProgress = () => {},
): Promise<CreatedRoom> {
  if (form.room !== undefined) {
    const created = await createNamedRoom(c, form, form.room, onProgress)
    if (!created) throw nameTakenError(`${form.game.slug}/${form.room}`)
    return created
  }
  for (let i = 0; i < maxNameAttempts; i++) {
    const created = await createNamedRoom(c, form, randomRoomName(), onProgress)
    if (created) return created
  }
  throw new ApiError('unavailable', 'no free random name was found: choose a name')
}

export const nameTakenError = (name: string) =>
  new ApiError('taken', `there is already a room ${name}: choose another name`, { field: 'room' })

async function createNamedRoom(
  c: AppContext,
  form: CreateRoomForm,
  room: string,
  onProgress: OnProgress,
): Promise<CreatedRoom | undefined> {
  const title = form.title ?? titleFromName(room)
  const allowed = siteRegions(c.env)
  if (form.region && !allowed.includes(form.region))
    throw refusedFieldError('region', `rooms of this site can be in ${allowed.join(' or ')}`)
  const region = form.region ?? clientRegionOf(c.req.raw, allowed)
  const files = async () =>
    Promise.all(
      form.files.map(async ({ field, file }) => ({
        ...{ field, name: file.name },
        body: await c.get('files').read(file),
      })),
    )
  const create = async (rpc: RoomRpc, generation: number) =>
    rpc.createRoom({
      ...{ game: form.game.slug, room, generation, title },
      ...(form.stage && { stage: form.stage }),
      ...(region && { region }),
      ...{ options: form.options, listen: form.listen, files: await files() },
    })
  const created = await reserveAndCreate(c, `${form.game.slug}/${room}`, region, create, onProgress)
  return created && { ...created, game: form.game, room, title }
}

/** Returns undefined if the name is taken. If the creation fails, releases the name and throws. */
export async function reserveAndCreate(
  c: AppContext,
  name: string,
  region: Region | undefined,
  create: (rpc: RoomRpc, generation: number) => ReturnType<RoomRpc['createRoom']>,
  onProgress: OnProgress = () => {},
) {
  const directory = directoryStub(c.env)
  const generation = (await directory.reserveName(name)) ?? (await reclaimName(c, name))
  if (generation === undefined) return undefined
  let result: Awaited<ReturnType<typeof runCreation>>
  const stub = () => roomStub(c.env, name, region)
  try {
    result = await runCreation(stub, generation, await create(stub(), generation), async (share) => {
      onProgress({ room: name, share })
      await directory.extendReservation(name, generation).catch(() => {}) // the room's object would reject a second creation
    })
  } catch (error) {
    await directory.releaseName(name, generation)
    if (!isUnopenableDatabase(error)) throw error
    // The object cannot remove its own damaged database. The next `packetboat start` moves the database file away.
    throw new ApiError(
      'unavailable',
      `the name ${name} has a damaged database: restart the site to move it away, or choose another name`,
    )
  }
  if (result && 'adminToken' in result) return result
  // Only an object of a newer version returns an unknown result. The name stays reserved, because the room may exist.
  if (result && !isRefusal(result)) throw unknownResultError('createRoom', result)
  await directory.releaseName(name, generation)
  if (result) throw gameRefusalError(result)
  return undefined
}

/**
 * Reserves a name again if the creation or restoration of its room was interrupted by a restart of the Worker or the
 * room. Returns undefined if a creation is still running or a room has the name. If two callers reclaim a name at the
 * same time, the room accepts only one creation.
 */
export async function reclaimName(c: Pick<AppContext, 'env'>, name: string): Promise<number | undefined> {
  const directory = directoryStub(c.env)
  const generation = await directory.reservedGeneration(name)
  if (generation === undefined || (await roomStub(c.env, name).creationProgress()) !== undefined)
    return undefined
  await directory.releaseName(name, generation)
  return directory.reserveName(name)
}

/** Turns `bacon-kitchen-broom` into `Bacon Kitchen Broom`. */
const titleFromName = (room: string) =>
  room
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')
