// What browsers fetch beside the pages: the stylesheet, the mark, and every script, named by their content.
import { globSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, posix, relative, resolve } from 'node:path'

/** Where they are served. */
const at = '/assets'

/** Nothing of them ever changes under its name, but what tells the names. */
const headers = `${at}/*
  cache-control: public, max-age=31536000, immutable
  x-content-type-options: nosniff
${at}/paths.json
  ! cache-control
  cache-control: no-store
`

/**
 * Writes all assets of the source tree at `root` into the folder `out`, which it empties first, and beside them
 * `paths.json`: where each is served by its name (`style`, `mark`, `new`, `soaprun-watch`). Back with all files that they are
 * made of, relative to `root`. Throws what esbuild finds wrong.
 */
export async function buildAssets(root: string, out: string): Promise<readonly string[]> {
  const { build } = await import('esbuild')
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries(root),
    outdir: posix.join(out, at),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    loader: { '.svg': 'copy' },
    metafile: true,
    logLevel: 'silent',
  })
  const paths = Object.entries(metafile.outputs).flatMap(([file, { entryPoint, inputs }]) => {
    const from = entryPoint ?? (file.endsWith('.svg') ? Object.keys(inputs)[0] : undefined)
    return from ? [[nameOf(from), `${at}/${basename(file)}`] as const] : []
  })
  await writeFile(resolve(out, `.${at}/paths.json`), JSON.stringify(Object.fromEntries(paths)))
  await writeFile(resolve(out, '_headers'), headers)
  return Object.keys(metafile.inputs)
}

function entries(root: string) {
  const common = globSync('browser/{style.css,player.css,mark.svg,pages/*.ts}', { cwd: root })
  const players = globSync('games/*/browser/{watch.ts,play.ts,player.css}', { cwd: root })
  return [...common, ...players].map((file) => {
    const path = relative('.', file).replaceAll('\\', '/')
    return { in: path, out: nameOf(path) }
  })
}

/** `games/soaprun/browser/watch.ts` is `soaprun-watch`, all others go by their file's own name. */
function nameOf(path: string): string {
  const name = basename(path).replace(/\.\w+$/, '')
  return path.startsWith('games/') ? `${basename(dirname(dirname(path)))}-${name}` : name
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  await buildAssets(root, resolve(root, '.assets'))
}
