// Mutes by the owner: players whose words reach nobody for a time.
import type { Game } from '../../../games/game.ts'
import { banOrMuteQuery, muteFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from './owned-room.ts'
import { liftMutes, mute } from './owner-actions.ts'

export function muteOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room/mutes'
  return [
    {
      method: 'GET',
      path,
      name: 'listMutes',
      summary: 'Lists the active mutes.',
      token: 'host',
      responses: { 200: { description: 'The mutes, newest first.', schema: 'Mutes' } },
      errors: ['not-found'],
      handler: (c) => showMutes(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path,
      name: 'mute',
      summary:
        'Mutes an address, a name, or the player of a session. Muted players can play, but what they say reaches nobody.',
      token: 'host',
      json: muteFields,
      responses: { 201: { description: 'The mute.', schema: 'Ban' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: (c) => addMute(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path,
      name: 'liftMutes',
      summary:
        'Lifts the mute of an address, a name or an id; without any of these, all mutes. You can also pass the fields as a JSON body.',
      token: 'host',
      query: banOrMuteQuery,
      responses: { 204: { description: 'Lifted.' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => deleteMutes(c, locator, roomFromPath(c, games)),
    },
  ]
}

async function showMutes(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Mutes']>({ mutes: room.require(await room.rpc.listMutes()) })
}

async function addMute(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Ban']>(await mute(room, await readJsonObject(c.req.raw)), 201)
}

/** The query and the body may name the mute. */
async function deleteMutes(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const body = c.req.raw.body ? await readJsonObject(c.req.raw) : {}
  await liftMutes(room, { ...readQuery(banOrMuteQuery, c.req.query()), ...body })
  return new Response(null, { status: 204 })
}
