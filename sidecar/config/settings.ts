// A flag has precedence over an environment variable, which has precedence over `sidecar.toml`.
import { parse, TomlError } from 'smol-toml'
import type { PortRange } from '../../wire/net/port-range.ts'
import type { Region } from '../../wire/net/region.ts'
import { isToken } from '../../wire/net/token.ts'
import {
  type AdditionalDispatchPort,
  type BackupSettings,
  type CertificateFiles,
  ConfigError,
  type SettingDefinition,
  settingDefinitions,
  variableOfSetting,
} from './setting-definitions.ts'

export { ConfigError } from './setting-definitions.ts'

export interface SidecarSettings {
  /** http or https, optionally with a path before `/api`. */
  readonly upstream: URL
  /** The sidecar's id, which no other sidecar of the Worker has. Matches `[a-z0-9-]+`. */
  readonly id: string
  /** The host that players connect to. */
  readonly advertise: string
  /** Absent: the Worker derives the region from the connection. */
  readonly region?: Region | undefined
  readonly bind: string
  readonly token: string
  /** Headers that are sent with each connection to the Worker, in addition to the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly portRange?: PortRange | undefined
  /** Opens all listeners on free ports, regardless of the ports that rooms request. */
  readonly anyPort?: boolean
  readonly dispatch?: readonly AdditionalDispatchPort[]
  /**
   * The only rooms that the sidecar serves, each as `game/room`. Absent: it serves the rooms that the Worker assigns.
   */
  readonly rooms?: readonly string[] | undefined
  /** Addresses of proxies in front of the WebSocket listeners, whose X-Forwarded-For contains the client's address. */
  readonly proxies?: readonly string[]
  /** Addresses of load balancers in front of the TCP-based listeners. Their connections start with a PROXY header. */
  readonly balancers?: readonly string[]
  /** The certificate of the WebSocket listeners, which then accept TLS in addition to plain connections. */
  readonly certificate?: CertificateFiles | undefined
  /** `token`: the site token. */
  readonly backup?: (BackupSettings & { readonly token: string }) | undefined
  /** Whether rooms may be announced to public server lists (default: yes). */
  readonly serverLists?: boolean
  /** Port on loopback. 0: any free port. Absent: metrics are off. */
  readonly httpPort?: number | undefined
  /** Whether the disk of the site has space; absent if the site is on another machine. */
  readonly hasSpace?: () => boolean
  /** Default: `info`. */
  readonly logLevel?: string
}

/** Values of settings by their keys in `sidecar.toml`. */
export type SettingsTable = Readonly<Record<string, unknown>>

export function settingsFromEnvironment(env: Readonly<Record<string, string | undefined>>): SettingsTable {
  return settingsFromTexts((key) => env[variableOfSetting(key)])
}

export function settingsFromFlags(flags: Readonly<Record<string, string | undefined>>): SettingsTable {
  return settingsFromTexts((key) => flags[key])
}

function settingsFromTexts(getText: (key: string) => string | undefined): SettingsTable {
  const table: Record<string, unknown> = {}
  for (const [key, { fromText }] of Object.entries<SettingDefinition<unknown>>(settingDefinitions)) {
    const text = getText(key)
    if (text !== undefined) table[key] = fromText ? fromText(text) : text
  }
  return table
}

/** `token` and `adminToken`: the values of SIDECAR_TOKEN and ADMIN_TOKEN. Throws ConfigError. */
export function readSettings(
  table: SettingsTable,
  token: string | undefined,
  adminToken?: string,
): SidecarSettings {
  const unknown = Object.keys(table).find((key) => !Object.hasOwn(settingDefinitions, key))
  if (unknown) throw new ConfigError(`${unknown}: unknown setting`)
  if (!token) throw new ConfigError('SIDECAR_TOKEN: not set; use the secret of this name of the Worker')
  for (const [name, value] of Object.entries({ SIDECAR_TOKEN: token, ADMIN_TOKEN: adminToken }))
    if (value && !isToken(value)) throw new ConfigError(`${name}: has characters that no token has`)
  const read = <K extends keyof typeof settingDefinitions>(key: K) =>
    settingDefinitions[key].read(table[key], key) as ReturnType<(typeof settingDefinitions)[K]['read']>
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
    certificate: requireBothCertificateFiles(read('certificate'), read('certificate_key')),
    backup: requireBackupToken(read('backup'), adminToken),
    serverLists: read('server_lists'),
    httpPort: read('http_port'),
    logLevel: read('log_level'),
  }
}

function requireBackupToken(
  backup: BackupSettings | undefined,
  token: string | undefined,
): SidecarSettings['backup'] {
  if (!backup) return undefined
  if (!token) throw new ConfigError('ADMIN_TOKEN: not set, but required for backup')
  return { ...backup, token }
}

function requireBothCertificateFiles(certificate: string | undefined, key: string | undefined) {
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined)
    throw new ConfigError('certificate: missing, but required with certificate_key')
  if (key === undefined) throw new ConfigError('certificate_key: missing, but required with certificate')
  return { certificate, key }
}

/** Throws a ConfigError that names the line of a syntax error. */
export function parseToml(text: string): SettingsTable {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConfigError(`line ${error.line}, column ${error.column}: ${error.message.split('\n')[0]}`)
  }
}
