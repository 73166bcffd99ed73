// Reads wrangler.toml for `packetboat start` and the build, so that a local Worker has the same settings as the
// deployed one. Rejects bindings that `packetboat start` cannot provide.
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describeInOneLine, Failure } from '../terminal/failure.ts'

export interface WorkerSettings {
  readonly name: string
  /** The path of the code, relative to wrangler.toml. */
  readonly main: string
  readonly compatibilityDate: string
  readonly compatibilityFlags: readonly string[]
  readonly objects: readonly { readonly binding: string; readonly className: string }[]
  readonly vars: { readonly [name: string]: string }
  readonly assets?: AssetSettings
}

export interface AssetSettings {
  /** The folder of the assets, relative to wrangler.toml. */
  readonly directory: string
  readonly binding: string
  /** Paths that the Worker handles even if the folder contains an asset. `!` excludes a path. */
  readonly workerFirst: readonly string[]
}

/**
 * Keys that `packetboat start` ignores, because they concern only deployment or wrangler's own build, or follow from
 * the bindings.
 */
const ignoredKeys = [
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
  'rules',
]
const supportedKeys = [
  'name',
  'main',
  'compatibility_date',
  'compatibility_flags',
  'durable_objects',
  'vars',
  'assets',
  ...ignoredKeys,
]

/** Throws Failure for settings that `packetboat start` cannot apply. */
export function readWorkerSettings(file: string): WorkerSettings {
  try {
    return parseWorkerSettings(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(`${file}: ${describeInOneLine(error)}`)
  }
}

export function parseWorkerSettings(text: string): WorkerSettings {
  const toml: Table = parse(text)
  const unknown = Object.keys(toml).find((key) => !supportedKeys.includes(key))
  if (unknown) throw new Failure(`packetboat start does not support ${unknown} in wrangler.toml`)
  const { bindings = [] } = asTable(toml.durable_objects ?? {}, 'durable_objects')
  return {
    name: asString(toml.name, 'name'),
    main: asString(toml.main, 'main'),
    compatibilityDate: asString(toml.compatibility_date, 'compatibility_date'),
    compatibilityFlags: asList(toml.compatibility_flags ?? [], 'compatibility_flags').map((flag) =>
      asString(flag, 'flag'),
    ),
    objects: asList(bindings, 'durable_objects.bindings').map((one) => {
      const { name, class_name } = asTable(one, 'durable_objects.bindings')
      return { binding: asString(name, 'name'), className: asString(class_name, 'class_name') }
    }),
    vars: Object.fromEntries(
      Object.entries(asTable(toml.vars ?? {}, 'vars')).map(([name, value]) => [
        name,
        asString(value, `vars.${name}`),
      ]),
    ),
    ...(toml.assets !== undefined && { assets: parseAssetSettings(asTable(toml.assets, 'assets')) }),
  }
}

function parseAssetSettings({
  directory,
  binding,
  run_worker_first,
  html_handling,
  ...rest
}: Table): AssetSettings {
  const [unknown] = Object.keys(rest)
  if (unknown) throw new Failure(`packetboat start does not support assets.${unknown} in wrangler.toml`)
  if (html_handling !== 'none') throw new Failure('assets.html_handling must be none')
  return {
    directory: asString(directory, 'assets.directory'),
    binding: asString(binding, 'assets.binding'),
    workerFirst: asList(run_worker_first, 'assets.run_worker_first').map((path) => asString(path, 'path')),
  }
}

type Table = Record<string, unknown>

function asTable(value: unknown, name: string): Table {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(`${name} is not a table`)
  return { ...value }
}

function asList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Failure(`${name} is not a list`)
  return value
}

function asString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Failure(`${name} is not a text`)
  return value
}
