// The types and the schemas of the API's answers. Tests check every answer against its schema.
import * as v from 'valibot'
import { logKinds, worldLineKinds } from '../../../durable-objects/model/room-log.ts'
import { webhookEventKinds } from '../../../durable-objects/model/webhook.ts'
import type { Game, Json } from '../../../games/game.ts'
import { optionInputSchema, publicOptionsSchema } from '../../../games/shared/options/json-schema.ts'
import { type JsonSchema, toComponents } from '../../../games/shared/schema/json-schema.ts'
import {
  anyObject,
  type Fields,
  optional,
  type Schema,
  type ValueOf,
  withDescription,
} from '../../../games/shared/schema/schema.ts'
import { regions } from '../../../wire/net/region.ts'
import { errorCodes } from './api-error.ts'

const object = <F extends Fields>(fields: F) => v.strictObject(fields)
const oneOf = <const T extends readonly string[]>(choices: T) => v.picklist(choices)
const listOf = <S extends Schema>(items: S) => v.pipe(v.array(items), v.readonly())
const text = v.string()
const amount = v.pipe(v.number(), v.minValue(0))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const time = v.pipe(v.string(), v.isoTimestamp())
const url = v.pipe(v.string(), v.url())
const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
const transport = oneOf(['tcp', 'udp', 'websocket', 'dispatch'])
const region = withDescription(oneOf(regions), "Cloudflare's name of the region.")
const port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535))
const anyJson: Schema<Json> = v.any()

const listenAt = withDescription(
  object({ transport, port, sidecar: optional(text) }),
  'A requested listener. Port 0 means any free port.',
)

const address = withDescription(
  object({
    ...{ transport, host: optional(text), port, sidecar: text },
    region: optional(region),
    error: optional(text),
    lists: optional(
      listOf(object({ list: text, error: optional(text) })),
      'The public lists of servers to which the sidecar announces the room, with the reason if a list refused the room.',
    ),
  }),
  'The address of an open listener. With `error`: a listener that could not be opened.',
)

const listedRoom = {
  ...{ game: text, room: text, title: text },
  stage: optional(
    oneOf(['gathering']),
    '`gathering`: the world does not exist yet, because the players still submit their files. Absent: the world exists.',
  ),
  status: withDescription(
    oneOf(['open', 'closed', 'needs-upgrade', 'damaged']),
    'The status of the room. `closed`: the owner has closed it, or it is outside of its opening hours.',
  ),
  damage: optional(text, 'The cause of the damage, for a damaged room.'),
  comments: listOf(text),
  watching: withDescription(oneOf(['on', 'off']), 'off: the owner does not allow spectators.'),
  join: withDescription(
    oneOf(['open', 'password', 'invited']),
    'The players who can join: everybody, players who know the password, or players with the invite link.',
  ),
  schedule: optional(
    object({ timeZone: text, hours: listOf(text), closesOn: optional(text) }),
    'The opening hours and the closing date in local time. Absent: always open.',
  ),
  outsideHours: optional(v.literal(true), 'The schedule has closed the room, not the owner.'),
  opensAt: optional(time, 'The time at which the schedule opens the room next.'),
  closesAt: optional(time, 'The time at which the schedule closes the room next.'),
  message: optional(
    object({ text, at: time }),
    "The host's last message to all players, in games without chat. It is shown for ten minutes.",
  ),
  createdAt: time,
  region: optional(region),
  series: optional(
    object({
      name: text,
      url: optional(url, 'The URL of the page of the series. Absent: the room is not in the series.'),
      problem: optional(text, 'The reason for which the room is not in the series.'),
    }),
    "The series that is named in the room's options. Absent in lists of rooms.",
  ),
  ...{ players: count, capacity: count },
  options: withDescription(
    anyObject(),
    "The game's options. For a secret, the value is true if it is set and otherwise false.",
  ),
  listen: listOf(listenAt),
  addresses: listOf(address),
  ...{ url, websocket: url },
  connect: optional(listOf(text), 'Addresses for clients with a WebSocket address field, best first.'),
} as const

