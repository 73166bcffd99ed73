// The fields of requests: http/request/request-fields.ts parses them, and openapi.ts describes them.

import {
  hoursPattern,
  localTimePattern,
  maxHoursLines,
  maxTimeZoneLength,
} from '../../../durable-objects/model/schedule.ts'
import { webhookEventKinds } from '../../../durable-objects/model/webhook.ts'
import { maxUrlLength } from '../../../durable-objects/room/webhooks/webhook-url.ts'
import { maxBroadcastLength } from '../../../games/broadcast.ts'
import { maxConsoleLineLength } from '../../../games/console.ts'
import { seriesNamePattern } from '../../../games/shared/options/series-option.ts'
import {
  anyObject,
  choice,
  described,
  type Fields,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from '../../../games/shared/schema/schema.ts'
import { regions } from '../../../wire/net/region.ts'

/** For rooms and sidecars. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/u

const name = text({
  max: 63,
  pattern: namePattern,
  expected: 'a name of 1 to 63 characters (a-z, 0-9, -) that does not begin with -',
})

/** One line of text that people read. */
const line = (max: number) =>
  text({
    max,
    pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp}\s][^\p{Cc}\p{Zl}\p{Zp}]*$/u,
    expected: `one line of 1 to ${max} characters, not blank, without control characters`,
  })

const listeners = list(
  object({
    port: integer(0, 65_535, { zero: 'any that is free' }),
    sidecar: optional(name, 'The sidecar that opens it. Default: assigned by the site.'),
    transport: described(
      text({ max: 80 }),
      '`tcp`, `udp`, `websocket` or `dispatch`, if the game supports it.',
    ),
  }),
  { max: 16, noun: 'listeners' },
)

const title = described(line(80), 'The name that players see.')
const options = described(anyObject(), "The game's options. Unknown options are rejected.")
const listen = described(listeners, 'The ports that sidecars open for the room.')
const comments = described(list(line(80), { max: 6, noun: 'lines' }), 'Public notes for players.')
const game = described(name, "The game's slug.")
const region = choice(regions)
/** The name of a file of a room, and any parameter of a game's endpoint. */
const pathText = text({ max: 255 })

/** Path parameters. The parameters of games' endpoints are also texts. */
export const pathParameters = {
  game,
  room: described(name, "The room's name."),
  name: described(pathText, "The file's name."),
  document: described(pathText, "The document's name."),
  sidecar: described(pathText, 'The id of a sidecar.'),
  series: described(
    text({ max: 32, pattern: seriesNamePattern, expected: 'the name of a series' }),
    'The name of the series.',
  ),
  player: described(pathText, "The player's name or number."),
} as const satisfies Fields
export const endpointParameter = pathText

/** A room that a connecting sidecar serves. */
const fullName = text({
  min: 3,
  max: 127,
  pattern: /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/u,
  expected: 'a full room name, as in GAME/ROOM',
})

export const liveQuery = {
  room: optional(fullName, 'A room to subscribe to. You can repeat it. Default: all rooms.'),
} as const satisfies Fields

/** Maximum rooms per page. */
export const maxPageSize = 1000

export const roomsQuery = {
  limit: optional(
    text({ max: 4, pattern: /^([1-9][0-9]{0,2}|1000)$/u, expected: `a number from 1 to ${maxPageSize}` }),
    'Maximum number of rooms. Default: all.',
  ),
  after: optional(
    text({ max: 127, expected: 'a full room name, as in GAME/ROOM' }),
    'Only rooms that sort after this name (`game/room`). The room need not exist.',
  ),
} as const satisfies Fields

export const sidecarQuery = {
  id: described(name, 'The name of the sidecar, unique on this site.'),
  advertise: described(
    // Games write this value into documents, so it must not contain other characters.
    text({ max: 253, pattern: /^[A-Za-z0-9.:-]+$/u, expected: 'a host name or address' }),
    'The public host name or address of the sidecar.',
  ),
  region: optional(region, 'The region of the sidecar. Default: detected from its address.'),
  ports: optional(
    text({
      min: 3,
      max: 11,
      pattern: /^\d{1,5}-\d{1,5}$/u,
      expected: 'a range, as in 40000-40099',
    }),
    'The port range for listeners without a fixed port. Default: chosen by the operating system.',
  ),
  room: optional(fullName, 'Serve only this room. You can repeat it. Default: assigned by the site.'),
} as const satisfies Fields

