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
  description: 'Where it is, as Cloudflare names the parts of the world.',
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
  'A door that is asked for; port 0 is any that is free.',
)

const address = objectSchema(
  { transport, 'host?': text, port, sidecar: text, 'region?': region, 'error?': text },
  'Where a door is open, or why it is not.',
)

const roomFields: { readonly [name: string]: JsonSchema } = {
  game: text,
  room: text,
  title: text,
  status: { enum: ['open', 'closed', 'needs-upgrade', 'damaged'] },
  'damage?': text,
  comments: listOf(text),
  watching: { enum: ['on', 'off'], description: 'Off: its host lets nobody watch.' },
  createdAt: { type: 'string', format: 'date-time' },
  'region?': region,
  players: count,
  capacity: count,
  options: { type: 'object', description: "The game's own; secrets as true or false." },
  listen: listOf(ref('ListenAt')),
  addresses: listOf(ref('Address')),
  url,
  websocket: url,
  'connect?': { ...listOf(text), description: 'What clients that take a WebSocket address may be given.' },
}

const time: JsonSchema = { type: 'string', format: 'date-time' }

const person = objectSchema({
  id: { ...text, description: 'Of this session as long as it lasts.' },
  name: { type: ['string', 'null'], description: 'Null: who it is, is not known yet.' },
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
  'id?': { ...text, description: 'Of the session that it is about.' },
}

const amount: JsonSchema = { type: 'number', minimum: 0 }
const usageFields: { readonly [name: string]: JsonSchema } = {
  ...{ messages: amount, requests: amount, rowsRead: amount },
  ...{ rowsWritten: amount, awakeSeconds: amount },
}

const usageReport = objectSchema({
  since: { ...time, description: 'It counts from then on.' },
  days: listOf(
    objectSchema({
      day: { type: 'string', format: 'date', description: 'In UTC.' },
      seconds: { ...amount, description: 'Of it had passed, since it counts.' },
      ...usageFields,
      minutes: { ...count, description: 'In which anything came.' },
      dollars: amount,
    }),
  ),
  aDay: objectSchema(
    { ...usageFields, hoursInUse: amount, dollars: amount },
    'All of it, as if each day had been the same.',
  ),
  aMonth: { ...amount, description: 'Dollars of thirty such days.' },
  freePlan: objectSchema(
    { hoursADay: amount, first: { ...text, description: 'What is used up first.' } },
    'For how much use in a day the free plan would do, this room alone.',
  ),
})

const webhook = objectSchema({
  id: text,
  kind: { enum: ['discord', 'plain'] },
  host: { ...text, description: 'Of its url, the rest of which is secret.' },
  on: listOf({ enum: [...webhookEventKinds] }),
  cooldown: { ...count, description: 'Seconds.' },
  since: time,
  status: { enum: ['on', 'off'], description: 'Off: too much could not be told.' },
  waiting: { ...count, description: 'News that it has yet to be told.' },
  'failure?': { ...text, description: 'Why it could not be told last.' },
})

const status = objectSchema({
  ok: { type: 'boolean', description: 'Nothing is in trouble.' },
  version: text,
  at: time,
  directory: objectSchema(
    { ok: { type: 'boolean' }, 'milliseconds?': amount },
    'Whether it answers, and how fast.',
  ),
  objects: objectSchema(
    { asked: count, silent: count, 'median?': amount, 'slowest?': amount },
    'How fast the rooms that are awake answer, in milliseconds.',
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
  host: { ...url, description: 'Where its host may do what a host may; the token is behind the #.' },
  adminToken: { ...token, description: 'Of its host; it is told this once.' },
  warnings: listOf(text),
}

const error = objectSchema(
  {
    error: { enum: Object.keys(errorStatuses) },
    'field?': { ...text, description: 'The part of the request to mend.' },
    detail: { ...text, description: 'A sentence for who asked.' },
  },
  'Why it was not done.',
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
      share: { ...amount, maximum: 1, description: 'How much of it is done.' },
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
      'secret?': { ...text, description: 'Of a plain one: what its messages are signed with.' },
    }),
    SiteLog: objectSchema({ log: listOf(objectSchema({ game: text, room: text, ...logLineFields })) }),
    Meter: usageReport,
    Answers: objectSchema({ answers: listOf(text) }),
    Token: objectSchema({ adminToken: token }),
    Preview: objectSchema({
      game: text,
      preview: { type: 'object', description: 'What is in the files, as the game tells it.' },
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
