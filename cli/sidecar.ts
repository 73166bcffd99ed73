// `packetboat sidecar`: a sidecar of a Worker elsewhere, until a signal ends it.
import { readFile } from 'node:fs/promises'
import { ConfigError, readConfig, readSettings, type Settings } from '../sidecar/config.ts'
import { Failure, oneLine, Usage } from './terminal/failure.ts'

/** As on the command line: a file, or what would stand in it. */
export interface SidecarOptions {
  readonly config?: string
  readonly upstream?: string
  readonly id?: string
  readonly advertise?: string
  readonly region?: string
  readonly bind?: string
  readonly portRange?: string
}

/** Runs until a signal. Throws Usage or Failure for settings that are wrong, Failure when another has its id. */
export async function sidecar(options: SidecarOptions): Promise<void> {
  const settings = await readOptions(options)
  const { runSidecar } = await import('../sidecar/main.ts')
  if (await runSidecar(settings)) throw new Failure(`another sidecar took over the id ${settings.id}`)
}

async function readOptions({ config, portRange, ...flags }: SidecarOptions): Promise<Settings> {
  const token = process.env.SIDECAR_TOKEN
  if (!token) throw new Failure('SIDECAR_TOKEN is not set: it is the secret that the Worker has by this name')
  if (config === undefined) {
    return understood(Usage, () =>
      readSettings({ ...flags, ...(portRange && { port_range: portRange }) }, token),
    )
  }
  if (portRange !== undefined || Object.keys(flags).length) {
    throw new Usage('--config has all settings: no other option goes with it')
  }
  const text = await readFile(config, 'utf8').catch((error: unknown) => {
    throw new Failure(`cannot read ${config}: ${oneLine(error)}`)
  })
  return understood(Failure, () => readConfig(text, token))
}

function understood<T>(kind: typeof Failure | typeof Usage, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigError ? new kind(error.message) : error
  }
}
