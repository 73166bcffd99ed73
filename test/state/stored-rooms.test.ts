// Each version has kept a room of every game, for all later ones to open (test/end-to-end/releases/stored-rooms.test.ts does), and has told what is new.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { games } from '../../games/index.ts'
import about from '../../package.json' with { type: 'json' }
import { readRoomFile } from '../../sidecar/backup/room-file.ts'

const root = resolve(import.meta.dirname, '../..')
const versions = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
/** In bytes: they are in the repository for good. */
const largest = 400_000

test('this version has kept its rooms: `npm run state` does that', () =>
  expect(versions).toContain(about.version))

test('this version says what has changed', () => {
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  expect(changes).toMatch(new RegExp(`^## ${about.version.replaceAll('.', '\\.')}\\b`, 'm'))
})

describe.each(versions)('%s', (version) => {
  test.each(games.map((game) => [game.slug, game] as const))(
    'has a room of %s that is read here',
    async (slug, game) => {
      const path = join(import.meta.dirname, version, `${slug}.packetboat`)
      const { head, parts } = await readRoomFile(path)
      expect(head.game).toBe(slug)
      expect([game.version, ...(game.readableVersions ?? [])]).toContain(head.version)
      expect(parts).toBeGreaterThan(0)
      expect(statSync(path).size).toBeLessThan(largest)
    },
  )
})
