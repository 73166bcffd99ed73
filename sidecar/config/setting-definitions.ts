// Flags, environment variables, keys of `sidecar.toml`, help, documents and errors derive from this table.
import { isIP } from 'node:net'
import { normalizeAddress } from '../../wire/net/ip-address.ts'
import { type PortRange, parsePortRange } from '../../wire/net/port-range.ts'
import { isRegion, type Region, regions } from '../../wire/net/region.ts'

/** `message` is one line that starts with the setting's key. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export interface SettingDefinition<T> {
  readonly placeholder: string
  /** One line for the help and the documents. */
  readonly description: string
  /**
   * Converts the text of a flag or variable to the value that `sidecar.toml` would have. Absent: the value is the text
   * itself.
   */
  readonly fromText?: (text: string) => unknown
  /**
   * Validates a value of the file. `value` is undefined if the setting is not set. Throws ConfigError for an invalid
   * value.
   */
  read(value: unknown, key: string): T
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** All settings, in the order of the help. */
export const settingDefinitions = {
  upstream: defineSetting<URL>({
    placeholder: 'url',
    description: 'URL of the Worker',
    read(value, key) {
      const url = URL.parse(requireText(value, key))
      if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
        throw new ConfigError(`${key}: must be an http or https URL`)
      if (url.username || url.password)
        throw new ConfigError(`${key}: must not contain a user name or a password`)
      return url
    },
  }),
  id: defineSetting<string>({
    placeholder: 'name',
    description: 'name of this sidecar, unique on the Worker',
    read(value, key) {
      const id = requireText(value, key)
      if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(id))
        throw new ConfigError(`${key}: must have 1 to 63 characters (a-z, 0-9, -) and not start with -`)
      return id
    },
  }),
  advertise: defineSetting<string>({
    placeholder: 'host',
    description: 'public host name or address of this machine',
    read(value, key) {
      const host = requireText(value, key)
      if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host))
        throw new ConfigError(`${key}: must be a host name or an IP address`)
      return host
    },
  }),
  region: defineSetting<Region | undefined>({
    placeholder: 'code',
    description: `region of this machine: ${regions.join(' ')} (default: derived by the Worker from the connection)`,
    read(value, key) {
      if (value === undefined || isRegion(value)) return value
      throw new ConfigError(`${key}: must be one of ${regions.join(' ')}`)
    },
  }),
  bind: defineSetting<string>({
    placeholder: 'address',
    description: 'address to bind to (default: 0.0.0.0)',
    read: (value, key) => (value === undefined ? '0.0.0.0' : requireText(value, key)),
  }),
  port_range: defineSetting<PortRange | undefined>({
    placeholder: 'a-b',
    description: 'ports for rooms that accept any port',
    read(value, key) {
      if (value === undefined) return undefined
      const range = parsePortRange(requireText(value, key))
      if (!range) throw new ConfigError(`${key}: must be a range such as "40000-40099"`)
      return range
    },
  }),
  rooms: defineSetting<string[] | undefined>({
    placeholder: 'game/room,…',
    description: 'serve only these rooms (default: the rooms that the Worker assigns)',
    fromText: splitCommas,
    read(value, key) {
      if (value === undefined) return undefined
      if (!Array.isArray(value) || value.length === 0 || value.length > maxRooms)
        throw new ConfigError(`${key}: must be a list of 1 to ${maxRooms} rooms such as ["game/room"]`)
      return value.map((entry, index) => readRoomName(entry, `${key}[${index}]`))
    },
  }),
  dispatch: defineSetting<AdditionalDispatchPort[]>({
    placeholder: 'game/room:port,…',
    description:
      'additional ports for the dispatch responses of rooms, which tell clients the address to connect to',
    fromText: (text) => splitCommas(text).map(parseDispatch),
    read(value, key) {
      if (value === undefined) return []
      if (!Array.isArray(value)) throw new ConfigError(`${key}: must be an array of tables, [[${key}]]`)
      return value.map((entry, index) => readDispatch(entry, `${key}[${index}]`))
    },
  }),
  proxies: defineSetting<string[]>({
    placeholder: 'address,…',
    description:
      "proxies in front of the WebSocket listeners; their X-Forwarded-For contains the client's address",
    fromText: splitCommas,
    read: readAddresses,
  }),
  balancers: defineSetting<string[]>({
    placeholder: 'address,…',
    description:
      "load balancers in front of the TCP listeners; each connection starts with a PROXY header (v1 or v2) that contains the client's address",
    fromText: splitCommas,
    read: readAddresses,
  }),
  certificate: defineSetting<string | undefined>({
    placeholder: 'file',
    description:
      'PEM file with the certificate chain; the WebSocket listeners then also accept TLS; reloaded when it changes',
    read: (value, key) => (value === undefined ? undefined : requireText(value, key)),
  }),
  certificate_key: defineSetting<string | undefined>({
    placeholder: 'file',
    description: 'PEM file with the key of the certificate',
    read: (value, key) => (value === undefined ? undefined : requireText(value, key)),
  }),
  backup: defineSetting<BackupSettings | undefined>({
    placeholder: 'to=dir,every=24h,keep=n',
    description:
      'back up all rooms of the Worker; needs ADMIN_TOKEN in the environment; keep: number of backups to keep (default: all)',
    fromText: (text) => Object.fromEntries(splitCommas(text).map(parsePair)),
    read: (value, key) => (value === undefined ? undefined : readBackup(value, key)),
  }),
  server_lists: defineSetting<boolean>({
    placeholder: 'true|false',
    description: 'announce rooms on public lists of servers, if their options request it (default: true)',
    fromText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
    read(value, key) {
      if (value === undefined || typeof value === 'boolean') return value ?? true
      throw new ConfigError(`${key}: must be true or false`)
    },
  }),
  http_port: defineSetting<number | undefined>({
    placeholder: 'n',
    description: 'port of /healthz and /metrics on loopback; 0: any free port (default: off)',
    fromText: parseNumber,
    read: (value, key) => (value === undefined ? undefined : readPort(value, key)),
  }),
  log_level: defineSetting<string>({
    placeholder: 'level',
    description: `${logLevels.join(', ')} (default: info)`,
    read(value, key) {
      const level = value === undefined ? 'info' : requireText(value, key)
      if (!logLevels.includes(level)) throw new ConfigError(`${key}: must be one of ${logLevels.join(' ')}`)
      return level
    },
  }),
}

