// Three kinds of tests: what runs in workerd with a Worker of test games, what is rules and bytes in plain Node, and
// what starts processes, which wait more than they work. `npm run test:quick` is all but the last.
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { pollOptions } from './test/timeouts.ts'
import { seedsOfThisRun } from './test/seeds.ts'
import { silenceExpectedReports } from './test/workers/fixtures/quiet-runtime.ts'

const processes = [
  'test/end-to-end/**/*.test.ts',
  'test/cli/processes/**/*.test.ts',
  'test/browser/**/*.test.ts',
]
const env = seedsOfThisRun()
// Nothing here measures speed, and a machine may be busy.
const patient = { env, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: pollOptions } }
silenceExpectedReports()

export default defineConfig({
  test: {
    // What a test that passes has logged was expected.
    silent: 'passed-only',
    // Half of the tests' time is waiting for processes: one worker a core would leave the cores idle.
    maxWorkers: 3,
    projects: [
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './test/workers/wrangler.toml' } })],
        test: {
          name: 'worker',
          include: ['test/durable-objects/**/*.test.ts', 'test/workers/**/*.test.ts'],
          // Each test resets what it stored, so that files may share a workerd: to start one costs 3 s of processor time.
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/durable-objects/**', 'test/workers/**', ...processes],
          // Our modules keep no state (test/boundaries/state.test.ts holds that), so files may share them.
          isolate: false,
          pool: 'threads',
          ...patient,
        },
      },
      {
        test: {
          name: 'processes',
          include: processes,
          globalSetup: 'test/end-to-end/build-package.ts',
          // So that files may share a site and a browser (running.ts, browsing.ts): each takes seconds to start.
          isolate: false,
          ...patient,
        },
      },
    ],
  },
})
