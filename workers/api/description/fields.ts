// http/request/request-fields.ts parses these fields, and openapi.ts describes them.

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
  type Fields,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  withDescription,
} from '../../../games/shared/schema/schema.ts'
import { regions } from '../../../wire/net/region.ts'

/** The names of rooms and sidecars match this pattern. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/u

const name = text({
  max: 63,
  pattern: namePattern,
  expected: 'a name of 1 to 63 characters (a-z, 0-9, -) that does not begin with -',
})

const line = (max: number) =>
  text({
    max,
    pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp}\s][^\p{Cc}\p{Zl}\p{Zp}]*$/u,
    expected: `one line of 1 to ${max} characters, not blank, without control characters`,
  })

/** A title contains a letter, digit, punctuation mark or symbol, so that a link with the title is visible. */
const visibleLine = text({
  max: 80,
  pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]*[\p{L}\p{N}\p{P}\p{S}][^\p{Cc}\p{Zl}\p{Zp}]*$/u,
  expected: 'one line of 1 to 80 characters, not blank, without control characters',
})

const listeners = list(
  object({
    port: integer(0, 65_535, { zero: 'any free port' }),
    sidecar: optional(name, 'The sidecar that opens the listener. Default: assigned by the site.'),
    transport: withDescription(
      text({ max: 80 }),
      '`tcp`, `udp`, `websocket` or `dispatch`, if the game supports it.',
    ),
  }),
  { max: 16, noun: 'listeners' },
)

const title = withDescription(visibleLine, 'The name that players see.')
const options = withDescription(anyObject(), "The game's options. Unknown options are rejected.")
const listen = withDescription(listeners, 'The ports that sidecars open for the room.')
const comments = withDescription(list(line(80), { max: 6, noun: 'lines' }), 'Public notes for players.')
const game = withDescription(name, "The game's slug.")
const region = choice(regions)
/** A file name in a path, or a parameter of a game's endpoint. */
const pathText = text({ max: 255 })

export const pathParameters = {
  game,
  room: withDescription(name, "The room's name."),
  name: withDescription(pathText, "The file's name."),
  document: withDescription(pathText, "The document's name."),
  sidecar: withDescription(pathText, 'The id of a sidecar.'),
  series: withDescription(
    text({ max: 32, pattern: seriesNamePattern, expected: 'the name of a series' }),
    'The name of the series.',
  ),
  player: withDescription(pathText, "The player's name or number."),
} as const satisfies Fields
export const endpointParameter = pathText

/** `game/room`. */
const fullName = text({
  min: 3,
  max: 127,
  pattern: /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/u,
  expected: 'a full room name, as in GAME/ROOM',
})

export const liveQuery = {
  room: optional(fullName, 'A room to subscribe to. You can repeat it. Default: all rooms.'),
} as const satisfies Fields

export const maxPageSize = 1000

export const roomsQuery = {
  limit: optional(
    text({ max: 4, pattern: /^([1-9][0-9]{0,2}|1000)$/u, expected: `a number from 1 to ${maxPageSize}` }),
    'Maximum number of rooms. Default: all.',
  ),
  after: optional(
    text({ max: 127, expected: 'a full room name, as in GAME/ROOM' }),
    'Only rooms whose name (`game/room`) sorts after this one. A room with this name need not exist.',
  ),
} as const satisfies Fields

