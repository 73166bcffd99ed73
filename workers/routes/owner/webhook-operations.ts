import { deleteWebhookQuery, webhookFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'
import { addWebhook, deleteWebhook } from './owner-actions.ts'

const path = '/api/rooms/:game/:room/webhooks'

export const webhookOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path,
    name: 'listWebhooks',
    summary: 'Lists the webhooks of the room, without their secret URLs.',
    responses: { 200: { description: 'The webhooks.', schema: 'Webhooks' } },
    errors: ['not-found'],
    handler: list,
  },
  {
    method: 'POST',
    path,
    name: 'addWebhook',
    summary:
      'Sends events of the room to a URL: as Discord messages, or as signed JSON (Standard Webhooks). Delivery is at least once, so deduplicate by `id`.',
    json: webhookFields,
    responses: {
      201: {
        description: 'The webhook and its signing secret, returned only once.',
        schema: 'CreatedWebhook',
      },
    },
    errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
    handler: add,
  },
  {
    method: 'DELETE',
    path,
    name: 'removeWebhook',
    summary: 'Deletes a webhook.',
    query: deleteWebhookQuery,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['invalid', 'not-found'],
    handler: remove,
  },
])

async function list(room: OwnedRoom): Promise<Response> {
  return jsonResponse<Answers['Webhooks']>({ webhooks: room.require(await room.rpc.listWebhooks()) })
}

async function add(room: OwnedRoom, c: AppContext): Promise<Response> {
  return jsonResponse<Answers['CreatedWebhook']>(
    await addWebhook(c, room, await readJsonObject(c.req.raw)),
    201,
  )
}

async function remove(room: OwnedRoom, c: AppContext): Promise<Response> {
  await deleteWebhook(room, readQuery(deleteWebhookQuery, c.req.query()).id)
  return new Response(null, { status: 204 })
}
