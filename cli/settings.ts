// Reads wrangler.toml for `packetboat start` and the build, so that a Worker started here matches the deployed one.
// Refuses bindings that start cannot provide.
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { Failure, oneLine } from './terminal/failure.ts'

export interface WorkerSettings {
  readonly name: string
  /** The entry, relative to wrangler.toml. */
  readonly main: string
  readonly compatibilityDate: string
  readonly compatibilityFlags: readonly string[]
  readonly objects: readonly { readonly binding: string; readonly className: string }[]
  readonly vars: { readonly [name: string]: string }
  /** The static assets, if any. */
  readonly assets?: AssetSettings
}

export interface AssetSettings {
  /** The folder, relative to wrangler.toml. */
  readonly directory: string
  readonly binding: string
  /** Paths that the Worker handles before the folder; `!` excludes a path. */
  readonly workerFirst: readonly string[]
}

/** Keys without effect on a local Worker: deployment, and what follows from the bindings. */
const deployment = [
  '$schema',
  'migrations',
  'observability',
  'send_metrics',
  'workers_dev',
  'preview_urls',
  'dev',
  'no_bundle',
  'keep_names',
  'build',
]
const known = [
  'name',
  'main',
  'compatibility_date',
  'compatibility_flags',
  'durable_objects',
  'vars',
  'assets',
  ...deployment,
]

/** Reads `file`; throws Failure for settings that would not apply here. */
export function readWorkerSettings(file: string): WorkerSettings {
  try {
    return workerSettings(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(`${file}: ${oneLine(error)}`)
  }
}

/** The settings in the text of a wrangler.toml. */
export function workerSettings(text: string): WorkerSettings {
  const toml: Table = parse(text)
  const unknown = Object.keys(toml).find((key) => !known.includes(key))
  if (unknown) throw new Failure(`${unknown} is not provided by packetboat start`)
  const { bindings = [] } = table(toml.durable_objects ?? {}, 'durable_objects')
  return {
    name: string(toml.name, 'name'),
    main: string(toml.main, 'main'),
    compatibilityDate: string(toml.compatibility_date, 'compatibility_date'),
    compatibilityFlags: list(toml.compatibility_flags ?? [], 'compatibility_flags').map((flag) =>
      string(flag, 'flag'),
    ),
    objects: list(bindings, 'durable_objects.bindings').map((one) => {
      const { name, class_name } = table(one, 'durable_objects.bindings')
      return { binding: string(name, 'name'), className: string(class_name, 'class_name') }
    }),
    vars: Object.fromEntries(
      Object.entries(table(toml.vars ?? {}, 'vars')).map(([name, value]) => [
        name,
        string(value, `vars.${name}`),
      ]),
    ),
    ...(toml.assets !== undefined && { assets: assetSettings(table(toml.assets, 'assets')) }),
  }
}

function assetSettings({
  directory,
  binding,
  run_worker_first,
  html_handling,
  ...rest
}: Table): AssetSettings {
  const [unknown] = Object.keys(rest)
  if (unknown) throw new Failure(`assets.${unknown} is not provided by packetboat start`)
  if (html_handling !== 'none') throw new Failure('assets.html_handling must be none')
  return {
    directory: string(directory, 'assets.directory'),
    binding: string(binding, 'assets.binding'),
    workerFirst: list(run_worker_first, 'assets.run_worker_first').map((path) => string(path, 'path')),
  }
}

type Table = Record<string, unknown>

function table(value: unknown, name: string): Table {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(`${name} is not a table`)
  return { ...value }
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Failure(`${name} is not a list`)
  return value
}

function string(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Failure(`${name} is not a text`)
  return value
}