export const sidecarQuery = {
  id: withDescription(name, 'The name of the sidecar, unique on this site.'),
  advertise: withDescription(
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
  maps: "A zip of the maps of the owner's own world, for games that accept one.",
} as const

const stage = choice(['gathering'])

const newName = optional(name, 'The name of the room. Default: three random words.')

export const creationForm = {
  texts: {
    game,
    room: newName,
    title: optional(title),
    stage: optional(
      stage,
      '`gathering`: create the room without its file, because the players still have to submit their parts. Only for games that support this.',
    ),
    region: optional(region, 'The region of the room. Default: nearest to you.'),
    options: optional(options),
    listen: optional(
      listeners,
      "The listeners of the room. Default: each of the game's listeners on a free port. []: none.",
    ),
  },
  json: ['options', 'listen'],
  files,
} as const satisfies FormFields

export const startForm = {
  texts: {
    options: optional(options),
    fence: optional(
      text({ max: 10, pattern: /^[1-9]\d*$/u, expected: 'a whole number' }),
      'The fencing token of a lease. The game starts only if this lease is still valid. Default: no lease is needed.',
    ),
  },
  json: ['options'],
  files: { file: files.file, save: files.save },
} as const satisfies FormFields

export const forkForm = {
  texts: {
    from: withDescription(
      choice(['beginning', 'now', 'save']),
      'The state that the new room starts from: the initial state, the current state, or the uploaded save.',
    ),
    room: newName,
    title: optional(title),
  },
  json: [],
  files: { save: files.save },
} as const satisfies FormFields

/** The fields `room` and `title` are used only by a fork. */
export const rewindFields = {
  at: withDescription(
    text({ max: 40 }),
    'The time to go back to: ISO 8601, as in 2026-11-28T09:30:00Z. Changes that were made within this second are kept, later ones are undone.',
  ),
  as: withDescription(
    choice(['fork', 'replace']),
    '`replace`: takes this room back to the time. `fork`: creates a new room as a copy of this room at the time.',
  ),
  room: newName,
  title: optional(title),
} as const satisfies Fields

const instant = (about: string) =>
  withDescription(text({ max: 40 }), `${about}: ISO 8601, as in 2026-11-28T09:30:00Z.`)

export const clipFields = {
  from: instant('The start of the clip'),
  to: instant('The end of the clip, at most 60 s later'),
} as const satisfies Fields

export const deleteClipQuery = {
  id: withDescription(text({ max: 40 }), 'The id of the clip, from `listClips`.'),
} as const satisfies Fields

export const filmSegmentQuery = { at: instant('The time') } as const satisfies Fields

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

/** request-fields.ts also checks that the time zone and the date exist. */
export const scheduleFields = {
  timeZone: withDescription(text({ max: maxTimeZoneLength }), 'An IANA time zone, as in `Europe/Berlin`.'),
  hours: withDescription(
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
    'The local date and time at which the room closes for good.',
  ),
} as const satisfies Fields
const schedule = object(scheduleFields)

/** wire/EXPORT.md defines these fields. */
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

export const previewForm = {
  texts: {
    game: optional(name, "The game's slug. Default: detected from an exported room."),
    options: optional(options),
  },
  json: ['options'],
  files,
} as const satisfies FormFields

const joinMode = choice(['open', 'password', 'invited'])

/** Absent fields keep their values. */
export const roomPatchFields = {
  status: optional(
    choice(['open', 'closed']),
    '`closed`: new players are rejected, current players stay connected.',
  ),
  comments: optional(comments),
  title: optional(title),
  watching: optional(choice(['on', 'off']), '`off`: no spectators and no pictures.'),
  schedule: optional(
    nullable(schedule),
    'The opening hours and the closing date. The room warns players before it closes, and disconnects them when it closes. null: always open.',
  ),
  listen: optional(listen),
  options: optional(options),
  join: optional(
    joinMode,
    'The players who can join. `open`: everybody. `password`: players who know the password or open the invite link. `invited`: players who open the invite link. Current players stay connected.',
  ),
  password: optional(
    nullable(text({ max: 128 })),
    'The password that players need to join. null: none. If the game has an option `password`, its clients ask for the password. Otherwise players enter it on the page `/GAME/ROOM/join`.',
  ),
} as const satisfies Fields

export const joinFields = {
  secret: withDescription(
    text({ max: 128 }),
    "The room's password, or the secret of its invite link: the part after the `#`.",
  ),
} as const satisfies Fields

export const ownDataFields = {
  name: withDescription(
    text({ max: 255 }),
    'The name with which the player logs in to the game: an account, a number or a slot.',
  ),
  password: withDescription(
    text({ max: 255 }),
    "The player's password in the game, or the secret of a link that the game has issued.",
  ),
} as const satisfies Fields

const keyText = (length: number) =>
  text({
    ...{ min: length, max: length, pattern: /^[A-Za-z0-9_-]+$/u },
    expected: `a key of ${length} characters in base64url`,
  })
const endpoint = withDescription(
  text({ min: 8, max: maxUrlLength }),
  "The URL at the browser's push service.",
)

/** The JSON of a `PushSubscription` of a browser. */
export const pushFields = {
  endpoint,
  expirationTime: optional(
    nullable(integer(0, 1e14, { unit: 'milliseconds since 1970' })),
    'The time at which the push service ends the subscription.',
  ),
  keys: withDescription(
    object({ p256dh: keyText(87), auth: keyText(22) }),
    "The browser's public key and authentication secret.",
  ),
} as const satisfies Fields

export const pushTargetFields = { endpoint } as const satisfies Fields

const id = text({ max: 40 })

export const kickFields = {
  id: withDescription(id, 'The id of the session, from `listPeople`.'),
} as const satisfies Fields

export const consoleFields = {
  line: withDescription(
    text({
      max: maxConsoleLineLength,
      pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
      expected: `one line of 1 to ${maxConsoleLineLength} characters`,
    }),
    "A command, in the syntax of the game's admin console.",
  ),
} as const satisfies Fields

const broadcastText = withDescription(
  line(maxBroadcastLength),
  "A message to all players, in the game's own chat or, without one, on the room's page and in the browser player. Characters that a client cannot show are replaced.",
)

export const broadcastFields = { text: broadcastText } as const satisfies Fields

/** A request must have exactly one of these fields. */
export const sayFields = {
  line: optional(consoleFields.line),
  text: optional(broadcastText),
} as const satisfies Fields

/** A request may contain only one of these fields. */
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
  seconds: withDescription(integer(1, 315_360_000, { unit: 'seconds' }), 'Duration of the ban.'),
  reason: optional(
    line(200),
    'The reason. It is written to the log, and shown to the player if the game supports it.',
  ),
} as const satisfies Fields

