// Bundles the Worker into one module and its data files. In a checkout, esbuild bundles the Worker when the command
// starts (build-cache.ts). The published package contains the bundle.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { dataLoaders } from './data-files.ts'
import { type DefaultRoom, readDefaultRooms, writeDefaultRooms } from './default-rooms.ts'
import { readWorkerSettings, type WorkerSettings } from './wrangler-settings.ts'

const runsFromSource = import.meta.filename.endsWith('.ts')

const root = resolve(import.meta.dirname, runsFromSource ? '../..' : '.')
/** The folder of wrangler.toml, to which the paths in wrangler.toml are relative. */
export const workerFolder = root

export const dataFolder = 'data'

export interface LoadedWorker {
  readonly settings: WorkerSettings
  readonly code: string
  /** Data files by path, relative to the code. */
  readonly data: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly assets?: string
  readonly defaultRooms: readonly DefaultRoom[]
}

export async function loadWorker(): Promise<LoadedWorker> {
  const settings = readWorkerSettings(resolve(root, 'wrangler.toml'))
  const { folder, entry, assets } = runsFromSource ? await cachedFiles(settings) : publishedFiles(settings)
  const [code, data, defaultRooms] = await Promise.all([
    readFile(entry, 'utf8'),
    readData(dirname(entry)),
    readDefaultRooms(folder),
  ])
  return { settings, code, data, defaultRooms, ...(settings.assets && { assets }) }
}

async function readData(folder: string): Promise<LoadedWorker['data']> {
  const names = await readdir(join(folder, dataFolder))
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const path = `${dataFolder}/${name}`
        return [path, Uint8Array.from(await readFile(join(folder, path)))] as const
      }),
    ),
  )
}

function publishedFiles({ main, assets }: WorkerSettings) {
  return { folder: root, entry: resolve(root, main), assets: resolve(root, assets?.directory ?? '.') }
}

async function cachedFiles({ main }: WorkerSettings) {
  const { buildCached } = await import('./build-cache.ts')
  const folder = await buildCached(root, async (folder) => {
    const { buildAssets } = await import('./assets.ts')
    const builds = [
      bundleWorker(resolve(root, main)),
      buildAssets(root, resolve(folder, 'assets')),
      writeDefaultRooms(folder),
    ] as const
    const [bundle] = await Promise.all(builds)
    await writeWorker(bundle, folder)
  })
  return { folder, entry: resolve(folder, 'worker.js'), assets: resolve(folder, 'assets') }
}

export interface WorkerBundle extends Pick<LoadedWorker, 'code' | 'data'> {
  /** The paths of all source files, relative to the project's root. */
  readonly inputs: readonly string[]
}

export async function writeWorker({ code, data }: WorkerBundle, folder: string): Promise<void> {
  await mkdir(join(folder, dataFolder), { recursive: true })
  const files = [['worker.js', code] as const, ...data]
  await Promise.all(files.map(([path, content]) => writeFile(join(folder, path), content)))
}

/** Bundles with the same conditions as wrangler. */
export async function bundleWorker(entry: string): Promise<WorkerBundle> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: root,
    assetNames: `${dataFolder}/[name]-[hash]`,
    loader: dataLoaders('copy'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'silent',
  })
  const code = outputFiles.find(({ path }) => path.endsWith('.js'))!.text
  const data = outputFiles
    .filter(({ path }) => !path.endsWith('.js'))
    .map(
      ({ path, contents }) =>
        [relative(root, path).replaceAll('\\', '/'), Uint8Array.from(contents)] as const,
    )
  return { code, data: new Map(data), inputs: Object.keys(metafile.inputs) }
}
