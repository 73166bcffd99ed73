import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import { pushFields, pushTargetFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse, notFoundError, tooManyRequestsError } from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import { readCached } from '../../cache/cache-policy.ts'
import { findRoom, requireResult } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { readFields } from '../../http/request/request-fields.ts'
import { directoryStub } from '../../platform/stubs.ts'

/** The key does not change unless the site loses its data. */
const keyCachedMs = 60_000

const path = '/api/rooms/:game/:room/notifications'

export const notificationOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: '/api/notifications/key',
    name: 'getNotificationKey',
    summary:
      "Returns the site's public key, with which browsers subscribe to notifications (VAPID, RFC 8292).",
    responses: { 200: { description: 'The key.', schema: 'NotificationKey' } },
    handler: getKey,
  },
  {
    method: 'POST',
    path,
    name: 'subscribe',
    summary:
      'Notifies a browser by Web Push when a player joins the empty room, at most every 15 minutes. The body is the `PushSubscription` of the browser.',
    json: pushFields,
    responses: { 204: { description: 'Subscribed.' } },
    errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused', 'slow-down'],
    handler: (c) => subscribe(c, roomFromPath(c)),
  },
  {
    method: 'DELETE',
    path,
    name: 'unsubscribe',
    summary: 'Ends the notifications of a browser.',
    json: pushTargetFields,
    responses: { 204: { description: 'The browser gets no more notifications.' } },
    errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
    handler: (c) => unsubscribe(c, roomFromPath(c)),
  },
]

async function getKey(c: AppContext): Promise<Response> {
  const ttl = { fresh: keyCachedMs, stale: 0, maxAge: keyCachedMs }
  const load = async () => (await directoryStub(c.env).pushKeys()).publicKey
  const publicKey = (await readCached(c, 'notification key', ttl, load)).value!
  return jsonResponse<Answers['NotificationKey']>({ publicKey })
}

async function subscribe(c: AppContext, { name }: RoomRef): Promise<Response> {
  const target = readFields(pushFields, await readJsonObject(c.req.raw))
  const room = await findRoom(c, name)
  const page = `${siteOrigin(c)}/${name}`
  const subscribed = await room.subscribePush({ ...target, page, address: clientAddressOf(c) })
  const result = requireResult(c, name, subscribed)
  if (result === true) return new Response(null, { status: 204 })
  if ('waitMs' in result)
    throw tooManyRequestsError('too many subscriptions from your address', result.waitMs)
  throw unknownResultError('subscribePush', result)
}

async function unsubscribe(c: AppContext, { name }: RoomRef): Promise<Response> {
  const { endpoint } = readFields(pushTargetFields, await readJsonObject(c.req.raw))
  const room = await findRoom(c, name)
  if (!requireResult(c, name, await room.unsubscribePush(endpoint)))
    throw notFoundError('this browser gets no notifications of this room')
  return new Response(null, { status: 204 })
}
