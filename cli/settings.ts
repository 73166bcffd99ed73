// wrangler.toml as `packetboat start` and the build read it, so that a Worker started here is the one that is deployed.
// A binding that start could not provide is refused rather than left out.
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
}

/** Keys that say nothing about how the Worker runs here: deployment, and what follows from the bindings. */
const deployment = [
  '$schema',
  'migrations',
  'observability',
  'send_metrics',
  'workers_dev',
  'preview_urls',
  'dev',
  'no_bundle',
]
const known = [
  'name',
  'main',
  'compatibility_date',
  'compatibility_flags',
  'durable_objects',
  'vars',
  ...deployment,
]

/** Reads `file`; throws Failure when it says something that would not hold here. */
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
