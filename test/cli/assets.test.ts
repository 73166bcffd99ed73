import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildAssets } from '../../cli/assets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packetboat-assets-'))
})
afterEach(() => rm(folder, { recursive: true }))

const pathsIn = (out: string): Record<string, string> =>
  JSON.parse(readFileSync(join(out, 'assets/paths.json'), 'utf8'))

describe('assets', () => {
  it('are named by their content, so that a change has another name and nothing else has', async () => {
    const source = join(folder, 'source')
    await mkdir(join(source, 'browser/pages'), { recursive: true })
    await mkdir(join(source, 'games/chess/browser'), { recursive: true })
    await writeFile(join(source, 'browser/style.css'), 'p { color: red }')
    await writeFile(join(source, 'browser/mark.svg'), '<svg/>')
    await writeFile(join(source, 'browser/pages/new.ts'), 'document.title = "a" as string')
    await writeFile(join(source, 'games/chess/browser/watch.ts'), 'document.title = "b"')
    await buildAssets(source, join(folder, 'first'))
    await writeFile(join(source, 'browser/style.css'), 'p { color: green }')
    await buildAssets(source, join(folder, 'second'))
    const [first, second] = [pathsIn(join(folder, 'first')), pathsIn(join(folder, 'second'))]
    expect(Object.keys(first).sort()).toEqual(['chess-watch', 'mark', 'new', 'style'])
    expect(first.style).toMatch(/^\/assets\/style-\w+\.css$/)
    expect(second.style).not.toBe(first.style)
    expect({ ...second, style: '' }).toEqual({ ...first, style: '' })
    for (const path of Object.values(first)) expect(readFileSync(join(folder, 'first', path))).toBeTruthy()
    expect(readFileSync(join(folder, 'first/_headers'), 'utf8')).toContain('immutable')
  })

  it('of pages stay within 30 kB of script and 20 kB of style, gzipped', async () => {
    const root = resolve(import.meta.dirname, '../..')
    await buildAssets(root, folder)
    const size = (file: string) => gzipSync(readFileSync(join(folder, 'assets', file))).length
    const players = Object.keys(pathsIn(folder)).filter((name) => /-(watch|play)$/.test(name))
    const files = readdirSync(join(folder, 'assets')).filter(
      (file) => !players.some((name) => file.startsWith(`${name}-`)),
    )
    const bytes = (end: string) =>
      files.filter((file) => file.endsWith(end)).reduce((sum, file) => sum + size(file), 0)
    expect(bytes('.css')).toBeLessThan(20_000)
    expect(bytes('.js')).toBeLessThan(30_000)
  })
})
