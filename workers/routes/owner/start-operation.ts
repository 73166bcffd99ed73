// The owner uploads the file from which the world of a room in the stage `gathering` is created.
import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import type { Game } from '../../../games/game.ts'
import { startForm } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { ApiError, invalidFieldError, jsonResponse } from '../../api/responses/api-error.ts'
import { toRoomResponse } from '../../api/responses/room-response.ts'
import { readRoomState } from '../../cache/room-state.ts'
import {
  type AppContext,
  type HandledOperation,
  type RoomRef,
  roomNameFromPath,
} from '../../context/routing.ts'
import { parseMaxUploadBytes, readMultipartForm, storeBody } from '../../http/request/body.ts'
import { parseStartForm, type StartInput } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireRoomOwner } from './owned-room.ts'

export function startOperations(games: readonly Game[]): HandledOperation[] {
  return games.flatMap((game): HandledOperation[] => {
    const { gathering, slug } = game
    if (!gathering) return []
    return [
      {
        method: 'PUT',
        path: `/api/rooms/${slug}/:room/${gathering.path}`,
        name: `${slug}.start`,
        summary: `Starts the game of a room in the stage \`gathering\`. ${gathering.description} A body of another type is the file itself.`,
        token: 'host',
        form: startForm,
        responses: { 200: { description: 'The room, with warnings about the file.', schema: 'StartedRoom' } },
        errors: ['invalid', 'not-found', 'taken', 'too-large', 'refused'],
        handler: (c) => handleStart(c, { game, name: roomNameFromPath(c, game) }),
      },
    ]
  })
}

async function handleStart(c: AppContext, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, ref)
  const warnings = await startRoom(room, await readStartInput(c), c)
  const { view = null, ...shown } = toRoomResponse(c, ref.game, await readRoomState(c, ref.name))
  return jsonResponse<Answers['StartedRoom']>({ ...shown, view, warnings })
}

async function readStartInput(c: AppContext): Promise<StartInput> {
  if (/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? ''))
    return parseStartForm(await readMultipartForm(c))
  const file = await storeBody(c, parseMaxUploadBytes(c.env.MAX_UPLOAD), c.req.query('name') ?? 'file')
  if (file.size === 0)
    throw invalidFieldError('file', 'send the file as the body, or as the part `file` of a form')
  return { options: {}, files: [{ field: 'file', file }] }
}

/** Returns warnings about the files. Throws 409 if the world already exists, and the game's refusal. */
export async function startRoom(
  room: OwnedRoom,
  { files, ...input }: StartInput,
  c: AppContext,
): Promise<readonly string[]> {
  const streams = files.map(async ({ field, file }) => ({
    ...{ field, name: file.name },
    body: await c.get('files').read(file),
  }))
  const started = room.require(await room.rpc.startRoom({ ...input, files: await Promise.all(streams) }))
  if (started === 'not-gathering') throw new ApiError('taken', 'the game of this room has already started')
  if (started === 'busy') throw new ApiError('taken', 'another upload is starting the game of this room')
  if (typeof started === 'string') throw unknownResultError('startRoom', started)
  return started.warnings
}
