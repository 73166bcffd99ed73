// The webhooks of a room, for its host.
import { newsKinds } from '../durable-objects/hook.ts'
import type { HookWish } from '../durable-objects/rooms.ts'
import type { Game } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import type { JsonObject } from '../games/shared/shapes/shape.ts'
import { invalid, json, notFound, refusal } from './answers/error.ts'
import { originOf, urlsOf } from './answers/shown.ts'
import { readJsonObject } from './body.ts'
import { hookFields, unhookQuery } from './description/fields.ts'
import { readFields, readQuery } from './fields.ts'
import { hosted } from './hosted.ts'
import { type Asked, roomOf, type Served } from './routes.ts'
import type { There } from './there.ts'

/** Default, in seconds. */
const usualCooldown = 60

export function webhookOperations(games: readonly Game[], there: There): Served[] {
  const path = '/api/rooms/:game/:room/webhooks'
  return [
    {
      method: 'GET',
      path,
      name: 'listWebhooks',
      says: 'Who is told what happens in the room, without the secrets in their urls.',
      token: 'host',
      answers: { 200: { says: 'The webhooks.', schema: 'Webhooks' } },
      errors: ['not-found'],
      answer: (c) => list(c, there, roomOf(c, games).name),
    },
    {
      method: 'POST',
      path,
      name: 'addWebhook',
      says:
        'Has what happens in the room told to a url: Discord as it takes it, everybody else as JSON that is signed ' +
        '(Standard Webhooks). Each news is told at least once, with an id that stays the same.',
      token: 'host',
      json: hookFields,
      answers: { 201: { says: 'The webhook, and its secret, told this once.', schema: 'CreatedWebhook' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      answer: (c) => add(c, there, roomOf(c, games).name),
    },
    {
      method: 'DELETE',
      path,
      name: 'removeWebhook',
      says: 'Has nothing told there any more.',
      token: 'host',
      query: unhookQuery,
      answers: { 204: { says: 'It is gone.' } },
      errors: ['invalid', 'not-found'],
      answer: (c) => remove(c, there, roomOf(c, games).name),
    },
  ]
}

async function list(c: Asked, there: There, name: string): Promise<Response> {
  const webhooks = await (await hosted(c, there, name)).webhooks()
  if (!webhooks) throw there.none(name)
  return json({ webhooks })
}

async function add(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const made = await room.hook(hookWish(await readJsonObject(c.req.raw), pageOf(c, name)))
  if (!made) throw there.none(name)
  if (isRefused(made)) throw refusal(made)
  return json(made, 201)
}

/** Throws 400, naming the field. `page`: the room's. */
export function hookWish(given: JsonObject, page: string): HookWish {
  const { url, kind, on = newsKinds, cooldown = usualCooldown } = readFields(hookFields, given)
  if (new Set(on).size !== on.length) throw invalid('on', 'each is named once')
  return { url, ...(kind && { kind }), on: on as HookWish['on'], cooldownSeconds: cooldown, page }
}

export function pageOf(c: Asked, name: string): string {
  const [game = '', room = ''] = name.split('/')
  return urlsOf(originOf(c), game, room).url
}

async function remove(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const { id } = readQuery(unhookQuery, c.req.query())
  const gone = await room.unhook(id)
  if (gone === undefined) throw there.none(name)
  if (!gone) throw notFound('there is no such webhook')
  return new Response(null, { status: 204 })
}
