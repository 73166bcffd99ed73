// Four projects: `worker` runs in workerd with a Worker of test games, `node` in plain Node, `long` does so for long simulated
// times, and `processes` starts sites and browsers. `npm run test:quick` runs the first two.
import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { dataModule } from './cli/bundle/data-files.ts'
import { seedsOfThisRun } from './test/seeds.ts'
import { pollOptions } from './test/timeouts.ts'
import { silenceExpectedReports } from './test/workers/fixtures/quiet-runtime.ts'

const inWorkerd = ['test/durable-objects/**/*.test.ts', 'test/workers/**/*.test.ts']
const long = [
  'test/cost/**/*.test.ts',
  'test/growth/**/*.test.ts',
  'test/simulator/seeds/*.test.ts',
  'test/**/{balance,one-hour}.test.ts',
]
const processes = [
  'test/end-to-end/**/*.test.ts',
  'test/cli/processes/**/*.test.ts',
  'test/browser/**/*.test.ts',
]
const env = seedsOfThisRun()
const cores = availableParallelism()
const dataFiles = { name: 'data-files', enforce: 'pre', load: dataModule } as const
/** Of tests that use a whole core each. They do not measure speed, and the machine may be busy. */
const computing = {
  env,
  isolate: false,
  maxWorkers: cores,
  sequence: { groupOrder: 0 },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { ...pollOptions, timeout: 20_000 } },
} as const
// Modules hold no state (test/boundaries/state.test.ts checks this), so files can share them.
const inNode = { pool: 'threads', setupFiles: 'test/equal-bytes.ts', ...computing } as const
silenceExpectedReports()

export default defineConfig({
  test: {
    // Hides the logs of passing tests.
    silent: 'passed-only',
    projects: [
      {
        plugins: [dataFiles, cloudflareTest({ wrangler: { configPath: './test/workers/wrangler.toml' } })],
        // Each test resets its storage, so files can share a workerd. Starting one takes 3 s of CPU time.
        test: {
          name: 'worker',
          include: inWorkerd,
          setupFiles: 'test/workers/fresh-guesses.ts',
          ...computing,
        },
      },
      {
        plugins: [dataFiles],
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...inWorkerd, ...long, ...processes],
          ...inNode,
        },
      },
      { plugins: [dataFiles], test: { name: 'long', include: long, ...inNode } },
      {
        plugins: [dataFiles],
        test: {
          name: 'processes',
          include: processes,
          globalSetup: 'test/end-to-end/build-package.ts',
          // Files share a site and a browser (running-site.ts, browser-test.ts), which take seconds to start.
          isolate: false,
          env,
          // These tests wait for processes and clocks more than half of the time.
          maxWorkers: 2 * cores,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: pollOptions },
        },
      },
    ],
  },
})