/** The flag and the environment variable of a key: `port_range` is `--port-range` and `SIDECAR_PORT_RANGE`. */
export const flagOfSetting = (key: string) => `--${key.replaceAll('_', '-')}`
export const variableOfSetting = (key: string) => `SIDECAR_${key.toUpperCase()}`

/** A port that serves the dispatch response of a room. */
export interface AdditionalDispatchPort {
  /** `game/room`. */
  readonly room: string
  readonly port: number
}

export interface CertificateFiles {
  /** Path of the certificate in PEM, with the complete chain. */
  readonly certificate: string
  readonly key: string
}

export interface BackupSettings {
  readonly to: string
  readonly everyMs: number
  readonly keep?: number
}

const msByUnit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const minBackupIntervalMs = 60_000

/** Maximum number of rooms, whose names must fit into the attachment of the sidecar's socket in the Directory. */
const maxRooms = 100

function defineSetting<T>(definition: SettingDefinition<T>): SettingDefinition<T> {
  return definition
}

function splitCommas(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** Converts digits to a number. Returns any other text unchanged, because `read` rejects it with the proper error. */
function parseNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

function parseDispatch(text: string): object {
  const at = text.lastIndexOf(':')
  return at < 0 ? { room: text } : { room: text.slice(0, at), port: parseNumber(text.slice(at + 1)) }
}

function readDispatch(entry: unknown, key: string): AdditionalDispatchPort {
  if (typeof entry !== 'object' || entry === null) throw new ConfigError(`${key}: must be a table`)
  const { room, port: at, ...rest } = entry as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown) throw new ConfigError(`${key}.${unknown}: unknown setting`)
  return { room: readRoomName(room, `${key}.room`), port: readPort(at, `${key}.port`) }
}

function parsePair(text: string): [string, string | number] {
  const at = text.indexOf('=')
  const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return [name, name === 'keep' ? parseNumber(value) : value]
}

function readBackup(value: unknown, key: string): BackupSettings {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(
      `${key}: must be a table such as { to = "/var/backups/packetboat", every = "24h", keep = 14 }`,
    )
  const { to, every, keep, ...rest } = value as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown) throw new ConfigError(`${key}.${unknown}: unknown setting`)
  const isKept = keep === undefined || (typeof keep === 'number' && Number.isInteger(keep) && keep >= 1)
  if (!isKept) throw new ConfigError(`${key}.keep: must be an integer of at least 1`)
  return {
    to: requireText(to, `${key}.to`),
    everyMs: readDuration(every, `${key}.every`),
    ...(keep !== undefined && { keep: Number(keep) }),
  }
}

/** Converts a text such as `90m` to milliseconds. Throws ConfigError for less than a minute or more than a year. */
function readDuration(value: unknown, key: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(requireText(value, key)) ?? []
  const ms = Number(amount) * msByUnit[(unit ?? 's') as keyof typeof msByUnit]
  if (!(ms >= minBackupIntervalMs && ms <= 366 * msByUnit.d))
    throw new ConfigError(`${key}: must be a duration such as 90m, 24h or 7d, at least 1m`)
  return ms
}

function readAddresses(value: unknown, key: string): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value))
    throw new ConfigError(`${key}: must be a list of IP addresses such as ["10.0.0.1"]`)
  return value.map((entry, index) => {
    const address = requireText(entry, `${key}[${index}]`)
    if (!isIP(address)) throw new ConfigError(`${key}[${index}]: must be an IP address`)
    return normalizeAddress(address)
  })
}

function readRoomName(value: unknown, key: string): string {
  const name = requireText(value, key)
  if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(name))
    throw new ConfigError(`${key}: must be a room such as "game/room"`)
  return name
}

function requireText(value: unknown, key: string): string {
  if (value === undefined) throw new ConfigError(`${key}: missing`)
  if (typeof value !== 'string' || !value) throw new ConfigError(`${key}: must be a non-empty string`)
  return value
}

function readPort(value: unknown, key: string): number {
  if (value === undefined) throw new ConfigError(`${key}: missing`)
  const good = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535
  if (!good) throw new ConfigError(`${key}: must be a port number`)
  return value
}
