// All settings of a sidecar. Flags, environment variables, keys of `sidecar.toml`, help, documents and errors derive
// from this table.
import { isIP } from 'node:net'
import { plainAddress } from '../wire/address.ts'
import { type PortRange, portRangeOf } from '../wire/ports.ts'
import { isRegion, type Region, regions } from '../wire/region.ts'
import type { ExtraDispatch } from './doors.ts'

/** `message` is one line that starts with the key. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A setting with values of type `T`. */
export interface Setting<T> {
  /** The placeholder for the value in help texts. */
  readonly value: string
  /** A one-line description for help and documents. */
  readonly says: string
  /** Converts the text of a flag or variable to the value that the file would have; absent: the text itself. */
  readonly ofText?: (text: string) => unknown
  /** Validates a value of the file, undefined if it is not set. Throws ConfigError for an invalid one. */
  read(value: unknown, key: string): T
}

/** The settings by the keys of the file, in the order of the help. */
export const settings = {
  upstream: setting<URL>({
    value: 'url',
    says: 'the Worker',
    read(value, key) {
      const url = URL.parse(wanted(value, key))
      if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
        throw new ConfigError(`${key}: not an http(s) URL`)
      return url
    },
  }),
  id: setting<string>({
    value: 'name',
    says: 'name of this sidecar, its own on that Worker',
    read(value, key) {
      const id = wanted(value, key)
      if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(id))
        throw new ConfigError(`${key}: small letters, digits and - only`)
      return id
    },
  }),
  advertise: setting<string>({
    value: 'host',
    says: 'host name or address that clients are told',
    read(value, key) {
      const host = wanted(value, key)
      if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host)) throw new ConfigError(`${key}: not a host name or address`)
      return host
    },
  }),
  region: setting<Region | undefined>({
    value: 'code',
    says: `where it stands: ${regions.join(' ')}; as the Worker sees it otherwise`,
    read(value, key) {
      if (value === undefined || isRegion(value)) return value
      throw new ConfigError(`${key}: one of ${regions.join(' ')}`)
    },
  }),
  bind: setting<string>({
    value: 'address',
    says: 'address to bind to (0.0.0.0)',
    read: (value, key) => (value === undefined ? '0.0.0.0' : wanted(value, key)),
  }),
  port_range: setting<PortRange | undefined>({
    value: 'a-b',
    says: 'ports for rooms that take any',
    read(value, key) {
      if (value === undefined) return undefined
      const range = portRangeOf(wanted(value, key))
      if (!range) throw new ConfigError(`${key}: wanted as "40000-40099"`)
      return range
    },
  }),
  rooms: setting<string[] | undefined>({
    value: 'game/room,…',
    says: 'these rooms and no others; those that the Worker gives it otherwise',
    ofText: byCommas,
    read(value, key) {
      if (value === undefined) return undefined
      if (!Array.isArray(value) || value.length === 0 || value.length > mostRooms)
        throw new ConfigError(`${key}: wanted as ["game/room"], ${mostRooms} at most`)
      return value.map((entry, index) => roomName(entry, `${key}[${index}]`))
    },
  }),
  dispatch: setting<ExtraDispatch[]>({
    value: 'game/room:port,…',
    says: 'one more port each for the answer of a room whose clients first ask where it is',
    ofText: (text) => byCommas(text).map(dispatchOf),
    read(value, key) {
      if (value === undefined) return []
      if (!Array.isArray(value)) throw new ConfigError(`${key}: wanted as [[${key}]]`)
      return value.map((entry, index) => readDispatch(entry, `${key}[${index}]`))
    },
  }),
  proxies: setting<string[]>({
    value: 'address,…',
    says: 'proxies before its WebSocket doors: their X-Forwarded-For says whose connection it is',
    ofText: byCommas,
    read: addresses,
  }),
  balancers: setting<string[]>({
    value: 'address,…',
    says: 'balancers before its TCP doors: the PROXY header (v1, v2) that begins each connection says whose it is',
    ofText: byCommas,
    read: addresses,
  }),
  certificate: setting<string | undefined>({
    value: 'file',
    says: 'PEM, with its chain: the WebSocket doors take TLS, too; read again when it changes',
    read: (value, key) => (value === undefined ? undefined : wanted(value, key)),
  }),
  certificate_key: setting<string | undefined>({
    value: 'file',
    says: 'PEM, the key of the certificate',
    read: (value, key) => (value === undefined ? undefined : wanted(value, key)),
  }),
  backup: setting<Backup | undefined>({
    value: 'to=dir,every=24h,keep=n',
    says: 'backups of all rooms of the Worker, whose ADMIN_TOKEN is in the environment; keep: so many stay, all otherwise',
    ofText: (text) => Object.fromEntries(byCommas(text).map(pairOf)),
    read: (value, key) => (value === undefined ? undefined : readBackup(value, key)),
  }),
  http_port: setting<number | undefined>({
    value: 'n',
    says: '/healthz and /metrics, on loopback; 0 for any',
    ofText: numberOf,
    read: (value, key) => (value === undefined ? undefined : port(value, key)),
  }),
  log_level: setting<string>({
    value: 'level',
    says: 'as pino names them (info)',
    read(value, key) {
      const level = value === undefined ? 'info' : wanted(value, key)
      if (!levels.includes(level)) throw new ConfigError(`${key}: one of ${levels.join(' ')}`)
      return level
    },
  }),
}

