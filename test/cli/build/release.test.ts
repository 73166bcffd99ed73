import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import {
  foldersWithDependencies,
  licenceTexts,
  packageFolders,
  packagesWithOtherLicences,
} from '../../../cli/build/licences.ts'
import about from '../../../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../../..')

interface Step {
  readonly run?: string
  readonly uses?: string
}

interface Job {
  readonly needs?: string
  readonly permissions?: { readonly [what: string]: string }
  readonly steps: readonly Step[]
}

describe('the release workflow', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const { on, permissions, jobs } = load(text) as {
    on: unknown
    permissions: unknown
    jobs: { [name: string]: Job }
  }
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

  it('runs for a tag, tests and packs, and then publishes the packed files', () => {
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

  it('publishes both packages with provenance, in the only job that may sign', () => {
    const published = commands.flatMap(
      (command) => /^npm publish (.*) \.\/([a-z-]+)-\$/.exec(command)?.slice(1, 3) ?? [],
    )
    const flags = '--ignore-scripts --provenance --access public'
    expect(published).toEqual([flags, about.name, flags, 'packetboat-sidecar'])
    expect(permissions).toEqual({})
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['pack', { contents: 'read' }],
      ['npm', { 'id-token': 'write' }],
      ['image', { packages: 'write' }],
    ])
  })

  it('runs no code of the repository or its dependencies in jobs that may sign or write', () => {
    for (const [name, { steps, permissions: may = {} }] of Object.entries(jobs)) {
      const runs = steps.flatMap(({ run, uses }) => run ?? (uses?.startsWith('actions/checkout') ? uses : []))
      const mayWrite = Object.values(may).includes('write')
      if (mayWrite)
        expect([name, runs.filter((run) => !run.startsWith('npm publish --ignore-scripts '))]).toEqual([
          name,
          [],
        ])
    }
  })

  it('pins every action by commit, with the version as a comment', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'))
    const pinned = /^ +- uses: (actions|docker)\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.filter((line) => !pinned.test(line))).toEqual([])
    const commits = lines.map((line) => line.replace(/^.*uses: /, ''))
    const actions = new Set(commits.map((commit) => commit.split('@')[0]))
    expect(new Set(commits).size).toBe(actions.size)
  })

  it('names no registry host', () => {
    expect(text).not.toMatch(/https?:|\b[\w-]+\.(?:io|org|com|dev|net)\b/)
  })
})

describe('the licence list', () => {
  it('contains each package of the bundled modules once, and none of our own', () => {
    const modules = [
      'games/index.ts',
      'node_modules/hono/a.js',
      'node_modules/hono/b.js',
      'node_modules/@noble/hashes/c.js',
    ]
    expect(packageFolders([...modules, 'node_modules/a/node_modules/b/d.js'])).toEqual([
      'node_modules/@noble/hashes',
      'node_modules/a/node_modules/b',
      'node_modules/hono',
    ])
  })

  it('has the name, version and licence text of each package, also of transitive dependencies', () => {
    const text = licenceTexts(root, packageFolders(['node_modules/hono/a.js']))
    expect(text).toContain(`hono ${about.dependencies.hono} (MIT)`)
    expect(text).toContain('Permission is hereby granted')
    const folders = foldersWithDependencies(root, ['pino'])
    expect(folders).toEqual(expect.arrayContaining(['node_modules/pino', 'node_modules/sonic-boom']))
    expect(() => licenceTexts(root, folders)).not.toThrow()
  })

  it('contains only licences that allow redistribution', () => {
    const free = [
      'MIT',
      'ISC',
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      '0BSD',
      'CC0-1.0',
      'BlueOak-1.0.0',
    ]
    const folders = foldersWithDependencies(root, Object.keys(about.dependencies))
    expect(folders.length).toBeGreaterThan(40)
    expect(packagesWithOtherLicences(root, folders, free)).toEqual([])
    expect(packagesWithOtherLicences(root, folders, ['MIT'])).toContain('smol-toml 1.9.1 (BSD-3-Clause)')
  })
})
