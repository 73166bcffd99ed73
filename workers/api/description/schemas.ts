// JSON Schemas of the answers. Tests check every answer against them.
import { webhookEventKinds } from '../../../durable-objects/model/webhook.ts'
import type { Game } from '../../../games/game.ts'
import { optionInputSchema, publicOptionsSchema } from '../../../games/shared/options/json-schema.ts'
import type { JsonSchema } from '../../../games/shared/schema/json-schema.ts'
import { regions } from '../../../wire/net/region.ts'
import { errorStatuses } from '../responses/api-error.ts'
import type { Schemas } from './operation.ts'

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const token: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' }
const url: JsonSchema = { type: 'string', format: 'uri' }
const transport: JsonSchema = { enum: ['tcp', 'udp', 'websocket', 'dispatch'] }
const region: JsonSchema = {
  enum: [...regions],
  description: "Cloudflare's name of the region.",
}
const port: JsonSchema = { type: 'integer', minimum: 0, maximum: 65_535 }

/** An object of these fields; names that end in `?` are optional. */
function objectSchema(schemas: { readonly [name: string]: JsonSchema }, description?: string): JsonSchema {
  const entries = Object.entries(schemas).map(([name, schema]) => [name.replace('?', ''), schema] as const)
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(entries),
    required: Object.keys(schemas).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  }
}

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const listenAt = objectSchema(
  { transport, port, 'sidecar?': text },
  'A requested listener. Port 0: any free port.',
)

const address = objectSchema(
  { transport, 'host?': text, port, sidecar: text, 'region?': region, 'error?': text },
  'An open listener, or the error why it could not be opened.',
)

const roomFields: { readonly [name: string]: JsonSchema } = {
  game: text,
  room: text,
  title: text,
  status: { enum: ['open', 'closed', 'needs-upgrade', 'damaged'] },
  'damage?': text,
  comments: listOf(text),
  watching: { enum: ['on', 'off'], description: 'off: the owner does not allow spectators.' },
  createdAt: { type: 'string', format: 'date-time' },
  'region?': region,
  players: count,
  capacity: count,
  options: { type: 'object', description: "The game's options. Secrets are true or false." },
  listen: listOf(ref('ListenAt')),
  addresses: listOf(ref('Address')),
  url,
  websocket: url,
  'connect?': {
    ...listOf(text),
    description: 'Addresses for clients with a WebSocket address field, best first.',
  },
}

const time: JsonSchema = { type: 'string', format: 'date-time' }

const person = objectSchema({
  id: { ...text, description: 'The id of the session.' },
  name: { type: ['string', 'null'], description: 'null: not logged in yet.' },
  address: { ...text, description: 'Shortened.' },
  transport: { enum: ['tcp', 'udp', 'websocket'] },
  since: time,
})

const ban = objectSchema({
  id: text,
  'address?': { ...text, description: 'Shortened.' },
  'name?': text,
  ...{ since: time, until: time, reason: text },
})

const logLineFields: { readonly [name: string]: JsonSchema } = {
  number: { type: 'integer', minimum: 1 },
  time,
  kind: { enum: ['join', 'leave', 'refusal', 'fault', 'act'] },
  text,
  'id?': { ...text, description: 'The id of the session, for lines about one session.' },
}

const amount: JsonSchema = { type: 'number', minimum: 0 }
const usageFields: { readonly [name: string]: JsonSchema } = {
  ...{ messages: amount, requests: amount, rowsRead: amount },
  ...{ rowsWritten: amount, awakeSeconds: amount },
}

const usageReport = objectSchema({
  since: { ...time, description: 'When counting started.' },
  days: listOf(
    objectSchema({
      day: { type: 'string', format: 'date', description: 'A day in UTC.' },
      seconds: { ...amount, description: 'Seconds of the day that were counted.' },
      ...usageFields,
      minutes: { ...count, description: 'Minutes with any event.' },
      dollars: amount,
    }),
  ),
  aDay: objectSchema({ ...usageFields, hoursInUse: amount, dollars: amount }, 'The average day.'),
  aMonth: { ...amount, description: 'Dollars for thirty average days.' },
  freePlan: objectSchema(
    { hoursADay: amount, first: { ...text, description: 'The quota that runs out first.' } },
    'Hours of use per day that the free plan covers, for this room alone.',
  ),
})

