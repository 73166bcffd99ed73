// The fields of requests as data: ../fields.ts checks them, and openapi.ts describes them.

import { webhookEventKinds } from '../../../durable-objects/model/webhook.ts'
import { maxUrlLength } from '../../../durable-objects/room/webhooks/webhook-url.ts'
import { maxConsoleLineLength } from '../../../games/console.ts'
import type { ObjectFields } from '../../../games/shared/schema/schema.ts'
import { regions } from '../../../wire/net/region.ts'

/** For rooms and sidecars. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/u

const name = {
  type: 'text',
  min: 1,
  max: 63,
  pattern: namePattern,
  expected: 'a name of 1 to 63 of a-z, 0-9 and -, the first of them no -',
} as const

/** One line of text for people. */
const line = {
  type: 'text',
  min: 1,
  max: 80,
  pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp}\s][^\p{Cc}\p{Zl}\p{Zp}]*$/u,
  expected: 'a line of 1 to 80 characters, not empty, without control characters',
} as const

const listeners = {
  type: 'list',
  min: 0,
  max: 16,
  noun: 'doors',
  of: {
    type: 'object',
    fields: {
      port: { type: 'integer', min: 0, max: 65_535, zero: 'any that is free' },
      sidecar: { ...name, optional: true, description: 'The one that is to open it.' },
      transport: {
        type: 'text',
        min: 1,
        max: 80,
        description: 'tcp, udp, websocket or dispatch: one that the game has.',
      },
    },
  },
} as const

const title = { ...line, description: 'For people.' } as const
const options = { type: 'any object', description: "The game's own; what else there is is refused." } as const
const listen = { ...listeners, description: 'Where sidecars listen for it.' } as const

const comments = {
  type: 'list',
  min: 0,
  max: 6,
  noun: 'lines',
  of: line,
  description: 'For everybody to read.',
} as const

/** Path parameters. */
export const pathParameters = {
  game: { ...name, description: "The game's slug." },
  room: { ...name, description: "The room's name." },
  name: { type: 'text', min: 1, max: 255, description: "The file's name." },
  document: { type: 'text', min: 1, max: 255, description: "The document's name." },
} as const satisfies ObjectFields

/** The room of a sidecar that connects. */
const room = {
  type: 'text',
  min: 3,
  max: 127,
  pattern: /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/u,
  expected: 'a game and a room, with a / between',
  optional: true,
} as const

export const liveQuery = {
  room: { ...room, description: 'A room to look at; it may be there several times.' },
} as const satisfies ObjectFields

const region = { type: 'choice', choices: regions } as const

/** Maximum rooms per page. */
export const maxPageSize = 1000

export const roomsQuery = {
  limit: {
    type: 'text',
    min: 1,
    max: 4,
    pattern: /^([1-9][0-9]{0,2}|1000)$/u,
    expected: `a number from 1 to ${maxPageSize}`,
    description: 'At most so many rooms. Absent: all.',
    optional: true,
  },
  after: {
    type: 'text',
    min: 1,
    max: 127,
    expected: 'a game and a room, with a / between',
    description: 'Only rooms behind this one, by name (`game/room`); it need not be there.',
    optional: true,
  },
} as const satisfies ObjectFields

export const sidecarQuery = {
  id: { ...name, description: 'Its name, its own on this site.' },
  advertise: {
    type: 'text',
    min: 1,
    max: 253,
    // Games' documents contain it, so it may have no other characters.
    pattern: /^[A-Za-z0-9.:-]+$/u,
    expected: 'a host name or address',
    description: 'Where clients reach it.',
  },
  region: { ...region, optional: true, description: 'Where it stands; absent: as the platform sees it.' },
  ports: {
    type: 'text',
    min: 3,
    max: 11,
    pattern: /^\d{1,5}-\d{1,5}$/u,
    expected: 'a range as 40000-40099',
    description: 'Where it opens doors for which any port will do; absent: wherever its system likes.',
    optional: true,
  },
  room: {
    ...room,
    description:
      'A room that it carries, and then no others; it may be there several times. Absent: those that it is given.',
  },
} as const satisfies ObjectFields

const files = {
  file: 'What the room is made of, where the game takes a file.',
  save: 'A save of a game begun elsewhere, where the game takes one.',
  arch: 'Archetypes and pictures of a world of the host, zipped, where the game takes them.',
  maps: 'The maps of that world, zipped.',
} as const

const game = { ...name, description: "The game's slug." } as const

/** Creates a room. The site chooses an absent name or title; without `listen` all listeners are default. */
export const creationForm = {
  texts: {
    game,
    room: { ...name, optional: true, description: 'Its name; absent: three words.' },
    title: { ...title, optional: true },
    region: { ...region, optional: true, description: 'Where it is to be; absent: near its host.' },
    options: { ...options, optional: true },
    listen: {
      ...listen,
      optional: true,
      description: "Absent: each of the game's usual doors on a free port; []: none.",
    },
  },
  json: ['options', 'listen'],
  files,
} as const satisfies FormTable

/** Forks a room: the file is the save that the new room starts from. */
export const forkForm = {
  texts: {
    from: { type: 'choice', choices: ['beginning', 'now', 'save'], description: 'Where it begins.' },
    room: { ...name, optional: true, description: 'Its name; absent: three words.' },
    title: { ...title, optional: true },
  },
  json: [],
  files: { save: files.save },
} as const satisfies FormTable

