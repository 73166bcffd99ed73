// The webhooks of a room, for its owner.
import type { Game } from '../../../games/game.ts'
import { deleteWebhookQuery, webhookFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
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
      summary: 'Lists the webhooks of the room, without their secret URLs.',
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
        'Sends events of the room to a URL: as Discord messages, or as signed JSON (Standard Webhooks). Delivery is at least once, so deduplicate by `id`.',
      token: 'host',
      json: webhookFields,
      responses: {
        201: {
          description: 'The webhook and its signing secret, returned only once.',
          schema: 'CreatedWebhook',
        },
      },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: (c) => add(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path,
      name: 'removeWebhook',
      summary: 'Deletes a webhook.',
      token: 'host',
      query: deleteWebhookQuery,
      responses: { 204: { description: 'Deleted.' } },
      errors: ['invalid', 'not-found'],
      handler: (c) => remove(c, locator, roomFromPath(c, games)),
    },
  ]
}

async function list(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Webhooks']>({ webhooks: room.require(await room.rpc.listWebhooks()) })
}

async function add(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['CreatedWebhook']>(
    await addWebhook(c, room, await readJsonObject(c.req.raw)),
    201,
  )
}

async function remove(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  await deleteWebhook(room, readQuery(deleteWebhookQuery, c.req.query()).id)
  return new Response(null, { status: 204 })
}