const person = object({
  id: withDescription(text, 'The id of the session.'),
  name: withDescription(v.nullable(text), "The player's name. null: the player has not logged in yet."),
  address: withDescription(text, 'Shortened.'),
  transport: oneOf(['tcp', 'udp', 'websocket']),
  since: time,
})

const clip = object({ id: text, url, from: time, to: time, createdAt: time })

const ban = object({
  ...{ id: text, address: optional(text, 'Shortened.'), name: optional(text) },
  ...{ since: time, until: time, reason: text },
})

const reportedPlayer = object({
  id: withDescription(text, 'The id of the session. The session may have ended.'),
  name: text,
  address: withDescription(text, 'Shortened.'),
})

const report = object({
  ...{ id: text, time, reporter: reportedPlayer, player: reportedPlayer },
  reason: withDescription(text, "The reporter's text. It may be empty."),
  lines: withDescription(
    listOf(object({ time, text })),
    'The last lines of chat that the reporter could read, with the oldest first.',
  ),
})

const logLine = {
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  time,
  kind: oneOf(logKinds),
  text,
  id: optional(text, 'The id of the session, if the line is about one session.'),
} as const
const logLineSchema = object(logLine)
const timelineLine = object({ ...logLine, kind: oneOf([...logKinds, ...worldLineKinds]) })

const playerCounts = {
  ...{ kills: optional(count), deaths: optional(count), goals: optional(count), levels: optional(count) },
  ...{ checks: optional(count), items: optional(count), trades: optional(count) },
} as const
const storyPlayer = object({
  player: text,
  seconds: withDescription(count, 'Seconds in the room.'),
  place: optional(count, "The player's place, in stories with results. Several players can share a place."),
  ...playerCounts,
})

const board = withDescription(
  listOf(
    object({
      player: text,
      seconds: count,
      stories: count,
      wins: optional(
        count,
        'Number of stories in which the player had the best place, alone or with others.',
      ),
      ...playerCounts,
    }),
  ),
  'The players of all stories, at most 200.',
)

const usage = {
  ...{ messages: amount, requests: amount, rowsRead: amount },
  ...{ rowsWritten: amount, awakeSeconds: amount },
} as const

const usageReport = object({
  since: withDescription(time, 'The time at which counting started.'),
  days: listOf(
    object({
      day: withDescription(v.pipe(v.string(), v.isoDate()), 'A day in UTC.'),
      seconds: withDescription(amount, 'Number of seconds of the day for which the usage was counted.'),
      ...usage,
      minutes: withDescription(count, 'Number of minutes with at least one event.'),
      dollars: amount,
    }),
  ),
  aDay: withDescription(
    object({ ...usage, hoursInUse: amount, dollars: amount }),
    'The usage of an average day.',
  ),
  aMonth: withDescription(amount, 'Price in dollars of thirty average days, including storage.'),
  storage: optional(
    withDescription(
      object({ bytes: count, dollars: amount }),
      'The bytes of stored data, and their price in dollars per month.',
    ),
  ),
  freePlan: withDescription(
    object({
      hoursADay: amount,
      first: withDescription(text, 'The quota of the free plan that is used up first.'),
    }),
    'Hours of use per day that the free plan covers if this room is the only room.',
  ),
})

const webhook = object({
  id: text,
  kind: oneOf(['discord', 'plain']),
  host: withDescription(text, 'The host of the URL. The other parts of the URL are secret.'),
  on: listOf(oneOf(webhookEventKinds)),
  filter: optional(v.record(v.string(), listOf(text)), 'The accepted values of each label.'),
  cooldown: withDescription(count, 'Seconds.'),
  since: time,
  status: withDescription(
    oneOf(['on', 'off']),
    'The state of the webhook. `off`: the room has disabled the webhook after repeated failures.',
  ),
  waiting: withDescription(count, 'Number of events that are not delivered yet.'),
  failure: optional(text, 'The error of the last attempt to deliver.'),
})

