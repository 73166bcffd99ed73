// `npm run pictures`: pictures of every page in every color scheme and width, in pictures/.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  [resolve(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'processes', 'test/browser'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PACKETBOAT_PICTURES: resolve(root, 'pictures') },
  },
)
process.exitCode = status ?? 1