const files = {
  file: "The room's content, for games that accept a file.",
  save: 'A save to continue from, for games that accept one.',
  arch: "A zip of archetypes and pictures of the owner's own world, for games that accept one.",
  maps: 'A zip of the maps of that world.',
} as const

const stage = choice(['gathering'])

const newName = optional(name, 'The name of the room. Default: three random words.')

/** Creates a room. The site chooses an absent name or title; without `listen` all listeners are default. */
export const creationForm = {
  texts: {
    game,
    room: newName,
    title: optional(title),
    stage: optional(
      stage,
      '`gathering`: the room is created without its file, for games in which people gather what it is made of.',
    ),
    region: optional(region, 'The region of the room. Default: nearest to you.'),
    options: optional(options),
    listen: optional(listeners, "Default: each of the game's listeners on a free port. []: none."),
  },
  json: ['options', 'listen'],
  files,
} as const satisfies FormFields

/** Creates the world of a room that is gathering. */
export const startForm = {
  texts: {
    options: optional(options),
    fence: optional(
      text({ max: 10, pattern: /^[1-9]\d*$/u, expected: 'a whole number' }),
      'The fencing token of a lease: without this lease, the game does not start. Default: no lease is needed.',
    ),
  },
  json: ['options'],
  files: { file: files.file, save: files.save },
} as const satisfies FormFields

/** Forks a room: the file is the save that the new room starts from. */
export const forkForm = {
  texts: {
    from: described(
      choice(['beginning', 'now', 'save']),
      'The state that the new room starts from: the initial state, the current state, or the uploaded save.',
    ),
    room: newName,
    title: optional(title),
  },
  json: [],
  files: { save: files.save },
} as const satisfies FormFields

/** Takes a room back. `room` and `title` apply only to a fork. */
export const rewindFields = {
  at: described(
    text({ max: 40 }),
    'The time: ISO 8601, as in 2026-11-28T09:30:00Z. Changes of its second are kept.',
  ),
  as: described(
    choice(['fork', 'replace']),
    '`replace`: this room goes back. `fork`: another room is created.',
  ),
  room: newName,
  title: optional(title),
} as const satisfies Fields

const instant = (about: string) =>
  described(text({ max: 40 }), `${about}: ISO 8601, as in 2026-11-28T09:30:00Z.`)

/** A clip of a room's film. */
export const clipFields = {
  from: instant('The start of the clip'),
  to: instant('The end of the clip, at most 60 s later'),
} as const satisfies Fields

export const deleteClipQuery = {
  id: described(text({ max: 40 }), 'The id of the clip, from `listClips`.'),
} as const satisfies Fields

export const filmSegmentQuery = { at: instant('The time') } as const satisfies Fields

/** Imports a room. */
export const importForm = {
  texts: { room: optional(name, 'The name of the room. Default: its name in the export.') },
  json: [],
  files: { file: 'The exported room.' },
} as const satisfies FormFields

const time = text({
  min: 20,
  max: 30,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u,
  expected: 'a UTC time, as in 2026-11-22T12:00:00Z',
})

/** request-fields.ts checks that the zone and the date exist. */
export const scheduleFields = {
  timeZone: described(text({ max: maxTimeZoneLength }), 'An IANA time zone, as in `Europe/Berlin`.'),
  hours: described(
    list(text({ max: 80, pattern: hoursPattern, expected: 'days and times, as in `Fri-Sun 19:00-23:00`' }), {
      max: maxHoursLines,
      noun: 'lines of opening hours',
    }),
    'Opening hours, as in `Fri-Sun 19:00-23:00`, `Mon, Wed 20:00-02:00` or `daily 18:00-24:00`. Empty: always open.',
  ),
  closesOn: optional(
    text({
      ...{ min: 16, max: 16, pattern: localTimePattern },
      expected: 'a local date and time, as in 2026-12-31T22:00',
    }),
    'The local date and time from which the room is closed.',
  ),
} as const satisfies Fields
const schedule = object(scheduleFields)

