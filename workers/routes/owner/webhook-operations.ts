// The webhooks of a room, for its host.
import { webhookEventKinds } from '../../../durable-objects/model/webhook.ts'
import type { WebhookRequest } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import type { JsonObject } from '../../../games/shared/schema/schema.ts'
import { deleteWebhookQuery, webhookFields } from '../../api/description/fields.ts'
import { gameRefusal, invalid, jsonResponse, notFound } from '../../api/responses/api-error.ts'
import { originOf, roomUrls } from '../../api/responses/room-response.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readFields, readQuery } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from './require-owner.ts'

/** Default, in seconds. */
const defaultCooldown = 60

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
      handler: (c) => list(c, locator, roomFromPath(c, games).name),
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
      handler: (c) => add(c, locator, roomFromPath(c, games).name),
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
      handler: (c) => remove(c, locator, roomFromPath(c, games).name),
    },
  ]
}

async function list(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const webhooks = await (await requireRoomOwner(c, locator, name)).listWebhooks()
  if (!webhooks) throw locator.missing(name)
  return jsonResponse({ webhooks })
}

async function add(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const created = await room.addWebhook(parseWebhook(await readJsonObject(c.req.raw), roomPageUrl(c, name)))
  if (!created) throw locator.missing(name)
  if (isRefusal(created)) throw gameRefusal(created)
  return jsonResponse(created, 201)
}

/** Throws 400, naming the field. `page`: the room's. */
export function parseWebhook(body: JsonObject, page: string): WebhookRequest {
  const { url, kind, on = webhookEventKinds, cooldown = defaultCooldown } = readFields(webhookFields, body)
  if (new Set(on).size !== on.length) throw invalid('on', 'each is named once')
  return { url, ...(kind && { kind }), on: on as WebhookRequest['on'], cooldownSeconds: cooldown, page }
}

export function roomPageUrl(c: AppContext, name: string): string {
  const [game = '', room = ''] = name.split('/')
  return roomUrls(originOf(c), game, room).url
}

async function remove(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const { id } = readQuery(deleteWebhookQuery, c.req.query())
  const deleted = await room.deleteWebhook(id)
  if (deleted === undefined) throw locator.missing(name)
  if (!deleted) throw notFound('there is no such webhook')
  return new Response(null, { status: 204 })
}
