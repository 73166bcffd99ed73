// `packetboat sidecar`, which is the same as `packetboat-sidecar`: runs a sidecar of a remote site until a signal.
import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import {
  flagOf,
  type SettingDefinition,
  settingDefinitions,
} from '../../sidecar/config/setting-definitions.ts'
import {
  ConfigError,
  parseToml,
  readSettings,
  type SettingsTable,
  type SidecarSettings,
  settingsFromEnvironment,
  settingsFromFlags,
} from '../../sidecar/config/settings.ts'
import { Failure, oneLine, UsageError } from '../terminal/failure.ts'

/** Adds the options and the action of a sidecar to the command. */
export function sidecarCommand(command: Command): Command {
  const keys = new Map<string, string>()
  command.description('relay TCP and UDP clients to a remote site; needs SIDECAR_TOKEN in the environment')
  command.option('--config <file>', 'sidecar.toml; flags and environment variables override it')
  for (const [key, { placeholder, description }] of Object.entries<SettingDefinition<unknown>>(
    settingDefinitions,
  )) {
    const option = new Option(`${flagOf(key)} <${placeholder}>`, description)
    keys.set(option.attributeName(), key)
    command.addOption(option)
  }
  return command
    .addHelpText(
      'after',
      '\nEach flag can also be an environment variable: SIDECAR_PORT_RANGE for --port-range, and so on.',
    )
    .action(({ config, ...given }: Record<string, string>) => {
      const flags = Object.fromEntries(Object.entries(given).map(([name, text]) => [keys.get(name)!, text]))
      return sidecar(config ?? process.env.SIDECAR_CONFIG, flags)
    })
}

/**
 * Runs a sidecar until a signal. Throws UsageError or Failure for invalid settings, and Failure when another sidecar
 * takes over the id.
 */
async function sidecar(config: string | undefined, flags: Readonly<Record<string, string>>): Promise<void> {
  const read = await readSidecarSettings(config, flags)
  const { runSidecar } = await import('../../sidecar/main.ts')
  if (await runSidecar(read)) throw new Failure(`another sidecar took over the id ${read.id}`)
}

async function readSidecarSettings(
  config: string | undefined,
  flags: Readonly<Record<string, string>>,
): Promise<SidecarSettings> {
  const token = await readToken(process.env)
  const adminToken = await readAdminToken(process.env)
  const text = config === undefined ? '' : await readText(config)
  const file = withConfigErrors(Failure, () => parseToml(text))
  const environment = settingsFromEnvironment(process.env)
  const table: SettingsTable = { ...file, ...environment, ...settingsFromFlags(flags) }
  // Invalid flags are a usage error (exit code 2). An invalid file or environment is a failure (exit code 1).
  const elsewhere = config !== undefined || Object.keys(environment).length > 0
  return withConfigErrors(elsewhere ? Failure : UsageError, () => readSettings(table, token, adminToken))
}

/**
 * The sidecar token from the environment, or from a file that the environment names, as containers and systemd provide
 * secrets.
 */
async function readToken({ SIDECAR_TOKEN, SIDECAR_TOKEN_FILE }: NodeJS.ProcessEnv): Promise<string> {
  const token = SIDECAR_TOKEN || (SIDECAR_TOKEN_FILE && (await readText(SIDECAR_TOKEN_FILE)).trim())
  if (token) return token
  throw new Failure('SIDECAR_TOKEN is not set: use the value of the Worker’s secret of the same name')
}

/** The site token, which is needed for backups of the site's rooms. */
async function readAdminToken({
  ADMIN_TOKEN,
  ADMIN_TOKEN_FILE,
}: NodeJS.ProcessEnv): Promise<string | undefined> {
  return ADMIN_TOKEN || (ADMIN_TOKEN_FILE && (await readText(ADMIN_TOKEN_FILE)).trim()) || undefined
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(`cannot read ${file}: ${oneLine(error)}`)
  })
}

function withConfigErrors<T>(ErrorClass: typeof Failure | typeof UsageError, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigError ? new ErrorClass(error.message) : error
  }
}