/** The head of an exported room: wire/EXPORT.md. */
export const exportHeadFields = {
  game,
  room: name,
  title,
  stage: optional(stage),
  status: choice(['open', 'closed']),
  comments,
  watching: optional(choice(['off'])),
  admission: optional(
    object({
      mode: choice(['password', 'invited']),
      password: optional(text({ max: 1000 })),
      epoch: text({ min: 16, max: 128, pattern: /^[\w-]+$/u, expected: 'a random text' }),
    }),
  ),
  schedule: optional(schedule),
  createdAt: time,
  region: optional(region),
  options,
  listen,
  version: integer(0, 1_000_000),
  rewinds: optional(integer(1, 1_000_000)),
  seed: text({ min: 16, max: 128, pattern: /^[\w-]+$/u, expected: 'a room seed' }),
  exportedAt: time,
} as const satisfies Fields

/** Previews a file. */
export const previewForm = {
  texts: {
    game: optional(name, "The game's slug. Default: detected from an exported room."),
    options: optional(options),
  },
  json: ['options'],
  files,
} as const satisfies FormFields

const joinMode = choice(['open', 'password', 'invited'])

/** Changes of a room; absent fields stay as they are. */
export const changeFields = {
  status: optional(
    choice(['open', 'closed']),
    '`closed`: new players are rejected, current players stay connected.',
  ),
  comments: optional(comments),
  title: optional(title),
  watching: optional(choice(['on', 'off']), '`off`: no spectators and no pictures.'),
  schedule: optional(
    nullable(schedule),
    'When players may join. Players are warned before the room closes, and disconnected when it does. null: always open.',
  ),
  listen: optional(listen),
  options: optional(options),
  join: optional(
    joinMode,
    '`open`: everybody. `password`: players who know the password or open the invite link. `invited`: players who open the invite link. Current players stay connected.',
  ),
  password: optional(
    nullable(text({ max: 128 })),
    'The password that players need to join. null: none. A game with an option `password` asks for it itself; in other rooms players enter it on the page `/GAME/ROOM/join`.',
  ),
} as const satisfies Fields

export const joinFields = {
  secret: described(
    text({ max: 128 }),
    "The room's password, or the secret of its invite link, which follows the `#` there.",
  ),
} as const satisfies Fields

export const ownDataFields = {
  name: described(
    text({ max: 255 }),
    "The player's name, as the game asks for it: an account, a number, a slot.",
  ),
  password: described(
    text({ max: 255 }),
    "The player's password in the game, or the secret of a link that the game has issued.",
  ),
} as const satisfies Fields

/** base64url. */
const keyText = (length: number) =>
  text({
    ...{ min: length, max: length, pattern: /^[A-Za-z0-9_-]+$/u },
    expected: `a key of ${length} characters in base64url`,
  })
const endpoint = described(text({ min: 8, max: maxUrlLength }), "The URL at the browser's push service.")

/** The JSON of a `PushSubscription` of a browser. */
export const pushFields = {
  endpoint,
  expirationTime: optional(
    nullable(integer(0, 1e14, { unit: 'milliseconds since 1970' })),
    'When the push service ends the subscription.',
  ),
  keys: described(
    object({ p256dh: keyText(87), auth: keyText(22) }),
    "The browser's public key and authentication secret.",
  ),
} as const satisfies Fields

export const pushTargetFields = { endpoint } as const satisfies Fields

/** The id of a session, as in `people`, of a ban, or of a webhook. */
const id = text({ max: 40 })

export const kickFields = {
  id: described(id, 'The id of the session, from `listPeople`.'),
} as const satisfies Fields

