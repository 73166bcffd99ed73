// `npm run build:sidecar`: builds the package `packetboat-sidecar` in dist-sidecar/ or the given folder.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import about from '../../package.json' with { type: 'json' }
import { foldersWithDependencies, licenceTexts } from './licences.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = resolve(process.argv[2] ?? resolve(root, 'dist-sidecar'))
const command = 'packetboat-sidecar.js'

/** Returns the packages that the command imports, with the versions that this project pins. */
async function buildCommand(): Promise<{ [name: string]: string }> {
  const { metafile } = await build({
    entryPoints: [resolve(root, 'cli/packetboat-sidecar.ts')],
    outfile: resolve(folder, command),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node22',
    keepNames: true,
    metafile: true,
    logLevel: 'warning',
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = new Set(imports.filter(({ external }) => external).map(({ path }) => path))
  const pinned: { readonly [name: string]: string | undefined } = about.dependencies
  const required: { [name: string]: string } = {}
  for (const name of [...names].sort()) {
    if (name.startsWith('node:') || builtinModules.includes(name)) continue
    const version = pinned[name]
    if (!version) throw new Error(`${name} is imported but is not a dependency in package.json`)
    required[name] = version
  }
  return required
}

/** The files of deploy/ with which the sidecar can be run without other files of the project. */
const deployFiles = ['packetboat-sidecar.service', 'Dockerfile']

/** Links to files that are not in the package become text. */
async function readme(): Promise<string> {
  const text = await readFile(resolve(root, 'deploy/README.md'), 'utf8')
  return text.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (link, words: string, to: string) =>
    /^https?:|^#/.test(to) || deployFiles.includes(to) ? link : words,
  )
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const dependencies = await buildCommand()
const manifest = {
  name: 'packetboat-sidecar',
  version: about.version,
  description: 'Relays TCP, UDP and WebSocket clients of old games to the worlds of a Packetboat site.',
  license: about.license,
  type: 'module',
  engines: about.engines,
  bin: { 'packetboat-sidecar': command },
  files: [command, ...deployFiles, 'README.md', 'LICENSE', 'THIRD-PARTY-LICENSES'],
  dependencies,
}
await writeFile(resolve(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await copyFile(resolve(root, 'LICENSE'), resolve(folder, 'LICENSE'))
const packages = foldersWithDependencies(root, Object.keys(dependencies))
await writeFile(resolve(folder, 'THIRD-PARTY-LICENSES'), licenceTexts(root, packages))
for (const name of deployFiles) await copyFile(resolve(root, 'deploy', name), resolve(folder, name))
await writeFile(resolve(folder, 'README.md'), await readme())
