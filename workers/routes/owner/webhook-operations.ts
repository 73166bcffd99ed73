// The webhooks of a room, for its host.
import type { Game } from '../../../games/game.ts'
import { deleteWebhookQuery, webhookFields } from '../../api/description/fields.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from './owned-room.ts'
import { addWebhook, deleteWebhook } from './owner-actions.ts'

export function webhookOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room/webhooks'
  return [
    {
      method: 'GET',
      path,
      name: 'listWebhooks',
      summary: 'Who is told what happens in the room, without the secrets in their urls.',
      token: 'host',
      responses: { 200: { description: 'The webhooks.', schema: 'Webhooks' } },
      errors: ['not-found'],
      handler: (c) => list(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path,
      name: 'addWebhook',
      summary:
        'Has what happens in the room told to a url: Discord as it takes it, everybody else as JSON that is signed ' +
        '(Standard Webhooks). Each news is told at least once, with an id that stays the same.',
      token: 'host',
      json: webhookFields,
      responses: {
        201: { description: 'The webhook, and its secret, told this once.', schema: 'CreatedWebhook' },
      },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: (c) => add(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path,
      name: 'removeWebhook',
      summary: 'Has nothing told there any more.',
      token: 'host',
      query: deleteWebhookQuery,
      responses: { 204: { description: 'It is gone.' } },
      errors: ['invalid', 'not-found'],
      handler: (c) => remove(c, locator, roomFromPath(c, games)),
    },
  ]
}

async function list(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse({ webhooks: room.require(await room.rpc.listWebhooks()) })
}

async function add(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse(await addWebhook(c, room, await readJsonObject(c.req.raw)), 201)
}

async function remove(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  await deleteWebhook(room, readQuery(deleteWebhookQuery, c.req.query()).id)
  return new Response(null, { status: 204 })
}
