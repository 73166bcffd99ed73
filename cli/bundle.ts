// The Worker as one module: made by esbuild when run from source, at build time for the package.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readWorkerSettings, type WorkerSettings } from './settings.ts'

/** Is this the source tree? In the built package every file is JavaScript. */
export const fromSource = import.meta.filename.endsWith('.ts')

const root = resolve(import.meta.dirname, fromSource ? '..' : '.')

/** The Worker that this package holds: its settings, its code and the folder of its assets, from source made anew. */
export async function loadWorker(): Promise<{ settings: WorkerSettings; code: string; assets?: string }> {
  const settings = readWorkerSettings(resolve(root, 'wrangler.toml'))
  const entry = resolve(root, settings.main)
  const assets = settings.assets && resolve(root, settings.assets.directory)
  if (assets && fromSource) await (await import('./assets.ts')).buildAssets(root, assets)
  return {
    settings,
    code: fromSource ? await bundle(entry) : await readFile(entry, 'utf8'),
    ...(assets && { assets }),
  }
}

/** One module with everything in it but what the runtime itself provides; conditions as wrangler sets them. */
export async function bundle(entry: string): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    keepNames: true,
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}
