// Four projects. `worker` runs in workerd with a Worker of test games, `node` in plain Node. `long` runs in plain Node
// and simulates long times. `processes` starts sites and browsers. `npm run test:quick` runs the first two.
import { availableParallelism, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig, type Plugin } from 'vitest/config'
import { dataModuleSource, isBinaryFile } from './cli/bundle/data-files.ts'
import { LongestFirst } from './test/longest-first.ts'
import { memoryFolder } from './test/memory-folder.ts'
import { seedsOfThisRun } from './test/seeds.ts'
import { pollOptions, testTimeout } from './test/timeouts.ts'
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
// Miniflare sends every certificate of this file to workerd, which can take a fifth of the time in which a site starts.
delete process.env.NODE_EXTRA_CA_CERTS
const cores = availableParallelism()
const dataFiles: Plugin = {
  name: 'data-files',
  enforce: 'pre',
  load: dataModuleSource,
  // Vitest compares files as UTF-8, in which different binary contents may be equal. So binary files have no cache key.
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (isBinaryFile(id) ? false : undefined)),
}
/** Settings of tests that compute nine tenths of the time. */
const computing = {
  env,
  isolate: false,
  // One worker more than cores, because a worker can compute while another waits for a socket or a timer.
  maxWorkers: cores + 1,
  sequence: { groupOrder: 0 },
  testTimeout,
  hookTimeout: testTimeout,
  expect: { poll: pollOptions },
} as const
/** Caches transformed modules between runs. The pool of workerd does not support this. */
const cached = { experimental: { fsModuleCache: true } } as const
/** The folder of this cache. Vitest processes that run at the same time use different folders (test/main.ts). */
const cacheFolder = resolve(import.meta.dirname, '.vitest-cache', process.env.TEST_CACHE ?? 'any')
// Modules have no state (test/boundaries/state.test.ts checks this), so test files can share them.
const inNode = { pool: 'threads', setupFiles: 'test/equal-bytes.ts', ...computing, ...cached } as const
silenceExpectedReports()

export default defineConfig({
  test: {
    // Hides the logs of passing tests.
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    experimental: { fsModuleCachePath: cacheFolder },
    projects: [
      {
        plugins: [dataFiles, cloudflareTest({ wrangler: { configPath: './test/workers/wrangler.toml' } })],
        // Each test resets its storage, so test files can share a workerd. Starting a workerd takes 3 s of CPU time.
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
          // Test files share a site and a browser (running-site.ts, browser-test.ts), which take seconds to start.
          isolate: false,
          env,
          // These tests wait for processes and clocks a fifth of the time. Each worker takes 8 s of processor time for its
          // site, its browser and its imports.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll: pollOptions },
        },
      },
    ],
  },
})
