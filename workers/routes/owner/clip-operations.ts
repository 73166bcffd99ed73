import type { ClipInfo } from '../../../durable-objects/rpc/rpc-types.ts'
import type { JsonObject } from '../../../games/shared/schema/schema.ts'
import { clipFields, deleteClipQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse, noneWithIdError } from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { parseTime, readFields, readQuery } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'

const path = '/api/rooms/:game/:room/clips'

export const clipOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path,
    name: 'listClips',
    summary: "Lists the clips of the room's film, newest first.",
    responses: { 200: { description: 'The clips.', schema: 'Clips' } },
    errors: ['not-found'],
    handler: list,
  },
  {
    method: 'POST',
    path,
    name: 'addClip',
    summary:
      "Copies a part of the room's film, of at most 60 s, into a clip with its own link. The clip remains when the film is overwritten.",
    json: clipFields,
    responses: { 201: { description: 'The clip.', schema: 'Clip' } },
    errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
    handler: add,
  },
  {
    method: 'DELETE',
    path,
    name: 'removeClip',
    summary: 'Deletes a clip. Its link stops working.',
    query: deleteClipQuery,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['invalid', 'not-found'],
    handler: remove,
  },
])

async function list(room: OwnedRoom, c: AppContext): Promise<Response> {
  const clips = room.require(await room.rpc.listClips())
  return jsonResponse<Answers['Clips']>({ clips: clips.map((clip) => clipAnswer(c, room, clip)) })
}

async function add(room: OwnedRoom, c: AppContext): Promise<Response> {
  const clip = await addClip(room, await readJsonObject(c.req.raw))
  return jsonResponse<Answers['Clip']>(clipAnswer(c, room, clip), 201)
}

async function remove(room: OwnedRoom, c: AppContext): Promise<Response> {
  await deleteClip(room, readQuery(deleteClipQuery, c.req.query()).id)
  return new Response(null, { status: 204 })
}

/** Throws 400 or 422 with the name of a wrong field. */
export async function addClip(room: OwnedRoom, fields: JsonObject): Promise<ClipInfo> {
  const { from, to } = readFields(clipFields, fields)
  return room.require(await room.rpc.addClip(parseTime('from', from), parseTime('to', to)))
}

export async function deleteClip(room: OwnedRoom, id: string): Promise<void> {
  if (!room.require(await room.rpc.deleteClip(id)))
    throw noneWithIdError('clip', id, 'it may have been deleted')
}

export const clipUrl = (origin: string, room: string, { id }: Pick<ClipInfo, 'id'>) =>
  `${origin}/${room}/clips/${id}`

function clipAnswer(c: AppContext, { name }: OwnedRoom, clip: ClipInfo): Answers['Clip'] {
  const { id, from, to, createdAt } = clip
  return { id, url: clipUrl(siteOrigin(c), name, clip), from, to, createdAt }
}
