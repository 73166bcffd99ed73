// The fields of requests as data: http/request/request-fields.ts checks them, and openapi.ts describes them.

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
  expected: 'a name of 1 to 63 characters (a-z, 0-9, -) that does not begin with -',
} as const

/** One line of text for people. */
const line = {
  type: 'text',
  min: 1,
  max: 80,
  pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp}\s][^\p{Cc}\p{Zl}\p{Zp}]*$/u,
  expected: 'one line of 1 to 80 characters, not blank, without control characters',
} as const

const listeners = {
  type: 'list',
  min: 0,
  max: 16,
  noun: 'listeners',
  of: {
    type: 'object',
    fields: {
      port: { type: 'integer', min: 0, max: 65_535, zero: 'any that is free' },
      sidecar: {
        ...name,
        optional: true,
        description: 'The sidecar that opens it. Default: assigned by the site.',
      },
      transport: {
        type: 'text',
        min: 1,
        max: 80,
        description: '`tcp`, `udp`, `websocket` or `dispatch`, if the game supports it.',
      },
    },
  },
} as const

const title = { ...line, description: 'The name that players see.' } as const
const options = {
  type: 'any object',
  description: "The game's options. Unknown options are rejected.",
} as const
const listen = { ...listeners, description: 'The ports that sidecars open for the room.' } as const

const comments = {
  type: 'list',
  min: 0,
  max: 6,
  noun: 'lines',
  of: line,
  description: 'Public notes for players.',
} as const

/** Path parameters. */
export const pathParameters = {
  game: { ...name, description: "The game's slug." },
  room: { ...name, description: "The room's name." },
  name: { type: 'text', min: 1, max: 255, description: "The file's name." },
  document: { type: 'text', min: 1, max: 255, description: "The document's name." },
  sidecar: { type: 'text', min: 1, max: 255, description: 'The id of a sidecar.' },
} as const satisfies ObjectFields

/** The room of a sidecar that connects. */
const room = {
  type: 'text',
  min: 3,
  max: 127,
  pattern: /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/u,
  expected: 'a full room name, as in GAME/ROOM',
  optional: true,
} as const

export const liveQuery = {
  room: { ...room, description: 'A room to subscribe to. You can repeat it. Default: all rooms.' },
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
    description: 'Maximum number of rooms. Default: all.',
    optional: true,
  },
  after: {
    type: 'text',
    min: 1,
    max: 127,
    expected: 'a full room name, as in GAME/ROOM',
    description: 'Only rooms that sort after this name (`game/room`). The room need not exist.',
    optional: true,
  },
} as const satisfies ObjectFields

export const sidecarQuery = {
  id: { ...name, description: 'The name of the sidecar, unique on this site.' },
  advertise: {
    type: 'text',
    min: 1,
    max: 253,
    // Games' documents contain it, so it may have no other characters.
    pattern: /^[A-Za-z0-9.:-]+$/u,
    expected: 'a host name or address',
    description: 'The public host name or address of the sidecar.',
  },
  region: {
    ...region,
    optional: true,
    description: 'The region of the sidecar. Default: detected from its address.',
  },
  ports: {
    type: 'text',
    min: 3,
    max: 11,
    pattern: /^\d{1,5}-\d{1,5}$/u,
    expected: 'a range, as in 40000-40099',
    description:
      'The port range for listeners without a fixed port. Default: chosen by the operating system.',
    optional: true,
  },
  room: {
    ...room,
    description: 'Serve only this room. You can repeat it. Default: assigned by the site.',
  },
} as const satisfies ObjectFields

const files = {
  file: "The room's content, for games that accept a file.",
  save: 'A save to continue from, for games that accept one.',
  arch: "A zip of archetypes and pictures of the owner's own world, for games that accept one.",
  maps: 'A zip of the maps of that world.',
} as const

const game = { ...name, description: "The game's slug." } as const

/** Creates a room. The site chooses an absent name or title; without `listen` all listeners are default. */
export const creationForm = {
  texts: {
    game,
    room: { ...name, optional: true, description: 'The name of the room. Default: three random words.' },
    title: { ...title, optional: true },
    region: { ...region, optional: true, description: 'The region of the room. Default: nearest to you.' },
    options: { ...options, optional: true },
    listen: {
      ...listen,
      optional: true,
      description: "Default: each of the game's listeners on a free port. []: none.",
    },
  },
  json: ['options', 'listen'],
  files,
} as const satisfies FormTable

/** Forks a room: the file is the save that the new room starts from. */
export const forkForm = {
  texts: {
    from: {
      type: 'choice',
      choices: ['beginning', 'now', 'save'],
      description:
        'The state that the new room starts from: the initial state, the current state, or the uploaded save.',
    },
    room: { ...name, optional: true, description: 'The name of the room. Default: three random words.' },
    title: { ...title, optional: true },
  },
  json: [],
  files: { save: files.save },
} as const satisfies FormTable