const status = object({
  ok: withDescription(v.boolean(), 'Whether the site has no problems.'),
  version: text,
  at: time,
  directory: withDescription(
    object({ ok: v.boolean(), milliseconds: optional(amount) }),
    'Whether the Directory answers, and its response time in milliseconds.',
  ),
  objects: withDescription(
    object({ asked: count, silent: count, median: optional(amount), slowest: optional(amount) }),
    'Response times of active rooms, in milliseconds.',
  ),
  games: listOf(
    object({ game: text, title: text, open: count, closed: count, unopened: count, players: count }),
  ),
  sidecars: listOf(
    object({
      ...{ sidecar: text, connected: v.boolean(), host: optional(text), region: optional(region) },
      ...{ since: time, lastWord: time, rooms: count },
    }),
  ),
  trouble: listOf(
    object({
      who: withDescription(
        text,
        'The subject of the problem: a room as `game/room`, a sidecar by name, or the Directory.',
      ),
      what: text,
      since: optional(time),
    }),
  ),
})

const createdRoom = object({
  ...{ game: text, room: text, title: text, url, websocket: url },
  host: withDescription(url, 'The host link, which opens the host page. The token follows the #.'),
  adminToken: withDescription(token, 'The room token, returned only once.'),
  warnings: listOf(text),
})

const error = withDescription(
  object({
    error: oneOf(errorCodes),
    field: optional(text, 'The field to correct.'),
    detail: withDescription(text, 'A message for users that says what went wrong and what to do next.'),
  }),
  'The reason why a request failed.',
)