/** Imports a room. */
export const importForm = {
  texts: { room: { ...name, optional: true, description: 'Its name here; absent: the one that it had.' } },
  json: [],
  files: { file: 'The room, as its export gave it.' },
} as const satisfies FormTable

const time = {
  type: 'text',
  min: 20,
  max: 30,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u,
  expected: 'a time as 2026-11-22T12:00:00Z',
} as const

/** The head of an exported room: wire/EXPORT.md. */
export const exportHeadFields = {
  game,
  room: name,
  title,
  status: { type: 'choice', choices: ['open', 'closed'] },
  comments,
  watching: { type: 'choice', choices: ['off'], optional: true },
  createdAt: time,
  region: { ...region, optional: true },
  options,
  listen,
  version: { type: 'integer', min: 0, max: 1_000_000 },
  seed: { type: 'text', min: 16, max: 128, pattern: /^[\w-]+$/u, expected: 'a seed as rooms have it' },
  exportedAt: time,
} as const satisfies ObjectFields

/** Previews a file. */
export const previewForm = {
  texts: {
    game: {
      ...game,
      optional: true,
      description: "The game's slug; absent: the file is a room from elsewhere.",
    },
    options: { ...options, optional: true },
  },
  json: ['options'],
  files,
} as const satisfies FormTable

/** Changes of a room; absent fields stay as they are. */
export const changeFields = {
  status: {
    type: 'choice',
    choices: ['open', 'closed'],
    optional: true,
    description: 'Closed: nobody new comes in, and who plays may finish.',
  },
  comments: { ...comments, optional: true },
  title: { ...title, optional: true },
  watching: {
    type: 'choice',
    choices: ['on', 'off'],
    optional: true,
    description: 'Off: nobody may watch it, or see pictures of it.',
  },
  listen: { ...listen, optional: true },
  options: { ...options, optional: true },
  password: {
    type: 'text',
    min: 1,
    max: 128,
    nullable: true,
    optional: true,
    description: "The game's option of this name: wanted from who comes in.",
  },
} as const satisfies ObjectFields

/** The id of a session, as in `people`, or of a ban. */
const id = { type: 'text', min: 1, max: 40 } as const

export const kickFields = {
  id: { ...id, description: 'Of the session, as listPeople shows it.' },
} as const satisfies ObjectFields

export const consoleFields = {
  line: {
    type: 'text',
    min: 1,
    max: maxConsoleLineLength,
    pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
    expected: `a line of 1 to ${maxConsoleLineLength} characters`,
    description: 'As the game’s own admins type it.',
  },
} as const satisfies ObjectFields

/** The subject of a ban: one of these. */
const banSubject = {
  address: {
    type: 'text',
    min: 2,
    max: 45,
    optional: true,
    description: 'One of IPv4, or of IPv6 for its /64.',
  },
  name: { ...line, max: 100, optional: true, description: 'Of a player, in big or small letters.' },
} as const

export const banFields = {
  ...banSubject,
  id: { ...id, optional: true, description: 'Of a session: bans its address.' },
  seconds: { type: 'integer', min: 1, max: 315_360_000, unit: 's', description: 'For how long.' },
  reason: {
    ...line,
    max: 200,
    optional: true,
    description: 'Who is banned may be told, and the log has it.',
  },
} as const satisfies ObjectFields

export const liftQuery = {
  ...banSubject,
  id: { ...id, optional: true, description: 'Of the ban, as listBans shows it.' },
} as const satisfies ObjectFields

export const webhookFields = {
  url: { type: 'text', min: 8, max: maxUrlLength, description: 'Where to; a secret of the room.' },
  kind: {
    type: 'choice',
    choices: ['discord', 'plain'],
    optional: true,
    description:
      "As Discord takes it, or as our own JSON, signed; absent: Discord's if the url is one of its webhooks.",
  },
  on: {
    type: 'list',
    min: 1,
    max: webhookEventKinds.length,
    noun: 'kinds',
    of: { type: 'choice', choices: webhookEventKinds },
    optional: true,
    description:
      'Of what: somebody is in, a goal is reached, a match is over, the room is in trouble. Absent: of all.',
  },
  cooldown: {
    type: 'integer',
    min: 0,
    max: 86_400,
    unit: 's',
    optional: true,
    description:
      'How long news of a kind wait after the last that were told, to be told together; absent: 60.',
  },
} as const satisfies ObjectFields

export const deleteWebhookQuery = {
  id: { ...id, description: 'Of the webhook, as listWebhooks shows it.' },
} as const satisfies ObjectFields

export const logQuery = {
  after: {
    type: 'text',
    min: 1,
    max: 15,
    pattern: /^\d+$/u,
    expected: 'a whole number',
    optional: true,
    description: 'The number of the last line that is known.',
  },
} as const satisfies ObjectFields

export const logsQuery = {
  since: {
    type: 'text',
    min: 20,
    max: 30,
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u,
    expected: 'a time as 2026-11-23T00:00:00.000Z',
    optional: true,
    description: 'Only what happened then or later. Absent: all that is kept.',
  },
} as const satisfies ObjectFields

/** The parts of a form: texts, some of them JSON, and files. */
export interface FormTable<T extends ObjectFields = ObjectFields> {
  readonly texts: T
  readonly json: readonly string[]
  /** One sentence per file. */
  readonly files: { readonly [field: string]: string }
}
