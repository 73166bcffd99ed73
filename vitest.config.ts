// Three projects: `worker` runs in workerd with a Worker of test games, `node` in plain Node, and `processes` starts sites and
// browsers. `npm run test:quick` runs the first two.
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { dataModule } from './cli/bundle/data-files.ts'
import { seedsOfThisRun } from './test/seeds.ts'
import { pollOptions } from './test/timeouts.ts'
import { silenceExpectedReports } from './test/workers/fixtures/quiet-runtime.ts'

const processes = [
  'test/end-to-end/**/*.test.ts',
  'test/cli/processes/**/*.test.ts',
  'test/browser/**/*.test.ts',
]
const env = seedsOfThisRun()
// Tests do not measure speed, and the machine may be busy.
const testDefaults = { env, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: pollOptions } }
const dataFiles = { name: 'data-files', enforce: 'pre', load: dataModule } as const
silenceExpectedReports()

export default defineConfig({
  test: {
    // Hides the logs of passing tests.
    silent: 'passed-only',
    // Tests wait for processes half of the time, so one worker per core would leave the cores idle.
    maxWorkers: 3,
    projects: [
      {
        plugins: [dataFiles, cloudflareTest({ wrangler: { configPath: './test/workers/wrangler.toml' } })],
        test: {
          name: 'worker',
          include: ['test/durable-objects/**/*.test.ts', 'test/workers/**/*.test.ts'],
          // Each test resets its storage, so files can share a workerd. Starting one takes 3 s of CPU time.
          isolate: false,
          ...testDefaults,
        },
      },
      {
        plugins: [dataFiles],
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/durable-objects/**', 'test/workers/**', ...processes],
          // Modules hold no state (test/boundaries/state.test.ts checks this), so files can share them.
          isolate: false,
          pool: 'threads',
          ...testDefaults,
        },
      },
      {
        plugins: [dataFiles],
        test: {
          name: 'processes',
          include: processes,
          globalSetup: 'test/end-to-end/build-package.ts',
          // Files share a site and a browser (running-site.ts, browser-test.ts), which take seconds to start.
          isolate: false,
          ...testDefaults,
        },
      },
    ],
  },
})