/** `publicIds`: the fields of a room with the room's public ids, which other programs use. */
function answerSchemas(publicIds: { readonly [field: string]: Schema }) {
  const room = object({ ...listedRoom, ...publicIds })
  return {
    Error: error,
    ListenAt: listenAt,
    Address: address,
    ListedRoom: room,
    Room: object({ ...room.entries, view: withDescription(anyJson, "The game's public state.") }),
    StartedRoom: object({
      ...room.entries,
      view: withDescription(anyJson, "The game's public state."),
      warnings: listOf(text),
    }),
    Rooms: object({ rooms: listOf(room), next: optional(text) }),
    CreatedRoom: createdRoom,
    CreationProgress: object({
      room: text,
      share: withDescription(v.pipe(amount, v.maxValue(1)), 'Progress from 0 to 1.'),
    }),
    Person: person,
    People: object({ people: listOf(person) }),
    Ban: ban,
    Bans: object({ bans: listOf(ban) }),
    Mutes: object({ mutes: listOf(ban) }),
    PlayerData: object({
      ...{ game: text, room: text, player: text, at: time },
      world: withDescription(
        anyJson,
        "The player's data in the world, in the game's format. null: the world contains no data of the player.",
      ),
      log: listOf(object({ time, text })),
      stories: listOf(
        object({ from: time, to: time, seconds: count, place: optional(count), ...playerCounts }),
      ),
      reportsMade: listOf(object({ time, player: text, reason: text, lines: listOf(text) })),
      reportsReceived: withDescription(
        listOf(object({ time, reason: text })),
        'The reports about the player, without their authors.',
      ),
      ...{ bans: listOf(ban), mutes: listOf(ban) },
      addresses: withDescription(
        listOf(text),
        'The addresses from which the player has connected recently. An IPv6 address is shortened to its /64 network.',
      ),
    }),
    Joined: object({
      until: withDescription(time, 'The time until which clients from the same address may join.'),
    }),
    Invitation: object({
      url: withDescription(v.nullable(url), 'The invite link. null: everybody may join.'),
    }),
    Reports: object({ reports: listOf(report) }),
    LogLine: logLineSchema,
    Log: object({ log: listOf(logLineSchema) }),
    NotificationKey: object({
      publicKey: withDescription(
        text,
        'The public key as base64url: an uncompressed point of the curve P-256.',
      ),
    }),
    Timeline: object({
      since: optional(time, 'The earliest time to go back to. Absent: the room keeps no history.'),
      log: withDescription(listOf(timelineLine), "The lines of the room's log and the events in its world."),
    }),
    Stories: object({
      stories: listOf(
        object({
          number: withDescription(count, 'Consecutive, from 1.'),
          from: time,
          to: time,
          title: optional(text, 'One line about the end of the match. Absent for the story of a day.'),
          players: listOf(storyPlayer),
          more: optional(count, 'Further players.'),
          picture: optional(url),
        }),
      ),
      current: optional(
        object({ from: time, players: listOf(storyPlayer) }),
        'The story that has not ended yet.',
      ),
      board,
    }),
    Series: object({
      ...{ game: text, series: text },
      rooms: listOf(
        object({
          room: text,
          title: optional(text, 'The title of the room. Absent: the room was deleted.'),
          damaged: optional(
            v.literal(true),
            "The room's rows of the board are damaged, so its players are missing.",
          ),
        }),
      ),
      board,
    }),
    ErasedFromSeries: object({
      rooms: withDescription(count, 'Number of deleted rooms whose rows were erased.'),
    }),
    Rewound: object({ at: time }),
    Film: object({
      filmed: withDescription(v.boolean(), 'Whether the room is filmed now.'),
      stretches: withDescription(
        listOf(object({ from: time, to: time })),
        'The periods that the film covers without a gap, with the oldest first.',
      ),
      marks: withDescription(
        listOf(object({ time, kind: text, text })),
        'Events in these periods, with the oldest first: players who joined, left or were kicked, and events in the world.',
      ),
    }),
    Clip: clip,
    Clips: object({ clips: listOf(clip) }),
    Webhook: webhook,
    Webhooks: object({ webhooks: listOf(webhook) }),
    CreatedWebhook: object({
      webhook,
      secret: optional(text, 'The signing secret of a `plain` webhook, returned only once.'),
    }),
    SiteLog: object({ log: listOf(object({ game: text, room: text, ...logLine })) }),
    Meter: usageReport,
    Answers: object({
      answers: listOf(text),
      players: optional(
        count,
        'The number of players who can see the message, if the request sent a message.',
      ),
    }),
    Broadcast: object({
      rooms: withDescription(count, 'Number of rooms whose players received the message.'),
      players: count,
      failed: withDescription(listOf(text), 'The rooms that could not show the message.'),
    }),
    Token: object({ adminToken: token }),
    Preview: object({
      game: text,
      preview: withDescription(anyObject(), "The content of the files, in the game's format."),
    }),
    Status: status,
    Health: object({ ok: v.literal(true), version: text }),
    OpenApi: v.looseObject({ openapi: text, info: anyObject(), paths: anyObject() }),
  }
}

type AnswerSchemas = ReturnType<typeof answerSchemas>
export type AnswerName = keyof AnswerSchemas
export type Answers = { readonly [name in AnswerName]: Readonly<ValueOf<AnswerSchemas[name]>> }

/** The schemas of all answers, and for each game two schemas of its options: in requests and in answers. */
export function answerComponents(games: readonly Game[]): { readonly [name: string]: JsonSchema } {
  const ids = optional(v.record(v.string(), text))
  const publicIds = games.flatMap(({ publicIds }) => (publicIds ? [[publicIds.apiField, ids]] : []))
  const options = games.flatMap(({ slug, options }) => [
    [optionSchemaName(slug, 'given'), optionInputSchema(options)],
    [optionSchemaName(slug, 'shown'), publicOptionsSchema(options)],
  ])
  return {
    ...toComponents(answerSchemas(Object.fromEntries(publicIds))),
    ...Object.fromEntries(options),
  }
}

/** `given`: the options in requests. `shown`: the options in answers. */
export function optionSchemaName(slug: string, as: 'given' | 'shown'): string {
  return `${slug}.options.${as}`
}
