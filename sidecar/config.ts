// What a sidecar must know to start, from `sidecar.toml` or from flags; every mistake is one line naming the key.
import { isIP } from 'node:net'
import { parse, TomlError } from 'smol-toml'
import { plainAddress } from '../wire/address.ts'
import { type PortRange, portRangeOf } from '../wire/ports.ts'
import { isRegion, type Region, regions } from '../wire/region.ts'
import type { ExtraDispatch } from './doors.ts'

export interface Settings {
  /** The Worker: http or https, perhaps with a path before `/api`. */
  readonly upstream: URL
  /** `[a-z0-9-]+`: one sidecar, one id. */
  readonly id: string
  /** The host that players are told. */
  readonly advertise: string
  /** Where it stands; absent: where the Worker sees it. */
  readonly region?: Region | undefined
  /** The address to listen at. */
  readonly bind: string
  readonly token: string
  readonly portRange?: PortRange | undefined
  /** Every listener on a free port, whatever its room asks for. */
  readonly anyPort?: boolean
  readonly dispatch?: readonly ExtraDispatch[]
  /** `game/room` each: these and no others; absent: those that the Worker gives it. */
  readonly rooms?: readonly string[] | undefined
  /** Addresses of proxies before the WebSocket doors: of theirs, the client's address is the last in X-Forwarded-For. */
  readonly proxies?: readonly string[]
  /** `/healthz` and `/metrics` on loopback; 0 = any port, absent = off. */
  readonly httpPort?: number | undefined
  /** As pino names them; `info`. */
  readonly logLevel?: string
}

/** `message` is one line that names the key. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the text of a `sidecar.toml`. `token` is the environment's SIDECAR_TOKEN. Throws ConfigError. */
export function readConfig(text: string, token: string | undefined): Settings {
  return readSettings(parseToml(text), token)
}

/** The same from a table with the file's keys, such as flags make. Throws ConfigError. */
export function readSettings(table: Record<string, unknown>, token: string | undefined): Settings {
  const unknown = Object.keys(table).find((key) => !Object.hasOwn(readers, key))
  if (unknown) throw new ConfigError(`${unknown}: no such key`)
  if (!token) throw new ConfigError('SIDECAR_TOKEN: not set')
  const read = <K extends keyof Readers>(key: K) => readers[key](table[key], key) as ReturnType<Readers[K]>
  return {
    upstream: read('upstream'),
    id: read('id'),
    advertise: read('advertise'),
    region: read('region'),
    bind: read('bind'),
    token,
    portRange: read('port_range'),
    dispatch: read('dispatch'),
    rooms: read('rooms'),
    proxies: read('proxies'),
    httpPort: read('http_port'),
    logLevel: read('log_level'),
  }
}

/** As many as fit into what the Worker keeps of a sidecar's socket. */
const mostRooms = 100

type Readers = typeof readers
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const readers = {
  upstream(value: unknown, key: string): URL {
    const text = wanted(value, key)
    const url = URL.parse(text)
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      throw new ConfigError(`${key}: not an http(s) URL`)
    return url
  },
  id(value: unknown, key: string): string {
    const id = wanted(value, key)
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(id))
      throw new ConfigError(`${key}: small letters, digits and - only`)
    return id
  },
  advertise(value: unknown, key: string): string {
    const host = wanted(value, key)
    if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host)) throw new ConfigError(`${key}: not a host name or address`)
    return host
  },
  region(value: unknown, key: string): Region | undefined {
    if (value === undefined || isRegion(value)) return value
    throw new ConfigError(`${key}: one of ${regions.join(' ')}`)
  },
  bind(value: unknown, key: string): string {
    return value === undefined ? '0.0.0.0' : wanted(value, key)
  },
  port_range(value: unknown, key: string): PortRange | undefined {
    if (value === undefined) return undefined
    const range = portRangeOf(wanted(value, key))
    if (!range) throw new ConfigError(`${key}: wanted as "40000-40099"`)
    return range
  },
  dispatch(value: unknown, key: string): ExtraDispatch[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) throw new ConfigError(`${key}: wanted as [[${key}]]`)
    return value.map((entry, index) => readDispatch(entry, `${key}[${index}]`))
  },
  rooms(value: unknown, key: string): string[] | undefined {
    if (value === undefined) return undefined
    if (!Array.isArray(value) || value.length === 0 || value.length > mostRooms)
      throw new ConfigError(`${key}: wanted as ["game/room"], ${mostRooms} at most`)
    return value.map((entry, index) => roomName(entry, `${key}[${index}]`))
  },
  proxies(value: unknown, key: string): string[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) throw new ConfigError(`${key}: wanted as ["10.0.0.1"]`)
    return value.map((entry, index) => {
      const address = wanted(entry, `${key}[${index}]`)
      if (!isIP(address)) throw new ConfigError(`${key}[${index}]: not an address`)
      return plainAddress(address)
    })
  },
  http_port(value: unknown, key: string): number | undefined {
    return value === undefined ? undefined : port(value, key)
  },
  log_level(value: unknown, key: string): string {
    const level = value === undefined ? 'info' : wanted(value, key)
    if (!levels.includes(level)) throw new ConfigError(`${key}: one of ${levels.join(' ')}`)
    return level
  },
}

function parseToml(text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConfigError(`line ${error.line}, column ${error.column}: ${error.message.split('\n')[0]}`)
  }
}

function readDispatch(entry: unknown, key: string): ExtraDispatch {
  if (typeof entry !== 'object' || entry === null) throw new ConfigError(`${key}: not a table`)
  const { room, port: at, ...rest } = entry as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown) throw new ConfigError(`${key}.${unknown}: no such key`)
  return { room: roomName(room, `${key}.room`), port: port(at, `${key}.port`) }
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