const webhook = objectSchema({
  id: text,
  kind: { enum: ['discord', 'plain'] },
  host: { ...text, description: 'The host of the URL. The rest is secret.' },
  on: listOf({ enum: [...webhookEventKinds] }),
  cooldown: { ...count, description: 'Seconds.' },
  since: time,
  status: { enum: ['on', 'off'], description: 'off: disabled after repeated failures.' },
  waiting: { ...count, description: 'Events that are not delivered yet.' },
  'failure?': { ...text, description: 'The error of the last delivery.' },
})

const status = objectSchema({
  ok: { type: 'boolean', description: 'There are no problems.' },
  version: text,
  at: time,
  directory: objectSchema(
    { ok: { type: 'boolean' }, 'milliseconds?': amount },
    'The availability and response time of the Directory.',
  ),
  objects: objectSchema(
    { asked: count, silent: count, 'median?': amount, 'slowest?': amount },
    'Response times of active rooms, in milliseconds.',
  ),
  games: listOf(
    objectSchema({ game: text, title: text, open: count, closed: count, unopened: count, players: count }),
  ),
  sidecars: listOf(
    objectSchema({
      ...{ sidecar: text, connected: { type: 'boolean' }, 'host?': text, 'region?': region },
      ...{ since: time, lastWord: time, rooms: count },
    }),
  ),
  trouble: listOf(objectSchema({ who: text, what: text, 'since?': time })),
})

const createdRoomFields: { readonly [name: string]: JsonSchema } = {
  ...{ game: text, room: text, title: text, url, websocket: url },
  host: { ...url, description: 'The host link, which opens the host page. The token follows the #.' },
  adminToken: { ...token, description: 'The room token, returned only once.' },
  warnings: listOf(text),
}

const error = objectSchema(
  {
    error: { enum: Object.keys(errorStatuses) },
    'field?': { ...text, description: 'The field to correct.' },
    detail: { ...text, description: 'A message for people.' },
  },
  'The reason of a failed request.',
)

/** All schemas, including each game's options as given and as shown. */
export function schemasOf(games: readonly Game[]): Schemas {
  const listed = { ...roomFields, ...publicIdSchemas(games) }
  return {
    Error: error,
    ListenAt: listenAt,
    Address: address,
    ListedRoom: objectSchema(listed),
    Room: objectSchema({ ...listed, view: { description: "The game's public state." } }),
    Rooms: objectSchema({ rooms: listOf(ref('ListedRoom')), 'next?': text }),
    CreatedRoom: objectSchema(createdRoomFields),
    Founding: objectSchema({
      room: text,
      share: { ...amount, maximum: 1, description: 'Progress from 0 to 1.' },
    }),
    Person: person,
    People: objectSchema({ people: listOf(ref('Person')) }),
    Ban: ban,
    Bans: objectSchema({ bans: listOf(ref('Ban')) }),
    LogLine: objectSchema(logLineFields),
    Log: objectSchema({ log: listOf(ref('LogLine')) }),
    Webhook: webhook,
    Webhooks: objectSchema({ webhooks: listOf(ref('Webhook')) }),
    CreatedWebhook: objectSchema({
      webhook: ref('Webhook'),
      'secret?': { ...text, description: 'The signing secret of a `plain` webhook, returned only once.' },
    }),
    SiteLog: objectSchema({ log: listOf(objectSchema({ game: text, room: text, ...logLineFields })) }),
    Meter: usageReport,
    Answers: objectSchema({ answers: listOf(text) }),
    Token: objectSchema({ adminToken: token }),
    Preview: objectSchema({
      game: text,
      preview: { type: 'object', description: 'The content of the files, in a format of the game.' },
    }),
    Status: status,
    Health: objectSchema({ ok: { const: true }, version: text }),
    OpenApi: { type: 'object', required: ['openapi', 'info', 'paths'] },
    ...Object.fromEntries(
      games.flatMap(({ slug, options }) => [
        [optionSchemaName(slug, 'given'), optionInputSchema(options)],
        [optionSchemaName(slug, 'shown'), publicOptionsSchema(options)],
      ]),
    ),
  }
}

/** For rooms of games with public ids: ids for links that other programs make. */
function publicIdSchemas(games: readonly Game[]): { readonly [name: string]: JsonSchema } {
  const ids = { type: 'object', additionalProperties: text }
  return Object.fromEntries(
    games.flatMap(({ publicIds }) => (publicIds ? [[`${publicIds.apiField}?`, ids]] : [])),
  )
}

/** The name of the schema of a game's options. */
export function optionSchemaName(slug: string, as: 'given' | 'shown'): string {
  return `${slug}.options.${as}`
}
