import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from './repository.ts'

describe('durable-objects/README.md', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../durable-objects/README.md'), 'utf8')
  const paths = [...sourcesOf('durable-objects').keys()]

  it('names only existing files', () => {
    const named = [...page.matchAll(/`([a-z-]+\.ts)`/g)].map(([, file]) => file!)
    const files = new Set(paths.map((path) => basename(path)))
    expect(named.filter((file) => !files.has(file))).toEqual([])
  })

  it('names every folder, and no folder that does not exist', () => {
    const named = new Set([...page.matchAll(/`([a-z/-]+)\/`/g)].map(([, folder]) => basename(folder!)))
    const folders = new Set(
      paths.map((path) => basename(dirname(path))).filter((name) => name !== 'durable-objects'),
    )
    expect([...named].toSorted()).toEqual([...folders].toSorted())
  })
})
