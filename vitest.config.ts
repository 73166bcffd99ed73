// Four projects: `worker` runs in workerd with a Worker of test games, `node` in plain Node, `long` does so for long simulated
// times, and `processes` starts sites and browsers. `npm run test:quick` runs the first two.
import { availableParallelism, tmpdir } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig, type Plugin } from 'vitest/config'
import { dataModule, isBinaryFile } from './cli/bundle/data-files.ts'
import { LongestFirst } from './test/longest-first.ts'
import { memoryFolder } from './test/memory-folder.ts'
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
process.env.TEST_BROWSER_FOLDER ??= tmpdir()
process.env.TMPDIR ??= memoryFolder()
const cores = availableParallelism()
const dataFiles: Plugin = {
  name: 'data-files',
  enforce: 'pre',
  load: dataModule,
  // Vitest reads a file as UTF-8 to find out whether it changed, in which different bytes may be equal.
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (isBinaryFile(id) ? false : undefined)),
}
/** Of tests that compute nine tenths of the time. They do not measure speed, and the machine may be busy. */
const computing = {
  env,
  isolate: false,
  // One computes while another waits for a socket or a timer.
  maxWorkers: cores + 1,
  sequence: { groupOrder: 0 },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { ...pollOptions, timeout: 20_000 } },
} as const
/** The modules of the last run are not transformed again. Workerd's pool cannot read them. */
const cached = { experimental: { fsModuleCache: true } } as const
// Modules hold no state (test/boundaries/state.test.ts checks this), so files can share them.
const inNode = { pool: 'threads', setupFiles: 'test/equal-bytes.ts', ...computing, ...cached } as const
silenceExpectedReports()

export default defineConfig({
  test: {
    // Hides the logs of passing tests.
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
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
          ...cached,
          include: processes,
          globalSetup: 'test/end-to-end/build-package.ts',
          // Files share a site and a browser (running-site.ts, browser-test.ts), which take seconds to start.
          isolate: false,
          env,
          // These tests wait for processes and clocks more than half of the time. Each worker has a site and a browser.
          maxWorkers: cores + 4,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: pollOptions },
        },
      },
    ],
  },
})
