// Two kinds of tests: what runs in workerd with a Worker of test games, and what runs in plain Node.
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './test/workers/wrangler.toml' } })],
        test: {
          name: 'worker',
          include: ['test/durable-objects/**/*.test.ts', 'test/workers/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/durable-objects/**', 'test/workers/**'],
          environment: 'node',
          setupFiles: ['test/seeded.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
