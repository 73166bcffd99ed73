// Builds the site's static assets, whose names contain a hash of their content: stylesheets, pictures, scripts, files
// that games generate for their original clients, and files of packages that the operator has installed for a game.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, posix, relative, resolve } from 'node:path'
import { encodeBase64 } from '../../wire/util/base64.ts'
import { dataLoaders } from './data-files.ts'
import { buildDocuments } from './site-docs.ts'

const assetsPath = '/assets'

/** The name of an asset contains the hash of its content, so browsers may cache it forever. */
const commonHeaders = `${assetsPath}/*
  cache-control: public, max-age=31536000, immutable
  x-content-type-options: nosniff
${assetsPath}/paths.json
  ! cache-control
  cache-control: no-store
`

/**
 * Empties the folder `out`, and writes all assets of the source tree at `root`, the documents and `paths.json` into it.
 * `paths.json` contains the path of each asset by its name (`style`, `mark`, `new`, `soaprun-watch`,
 * `soaprun-screenshot`, `doom-2077/DOOM1-NET.WAD`). Returns all source files, relative to `root`. Throws esbuild's
 * errors.
 */
export async function buildAssets(root: string, out: string): Promise<readonly string[]> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const [{ metafile }, generated] = await Promise.all([buildScripts(root, out), generateFiles(root, out)])
  const paths = Object.entries(metafile.outputs).flatMap(([file, { entryPoint, inputs }]) => {
    const from = entryPoint ?? (/\.(svg|png|ico)$/.test(file) ? Object.keys(inputs)[0] : undefined)
    return from ? [[assetName(from), `${assetsPath}/${basename(file)}`] as const] : []
  })
  const installed = await copyInstalledPackages(root, out)
  const all = Object.fromEntries([...paths, ...generated.paths, ...installed.paths])
  await writeFile(resolve(out, `.${assetsPath}/paths.json`), JSON.stringify(all))
  await writeFile(resolve(out, '_headers'), commonHeaders + installed.headers)
  const documents = await buildDocuments(root, out)
  // Modules that a package needs only in Node are disabled and have no file.
  const files = Object.keys(metafile.inputs).filter((file) => !file.startsWith('(disabled):'))
  return [...new Set([...files, ...generated.inputs, ...documents])]
}

async function buildScripts(root: string, out: string) {
  const { build } = await import('esbuild')
  return build({
    absWorkingDir: root,
    entryPoints: entryPoints(root),
    outdir: posix.join(out, assetsPath),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    loader: { '.svg': 'copy', '.png': 'copy', '.ico': 'copy' },
    metafile: true,
    logLevel: 'silent',
  })
}

/** Returns the paths of the files by game and file name. */
async function generateFiles(root: string, out: string) {
  const { build } = await import('esbuild')
  const generators = globSync('games/*/builtin/assets.ts', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const paths: (readonly [name: string, path: string])[] = []
  const inputs: string[] = []
  for (const generator of generators) {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: [generator],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2024',
      loader: dataLoaders('inline'),
      metafile: true,
      logLevel: 'silent',
    })
    const code = encodeBase64(outputFiles[0]!.contents)
    const { assets }: GeneratedAssets = await import(`data:text/javascript;base64,${code}`)
    inputs.push(...Object.keys(metafile.inputs))
    for (const [file, make] of Object.entries(assets)) {
      const bytes = make()
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase()
      const path = `${assetsPath}/${basename(file, extname(file))}-${hash}${extname(file)}`
      await mkdir(resolve(out, `.${assetsPath}`), { recursive: true })
      await writeFile(resolve(out, `.${path}`), bytes)
      paths.push([`${generator.split('/')[1]}/${file}`, path])
    }
  }
  return { paths, inputs }
}

/**
 * A package that this project does not depend on, for example because of its licence. `files`: files of the package
 * that are served if the operator has installed it. The definition is read from
 * `games/<game>/browser/installed-package.json`.
 */
interface InstalledPackage {
  readonly name: string
  readonly files: readonly string[]
  /** The policy with which the files are served, because scripts of web workers do not use the policy of the page. */
  readonly contentSecurityPolicy: string
}

async function copyInstalledPackages(root: string, out: string) {
  const paths: (readonly [name: string, path: string])[] = []
  let headers = ''
  for (const file of globSync('games/*/browser/installed-package.json', { cwd: root })) {
    const game = file.replaceAll('\\', '/').split('/')[1]
    const wanted: InstalledPackage = JSON.parse(readFileSync(resolve(root, file), 'utf8'))
    const from = resolve(root, 'node_modules', wanted.name)
    if (!existsSync(from)) continue
    const contents = wanted.files.map((name) => [basename(name), readFileSync(resolve(from, name))] as const)
    const hash = createHash('sha256')
    for (const [, bytes] of contents) hash.update(bytes)
    const folder = `${assetsPath}/${wanted.name}-${hash.digest('hex').slice(0, 8).toUpperCase()}`
    await mkdir(resolve(out, `.${folder}`), { recursive: true })
    for (const [name, bytes] of contents) {
      await writeFile(resolve(out, `.${folder}/${name}`), bytes)
      paths.push([`${game}/${name}`, `${folder}/${name}`])
    }
    headers += `${folder}/*\n  content-security-policy: ${wanted.contentSecurityPolicy}\n`
  }
  return { paths, headers }
}

interface GeneratedAssets {
  readonly assets: { readonly [file: string]: () => Uint8Array }
}

function entryPoints(root: string) {
  const common = globSync(
    'browser/{style.css,player.css,mark.svg,favicon.ico,service-worker.ts,pages/*.ts}',
    { cwd: root },
  )
  const players = globSync('games/*/browser/{watch.ts,play.ts,thin.ts,player.css,screenshot.png}', {
    cwd: root,
  })
  return [...common, ...players].map((file) => {
    const path = relative('.', file).replaceAll('\\', '/')
    return { in: path, out: assetName(path) }
  })
}

/** `games/soaprun/browser/watch.ts` becomes `soaprun-watch`. Files outside games/ keep their base name. */
function assetName(path: string): string {
  const name = basename(path).replace(/\.\w+$/, '')
  return path.startsWith('games/') ? `${basename(dirname(dirname(path)))}-${name}` : name
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  await buildAssets(root, resolve(root, '.assets'))
}
