import { describe, expect, it } from 'vitest'
import { settingDefinitions, variableOfSetting } from '../../../sidecar/config/setting-definitions.ts'
import {
  ConfigError,
  parseToml,
  readSettings,
  settingsFromEnvironment,
  settingsFromFlags,
} from '../../../sidecar/config/settings.ts'

const least = 'upstream = "https://play.example.org/base"\nid = "cellar"\nadvertise = "games.example.org"\n'
const whole = `${least}bind = "0.0.0.0"
port_range = "40000-40099"
http_port = 9100
server_lists = false
log_level = "debug"
proxies = ["10.0.0.1", "::ffff:10.0.0.2"]
rooms = ["soaprun/harbor"]
[[dispatch]]
room = "soaprun/harbor"
port = 80
`

const parseSettingsFile = (text: string, token: string | undefined, adminToken?: string) =>
  readSettings(parseToml(text), token, adminToken)

it('a complete sidecar.toml is read', () => {
  expect(parseSettingsFile(whole, 'secret')).toEqual({
    upstream: new URL('https://play.example.org/base'),
    id: 'cellar',
    advertise: 'games.example.org',
    bind: '0.0.0.0',
    token: 'secret',
    portRange: { first: 40_000, last: 40_099 },
    dispatch: [{ room: 'soaprun/harbor', port: 80 }],
    proxies: ['10.0.0.1', '10.0.0.2'],
    balancers: [],
    rooms: ['soaprun/harbor'],
    serverLists: false,
    httpPort: 9_100,
    logLevel: 'debug',
  })
})

it('only upstream, id and advertise are required', () => {
  expect(parseSettingsFile(least, 'secret')).toMatchObject({
    bind: '0.0.0.0',
    portRange: undefined,
    dispatch: [],
  })
})

describe('a settings file', () => {
  it.each([
    ['', 'upstream: missing'],
    ['upstream = 3', 'upstream: must be a non-empty string'],
    ['upstream = "play.example.org"', 'upstream: must be an http or https URL'],
    ['upstream = "ftp://play.example.org"', 'upstream: must be an http or https URL'],
    ['upstream = "http://ann:x@play.example.org"', 'upstream: must not contain a user name or a password'],
    [
      least.replace('cellar', 'The Cellar'),
      'id: must have 1 to 63 characters (a-z, 0-9, -) and not start with -',
    ],
    [least.replace('games.example.org', 'http://x/'), 'advertise: must be a host name or an IP address'],
    [`${least}port_range = "9-5"`, 'port_range: must be a range such as "40000-40099"'],
    [`${least}port_range = "1-70000"`, 'port_range: must be a range such as "40000-40099"'],
    [`${least}http_port = 1.5`, 'http_port: must be a port number'],
    [`${least}log_level = "loud"`, 'log_level: must be one of fatal error warn info debug trace silent'],
    [
      `${least}backup = "/x"`,
      'backup: must be a table such as { to = "/var/backups/packetboat", every = "24h", keep = 14 }',
    ],
    [`${least}backup = { every = "24h" }`, 'backup.to: missing'],
    [
      `${least}backup = { to = "/x", every = "5s" }`,
      'backup.every: must be a duration such as 90m, 24h or 7d, at least 1m',
    ],
    [
      `${least}backup = { to = "/x", every = "24h", keep = 0 }`,
      'backup.keep: must be an integer of at least 1',
    ],
    [`${least}backup = { to = "/x", every = "24h", at = 3 }`, 'backup.at: unknown setting'],
    [`${least}backup = { to = "/x", every = "24h" }`, 'ADMIN_TOKEN: not set, but required for backup'],
    [`${least}secret = "x"`, 'secret: unknown setting'],
    [`${least}proxies = "10.0.0.1"`, 'proxies: must be a list of IP addresses such as ["10.0.0.1"]'],
    [`${least}proxies = ["proxy.example.org"]`, 'proxies[0]: must be an IP address'],
    [`${least}rooms = []`, 'rooms: must be a list of 1 to 100 rooms such as ["game/room"]'],
    [`${least}rooms = ["harbor"]`, 'rooms[0]: must be a room such as "game/room"'],
    [`${least}dispatch = 80`, 'dispatch: must be an array of tables, [[dispatch]]'],
    [`${least}[[dispatch]]\nport = 80`, 'dispatch[0].room: missing'],
    [
      `${least}[[dispatch]]\nroom = "harbor"\nport = 80`,
      'dispatch[0].room: must be a room such as "game/room"',
    ],
    [`${least}[[dispatch]]\nroom = "soaprun/harbor"`, 'dispatch[0].port: missing'],
    [
      `${least}[[dispatch]]\nroom = "soaprun/harbor"\nport = 80\nhost = "x"`,
      'dispatch[0].host: unknown setting',
    ],
  ])('%j is refused with one line that names the key', (text, message) => {
    expect(() => parseSettingsFile(text, 'secret')).toThrow(new ConfigError(message))
  })

  it.each([
    ['every = "90m"', { everyMs: 5_400_000 }],
    ['every = "24h", keep = 14', { everyMs: 86_400_000, keep: 14 }],
  ])('may contain the backup settings in an inline table: %s', (settings, parsed) => {
    const text = `${least}backup = { to = "/var/b", ${settings} }`
    expect(parseSettingsFile(text, 'secret', 'site').backup).toEqual({
      ...{ to: '/var/b', token: 'site' },
      ...parsed,
    })
  })

  it('is refused without SIDECAR_TOKEN, and the error names this variable', () => {
    expect(() => parseSettingsFile(least, undefined)).toThrow('SIDECAR_TOKEN: not set')
  })

  it.each([
    ['SIDECAR_TOKEN', 'se\ncret', undefined],
    ['ADMIN_TOKEN', 'secret', 'sec\u2026ret'],
  ])(
    'is refused with a %s that no header can contain, and the error does not show the token',
    (name, token, adminToken) => {
      const message = `${name}: has characters that no token has`
      expect(() => parseSettingsFile(least, token, adminToken)).toThrow(new ConfigError(message))
    },
  )

  it('with invalid TOML is refused with the line and column of the mistake', () => {
    expect(() => parseSettingsFile(`${least}bind = `, 'secret')).toThrow(/^line 4, column \d+: [^\n]+$/)
  })
})