/** `port_range` is `--port-range`, and `SIDECAR_PORT_RANGE` in the environment. */
export const flagOf = (key: string) => `--${key.replaceAll('_', '-')}`
export const variableOf = (key: string) => `SIDECAR_${key.toUpperCase()}`

/** Scheduled backups. */
export interface Backup {
  /** Path of the backup folder. */
  readonly to: string
  readonly everyMs: number
  readonly keep?: number
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const leastEveryMs = 60_000

/** Fits the limit on the data that the Worker attaches to a sidecar's socket. */
const mostRooms = 100
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function setting<T>(one: Setting<T>): Setting<T> {
  return one
}

function byCommas(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** Text that is not a number stays text, which `read` rejects. */
function numberOf(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

function dispatchOf(text: string): object {
  const at = text.lastIndexOf(':')
  return at < 0 ? { room: text } : { room: text.slice(0, at), port: numberOf(text.slice(at + 1)) }
}

function readDispatch(entry: unknown, key: string): ExtraDispatch {
  if (typeof entry !== 'object' || entry === null) throw new ConfigError(`${key}: not a table`)
  const { room, port: at, ...rest } = entry as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown) throw new ConfigError(`${key}.${unknown}: no such key`)
  return { room: roomName(room, `${key}.room`), port: port(at, `${key}.port`) }
}

function pairOf(text: string): [string, string | number] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), numberOf(text.slice(at + 1))]
}

function readBackup(value: unknown, key: string): Backup {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(`${key}: wanted as { to = "/var/backups/packetboat", every = "24h", keep = 14 }`)
  const { to, every, keep, ...rest } = value as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown) throw new ConfigError(`${key}.${unknown}: no such key`)
  const isKept = keep === undefined || (typeof keep === 'number' && Number.isInteger(keep) && keep >= 1)
  if (!isKept) throw new ConfigError(`${key}.keep: a whole number from 1 on`)
  return {
    to: wanted(to, `${key}.to`),
    everyMs: duration(every, `${key}.every`),
    ...(keep !== undefined && { keep: Number(keep) }),
  }
}

/** Parses `90m` to milliseconds, from a minute to a year. */
function duration(value: unknown, key: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(wanted(value, key)) ?? []
  const ms = Number(amount) * units[(unit ?? 's') as keyof typeof units]
  if (!(ms >= leastEveryMs && ms <= 366 * units.d))
    throw new ConfigError(`${key}: wanted as 90m, 24h or 7d, a minute at least`)
  return ms
}

function addresses(value: unknown, key: string): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new ConfigError(`${key}: wanted as ["10.0.0.1"]`)
  return value.map((entry, index) => {
    const address = wanted(entry, `${key}[${index}]`)
    if (!isIP(address)) throw new ConfigError(`${key}[${index}]: not an address`)
    return plainAddress(address)
  })
}

function roomName(value: unknown, key: string): string {
  const name = wanted(value, key)
  if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(name)) throw new ConfigError(`${key}: wanted as "game/room"`)
  return name
}

function wanted(value: unknown, key: string): string {
  if (value === undefined) throw new ConfigError(`${key}: missing`)
  if (typeof value !== 'string' || !value) throw new ConfigError(`${key}: not a text`)
  return value
}

function port(value: unknown, key: string): number {
  if (value === undefined) throw new ConfigError(`${key}: missing`)
  const good = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535
  if (!good) throw new ConfigError(`${key}: not a port`)
  return value
}
