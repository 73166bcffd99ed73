// `packetboat sidecar`, which is the same as `packetboat-sidecar`: runs a sidecar of a remote site until a signal.
import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import {
  flagOfSetting,
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
import { describeInOneLine, Failure, UsageError } from '../terminal/failure.ts'

export function sidecarCommand(command: Command): Command {
  const keys = new Map<string, string>()
  command.description('relay TCP and UDP clients to a remote site; needs SIDECAR_TOKEN in the environment')
  command.option('--config <file>', 'sidecar.toml; flags and environment variables override it')
  for (const [key, { placeholder, description }] of Object.entries<SettingDefinition<unknown>>(
    settingDefinitions,
  )) {
    const option = new Option(`${flagOfSetting(key)} <${placeholder}>`, description)
    keys.set(option.attributeName(), key)
    command.addOption(option)
  }
  return command
    .addHelpText(
      'after',
      '\nEach flag can also be an environment variable: SIDECAR_PORT_RANGE for\n--port-range, and so on.',
    )
    .action(({ config = process.env.SIDECAR_CONFIG || undefined, ...given }: Record<string, string>) => {
      const flags = Object.fromEntries(Object.entries(given).map(([name, text]) => [keys.get(name)!, text]))
      return sidecar(config, flags)
    })
}

/** Throws UsageError or Failure for invalid settings, and Failure when another sidecar takes over the id. */
async function sidecar(config: string | undefined, flags: Readonly<Record<string, string>>): Promise<void> {
  const read = await readSidecarSettings(config, flags)
  const { runSidecar } = await import('../../sidecar/main.ts')
  const exitCode = await withConfigErrors(Failure, () => runSidecar(read))
  if (exitCode) throw new Failure(`another sidecar took over the id ${read.id}`)
}

async function readSidecarSettings(
  config: string | undefined,
  flags: Readonly<Record<string, string>>,
): Promise<SidecarSettings> {
  const token = await readSecret('SIDECAR_TOKEN')
  if (!token)
    throw new Failure('SIDECAR_TOKEN is not set: use the value of the Worker’s secret of the same name')
  const adminToken = await readSecret('ADMIN_TOKEN')
  const text = config === undefined ? '' : await readText(config)
  const file = await withConfigErrors(Failure, () => parseToml(text), `${config}: `)
  const environment = settingsFromEnvironment(process.env)
  const table: SettingsTable = { ...file, ...environment, ...settingsFromFlags(flags) }
  // If all settings are flags, an invalid one is a usage error (exit code 2). Otherwise the invalid setting may be in
  // the file or the environment, which is a failure (exit code 1).
  const elsewhere = config !== undefined || Object.keys(environment).length > 0
  return withConfigErrors(elsewhere ? Failure : UsageError, () => readSettings(table, token, adminToken))
}

/**
 * A secret from the environment, or from a file that the environment names, as containers and systemd provide secrets.
 * ADMIN_TOKEN, the site token, is needed only for backups of the site's rooms.
 */
async function readSecret(name: 'SIDECAR_TOKEN' | 'ADMIN_TOKEN'): Promise<string | undefined> {
  const { [name]: text, [`${name}_FILE`]: file } = process.env
  if (text || !file) return text || undefined
  const secret = (await readText(file)).trim()
  if (secret === '') throw new Failure(`${name}_FILE: ${file} is empty`)
  return secret
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(`cannot read ${file}: ${describeInOneLine(error)}`)
  })
}

/** Runs `act`, and rethrows a ConfigError as an `ErrorClass`. `where`: text before the message. */
async function withConfigErrors<T>(
  ErrorClass: typeof Failure | typeof UsageError,
  act: () => T | Promise<T>,
  where = '',
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof ConfigError ? new ErrorClass(`${where}${error.message}`) : error
  }
}
