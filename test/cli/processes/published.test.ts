// Both packages as npm packs them, in a folder with only their declared dependencies.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { packageFolders } from '../../../cli/build/licences.ts'
import about from '../../../package.json' with { type: 'json' }
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin: { readonly [name: string]: string }
  readonly dependencies: { readonly [name: string]: string }
}

/** Packs the package and unpacks it into a node_modules folder, so that Node resolves its dependencies there. */
function installed(source: string): { folder: string; manifest: Manifest; files: readonly string[] } {
  const home = temporaryFolder()
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', home], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  execFileSync('tar', ['-xzf', filename], { cwd: home })
  const manifest: Manifest = JSON.parse(readFileSync(join(home, 'package/package.json'), 'utf8'))
  const folder = join(home, 'node_modules', manifest.name)
  mkdirSync(dirname(folder), { recursive: true })
  cpSync(join(home, 'package'), folder, { recursive: true })
  for (const name of Object.keys(manifest.dependencies)) {
    const at = join(home, 'node_modules', name)
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), at)
  }
  return { folder, manifest, files: files.map(({ path }) => path) }
}

/** The packages that the JavaScript of a package imports, except in code for workerd. */
function importedBy(folder: string, files: readonly string[]): string[] {
  const scripts = files.filter((file) => /^dist\/[^/]+\.js$/.test(file) && file !== 'dist/worker.js')
  const specifiers = scripts.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/(?:^import [^"\n]*|^} from |\bimport\()"([^".\n][^"\n]*)"/gm)].map(
      ([, from = '']) => from,
    )
  })
  const packages = specifiers.map((from) =>
    from
      .split('/')
      .slice(0, from.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return [...new Set(packages)].filter((name) => !isBuiltin(name)).sort()
}

const output = (...words: string[]) => execFileSync(process.execPath, words, { encoding: 'utf8' }).trim()

test('the packetboat package has its command, the Worker with documents, and the licences of all bundled code', () => {
  const source = temporaryFolder()
  cpSync(dirname(inject('command')), join(source, 'dist'), { recursive: true })
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    copyFileSync(join(root, name), join(source, name))
  const { folder, manifest, files } = installed(source)
  expect(files.filter((file) => !/^(dist\/|package\.json$|README\.md$|LICENSE$)/.test(file))).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([
      'dist/assets/docs/index.json',
      'dist/default-rooms.json',
      'dist/wrangler.toml',
      'dist/worker.js',
    ]),
  )
  const command = join(folder, manifest.bin.packetboat!)
  expect(output(command, '--version')).toBe(about.version)
  expect(output(command, 'room', 'create', '--help')).toMatch(/^Usage: packetboat room create/)
  expect(importedBy(folder, files).filter((name) => !(name in manifest.dependencies))).toEqual([])
  const licences = readFileSync(join(folder, 'dist/THIRD-PARTY-LICENSES'), 'utf8')
  // The bundled modules are known from esbuild's comments, which name them.
  const modules = readFileSync(join(folder, 'dist/worker.js'), 'utf8').matchAll(
    /^\/\/ (node_modules\/\S+)$/gm,
  )
  const shipped = packageFolders([...modules].map(([, path = '']) => path))
  expect(shipped.length).toBeGreaterThan(3)
  const names = shipped.map((path) => path.replace(/^.*node_modules\//, ''))
  expect(names.filter((name) => !new RegExp(`^${name} \\d`, 'm').test(licences))).toEqual([])
})

test('the packetboat-sidecar package has its command, deployment files, and a README with valid links', () => {
  const source = temporaryFolder()
  execFileSync(process.execPath, ['cli/build/sidecar-package.ts', source], { cwd: root })
  const { folder, manifest, files } = installed(source)
  expect([manifest.name, manifest.version]).toEqual(['packetboat-sidecar', about.version])
  expect(files).toEqual(
    expect.arrayContaining([
      'Dockerfile',
      'packetboat-sidecar.service',
      'LICENSE',
      'THIRD-PARTY-LICENSES',
      'README.md',
    ]),
  )
  expect(output(join(folder, manifest.bin['packetboat-sidecar']!), '--version')).toBe(about.version)
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to)
  expect(links.filter((to) => !/^https?:|^#/.test(to) && !files.includes(to))).toEqual([])
  expect(readme).toContain(`npm install --global ./${manifest.name}-*.tgz`)
  const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENSES'), 'utf8')
  for (const name of Object.keys(manifest.dependencies))
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
})