describe('each setting', () => {
  const flags = { upstream: 'https://play.example.org', id: 'cellar', advertise: 'games.example.org' }
  const texts = {
    ...flags,
    region: 'weur',
    bind: '::',
    port_range: '40000-40099',
    rooms: 'soaprun/harbor, doom-2077/pit',
    dispatch: 'soaprun/harbor:80',
    proxies: '10.0.0.1,::ffff:10.0.0.2',
    balancers: '10.0.0.3',
    certificate: 'chain.pem',
    certificate_key: 'key.pem',
    backup: 'to=/var/b,every=1d,keep=14',
    server_lists: 'false',
    http_port: '9100',
    log_level: 'debug',
  }
  const parsed = {
    id: 'cellar',
    bind: '::',
    rooms: ['soaprun/harbor', 'doom-2077/pit'],
    dispatch: [{ room: 'soaprun/harbor', port: 80 }],
    proxies: ['10.0.0.1', '10.0.0.2'],
    portRange: { first: 40_000, last: 40_099 },
    balancers: ['10.0.0.3'],
    certificate: { certificate: 'chain.pem', key: 'key.pem' },
    backup: { to: '/var/b', everyMs: 86_400_000, keep: 14, token: 'site' },
    serverLists: false,
    httpPort: 9100,
    region: 'weur',
  }

  it('may be a flag or an environment variable', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(settingDefinitions))
    const environment = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [variableOfSetting(key), text]),
    )
    expect(readSettings(settingsFromFlags(texts), 'secret', 'site')).toMatchObject(parsed)
    expect(readSettings(settingsFromEnvironment(environment), 'secret', 'site')).toMatchObject(parsed)
  })

  it.each([
    ['http_port', '80a', 'http_port: must be a port number'],
    ['dispatch', 'soaprun/harbor', 'dispatch[0].port: missing'],
    ['dispatch', 'soaprun/harbor:http', 'dispatch[0].port: must be a port number'],
    ['rooms', '', 'rooms[0]: must be a non-empty string'],
    ['backup', 'to=2026,every=24', 'backup.every: must be a duration such as 90m, 24h or 7d, at least 1m'],
    ['backup', 'to=2026,every=24h,keep=all', 'backup.keep: must be an integer of at least 1'],
    ['certificate', 'chain.pem', 'certificate_key: missing, but required with certificate'],
    ['certificate_key', 'key.pem', 'certificate: missing, but required with certificate_key'],
  ])('with an invalid value is refused with its key: %s %j', (key, text, message) => {
    expect(() => readSettings(settingsFromFlags({ ...flags, [key]: text }), 'secret')).toThrow(
      new ConfigError(message),
    )
  })
})
