// The packets of Archipelago's network protocol, in the order of its document: JSON objects with a `cmd`, several to a
// frame. The session reads client packets with the first table and sends those of the second.
import {
  anyKind,
  closeConnection,
  type FieldError,
  type FieldValues,
  idsKind,
  intKind,
  intsKind,
  invalidPacket,
  optional,
  readFields,
  required,
  setKind,
  textOrNullKind,
} from './packets/fields.ts'
import { type ClientPacketRow, createClientTable, createServerTable } from './packets/packet-table.ts'
import type { JsonWritable } from './python/json.ts'
import { isPrintable, repr } from './python/repr.ts'
import { type Dict, Float, isDict, type PyValue, Tuple, toIntOrBool, typeName } from './python/values.ts'
import type { Version } from './seed/seed.ts'

const versionKind = {
  kind: 'Version',
  read(value: PyValue): Version | FieldError {
    if (!(value instanceof Tuple) || value.kind !== 'Version') return closeConnection
    const [major, minor, build] = value.fields.map(Number)
    return { major: major!, minor: minor!, build: build! }
  },
} as const

const printableKind = {
  kind: 'str',
  read: (value: PyValue) => (typeof value === 'string' && isPrintable(value) ? value : invalidPacket),
} as const

/** Values that Python's `int()` accepts. */
const numericKind = {
  kind: 'int',
  read(value: PyValue): number | FieldError {
    if (typeof value === 'string' && /^\s*[+-]?[0-9]{1,15}\s*$/.test(value)) return Number(value)
    const number = value instanceof Float ? value.value : (toIntOrBool(value) ?? value)
    return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : closeConnection
  },
} as const

const statusKind = {
  kind: 'int or null',
  read: (value: PyValue) => (value === null || toIntOrBool(value) !== undefined ? value : invalidPacket),
} as const

const keyListKind = {
  kind: 'list of str',
  read: (value: PyValue) => (Array.isArray(value) ? value : invalidPacket),
} as const

/** Packets from client to server. */
export const fromClient = createClientTable({
  Connect: {
    rule: 'AP-3.1',
    about: 'Identifies the client and its features. Answered with Connected or ConnectionRefused.',
    unjoined: true,
    fields: {
      password: required(textOrNullKind, invalidPacket),
      game: required(anyKind, invalidPacket),
      name: required(anyKind),
      uuid: required(anyKind),
      version: required(versionKind),
      tags: required(setKind),
      items_handling: required(anyKind),
      slot_data: optional(anyKind),
    },
  },
  ConnectUpdate: {
    rule: 'AP-3.2',
    about: 'Changes items_handling, tags, or both.',
    fields: { items_handling: optional(anyKind), tags: optional(setKind) },
  },
  Sync: { rule: 'AP-3.3', about: 'Requests all items from index 0.', fields: {} },
  LocationChecks: {
    rule: 'AP-3.4',
    about: "Locations of the client's slot that the player has checked.",
    fields: { locations: required(idsKind) },
  },
  LocationScouts: {
    rule: 'AP-3.5',
    about:
      "Requests the items at locations of the client's slot; `create_as_hint` 1 or 2 also creates hints.",
    invalidText: 'Locations has to be a list of integers',
    fields: { create_as_hint: optional(numericKind), locations: required(intsKind) },
  },
  CreateHints: {
    rule: 'AP-3.6',
    about: "Creates hints for locations of `player`; without it, of the client's slot.",
    fields: {
      locations: required(idsKind),
      player: optional(intKind(closeConnection)),
      status: optional(anyKind),
    },
  },
  UpdateHint: {
    rule: 'AP-3.7',
    about: 'Changes the status of a hint whose receiver is the player.',
    fields: {
      player: required(intKind(invalidPacket)),
      location: required(intKind(invalidPacket)),
      status: optional(statusKind),
    },
  },
  StatusUpdate: {
    rule: 'AP-3.8',
    about: "The player's status: 5 connected, 10 ready, 20 playing, 30 goal.",
    fields: { status: required(anyKind) },
  },
  Say: {
    rule: 'AP-3.9',
    about: 'Chat, or a command.',
    fields: { text: required(printableKind, invalidPacket) },
  },
  GetDataPackage: {
    rule: 'AP-3.10',
    about: 'Requests the names of all games, of `games`, or of all except `exclusions`.',
    unjoined: true,
    fields: { games: optional(setKind), exclusions: optional(setKind) },
  },
  Bounce: {
    rule: 'AP-3.11',
    about: 'Sends the whole packet to every client that matches any of the three lists. Used for DeathLink.',
    fields: {
      games: optional(setKind),
      slots: optional(setKind),
      tags: optional(setKind),
      data: optional(anyKind),
    },
  },
  Get: {
    rule: 'AP-7.1',
    about: 'Requests values of the data storage.',
    invalidText: 'Retrieve',
    fields: { keys: required(keyListKind, invalidPacket) },
  },
  Set: {
    rule: 'AP-7.2',
    about: 'Changes a value of the data storage by a list of operations.',
    fields: { key: optional(anyKind), operations: optional(anyKind), want_reply: optional(anyKind) },
  },
  SetNotify: {
    rule: 'AP-7.6',
    about: 'Subscribes to changes of these keys.',
    fields: { keys: required(keyListKind, invalidPacket) },
  },
})

export type Command = keyof typeof fromClient.rows
export type FromClient = {
  [C in Command]: { readonly cmd: C } & FieldValues<(typeof fromClient.rows)[C]['fields']>
}[Command]

