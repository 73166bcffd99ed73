// The page that leads through the Room's files has them all, and no others.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesOf } from './repository.ts'

it('durable-objects/README.md names every file there, and none that is not', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../durable-objects/README.md'), 'utf8')
  const named = new Set([...page.matchAll(/`([a-z-]+\.ts)`/g)].map(([, file]) => file))
  const there = [...sourcesOf('durable-objects').keys()].map((path) => path.slice('durable-objects/'.length))
  expect([...named].toSorted()).toEqual(there.toSorted())
})
