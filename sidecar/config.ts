// What a sidecar must know to start: from its flags, else from the environment, else from `sidecar.toml`.
import { parse, TomlError } from 'smol-toml'
import type { PortRange } from '../wire/ports.ts'
import type { Region } from '../wire/region.ts'
import type { CertificateFiles } from './certificate.ts'
import type { ExtraDispatch } from './doors.ts'
import { type Backup, ConfigError, type Setting, settings, variableOf } from './settings.ts'

export { ConfigError } from './settings.ts'

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
  /** Sent with each connection to the Worker, beside the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly portRange?: PortRange | undefined
  /** Every listener on a free port, whatever its room asks for. */
  readonly anyPort?: boolean
  readonly dispatch?: readonly ExtraDispatch[]
  /** `game/room` each: these and no others; absent: those that the Worker gives it. */
  readonly rooms?: readonly string[] | undefined
  /** Addresses of proxies before the WebSocket doors: of theirs, the client's address is the last in X-Forwarded-For. */
  readonly proxies?: readonly string[]
  /** Addresses of balancers before its doors of streams: each connection of theirs begins with a PROXY header. */
  readonly balancers?: readonly string[]
  /** Of the WebSocket doors, which then take TLS, too. */
  readonly certificate?: CertificateFiles | undefined
  /** Of all rooms of the Worker; `token`: the site's. */
  readonly backup?: (Backup & { readonly token: string }) | undefined
  /** `/healthz` and `/metrics` on loopback; 0 = any port, absent = off. */
  readonly httpPort?: number | undefined
  /** Whether the Worker's disk has space; absent: it is elsewhere, and not known. */
  readonly hasSpace?: () => boolean
  /** As pino names them; `info`. */
  readonly logLevel?: string
}

/** A table with the file's keys. */
export type Table = Readonly<Record<string, unknown>>

/** What the environment says of it, as the file would. */
export function ofEnvironment(env: Readonly<Record<string, string | undefined>>): Table {
  return ofTexts((key) => env[variableOf(key)])
}

/** Likewise flags: texts by the file's keys. */
export function ofFlags(flags: Readonly<Record<string, string | undefined>>): Table {
  return ofTexts((key) => flags[key])
}

function ofTexts(textOf: (key: string) => string | undefined): Table {
  const table: Record<string, unknown> = {}
  for (const [key, { ofText }] of Object.entries<Setting<unknown>>(settings)) {
    const text = textOf(key)
    if (text !== undefined) table[key] = ofText ? ofText(text) : text
  }
  return table
}

/** Reads the text of a `sidecar.toml`. Tokens: SIDECAR_TOKEN of the environment, and ADMIN_TOKEN. Throws ConfigError. */
export function readConfig(text: string, token: string | undefined, adminToken?: string): Settings {
  return readSettings(parseToml(text), token, adminToken)
}

/** The same of a table. Throws ConfigError. */
export function readSettings(table: Table, token: string | undefined, adminToken?: string): Settings {
  const unknown = Object.keys(table).find((key) => !Object.hasOwn(settings, key))
  if (unknown) throw new ConfigError(`${unknown}: no such key`)
  if (!token) throw new ConfigError('SIDECAR_TOKEN: not set')
  const read = <K extends keyof typeof settings>(key: K) =>
    settings[key].read(table[key], key) as ReturnType<(typeof settings)[K]['read']>
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
    balancers: read('balancers'),
    certificate: certificateOf(read('certificate'), read('certificate_key')),
    backup: backupOf(read('backup'), adminToken),
    httpPort: read('http_port'),
    logLevel: read('log_level'),
  }
}

function backupOf(backup: Backup | undefined, token: string | undefined): Settings['backup'] {
  if (!backup) return undefined
  if (!token) throw new ConfigError('ADMIN_TOKEN: not set, and backup wants it')
  return { ...backup, token }
}

function certificateOf(certificate: string | undefined, key: string | undefined) {
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined) throw new ConfigError('certificate: missing, for there is a certificate_key')
  if (key === undefined) throw new ConfigError('certificate_key: missing, for there is a certificate')
  return { certificate, key }
}

/** What stands in a `sidecar.toml`. Throws ConfigError with the line. */
export function parseToml(text: string): Table {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConfigError(`line ${error.line}, column ${error.column}: ${error.message.split('\n')[0]}`)
  }
}