/** Imports a room. */
export const importForm = {
  texts: {
    room: { ...name, optional: true, description: 'The name of the room. Default: its name in the export.' },
  },
  json: [],
  files: { file: 'The exported room.' },
} as const satisfies FormTable

const time = {
  type: 'text',
  min: 20,
  max: 30,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u,
  expected: 'a UTC time, as in 2026-11-22T12:00:00Z',
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
  seed: { type: 'text', min: 16, max: 128, pattern: /^[\w-]+$/u, expected: 'a room seed' },
  exportedAt: time,
} as const satisfies ObjectFields

/** Previews a file. */
export const previewForm = {
  texts: {
    game: {
      ...game,
      optional: true,
      description: "The game's slug. Default: detected from an exported room.",
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
    description: '`closed`: new players are rejected, current players stay connected.',
  },
  comments: { ...comments, optional: true },
  title: { ...title, optional: true },
  watching: {
    type: 'choice',
    choices: ['on', 'off'],
    optional: true,
    description: '`off`: no spectators and no pictures.',
  },
  listen: { ...listen, optional: true },
  options: { ...options, optional: true },
  password: {
    type: 'text',
    min: 1,
    max: 128,
    nullable: true,
    optional: true,
    description: "The game's option `password`, which players need to join. null: none.",
  },
} as const satisfies ObjectFields

/** The id of a session, as in `people`, or of a ban. */
const id = { type: 'text', min: 1, max: 40 } as const

export const kickFields = {
  id: { ...id, description: 'The id of the session, from `listPeople`.' },
} as const satisfies ObjectFields

export const consoleFields = {
  line: {
    type: 'text',
    min: 1,
    max: maxConsoleLineLength,
    pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
    expected: `one line of 1 to ${maxConsoleLineLength} characters`,
    description: "A command, in the syntax of the game's admin console.",
  },
} as const satisfies ObjectFields

/** The subject of a ban: one of these. */
const banSubject = {
  address: {
    type: 'text',
    min: 2,
    max: 45,
    optional: true,
    description: 'An IPv4 address, or an IPv6 address for its /64 network.',
  },
  name: { ...line, max: 100, optional: true, description: 'The name of a player. Case is ignored.' },
} as const

export const banFields = {
  ...banSubject,
  id: { ...id, optional: true, description: 'The id of a session. Bans its address.' },
  seconds: { type: 'integer', min: 1, max: 315_360_000, unit: 's', description: 'Duration of the ban.' },
  reason: {
    ...line,
    max: 200,
    optional: true,
    description: 'Written to the log, and shown to the player if the game supports it.',
  },
} as const satisfies ObjectFields

export const liftQuery = {
  ...banSubject,
  id: { ...id, optional: true, description: 'The id of the ban, from `listBans`.' },
} as const satisfies ObjectFields

export const webhookFields = {
  url: { type: 'text', min: 8, max: maxUrlLength, description: 'The target URL. It is kept secret.' },
  kind: {
    type: 'choice',
    choices: ['discord', 'plain'],
    optional: true,
    description: '`discord`: Discord messages. `plain`: signed JSON. Default: detected from the URL.',
  },
  on: {
    type: 'list',
    min: 1,
    max: webhookEventKinds.length,
    noun: 'kinds',
    of: { type: 'choice', choices: webhookEventKinds },
    optional: true,
    description:
      'The events to send: a player joined, a goal was reached, a match ended, the room has a problem. Default: all.',
  },
  cooldown: {
    type: 'integer',
    min: 0,
    max: 86_400,
    unit: 's',
    optional: true,
    description: 'Events of one kind within this time are sent together. Default: 60.',
  },
} as const satisfies ObjectFields

export const deleteWebhookQuery = {
  id: { ...id, description: 'The id of the webhook, from `listWebhooks`.' },
} as const satisfies ObjectFields

export const logQuery = {
  after: {
    type: 'text',
    min: 1,
    max: 15,
    pattern: /^\d+$/u,
    expected: 'a whole number',
    optional: true,
    description: 'Only lines after this number.',
  },
} as const satisfies ObjectFields

export const logsQuery = {
  since: {
    type: 'text',
    min: 20,
    max: 30,
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u,
    expected: 'a UTC time, as in 2026-11-23T00:00:00Z',
    optional: true,
    description: 'Only lines of this time or later. Default: all lines.',
  },
} as const satisfies ObjectFields

/** The parts of a form: texts, some of them JSON, and files. */
export interface FormTable<T extends ObjectFields = ObjectFields> {
  readonly texts: T
  readonly json: readonly string[]
  /** One sentence per file. */
  readonly files: { readonly [field: string]: string }
}
