// `npm run build`: builds the published package in dist/ or the given folder.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { parse, stringify } from 'smol-toml'
import { buildAssets } from '../bundle/assets.ts'
import { binaryFileEndings, dataLoaders, textFileEndings } from '../bundle/data-files.ts'
import { writeDefaultRooms } from '../bundle/default-rooms.ts'
import { bundleWorker, dataFolder, writeWorker } from '../bundle/worker-bundle.ts'
import { readWorkerSettings } from '../bundle/wrangler-settings.ts'
import '../bundle/import-data-files.ts'
import { licenceTexts, packageFolders } from './licences.ts'

const root = resolve(import.meta.dirname, '../..')
const dist = resolve(process.argv[2] ?? resolve(root, 'dist'))

async function buildCommand(): Promise<void> {
  await build({
    entryPoints: [resolve(root, 'cli/packetboat.ts')],
    outdir: dist,
    bundle: true,
    splitting: true, // a command loads only the code that it needs
    packages: 'external',
    loader: dataLoaders('inline'),
    platform: 'node',
    format: 'esm',
    target: 'node22',
    keepNames: true,
    logLevel: 'warning',
  })
}

async function buildWorker(): Promise<void> {
  const config = resolve(root, 'wrangler.toml')
  const worker = await bundleWorker(resolve(root, readWorkerSettings(config).main))
  await writeWorker(worker, dist)
  await writeDefaultRooms(dist)
  const assetInputs = await buildAssets(root, resolve(dist, 'assets'))
  const packages = packageFolders([...worker.inputs, ...assetInputs])
  await writeFile(resolve(dist, 'THIRD-PARTY-LICENSES'), licenceTexts(root, packages))
  const { build: _, keep_names: __, rules: ___, assets, ...source } = parse(await readFile(config, 'utf8'))
  const manifest = {
    ...source,
    main: 'worker.js',
    no_bundle: true,
    rules: [
      { type: 'Text', globs: textFileEndings.map((ending) => `${dataFolder}/*.${ending}`) },
      { type: 'Data', globs: binaryFileEndings.map((ending) => `${dataFolder}/*.${ending}`) },
    ],
    assets: { ...(assets as object), directory: 'assets' },
  }
  await writeFile(resolve(dist, 'wrangler.toml'), stringify(manifest))
}

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await Promise.all([buildCommand(), buildWorker()])
