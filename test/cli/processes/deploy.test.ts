// `packetboat deploy` with the real wrangler against a fake Cloudflare.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { requiredSecrets } from '../../../cli/deploy/secrets.ts'
import { createWrangler } from '../../../cli/deploy/wrangler.ts'
import { healthyAnswers, runDeploy } from '../commands/deployed.ts'
import { startFakeCloudflare } from '../commands/fake-cloudflare.ts'
import { startFakeWorker } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

test('packetboat deploy creates a site with its secrets', async () => {
  for (const name of Object.keys(requiredSecrets)) vi.stubEnv(name, undefined)
  const api = await startFakeCloudflare()
  const { url } = await startFakeWorker(healthyAnswers)
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', api.url)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'good')
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'acc')
  vi.stubEnv('CLOUDFLARE_CF_FETCH_ENABLED', 'false')
  vi.stubEnv('CI', '1')
  const folder = temporaryFolder()
  vi.stubEnv('WRANGLER_LOG_PATH', join(folder, 'logs'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  writeFileSync(join(folder, 'worker.js'), 'export default { fetch: () => new Response("ahoy") }\n')
  const settings =
    'name = "packetboat"\nmain = "worker.js"\ncompatibility_date = "2026-10-01"\nworkers_dev = true\n'
  writeFileSync(join(folder, 'wrangler.toml'), settings)
  const { failure, out, err } = await runDeploy({ url }, createWrangler(folder))
  expect([failure, api.requests]).toEqual([
    undefined,
    expect.arrayContaining(['PUT /workers/scripts/packetboat']),
  ])
  expect(err[0]).toBe('logged in as ann@example.org')
  const shown = out.slice(0, 2).map((line) => line.split('='))
  expect(new Map(shown as [string, string][])).toEqual(api.secrets)
})
