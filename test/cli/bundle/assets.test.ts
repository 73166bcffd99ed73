import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildAssets } from '../../../cli/bundle/assets.ts'
import { temporaryFolder } from '../temporary-folder.ts'

async function write(folder: string, files: { readonly [path: string]: string }): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const pathsIn = (out: string): Record<string, string> =>
  JSON.parse(readFileSync(join(out, 'assets/paths.json'), 'utf8'))

describe('built assets', () => {
  it('are named by a hash of their content, so that a change renames only the changed files', async () => {
    const folder = temporaryFolder()
    const source = join(folder, 'source')
    await write(source, {
      'browser/style.css': 'p { color: red }',
      'browser/mark.svg': '<svg/>',
      'browser/pages/new.ts': 'document.title = "a" as string',
      'games/chess/browser/watch.ts': 'document.title = "b"',
    })
    await buildAssets(source, join(folder, 'first'))
    await write(source, { 'browser/style.css': 'p { color: green }' })
    await buildAssets(source, join(folder, 'second'))
    const [first, second] = [pathsIn(join(folder, 'first')), pathsIn(join(folder, 'second'))]
    expect(Object.keys(first).sort()).toEqual(['chess-watch', 'mark', 'new', 'style'])
    expect(first.style).toMatch(/^\/assets\/style-\w+\.css$/)
    expect(second.style).not.toBe(first.style)
    expect({ ...second, style: '' }).toEqual({ ...first, style: '' })
    for (const path of Object.values(first)) expect(readFileSync(join(folder, 'first', path))).toBeTruthy()
    expect(readFileSync(join(folder, 'first/_headers'), 'utf8')).toContain('immutable')
  })

  it('include the files of a package that the operator has installed for a game, with a separate Content-Security-Policy', async () => {
    const folder = temporaryFolder()
    const source = join(folder, 'source')
    const wanted = {
      name: 'engine',
      files: ['dist/think.js', 'LICENSE'],
      contentSecurityPolicy: "default-src 'none'",
    }
    await write(source, {
      'browser/style.css': 'p { color: red }',
      'games/chess/browser/installed-package.json': JSON.stringify(wanted),
    })
    await buildAssets(source, join(folder, 'without'))
    expect(Object.keys(pathsIn(join(folder, 'without')))).toEqual(['style'])
    await write(join(source, 'node_modules/engine'), { 'dist/think.js': 'think()', LICENSE: 'GPL' })
    await buildAssets(source, join(folder, 'with'))
    const paths = pathsIn(join(folder, 'with'))
    expect(paths['chess/think.js']).toMatch(/^\/assets\/engine-[0-9A-F]{8}\/think.js$/)
    expect(readFileSync(join(folder, 'with', paths['chess/LICENSE']!), 'utf8')).toBe('GPL')
    expect(readFileSync(join(folder, 'with/_headers'), 'utf8')).toContain(
      "/*\n  content-security-policy: default-src 'none'\n",
    )
  })

  it('stay within 30 kB of script and 20 kB of style per page and 120 kB per player, gzipped', async () => {
    const root = resolve(import.meta.dirname, '../../..')
    const folder = temporaryFolder()
    await buildAssets(root, folder)
    const paths = pathsIn(folder)
    const read = (path: string) => readFileSync(join(folder, path))
    const size = (path: string) => gzipSync(read(path)).length
    /**
     * Total gzipped size of the scripts that a page with these assets loads at the start. A script that is loaded twice
     * counts once.
     */
    const weight = (...names: string[]) => {
      const expected = new Set(names.map((name) => paths[name]!))
      for (const path of expected)
        for (const [, part] of read(path)
          .toString()
          .matchAll(/(?:from|import)"\.\/(part-[\w-]+\.js)"/g))
          expected.add(`/assets/${part}`)
      return [...expected].reduce((sum, path) => sum + size(path), 0)
    }
    const watchers = Object.keys(paths).filter((name) => name.endsWith('-watch'))
    expect(watchers).not.toEqual([])
    for (const page of [
      ['live'],
      ['creation-progress'],
      ['new', 'created', 'copy'],
      ['host', 'copy'],
      ['arcane-sector-thin'],
    ])
      expect([page, weight(...page) < 30_000]).toEqual([page, true])
    for (const watcher of watchers)
      expect([watcher, weight('copy', 'live', watcher) < 30_000]).toEqual([watcher, true])
    for (const player of Object.keys(paths).filter((name) => name.endsWith('-play')))
      expect([player, weight(player) < 120_000]).toEqual([player, true])
    for (const name of Object.keys(paths).filter((name) => paths[name]!.endsWith('.css')))
      expect([name, size(paths[name]!) < 20_000]).toEqual([name, true])
  })
})
