// The packets of Archipelago's network protocol, in the order of the original's protocol document. A packet is a JSON
// object with a `cmd`.
import {
  anyKind,
  choiceKind,
  closeConnection,
  type FieldError,
  type FieldValues,
  hashablesKind,
  idsKind,
  intKind,
  intsKind,
  invalidPacket,
  numbersKind,
  optionalField,
  readFields,
  requiredField,
  textOrNullKind,
  textsKind,
} from './packets/fields.ts'
import { type ClientPacketRow, createClientTable, createServerTable } from './packets/packet-table.ts'
import type { JsonWritable } from './python/json.ts'
import { formatRepr, isPrintableText } from './python/repr.ts'
import { isDict, type PyDict, PyFloat, PyTuple, type PyValue, toInt, typeName } from './python/values.ts'
import type { Version } from './seed/seed.ts'

const versionKind = {
  kind: 'Version',
  read(value: PyValue): Version | FieldError {
    if (!(value instanceof PyTuple) || value.kind !== 'Version') return closeConnection
    const [major, minor, build] = value.fields.map(Number)
    return { major: major!, minor: minor!, build: build! }
  },
} as const

const printableKind = {
  kind: 'str',
  read: (value: PyValue) => (typeof value === 'string' && isPrintableText(value) ? value : invalidPacket),
} as const

/** A value that Python's `int()` accepts. */
const numericKind = {
  kind: 'int',
  read(value: PyValue): number | FieldError {
    if (typeof value === 'string' && /^\s*[+-]?[0-9]{1,15}\s*$/.test(value)) return Number(value)
    const number = value instanceof PyFloat ? value.value : (toInt(value) ?? value)
    return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : closeConnection
  },
} as const

const statusKind = {
  kind: 'int or null',
  read: (value: PyValue) => (value === null || toInt(value) !== undefined ? value : invalidPacket),
} as const

const keyListKind = {
  kind: 'list of str',
  read: (value: PyValue) => (Array.isArray(value) ? value : invalidPacket),
} as const

export const fromClient = createClientTable({
  Connect: {
    rule: 'AP-3.1',
    about: 'Identifies the client and its features. The answer is Connected or ConnectionRefused.',
    unjoined: true,
    fields: {
      password: requiredField(textOrNullKind, invalidPacket),
      game: requiredField(anyKind, invalidPacket),
      name: requiredField(anyKind),
      uuid: requiredField(anyKind),
      version: requiredField(versionKind),
      tags: requiredField(hashablesKind),
      items_handling: requiredField(anyKind),
      slot_data: optionalField(anyKind),
    },
  },
  ConnectUpdate: {
    rule: 'AP-3.2',
    about: 'Changes `items_handling`, `tags`, or both.',
    fields: { items_handling: optionalField(anyKind), tags: optionalField(hashablesKind) },
  },
  Sync: { rule: 'AP-3.3', about: 'Requests all items from index 0.', fields: {} },
  LocationChecks: {
    rule: 'AP-3.4',
    about: "Reports locations of the client's slot that the player has checked.",
    fields: { locations: requiredField(idsKind) },
  },
  LocationScouts: {
    rule: 'AP-3.5',
    about:
      "Requests the items at locations of the client's slot. `create_as_hint` 1 or 2 also creates hints.",
    invalidText: 'Locations has to be a list of integers',
    fields: { create_as_hint: optionalField(numericKind), locations: requiredField(intsKind) },
  },
  CreateHints: {
    rule: 'AP-3.6',
    about: "Creates hints for locations of the slot `player`. The default is the client's own slot.",
    fields: {
      locations: requiredField(idsKind),
      player: optionalField(intKind(closeConnection)),
      status: optionalField(anyKind),
    },
  },
  UpdateHint: {
    rule: 'AP-3.7',
    about: "Changes the status of a hint whose receiver is the client's slot.",
    fields: {
      player: requiredField(intKind(invalidPacket)),
      location: requiredField(intKind(invalidPacket)),
      status: optionalField(statusKind),
    },
  },
  StatusUpdate: {
    rule: 'AP-3.8',
    about: "Reports the player's status: 5 connected, 10 ready, 20 playing, 30 goal.",
    fields: { status: requiredField(anyKind) },
  },
  Say: {
    rule: 'AP-3.9',
    about: 'Sends a line of chat or a command.',
    fields: { text: requiredField(printableKind, invalidPacket) },
  },
  GetDataPackage: {
    rule: 'AP-3.10',
    about: 'Requests the data packages of all games, only of `games`, or of all games except `exclusions`.',
    unjoined: true,
    fields: { games: optionalField(hashablesKind), exclusions: optionalField(hashablesKind) },
  },
  Bounce: {
    rule: 'AP-3.11',
    about:
      'Sends the whole packet to every client that matches the lists. DeathLinks are sent in this packet.',
    invalidText:
      'Bounce: games and tags must be lists of texts, slots and teams lists of integers, and operator legacy, or, and',
    fields: {
      teams: optionalField(numbersKind),
      games: optionalField(textsKind),
      slots: optionalField(numbersKind),
      tags: optionalField(textsKind),
      operator: optionalField(choiceKind(['legacy', 'or', 'and'])),
      data: optionalField(anyKind),
    },
  },
  Get: {
    rule: 'AP-7.1',
    about: 'Requests values of the data storage.',
    invalidText: 'Retrieve',
    fields: { keys: requiredField(keyListKind, invalidPacket) },
  },
  Set: {
    rule: 'AP-7.2',
    about: 'Applies a list of operations to a value of the data storage.',
    fields: {
      key: optionalField(anyKind),
      operations: optionalField(anyKind),
      want_reply: optionalField(anyKind),
    },
  },
  SetNotify: {
    rule: 'AP-7.6',
    about: 'Subscribes to changes of keys of the data storage.',
    fields: { keys: requiredField(keyListKind, invalidPacket) },
  },
})

