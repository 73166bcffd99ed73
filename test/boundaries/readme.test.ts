// durable-objects/README.md names every file of its folder.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesOf } from './repository.ts'

it('durable-objects/README.md names every file there and no other', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../durable-objects/README.md'), 'utf8')
  const named = new Set([...page.matchAll(/`([a-z-]+\.ts)`/g)].map(([, file]) => file))
  const files = [...sourcesOf('durable-objects').keys()].map((path) => basename(path))
  expect([...named].toSorted()).toEqual(files.toSorted())
})