export const consoleFields = {
  line: described(
    text({
      max: maxConsoleLineLength,
      pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
      expected: `one line of 1 to ${maxConsoleLineLength} characters`,
    }),
    "A command, in the syntax of the game's admin console.",
  ),
} as const satisfies Fields

/** A message to all players. */
const broadcastText = described(
  line(maxBroadcastLength),
  "A message to all players, in the game's own chat or, without one, on the room's page and in the browser player. Characters that a client cannot show are replaced.",
)

export const broadcastFields = { text: broadcastText } as const satisfies Fields

/** The fields of a message or console line: exactly one of them is sent. */
export const sayFields = {
  line: optional(consoleFields.line),
  text: optional(broadcastText),
} as const satisfies Fields

/** The subject of a ban: one of these. */
const banSubject = {
  address: optional(text({ min: 2, max: 45 }), 'An IPv4 address, or an IPv6 address for its /64 network.'),
  name: optional(line(100), 'The name of a player. Case is ignored.'),
} as const

export const banFields = {
  ...banSubject,
  id: optional(
    id,
    'The id of a session, or of the player that a report is about. Bans the address of that player.',
  ),
  seconds: described(integer(1, 315_360_000, { unit: 'seconds' }), 'Duration of the ban.'),
  reason: optional(line(200), 'Written to the log, and shown to the player if the game supports it.'),
} as const satisfies Fields

export const muteFields = {
  ...banSubject,
  id: optional(
    id,
    'The id of a session, or of the player that a report is about. Mutes the player by name, or by address if the name is not known.',
  ),
  seconds: described(integer(1, 315_360_000, { unit: 'seconds' }), 'Duration of the mute.'),
  reason: optional(line(200), 'Written to the log.'),
} as const satisfies Fields

export const banOrMuteQuery = {
  ...banSubject,
  id: optional(id, 'The id of the ban or mute, from the list.'),
} as const satisfies Fields

export const dismissQuery = {
  id: optional(id, 'The id of the report, from `listReports`. Default: all reports.'),
} as const satisfies Fields

export const webhookFields = {
  url: described(text({ min: 8, max: maxUrlLength }), 'The target URL. It is kept secret.'),
  kind: optional(
    choice(['discord', 'plain']),
    '`discord`: Discord messages. `plain`: signed JSON. Default: detected from the URL.',
  ),
  on: optional(
    list(choice(webhookEventKinds), { min: 1, max: webhookEventKinds.length, noun: 'kinds' }),
    'The events to send: a player joined, a goal was reached, a match ended, the room has a problem, a player reports another one; in some games items were found, or a hint was given. Default: as the game chooses.',
  ),
  filter: optional(
    anyObject(),
    'The accepted values, a list by label, in games with labels: `{"class":["progression"]}`. Default: all.',
  ),
  cooldown: optional(
    integer(0, 86_400, { unit: 'seconds' }),
    'Events of one kind within this time are sent together. Default: 60.',
  ),
} as const satisfies Fields

export const deleteWebhookQuery = {
  id: described(id, 'The id of the webhook, from `listWebhooks`.'),
} as const satisfies Fields

export const storiesQuery = {
  after: optional(
    text({ max: 15, pattern: /^\d+$/u, expected: 'a whole number' }),
    'Only stories after this number.',
  ),
} as const satisfies Fields

export const seriesErasureQuery = {
  room: optional(name, 'A deleted room: all its rows.'),
  player: optional(text({ max: 200 }), 'A player: the rows of this name in all deleted rooms.'),
} as const satisfies Fields

export const logQuery = {
  after: optional(
    text({ max: 15, pattern: /^\d+$/u, expected: 'a whole number' }),
    'Only lines after this number.',
  ),
} as const satisfies Fields

export const logsQuery = {
  since: optional(time, 'Only lines of this time or later. Default: all lines.'),
} as const satisfies Fields

/** The parts of a form: texts, some of them JSON, and files. */
export interface FormFields<T extends Fields = Fields> {
  readonly texts: T
  readonly json: readonly string[]
  /** The files by field, each with a sentence that describes it. */
  readonly files: { readonly [field: string]: string }
}