export type Command = keyof typeof fromClient.rows
export type FromClient = {
  [C in Command]: { readonly cmd: C } & FieldValues<(typeof fromClient.rows)[C]['fields']>
}[Command]

export const fromServer = createServerTable({
  RoomInfo: {
    rule: 'AP-4.1',
    about: 'Describes the room. The server sends it first on every connection.',
    fields: {
      password: 'bool: whether the room requires a password',
      games: 'list of str: the games that slots play, and Archipelago',
      tags: 'list of str: the tags of the seed, usually `["AP"]`',
      version: 'Version: 0.6.7',
      generator_version: 'Version of the generator that made the seed',
      permissions:
        'int for each of `release`, `remaining` and `collect`: the sum of 1 (enabled), 2 (after the goal) and 4 (automatic at the goal)',
      hint_cost: "int: price of a hint, in percent of the slot's locations",
      location_check_points: 'int: hint points for each checked location',
      datapackage_checksums: 'object: by game, the SHA-1 of its data package, unchanged from the seed',
      seed_name: 'str',
      time: 'float: seconds since 1970',
      'players?': 'list of NetworkPlayer; only for old seeds',
      'datapackage_version?': 'int: always 0; only for old seeds',
      'datapackage_versions?': 'object: 0 for each game; only for old seeds',
    },
  },
  ConnectionRefused: {
    rule: 'AP-4.2',
    about: 'Refuses a Connect. The client may try again.',
    fields: { errors: 'list of str: all reasons for the refusal' },
  },
  Connected: {
    rule: 'AP-4.3',
    about: 'Answers Connect when the client has joined.',
    fields: {
      team: 'int: always 0',
      slot: "int: the client's slot",
      players: 'list of NetworkPlayer: one for each slot, including groups',
      missing_locations: 'list of int: location ids, ascending',
      checked_locations: 'list of int: location ids, ascending',
      slot_info: 'object: by slot number, a NetworkSlot',
      hint_points: 'int: hint points that the slot can spend',
      'slot_data?': 'object: the slot data of the seed, unchanged',
    },
  },
  ReceivedItems: {
    rule: 'AP-4.4',
    about: 'Sends items to the client.',
    fields: {
      index: "int: position of the first item in the client's list of items",
      items: 'list of NetworkItem; `player` is the finder',
    },
  },
  LocationInfo: {
    rule: 'AP-4.5',
    about: 'Answers LocationScouts.',
    fields: { locations: 'list of NetworkItem; `player` is the receiver' },
  },
  RoomUpdate: {
    rule: 'AP-4.6',
    about: 'Sends the fields of RoomInfo or Connected that have changed.',
    fields: {
      'hint_points?': 'int: hint points that the slot can spend',
      'checked_locations?': 'list of int: newly checked locations, or all after a release or collect',
      'players?': 'list of NetworkPlayer',
      'permissions?': 'as in RoomInfo',
      'hint_cost?': 'as in RoomInfo',
      'location_check_points?': 'as in RoomInfo',
    },
  },
  Print: {
    rule: 'AP-4.8',
    about: 'Sends a plain text to clients older than 0.3.5.',
    fields: { text: 'str' },
  },
  PrintJSON: {
    rule: 'AP-4.7',
    about: 'Sends a text that consists of parts.',
    fields: {
      data: 'list of text parts',
      'type?': 'str: the kind of text',
      '…': 'fields that depend on `type`',
    },
  },
  DataPackage: {
    rule: 'AP-4.9',
    about: 'Answers GetDataPackage.',
    fields: { data: 'object: `games` has the names, ids and checksum of each game' },
  },
  Bounced: {
    rule: 'AP-4.10',
    about: 'Forwards a Bounce with all its fields.',
    fields: {
      'teams?': 'as in the Bounce',
      'games?': 'as in the Bounce',
      'slots?': 'as in the Bounce',
      'tags?': 'as in the Bounce',
      'operator?': 'as in the Bounce',
      'data?': 'as in the Bounce',
      '…': 'as in the Bounce',
    },
  },
  InvalidPacket: {
    rule: 'AP-4.11',
    about: 'Reports an invalid packet. If `cmd` could not be read, `text` is the last field.',
    fields: {
      type: '`cmd` or `arguments`',
      text: 'str',
      original_cmd: 'str: the `cmd` of the invalid packet; null if it could not be read',
    },
  },
  Retrieved: {
    rule: 'AP-4.12',
    about: 'Answers Get.',
    fields: { keys: 'object: the value of each key; null for a key without a value', '…': 'as in the Get' },
  },
  SetReply: {
    rule: 'AP-4.13',
    about: 'Sends the new value of a key of the data storage.',
    fields: {
      key: 'str',
      value: 'any',
      'original_value?': 'any: the previous value; absent for `_read_` keys',
      'slot?': 'int: the slot of the client that sent the Set; absent for `_read_` keys',
      '…': 'as in the Set',
    },
  },
})