/** Packets from server to client. */
export const fromServer = createServerTable({
  RoomInfo: {
    rule: 'AP-4.1',
    about: 'The first packet of a connection. Describes the room.',
    fields: {
      password: 'bool: whether the room requires one',
      games: 'list of str: those played, and Archipelago',
      tags: '`["AP"]`, or as the seed has them',
      version: 'Version: 0.6.7',
      generator_version: 'Version of the seed',
      permissions:
        '`release`, `remaining`, `collect`: bits 1 enabled, 2 after the goal, 4 automatic at the goal',
      hint_cost: 'int, percent',
      location_check_points: 'int',
      datapackage_checksums: 'game to SHA-1, as the seed has it',
      seed_name: 'str',
      time: 'float, seconds since 1970',
      'players?': 'list of NetworkPlayer; old seeds',
      'datapackage_version?': '0; old seeds',
      'datapackage_versions?': 'game to 0; old seeds',
    },
  },
  ConnectionRefused: {
    rule: 'AP-4.2',
    about: 'The client may try again.',
    fields: { errors: 'list of str: all reasons' },
  },
  Connected: {
    rule: 'AP-4.3',
    about: 'The client has joined.',
    fields: {
      team: '0',
      slot: 'int',
      players: 'list of NetworkPlayer, groups among them',
      missing_locations: 'list of int, ascending',
      checked_locations: 'list of int, ascending',
      slot_info: 'slot to NetworkSlot',
      hint_points: 'int',
      'slot_data?': "the seed's, unchanged",
    },
  },
  ReceivedItems: {
    rule: 'AP-4.4',
    about: 'Items for the player.',
    fields: { index: 'int, of the first', items: 'list of NetworkItem, whose player is the finder' },
  },
  LocationInfo: {
    rule: 'AP-4.5',
    about: 'Answers LocationScouts.',
    fields: { locations: 'list of NetworkItem, whose player is the receiver' },
  },
  RoomUpdate: {
    rule: 'AP-4.6',
    about: 'The fields that changed.',
    fields: {
      'hint_points?': 'int',
      'checked_locations?': 'list of int: the new ones, or all of them',
      'players?': 'list of NetworkPlayer',
      'permissions?': 'as in RoomInfo',
      'hint_cost?': 'int',
      'location_check_points?': 'int',
    },
  },
  Print: { rule: 'AP-4.8', about: 'A plain text, for clients from before 0.3.5.', fields: { text: 'str' } },
  PrintJSON: {
    rule: 'AP-4.7',
    about: 'A text made of parts.',
    fields: { data: 'list of parts', 'type?': 'str', '…': 'fields of the type' },
  },
  DataPackage: {
    rule: 'AP-4.9',
    about: 'Answers GetDataPackage.',
    fields: { data: '`games`: game to its names, ids and checksum' },
  },
  Bounced: {
    rule: 'AP-4.10',
    about: 'A Bounce with all its fields unchanged.',
    fields: {
      'games?': 'as sent',
      'slots?': 'as sent',
      'tags?': 'as sent',
      'data?': 'as sent',
      '…': 'as sent',
    },
  },
  InvalidPacket: {
    rule: 'AP-4.11',
    about: 'Reports an invalid packet. `text` is last if `cmd` could not be read.',
    fields: { type: '`cmd` or `arguments`', text: 'str', original_cmd: 'str, or null' },
  },
  Retrieved: {
    rule: 'AP-4.12',
    about: 'Answers Get.',
    fields: { keys: 'key to value; null where there is none', '…': 'the other fields of the Get' },
  },
  SetReply: {
    rule: 'AP-4.13',
    about: 'The new value of a key.',
    fields: {
      key: 'str',
      value: 'any',
      'original_value?': 'any; not for `_read_` keys',
      'slot?': 'int, of the client that sent the Set; not for `_read_` keys',
      '…': 'the other fields of the Set',
    },
  },
})

export type FromServer =
  | ({ readonly cmd: keyof typeof fromServer.rows } & { readonly [field: string]: JsonWritable | undefined })
  | ReadonlyMap<string, JsonWritable>

export type DecodedPacket =
  | { readonly outcome: 'packet'; readonly packet: FromClient; readonly raw: Dict }
  /** Unknown, or not allowed before joining. */
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'invalid'; readonly answer: FromServer; readonly close: boolean }
  | { readonly outcome: 'close'; readonly reason: string }

/** [AP-3.12] Decodes one packet of a frame. */
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

function decodeKnown(cmd: Command, raw: Dict, joined: boolean): DecodedPacket {
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

/** The answer to a command that this client may not send. */
export function forbiddenCommandPacket(cmd: Command, text: string): FromServer {
  return { cmd: 'InvalidPacket', type: 'cmd', text, original_cmd: cmd }
}

/** [AP-4.11] The original uses this field order when it cannot read `cmd`. */
function unreadableCommandPacket(text: string): FromServer {
  return { cmd: 'InvalidPacket', type: 'cmd', original_cmd: null, text }
}

const maxQuotedLength = 1000

/** Formats like Python's `str`: a string without quotes. Unlike Python, cuts long texts. */
function formatValue(value: PyValue): string {
  const whole = typeof value === 'string' ? value : repr(value)
  return whole.length > maxQuotedLength ? `${whole.slice(0, maxQuotedLength)}…` : whole
}

function pythonClassName(value: PyValue): string {
  if (value instanceof Tuple) return `<class 'NetUtils.${value.kind}'>`
  return `<class '${typeName(value)}'>`
}
