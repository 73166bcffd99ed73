// Each version stores a room of every game and has a section in the changelog.
// test/end-to-end/releases/stored-rooms.test.ts opens the stored rooms.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { readRoomFile } from '../../sidecar/backup/room-file.ts'
import { storedGames } from './stored-games.ts'

const root = resolve(import.meta.dirname, '../..')
const versions = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
/** Maximum bytes of a stored room, because the repository keeps them forever. */
const maxBytes = 400_000

test('this version has stored rooms (run `npm run state`)', () => expect(versions).toContain(about.version))

test('this version has a section in the changelog', () => {
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  expect(changes).toMatch(new RegExp(`^## ${about.version.replaceAll('.', '\\.')}\\b`, 'm'))
})

describe.each(versions)('%s', (version) => {
  const stored = storedGames(version)

  test('has a file for each of its rooms, and no other', () => {
    expect(stored.length).toBeGreaterThanOrEqual(5)
    const files = readdirSync(join(import.meta.dirname, version)).filter((name) => name !== 'calls.json')
    expect(files.toSorted()).toEqual(stored.map(({ slug }) => `${slug}.packetboat`).toSorted())
  })

  test.each(stored.map((game) => [game.slug, game] as const))(
    'has a room of %s that this version can read',
    async (slug, game) => {
      const path = join(import.meta.dirname, version, `${slug}.packetboat`)
      const { head, parts } = await readRoomFile(path)
      expect(head.game).toBe(slug)
      expect([game.version, ...(game.readableVersions ?? [])]).toContain(head.version)
      expect(parts).toBeGreaterThan(0)
      expect(statSync(path).size).toBeLessThan(maxBytes)
    },
  )
})
