// `npm run build`: the published package, in dist/ or the given folder: the command without its npm dependencies, the
// Worker as one module, a wrangler.toml that deploys exactly that module, and the licences of its contents.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { parse, stringify } from 'smol-toml'
import { buildAssets } from './assets.ts'
import { bundle } from './bundle.ts'
import { writeHarbors } from './harbors.ts'
import { licences, packagesOf } from './licences.ts'
import { readWorkerSettings } from './settings.ts'

const root = resolve(import.meta.dirname, '..')
const dist = resolve(process.argv[2] ?? resolve(root, 'dist'))

async function buildCommand(): Promise<void> {
  await build({
    entryPoints: [resolve(root, 'cli/packetboat.ts')],
    outdir: dist,
    bundle: true,
    splitting: true, // commands load only what they need
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node22',
    keepNames: true,
    logLevel: 'warning',
  })
}

async function buildWorker(): Promise<void> {
  const config = resolve(root, 'wrangler.toml')
  const { code, inputs } = await bundle(resolve(root, readWorkerSettings(config).main))
  await writeFile(resolve(dist, 'worker.js'), code)
  await writeHarbors(dist)
  const served = await buildAssets(root, resolve(dist, 'assets'))
  const others = packagesOf([...inputs, ...served])
  await writeFile(resolve(dist, 'THIRD-PARTY-LICENSES'), licences(root, others))
  const { build: _, keep_names: __, assets, ...source } = parse(await readFile(config, 'utf8'))
  const published = {
    ...source,
    main: 'worker.js',
    no_bundle: true,
    assets: { ...(assets as object), directory: 'assets' },
  }
  await writeFile(resolve(dist, 'wrangler.toml'), stringify(published))
}

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await Promise.all([buildCommand(), buildWorker()])