export const muteFields = {
  ...banSubject,
  id: optional(
    id,
    'The id of a session, or of the player that a report is about. Mutes the player by name, or by address if the name is not known.',
  ),
  seconds: withDescription(integer(1, 315_360_000, { unit: 'seconds' }), 'Duration of the mute.'),
  reason: optional(line(200), 'The reason, which is written to the log.'),
} as const satisfies Fields

export const banOrMuteQuery = {
  ...banSubject,
  id: optional(id, 'The id of the ban or mute, from the list.'),
} as const satisfies Fields

export const dismissQuery = {
  id: optional(id, 'The id of the report, from `listReports`. Default: all reports.'),
} as const satisfies Fields

export const webhookFields = {
  url: withDescription(text({ min: 8, max: maxUrlLength }), 'The target URL. It is kept secret.'),
  kind: optional(
    choice(['discord', 'plain']),
    '`discord`: Discord messages. `plain`: signed JSON. Default: detected from the URL.',
  ),
  on: optional(
    list(choice(webhookEventKinds), { min: 1, max: webhookEventKinds.length, noun: 'kinds' }),
    'The kinds of events to send. Default: the kinds that the game chooses.',
  ),
  filter: optional(
    anyObject(),
    'The accepted values of each label, as in `{"class":["progression"]}`, for games whose events have labels. Default: all values.',
  ),
  cooldown: optional(
    integer(0, 86_400, { unit: 'seconds' }),
    'Events of one kind within this many seconds are sent together. Default: 60.',
  ),
} as const satisfies Fields

export const deleteWebhookQuery = {
  id: withDescription(id, 'The id of the webhook, from `listWebhooks`.'),
} as const satisfies Fields

export const storiesQuery = {
  after: optional(
    text({ max: 15, pattern: /^\d+$/u, expected: 'a whole number' }),
    'Only stories with a number greater than this one.',
  ),
} as const satisfies Fields

export const seriesErasureQuery = {
  room: optional(name, 'Erases all rows of this deleted room.'),
  player: optional(text({ max: 200 }), 'Erases the rows of the player with this name in all deleted rooms.'),
} as const satisfies Fields

export const roomLogQuery = {
  after: optional(
    text({ max: 15, pattern: /^\d+$/u, expected: 'a whole number' }),
    'Only lines with a number greater than this one.',
  ),
} as const satisfies Fields

export const siteLogsQuery = {
  since: optional(time, 'Only lines from this time on. Default: all lines.'),
} as const satisfies Fields

export interface FormFields<T extends Fields = Fields> {
  readonly texts: T
  readonly json: readonly string[]
  readonly files: { readonly [field: string]: string }
}
