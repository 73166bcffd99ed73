// What a release does: the workflow is one, does what it says with what is there, and gives no more rights than each part wants.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { licences, packagesOf, withDependencies } from '../../cli/licences.ts'
import about from '../../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')

interface Step {
  readonly run?: string
  readonly uses?: string
}

interface Job {
  readonly needs?: string
  readonly permissions?: { readonly [what: string]: string }
  readonly steps: readonly Step[]
}

describe('the release', () => {
  const { on, permissions, jobs }: { on: unknown; permissions: unknown; jobs: { [name: string]: Job } } =
    parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'))
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

  it('is made by a tag, tests and packs first, and publishes what was packed', () => {
    expect(on).toEqual({ push: { tags: ['v*.*.*'] } })
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['pack', undefined],
      ['npm', 'pack'],
      ['image', 'pack'],
    ])
    const inPack = jobs.pack!.steps.flatMap(({ run }) => run ?? [])
    expect(inPack.indexOf('.ci/run')).toBeLessThan(inPack.indexOf('npm pack'))
    expect(existsSync(join(root, '.ci/run'))).toBe(true)
    for (const [, script = ''] of commands.join('\n').matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(about.scripts)).toContain(script)
  })

  it('publishes both packages by their names, with provenance, and only there may it sign', () => {
    const published = commands.flatMap(
      (command) => /^npm publish (.*) \.\/([a-z-]+)-\$/.exec(command)?.slice(1, 3) ?? [],
    )
    const flags = '--provenance --access public'
    expect(published).toEqual([flags, about.name, flags, 'packetboat-sidecar'])
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['pack', undefined],
      ['npm', { contents: 'read', 'id-token': 'write' }],
      ['image', { contents: 'read', packages: 'write' }],
    ])
  })

  it('uses actions of named versions', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(used.filter((action) => !/^(actions|docker)\/[a-z-]+@v\d+$/.test(action))).toEqual([])
  })
})

describe('licences', () => {
  it('of modules are those of their packages, each once, and none of our own', () => {
    const modules = [
      'games/index.ts',
      'node_modules/hono/a.js',
      'node_modules/hono/b.js',
      'node_modules/@noble/hashes/c.js',
    ]
    expect(packagesOf([...modules, 'node_modules/a/node_modules/b/d.js'])).toEqual([
      'node_modules/@noble/hashes',
      'node_modules/a/node_modules/b',
      'node_modules/hono',
    ])
  })

  it('have name, version and text, and reach down to what packages want', () => {
    const text = licences(root, packagesOf(['node_modules/hono/a.js']))
    expect(text).toContain(`hono ${about.dependencies.hono} (MIT)`)
    expect(text).toContain('Permission is hereby granted')
    const folders = withDependencies(root, ['pino'])
    expect(folders).toEqual(expect.arrayContaining(['node_modules/pino', 'node_modules/sonic-boom']))
    expect(() => licences(root, folders)).not.toThrow()
  })
})