export type FromServer =
  | ({ readonly cmd: keyof typeof fromServer.rows } & { readonly [field: string]: JsonWritable | undefined })
  | ReadonlyMap<string, JsonWritable>

export type DecodedPacket =
  | { readonly outcome: 'packet'; readonly packet: FromClient; readonly raw: PyDict }
  /** The packet is unknown, or not allowed before joining. */
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'invalid'; readonly answer: FromServer; readonly close: boolean }
  | { readonly outcome: 'close'; readonly reason: string }

/** [AP-3.12] */
export function decodePacket(value: PyValue, joined: boolean): DecodedPacket {
  const cmd = isDict(value) ? value.get('cmd') : undefined
  if (!isDict(value) || cmd === undefined)
    return {
      outcome: 'invalid',
      close: true,
      answer: unreadableCommandPacket(`Could not get command from ${formatValue(value)} at \`cmd\``),
    }
  if (typeof cmd !== 'string')
    return {
      outcome: 'invalid',
      close: false,
      answer: unreadableCommandPacket(`Command should be str, got ${pythonClassName(cmd)}`),
    }
  if (!Object.hasOwn(fromClient.rows, cmd)) return { outcome: 'ignored' }
  return decodeKnown(cmd as Command, value, joined)
}

function decodeKnown(cmd: Command, raw: PyDict, joined: boolean): DecodedPacket {
  const row: ClientPacketRow = fromClient.rows[cmd]
  if (!joined && !row.unjoined) return { outcome: 'ignored' }
  const fields = readFields(row.fields, raw)
  if (fields === closeConnection) return { outcome: 'close', reason: `${cmd}: a field is missing or invalid` }
  if (fields === invalidPacket)
    return { outcome: 'invalid', close: false, answer: invalidArgumentsPacket(cmd, row.invalidText ?? cmd) }
  return { outcome: 'packet', packet: { cmd, ...(fields as object) } as FromClient, raw }
}

export function invalidArgumentsPacket(cmd: Command, text: string): FromServer {
  return { cmd: 'InvalidPacket', type: 'arguments', text, original_cmd: cmd }
}

export function forbiddenCommandPacket(cmd: Command, text: string): FromServer {
  return { cmd: 'InvalidPacket', type: 'cmd', text, original_cmd: cmd }
}

/** [AP-4.11] The original uses this field order when it cannot read `cmd`. */
function unreadableCommandPacket(text: string): FromServer {
  return { cmd: 'InvalidPacket', type: 'cmd', original_cmd: null, text }
}

const maxQuotedLength = 1000

/** Like Python's `str`, a string has no quotes. Unlike Python, cuts long texts. */
function formatValue(value: PyValue): string {
  const whole = typeof value === 'string' ? value : formatRepr(value)
  return whole.length > maxQuotedLength ? `${whole.slice(0, maxQuotedLength)}…` : whole
}

function pythonClassName(value: PyValue): string {
  if (value instanceof PyTuple) return `<class 'NetUtils.${value.kind}'>`
  return `<class '${typeName(value)}'>`
}
